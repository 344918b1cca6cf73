// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import GRDB
import MartletWire
import ServerTestSupport
import Store
import StoreConformance
import Synchronization
import Testing

@testable import StoreSQLite

@Suite(.timeLimit(.minutes(5)))
struct GroupCommitTests {
  // Writer    [ held by the test ............ ][ one commit for all ]
  // Callers        ── 21 × enqueue ──                                 answered
  @Test func `batches that arrive during a commit share the next one, and a bad one fails alone`()
    async throws
  {
    try await withFolder { folder in
      let store = try SQLiteStore(directory: folder)
      try await store.insert(Sample.app())
      let commits = CommitCounter()
      try await store.database.writeWithoutTransaction { db in db.add(transactionObserver: commits) }

      let gate = DispatchSemaphore(value: 0)
      store.database.asyncWriteWithoutTransaction { _ in gate.wait() }
      let stored = await withTaskGroup(of: Bool.self) { group in
        for index in 0..<21 {
          group.addTask {
            let batch = Sample.batch(
              [Sample.event("e\(index)", .sessionStart)], app: index == 7 ? "none" : "shop")
            return (try? await store.ingest(batch))?.map(\.status) == [.known(.stored)]
          }
        }
        try? await eventually("all batches wait") { store.ingestion.waitingBatches >= 21 }
        gate.signal()
        return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      #expect(stored == 20)
      #expect(commits.number.withLock { $0 } == 1)
      #expect(try await store.eventCounts(app: "shop") == ["session_start": 20])
      try await store.close()
    }
  }
}

private final class CommitCounter: TransactionObserver, Sendable {
  let number = Mutex(0)

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidCommit(_ db: Database) { number.withLock { $0 += 1 } }
  func databaseDidRollback(_ db: Database) {}
}
