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
import Testing

@testable import StoreSQLite

@Suite struct DataFileTests {
  @Test func `the writer syncs every commit, and foreign keys hold`() async throws {
    try await withFolder { folder in
      let store = try SQLiteStore(directory: folder)
      let settings = try await store.database.writeWithoutTransaction { db in
        try ["synchronous", "foreign_keys", "journal_mode", "user_version", "application_id"].map {
          try String.fetchOne(db, sql: "PRAGMA \($0)")
        }
      }
      #expect(settings == ["2", "1", "wal", String(SQLiteStore.schemaVersion), "1297241164"])
      try await store.close()
    }
  }

  @Test func `what was acknowledged is there after closing and opening again`() async throws {
    try await withFolder { folder in
      let world = World(events: 300, seed: 7)
      let first = try SQLiteStore(directory: folder)
      try await first.insert(Sample.app())
      var chance = SeededGenerator(seed: 7)
      for batch in World.batches(of: world.sent, &chance) { _ = try await first.ingest(batch) }
      try await first.close()

      let second = try SQLiteStore(directory: folder)
      try await StoreConformance.expectNumbers(of: world.sent, second)
      try await second.readDatabase { try Recount.expectAgreement($0) }
      try await second.close()
    }
  }

  @Test func `batches that wait when the store closes are written or refused, never lost`() async throws {
    try await withFolder { folder in
      let store = try SQLiteStore(directory: folder)
      try await store.insert(Sample.app())
      let acknowledged = await withTaskGroup(of: String?.self) { group in
        for index in 0..<60 {
          group.addTask {
            let event = Sample.event("e\(index)", .sessionStart)
            if index == 30 { try? await store.close() }
            return (try? await store.ingest(Sample.batch([event])))?.first?.id
          }
        }
        return await group.reduce(into: Set<String>()) { if let id = $1 { $0.insert(id) } }
      }
      let again = try SQLiteStore(directory: folder)
      let stored = try await again.readDatabase { db in try String.fetchSet(db, sql: "SELECT id FROM event") }
      #expect(stored == acknowledged)
      try await again.close()
    }
  }

