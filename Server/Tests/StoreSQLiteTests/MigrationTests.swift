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

@Suite struct MigrationTests {
  /// The layouts of a version to come.
  private static let next = Schema(
    migrations: Schema.current.migrations + [
      "CREATE TABLE note (text TEXT NOT NULL) STRICT; INSERT INTO note VALUES ('kept')"
    ])

  @Test func `a file of the first release is sound after every later migration`() async throws {
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" { try await Self.record() }
    try await withFolder { folder in
      let path = folder + "/" + SQLiteStore.fileName
      try DataDump.write(String(contentsOf: DataDump.firstRelease, encoding: .utf8), to: path)
      let before = try DataReport(of: path)
      #expect(
        before.damages == [], "The first layout was edited. Once it is released, write a migration instead.")
      let known = SQLiteStore.schemaVersion
      #expect(
        try SQLiteLocation(folder).migrate() == StoreMigration(from: Schema.first, to: known))
      let after = try DataReport(of: path)
      #expect(after.isSound, "\(after)")
      let store = try SQLiteStore(directory: folder)
      #expect(
        try await store.people(search: nil, sort: .lastSeen, app: "shop", after: nil, limit: 50).elements
          .count > 3)
      #expect(try await store.campaigns(app: "shop").count > 1)
      _ = try await store.ingest(Sample.batch([Sample.event("new", .sessionStart)]))
      try await store.close()
      #expect(try DataReport(of: path).isSound)
    }
  }

  /// Writes the file again, for as long as there is no release.
  private static func record() async throws {
    let store = try SQLiteStore.inMemory()
    try await store.writeDatabase { db in
      try db.execute(
        sql:
          "UPDATE setting SET value = 1 WHERE name = 'decision_salt'; UPDATE secret SET value = zeroblob(32)")
    }
    try await StoreConformance.insertTapped(store)
    var chance = SeededGenerator(seed: 1)
    let batches = World.batches(of: SeriesWorld(events: 60, seed: 1).sent, testDevices: ["device-2"], &chance)
    for batch in StoreConformance.tapped() + batches { _ = try await store.ingest(batch) }
    _ = try await store.deletePerson("u:ben", app: "shop", receipt: "deletion", at: Sample.now)
    try await store.markOffered(
      app: "shop", personID: "u:ana", eligible: ["c", "data"], delivered: ["c"], at: Sample.now)
    let text = try await store.readDatabase { db in try DataDump.text(db) }
    try await store.close()
    try FileManager.default.createDirectory(
      at: DataDump.firstRelease.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: DataDump.firstRelease)
  }

  @Test func `an older file is refused until it is migrated, and then has the new layout`() async throws {
    try await withFolder { folder in
      let path = folder + "/" + SQLiteStore.fileName
      let known = SQLiteStore.schemaVersion
      try await SQLiteStore(directory: folder).close()
      #expect(throws: StoreError.olderSchema(found: known, known: known + 1)) {
        try DataFile.open(path, schema: Self.next)
      }
      for from in [known, known + 1] {
        let done = try SQLiteLocation(folder, layouts: Self.next).migrate()
        #expect(done == StoreMigration(from: from, to: known + 1))
      }
      let database = try DataFile.open(path, schema: Self.next)
      #expect(try await database.read { try String.fetchAll($0, sql: "SELECT text FROM note") } == ["kept"])
      try DataFile.close(database)
      // The version before does not touch it.
      #expect(throws: StoreError.newerSchema(found: known + 1, known: known)) {
        try SQLiteStore(directory: folder)
      }
    }
  }

  @Test func `an older file with a foreign trigger is not migrated`() async throws {
    try await withFolder { folder in
      try await SQLiteStore(directory: folder).close()
      let database = try DatabaseQueue(path: folder + "/" + SQLiteStore.fileName)
      try await database.write { db in
        try db.execute(sql: "CREATE TRIGGER t AFTER UPDATE ON console_session BEGIN DELETE FROM member; END")
      }
      try database.close()
      #expect(throws: StoreError.self) { try SQLiteLocation(folder, layouts: Self.next).migrate() }
      #expect(SQLiteLocation(folder).storedSchema == SQLiteStore.schemaVersion)
    }
  }

  static let foreign: [(version: Int, error: StoreError)] = [
    (1, .unreleasedSchema(found: 1)), (Schema.first - 1, .unreleasedSchema(found: Schema.first - 1)),
    (1_000, .newerSchema(found: 1_000, known: SQLiteStore.schemaVersion)),
  ]

  @Test(arguments: foreign)
  func `a file of a newer version, or of a build before the first release, is refused and left as it is`(
    _ version: Int, _ error: StoreError
  ) async throws {
    try await withFolder { folder in
      let path = folder + "/" + SQLiteStore.fileName
      try await SQLiteStore(directory: folder).close()
      let database = try DatabaseQueue(path: path)
      try await database.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA user_version = \(version)")
      }
      try database.close()
      #expect(throws: error) { try SQLiteStore(directory: folder) }
      #expect(throws: error) { try SQLiteLocation(folder).migrate() }
      #expect(throws: error) { try DataReport(of: path) }
      #expect(throws: error) { try SQLiteLocation(folder + "/restored").restore(path, label: "now") }
      #expect(SQLiteLocation(folder).storedSchema == version)
      #expect(!Schema.current.canMigrate(from: version))
    }
  }
}
