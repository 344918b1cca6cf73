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

/// What somebody does to the files while the store is open.
@Suite(.timeLimit(.minutes(5)))
struct StorageTests {
  struct Harm: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var file: String
    var body: @Sendable (_ path: String) throws -> Void
  }

  static let harms: [Harm] =
    ["", "-wal", "-shm"].flatMap { file in
      [
        Harm(testDescription: "martlet.sqlite\(file) is deleted", file: file) {
          try FileManager.default.removeItem(atPath: $0)
        },
        Harm(testDescription: "martlet.sqlite\(file) is moved away", file: file) {
          try FileManager.default.moveItem(atPath: $0, toPath: $0 + ".old")
        },
        Harm(testDescription: "martlet.sqlite\(file) is replaced by a copy of itself", file: file) { path in
          try FileManager.default.copyItem(atPath: path, toPath: path + ".new")
          guard rename(path + ".new", path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        },
      ]
    }
    + ["", "-wal"].flatMap { file in
      [
        Harm(testDescription: "martlet.sqlite\(file) is emptied", file: file) {
          try overwrite($0) { _ in Data() }
        },
        Harm(testDescription: "martlet.sqlite\(file) is cut in half", file: file) {
          try overwrite($0) { $0.prefix($0.count / 2) }
        },
        Harm(testDescription: "martlet.sqlite\(file) is overwritten", file: file) {
          try overwrite($0) { Data(repeating: 0x5A, count: $0.count) }
        },
        Harm(testDescription: "the beginning of martlet.sqlite\(file) is overwritten", file: file) {
          try overwrite($0) { Data(repeating: 0, count: 64) + $0.dropFirst(64) }
        },
      ]
    } + [
      Harm(testDescription: "one byte of martlet.sqlite-wal is changed", file: "-wal") {
        try overwrite($0) { bytes in
          var bytes = bytes
          bytes[bytes.startIndex + bytes.count / 2] ^= 1
          return bytes
        }
      }
    ]

  @Test(arguments: harms)
  func `files that are harmed while the store is open keep events away, and the store says so`(_ harm: Harm)
    async throws
  {
    try await withOpenStore { store, path in
      try harm.body(path + harm.file)
      await #expect(throws: StoreError.self) {
        try await store.ingest(Sample.batch([Sample.event("after", .sessionStart)]))
      }
      for _ in 0..<2 {
        do throws(StoreError) {
          try await store.inspect()
          Issue.record("The harm was not seen.")
        } catch {
          guard case .unavailable(let reason) = error else {
            Issue.record("\(error)")
            return
          }
          #expect(reason.contains(path) || reason.contains("damaged"), "\(reason)")
        }
        await #expect(throws: StoreError.self) { try await store.checkHealth() }
        await #expect(throws: StoreError.self) {
          try await store.ingest(Sample.batch([Sample.event("later", .sessionStart)]))
        }
      }
    }
  }

  @Test func `files that come back are used again, and what was not acknowledged can be sent again`()
    async throws
  {
    try await withOpenStore { store, path in
      try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
      let batch = Sample.batch([Sample.event("away", .sessionStart)])
      await #expect(throws: StoreError.self) { try await store.ingest(batch) }
      try FileManager.default.moveItem(atPath: path + ".old", toPath: path)
      try await store.inspect()
      #expect(try await store.ingest(batch).count == 1)
      #expect(try await store.ingest(batch).map(\.status) == [.known(.duplicate)])
    }
  }

  @Test func `another process that writes by the rules does no harm`() async throws {
    try await withOpenStore { store, path in
      let other = try SQLiteStore(path: path)
      for index in 0..<200 {
        let writer = index % 3 == 0 ? other : store
        let event = Sample.event(
          "x\(index)", .custom(name: "x", properties: ["text": .string(String(repeating: "x", count: 3_000))])
        )
        #expect(try await writer.ingest(Sample.batch([event])).map(\.status) == [.known(.stored)])
        if index % 20 == 0 { try await store.inspect() }
      }
      try await other.close()
      try await store.inspect()
      #expect(try await store.eventCounts(app: "shop")["custom"] == 200)
    }
  }

  @Test func `another process that moves the log into the data file is waited for, and is no harm`()
    async throws
  {
    try await withFolder { folder in
      let path = folder + "/" + SQLiteStore.fileName
      let database = try DataFile.open(path)
      let mover = try LogMover(path: path)
      let store = try SQLiteStore(
        database: database, decisions: DecisionQuota(),
        watch: DataFileWatch(path: path, pause: { mover.end() }))
      try await store.insert(Sample.app())
      for index in 0..<20 {
        _ = try await store.ingest(Sample.batch([Sample.event("e\(index)", .sessionStart)]))
        if index == 10 { try mover.beginReading() }
      }
      try await mover.beginMoving()
      // By a transaction, and by the regular look.
      #expect(
        try await store.ingest(Sample.batch([Sample.event("during", .sessionStart)])).map(\.status) == [
          .known(.stored)
        ])
      try await store.inspect()
      #expect(mover.hasBeenWaitedFor)
      try mover.close()
      try await store.leave()
      #expect(
        !FileManager.default.fileExists(atPath: path + "-wal"), "the last process leaves the data file alone")
    }
  }

  @Test func `a process that leaves keeps nobody from writing, whoever reads`() async throws {
    try await withOpenStore { store, path in
      let reader = try LogMover(path: path)
      try reader.beginReading()
      _ = try await store.ingest(Sample.batch([Sample.event("before", .sessionStart)]))
      let other = try SQLiteStore(
        database: DataFile.open(path), decisions: DecisionQuota(),
        watch: DataFileWatch(path: path, pause: { Issue.record("It waits.") }))
      _ = try await other.ingest(Sample.batch([Sample.event("other", .sessionStart)]))
      try await other.leave()
      try await store.inspect()
      let moved = try await store.database.writeWithoutTransaction { try $0.checkpoint(.passive) }
      #expect(moved.walFrameCount > moved.checkpointedFrameCount, "what others still read stays in the log")
      try reader.close()
    }
  }

  @Test func `the frames of a log are counted as SQLite counts them`() async throws {
    try await withOpenStore { store, path in
      let used = try await store.database.writeWithoutTransaction {
        try $0.checkpoint(.passive).walFrameCount
      }
      #expect(used > 5)
      #expect(WriteAheadLog.countOfWholeFrames(path: path + "-wal") == used)
    }
  }

  @Test func `a damaged page is found when the file is opened, and by the full check`() async throws {
    try await withOpenStore { store, path in
      try await store.close()
      let store = try SQLiteStore(path: path)
      #expect(try await store.findDamage() == [])
      try await store.close()
      try Self.overwrite(path) { bytes in
        bytes.prefix(8_192) + Data(repeating: 0xFF, count: 4_096) + bytes.dropFirst(12_288)
      }
      #expect(throws: StoreError.self) { try SQLiteStore(path: path) }
    }
  }

  @Test
  func `below the floor of free space events are sent away before the disk is full; all else still works`()
    async throws
  {
    try await withFolder { folder in
      let free = FreeBytes()
      let path = folder + "/" + SQLiteStore.fileName
      let store = try SQLiteStore(
        database: DataFile.open(path), decisions: DecisionQuota(), watch: DataFileWatch(path: path),
        space: FreeSpace(
          path: path, minimum: 100_000_000, measure: { _ in free.bytes.load(ordering: .relaxed) }))
      try await store.insert(Sample.app())
      let batch = Sample.batch([Sample.event("e", .sessionStart)])
      free.bytes.store(99_000_000, ordering: .relaxed)
      let expected = StoreError.unavailable(
        "The disk is almost full: 99 MB are free, but storing events needs 100 MB. Free some space. No repair is needed."
      )
      await #expect(throws: expected) { try await store.inspect() }
      await #expect(throws: expected) { try await store.ingest(batch) }
      try await store.insert(Sample.app("other"))
      free.bytes.store(100_000_000, ordering: .relaxed)
      try await store.inspect()
      #expect(try await store.ingest(batch).map(\.status) == [.known(.stored)])
      try await store.close()
    }
  }

  @Test func `the files are their owner's alone, whatever the umask and the folder allow`() async throws {
    try await withOpenStore { _, path in
      for file in ["", "-wal", "-shm"] {
        let mode = try #require(
          try FileManager.default.attributesOfItem(atPath: path + file)[.posixPermissions] as? NSNumber)
        #expect(mode.intValue == 0o600, "\(file)")
      }
    }
  }

  // MARK: -

  /// A store with events in the data file and in the log, some time after the last of them.
  private func withOpenStore(_ body: (SQLiteStore, String) async throws -> Void) async throws {
    try await withFolder { folder in
      let path = folder + "/" + SQLiteStore.fileName
      let store = try SQLiteStore(path: path)
      try await store.insert(Sample.app())
      for index in 0..<20 {
        if index == 10 {
          try await store.database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        }
        _ = try await store.ingest(Sample.batch([Sample.event("e\(index)", .sessionStart)]))
      }
      // Times of files are coarse: what comes later has a later one.
      let last = FileState(path: path + "-wal")?.changedAt
      try await eventually("the file system's clock moves on") {
        try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/later"))
        return FileState(path: folder + "/later")?.changedAt != last
      }
      try await body(store, path)
      try? await store.close()
    }
  }

  private static func overwrite(_ path: String, _ change: (Data) -> Data) throws {
    let url = URL(fileURLWithPath: path)
    let bytes = change(try Data(contentsOf: url))
    let handle = try FileHandle(forWritingTo: url)
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: bytes)
    try handle.close()
  }
}

private final class FreeBytes: Sendable {
  let bytes = Atomic<Int64>(200_000_000)
}
