// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import GRDB
import MartletCore
import MartletWire
import ServerTestSupport
import Store
import StoreConformance
import Synchronization
import Testing

@testable import StoreSQLite

@Suite(.timeLimit(.minutes(5))) struct LongReadTests {
  /// How many questions read at once.
  private final class Reading: Sendable {
    private let counts = Mutex((now: 0, most: 0))

    func begin() { counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }
    func end() { counts.withLock { $0.now -= 1 } }
    var result: (now: Int, most: Int) { counts.withLock { $0 } }
  }

  @Test func `devices are answered while more heavy questions than there are readers are open`() async throws
  {
    try await withFolder { folder in
      let store = try SQLiteStore(directory: folder)
      try await store.insert(Sample.app())
      let (count, gate) = (12, DispatchSemaphore(value: 0))
      let reading = Reading()
      let (begun, signal) = AsyncStream<Void>.makeStream()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<count {
          group.addTask {
            try await store.readDatabaseLong { _ in
              reading.begin()
              signal.yield()
              gate.wait()
              reading.end()
            }
          }
        }
        var starts = begun.makeAsyncIterator()
        for _ in 0..<LongReads.together { await starts.next() }
        // These need a reader and the writer, while no question ends.
        #expect(
          try await store.ingest(Sample.batch([Sample.event("1", .sessionStart)])).map(\.status.known) == [
            .stored
          ])
        #expect(try await store.experimentStanding(of: "u:ana", app: "shop") != nil)
        #expect(try await store.settings(app: "shop").caps.isEmpty)
        for _ in 0..<count { gate.signal() }
        try await group.waitForAll()
      }
      #expect(reading.result == (0, LongReads.together))
      try await store.close()
    }
  }

  @Test func `a question whose caller is gone ends, while it reads and while it waits`() async throws {
    try await withFolder { folder in
      let store = try SQLiteStore(directory: folder)
      let (begun, signal) = AsyncStream<Void>.makeStream()
      let endless = (0..<LongReads.together).map { _ in
        Task {
          try await store.readDatabaseLong { db in
            signal.yield()
            return try Int.fetchOne(
              db,
              sql: "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c")
          }
        }
      }
      var starts = begun.makeAsyncIterator()
      for _ in endless { await starts.next() }
      let waiting = Task { try await store.readDatabaseLong { _ in 1 } }
      try await eventually("the read waits") { store.longReads.waiting > 0 }
      waiting.cancel()
      await #expect(throws: StoreError.self) { try await waiting.value }
      for task in endless { task.cancel() }
      for task in endless { await #expect(throws: StoreError.self) { try await task.value } }
      #expect(try await store.readDatabaseLong { _ in 2 } == 2)
      try await store.close()
    }
  }
}