  @Test func `what another process writes is heard once, also while it keeps the file locked`()
    async throws
  {
    try await withFolder { folder in
      let store = try SQLiteStore(directory: folder)
      try await store.insert(Sample.app())
      let heard = HeardChanges(store)
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: folder + "/" + SQLiteStore.fileName, configuration: configuration)
      try await other.writeWithoutTransaction { db in
        try db.execute(sql: "UPDATE setting SET value = value + 1 WHERE name = 'health_checks'")
        try db.execute(sql: "BEGIN IMMEDIATE")
      }
      for expected in [[StoreChange.everything], []] {
        try await store.catchUp()
        #expect(heard.take() == expected)
      }
      try await other.writeWithoutTransaction { db in try db.execute(sql: "COMMIT") }
      try other.close()
      try await store.close()
    }
  }

  @Test func `migrating makes a fresh file once and then has nothing to do`() async throws {
    try await withFolder { folder in
      let known = SQLiteStore.schemaVersion
      #expect(
        try SQLiteLocation(folder + "/new").migrate() == StoreMigration(from: 0, to: known))
      #expect(
        try SQLiteLocation(folder + "/new").migrate() == StoreMigration(from: known, to: known))
      try await SQLiteStore(directory: folder + "/new").close()
    }
  }

  @Test(arguments: [true, false]) func `a log whose data file is gone is neither deleted nor begun anew`(
    isEmpty: Bool
  ) async throws {
    try await withFolder { folder in
      let path = folder + "/" + SQLiteStore.fileName
      let log = Data(repeating: 0x37, count: 4_152)
      try log.write(to: URL(fileURLWithPath: path + "-wal"))
      if isEmpty { try Data().write(to: URL(fileURLWithPath: path)) }
      #expect(throws: StoreError.self) { try SQLiteStore(directory: folder) }
      #expect(throws: StoreError.self) { try SQLiteLocation(folder).migrate() }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")) == log)
      for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
      try await SQLiteStore(directory: folder).close()
    }
  }

  @Test func `another program's database is not touched`() async throws {
    try await withFolder { folder in
      let path = folder + "/other.sqlite"
      let other = try DatabaseQueue(path: path)
      try await other.write { db in try db.execute(sql: "CREATE TABLE recipe (name TEXT)") }
      try other.close()
      #expect(throws: StoreError.cannotOpen("\(path): The file is another program's database.")) {
        try SQLiteStore(path: path)
      }
    }
  }

  @Test(arguments: ["/dev/null/data", "/proc/martlet"])
  func `a folder that cannot be made is named in one line`(_ folder: String) {
    #expect(
      throws: StoreError.cannotOpen(
        "The folder \(folder) cannot be created. Check the path and the permissions.")
    ) {
      try SQLiteStore(directory: folder)
    }
  }

  @Test func `a file that is no database, or a folder in its place, cannot be opened`() async throws {
    try await withFolder { folder in
      let path = folder + "/" + SQLiteStore.fileName
      try Data(repeating: 0x58, count: 8_192).write(to: URL(fileURLWithPath: path))
      for _ in 0..<2 {
        do throws(StoreError) {
          _ = try SQLiteStore(directory: folder)
          Issue.record("It was opened.")
        } catch {
          guard case .cannotOpen(let reason) = error else {
            Issue.record("\(error)")
            return
          }
          #expect(reason.hasPrefix(path) && !reason.contains("\n"))
        }
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      }
    }
  }

  @Test func `a full disk is said, loses nothing and needs no repair`() async throws {
    try await withFolder { folder in
      let store = try SQLiteStore(directory: folder)
      try await store.insert(Sample.app())
      try await store.database.writeWithoutTransaction { db in
        let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        try db.execute(sql: "PRAGMA max_page_count = \(pages + 20)")
      }
      var stored: [String] = []
      var failure: StoreError?
      for index in 0..<1_000 where failure == nil {
        do throws(StoreError) {
          let event = Sample.event(
            "e\(index)",
            .custom(name: "x", properties: ["text": .string(String(repeating: "x", count: 2_000))]))
          stored += try await store.ingest(Sample.batch([event])).map(\.id)
        } catch { failure = error }
      }
      #expect(failure == .unavailable("The disk is full. Free some space. No repair is needed."))
      #expect(try await store.eventCounts(app: "shop") == ["custom": stored.count])

      try await store.database.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA max_page_count = 100000")
      }
      try await store.checkHealth()
      _ = try await store.ingest(Sample.batch([Sample.event("after", .sessionStart)]))
      try await store.readDatabase { try Recount.expectAgreement($0) }
      try await store.close()
    }
  }

  @Test func `a file that another process has locked is unavailable, not broken`() async throws {
    try await withFile { path in
      let store = try SQLiteStore(
        database: DataFile.open(path, lockTimeout: 0.01), decisions: DecisionQuota(perReason: 10, perDay: 10))
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: path, configuration: configuration)
      try await other.writeWithoutTransaction { db in try db.execute(sql: "BEGIN IMMEDIATE") }
      let locked = StoreError.unavailable("The data file is locked by another process.")
      await #expect(throws: locked) { try await store.checkHealth() }
      await #expect(throws: locked) {
        try await store.ingest(Sample.batch([Sample.event("e", .sessionStart)]))
      }
      try await other.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
      try await store.checkHealth()
      #expect(
        try await store.ingest(Sample.batch([Sample.event("e", .sessionStart)])).map(\.status) == [
          .known(.stored)
        ])
      try await store.close()
    }
  }

  // MARK: -

  /// A data file with one app in it.
  private func withFile(_ body: (String) async throws -> Void) async throws {
    try await withFolder { folder in
      let store = try SQLiteStore(directory: folder)
      try await store.insert(Sample.app())
      try await store.close()
      try await body(folder + "/" + SQLiteStore.fileName)
    }
  }

  private func change(_ path: String, _ sql: String) async throws {
    let database = try DatabaseQueue(path: path)
    try await database.writeWithoutTransaction { db in try db.execute(sql: sql) }
    try database.close()
  }
}
