// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import GRDB
import MartletCore
import MartletWire
import PostgresServer
import Store
import StoreConformance
import StoreSQL
import Testing

@testable import StorePostgres
@testable import StoreSQLite

@Suite("Moving a file into a database", .timeLimit(.minutes(5)))
struct MoveTests {
  // MARK: - Files

  private static func withFolder(_ body: (String) async throws -> Void) async throws {
    var template = Array((FileManager.default.temporaryDirectory.path + "/martlet-move-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
    let folder = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(folder)
  }

  private static func change(_ folder: String, _ sql: String) throws {
    let database = try DatabaseQueue(path: folder + "/" + SQLiteStore.fileName)
    try database.writeWithoutTransaction { db in try db.execute(sql: sql) }
    try database.close()
  }

  private static func read<Value>(_ path: String, _ body: (Database) throws -> Value) throws -> Value {
    try DatabaseQueue(path: path).read(body)
  }

  /// A folder with a file in which people, campaigns, decisions and a deletion left what they do.
  private static func withFile(_ body: (String) async throws -> Void) async throws {
    try await withFolder { folder in
      let fixture = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fixtures/schema/first-release.sql")
      try change(folder, String(contentsOf: fixture, encoding: .utf8))
      try await body(folder)
    }
  }

  /// Gives each table that is still empty a row, whatever its columns mean.
  private static func fillEveryTable(_ folder: String) throws {
    let database = try DatabaseQueue(path: folder + "/" + SQLiteStore.fileName)
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      for table in try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
      where try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") == 0 {
        let columns = try Row.fetchAll(
          db, sql: "SELECT name, type FROM pragma_table_info(?)", arguments: [table])
        let values = ["INTEGER": "1", "TEXT": "'Ä\"\\\n'", "BLOB": "x'00FF5C'", "REAL": "0.1"]
        let row = columns.map { values[$0["type"]] ?? "NULL" }.joined(separator: ", ")
        try db.execute(sql: "INSERT INTO \(table) VALUES (\(row))")
      }
      try db.execute(sql: "UPDATE event SET number = number + 1000; UPDATE app_setting SET caps = ''")
    }
    try database.close()
  }

  private static func rows(_ report: DataReport) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: report.rows.map { ($0.name, $0.rows) })
  }

  private static func move(_ folder: String, to address: PostgresAddress) throws -> [String: Int] {
    let moved = try SQLiteLocation(folder).move { file in
      try PostgresLocation(address).receive(file) { _ in }
    }
    return Dictionary(uniqueKeysWithValues: moved.map { ($0.name, $0.rows) })
  }

  private static func expect(_ words: String, _ body: () throws -> Void) {
    let error = #expect(throws: StoreError.self) { try body() }
    let said = error.map { "\($0)".replacing("\\'", with: "'") } ?? ""
    #expect(said.contains(words), "\(said)")
  }

  // MARK: - What a store says

  /// What people see of an app.
  private struct Sight: Equatable {
    var campaigns: [Campaign]
    var reports: [CampaignReport]
    var people: [String]
    var events: [String: Int]
    var decisions: Int

    init(_ store: any Store) async throws {
      let all = try await store.campaigns(app: "shop")
      campaigns = all
      reports = []
      for id in all.map(\.id) + World.campaigns {
        reports.append(try await store.report(campaign: id, app: "shop", from: nil, to: nil))
      }
      people = try await store.people(search: nil, app: "shop", after: nil, limit: 100).elements.map {
        "\($0)"
      }
      events = try await store.eventCounts(app: "shop")
      decisions = try await store.decisions(campaign: nil, personID: nil, app: "shop", limit: 100).count
    }
  }

  @Test func `a file moves with all it has, servers go on in the database, and none starts with the file`()
    async throws
  {
    try await Self.withFile { folder in
      let file = SQLiteLocation(folder)
      let store = try file.open()
      let before = try await Sight(store)
      try await store.close()
      let copy = try file.backUp(to: folder + "/copy.sqlite")
      let rows = try Self.rows(file.verify(nil))
      let secret = try Self.read(folder + "/copy.sqlite") { db in
        try Data.fetchOne(db, sql: "SELECT value FROM secret WHERE name = 'tombstone'")
      }
      let address = try PostgresServer.emptyDatabase()
      #expect(try Self.move(folder, to: address) == rows)

      let report = try PostgresLocation(address).verify(nil)
      #expect(report.isSound, "\(report)")
      #expect(Self.rows(report).filter { $0.key != "migration" && $0.key != "process" } == rows)
      let moved = try PostgresStore(address)
      #expect(try await Sight(moved) == before)
      #expect(
        try await moved.read { db in
          try db.value("SELECT value FROM secret WHERE name = 'tombstone'", as: Data.self)
        } == secret)
      // Numbers go on, ids that were stored are known, and triggers count.
      let fresh = Sample.batch(
        [
          Sample.event("new", user: "zoe", .sessionStart),
          Sample.event("newer", user: "zoe", .decision(Sample.decision("d", candidates: ["c0"]))),
        ], device: "device-new")
      #expect(try await moved.ingest(fresh).map(\.status) == [.known(.stored), .known(.stored)])
      #expect(
        try await moved.ingest(fresh).map(\.status) == [.known(.duplicate), .known(.duplicate)])
      try await moved.insert(Sample.app("second"))
      _ = try await moved.ingest(Sample.batch([Sample.event("1", .sessionStart)], app: "second"))
      try await moved.close()
      let after = try PostgresLocation(address).verify(nil)
      #expect(after.isSound, "\(after)")

      // The file.
      let words = "was moved to the database \(address)"
      Self.expect(words) { _ = try file.open() }
      Self.expect(words) { _ = try file.verify(nil) }
      Self.expect(words) { _ = try file.migrate() }
      Self.expect(words) { _ = try file.backUp(to: folder + "/late.sqlite") }
      Self.expect(words) { _ = try Self.move(folder, to: PostgresServer.emptyDatabase()) }
      // What a version that knows no moves reads.
      let version = try Self.read(folder + "/martlet.sqlite") { db in
        try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      }
      #expect(throws: StoreError.newerSchema(found: version, known: SQLiteStore.schemaVersion)) {
        try Schema.current.checkSupported(version)
      }
      // The ways back.
      _ = try file.restore(folder + "/copy.sqlite", label: "now")
      #expect(try file.verify(nil).schema == copy.schema)
      _ = try Self.move(folder, to: PostgresServer.emptyDatabase())
      try Self.change(folder, "DROP TABLE moved_to; PRAGMA user_version = \(copy.schema)")
      let again = try file.verify(nil)
      #expect(again.isSound, "\(again)")
    }
  }

  // MARK: - Interruptions

  /// A file whose reader is killed after some rows, or when it marks the file.
  private final class Interrupted: MovingData {
    struct Killed: Error {}

    let file: MovingFile
    /// How many more rows are read. Those of the sums before do not count.
    var left: Int
    var unread: Int
    var marks: Bool
    var tables: [MovedTable] { file.tables }
    var findings: [String]? { file.findings }

    init(_ file: MovingFile, after rows: Int, marks: Bool = false) {
      (self.file, left, unread, self.marks) = (file, rows, file.tables.count, marks)
    }

    func rows(of table: MovedTable, after count: Int) throws -> any SQLCursor {
      defer { unread -= 1 }
      let rows = try file.rows(of: table, after: count)
      return unread > 0 ? rows : Cursor(rows, of: self)
    }

    func refuseIfMoved() throws { try file.refuseIfMoved() }

    func markMoved(to place: String) throws {
      if left == 0 { throw Killed() }
      try file.markMoved(to: place)
      if marks { throw Killed() }
    }

    private final class Cursor: SQLCursor {
      let rows: any SQLCursor
      let owner: Interrupted

      init(_ rows: any SQLCursor, of owner: Interrupted) { (self.rows, self.owner) = (rows, owner) }

      var columns: SQLColumns { get throws { try rows.columns } }
      func next() throws -> Bool {
        guard try rows.next() else { return false }
        if owner.left == 0 { throw Killed() }
        owner.left -= 1
        return true
      }
      func isNull(_ column: Int) -> Bool { rows.isNull(column) }
      func int(_ column: Int) -> Int64 { rows.int(column) }
      func utf8(_ column: Int) -> UnsafeBufferPointer<UInt8>? { rows.utf8(column) }
      func value(_ column: Int) -> SQLValue { rows.value(column) }
    }
  }

  /// False when it was killed.
  private static func attempt(
    _ folder: String, _ address: PostgresAddress, after rows: Int, marks: Bool = false
  ) throws -> Bool {
    try SQLiteLocation(folder).move { file in
      do {
        let data = Interrupted(file, after: rows, marks: marks)
        let move = try PostgresMove(data, to: PostgresDatabase(address), at: "the database", batch: 7)
        _ = try move.run { _ in }
        return true
      } catch is Interrupted.Killed {
        return false
      }
    }
  }

  @Test func `a move that is killed again and again goes on where it was, and doubles nothing`() async throws
  {
    try await Self.withFile { folder in
      try Self.fillEveryTable(folder)
      let file = try SQLiteLocation(folder).verify(nil)
      #expect(file.rows.allSatisfy { $0.rows > 0 })
      let address = try PostgresServer.emptyDatabase()
      var attempts = 0
      while try !Self.attempt(folder, address, after: 23) {
        attempts += 1
        Self.expect("is not finished. Run martlet move again") { _ = try PostgresStore(address) }
        Self.expect("is not finished. Run martlet move again") { _ = try PostgresLocation(address).migrate() }
        // Nobody writes, but the file can be used until the end.
        #expect(SQLiteLocation(folder).storedSchema == file.schema)
      }
      #expect(attempts > 10)
      let report = try PostgresLocation(address).verify(nil)
      #expect(report.damages == [])
      #expect(Set(report.disagreements) == Set(file.disagreements))
      #expect(Set(report.unreadable) == Set(file.unreadable))
      #expect(
        Self.rows(report).filter { $0.key != "migration" && $0.key != "process" } == Self.rows(file))
      let numbers = try PostgresDatabase(address).rows(
        "SELECT nextval(pg_get_serial_sequence('event', 'number')) - max(number) FROM event")
      #expect(numbers.int(0, 0) == 1)
    }
  }

  @Test func `a move that is killed after the file was marked is finished by another`() async throws {
    try await Self.withFile { folder in
      let address = try PostgresServer.emptyDatabase()
      #expect(try !Self.attempt(folder, address, after: .max, marks: true))
      Self.expect("was moved to the database") { _ = try SQLiteLocation(folder).open() }
      Self.expect("is not finished. Run martlet move again") { _ = try PostgresStore(address) }
      #expect(try Self.attempt(folder, address, after: .max))
      let report = try PostgresLocation(address).verify(nil)
      #expect(report.isSound, "\(report)")
    }
  }

  @Test func `a move does not go on with a file that somebody has written to since`() async throws {
    try await Self.withFile { folder in
      let address = try PostgresServer.emptyDatabase()
      #expect(try !Self.attempt(folder, address, after: 100))
      let store = try SQLiteLocation(folder).open()
      try await store.checkHealth()
      try await store.close()
      Self.expect("somebody has written to the file since") { _ = try Self.move(folder, to: address) }
      _ = try Self.move(folder, to: PostgresServer.emptyDatabase())
    }
  }

  static let differences: [(sql: String, words: String)] = [
    ("UPDATE person SET last_seen = last_seen + 1", "The table person has other values"),
    ("UPDATE device SET is_lab = NOT is_lab", "The table device has other values"),
    ("DELETE FROM deleted_count WHERE metric = 'event'", "The table deleted_count has"),
    ("UPDATE secret SET value = sha256(value)", "The table secret has other values"),
    (
      "INSERT INTO setting VALUES ('more', 1)",
      "The table setting has 4 rows in the database and 3 in the file"
    ),
  ]

  @Test(arguments: differences.indices)
  func `a row that differs after it was copied is found, and the file stays the one to use`(_ place: Int)
    async throws
  {
    let (sql, words) = Self.differences[place]
    try await Self.withFile { folder in
      let address = try PostgresServer.emptyDatabase()
      // Everything is copied, and nothing is compared yet.
      let count = try SQLiteLocation(folder).verify(nil).rows.reduce(0) { $0 + $1.rows }
      #expect(try !Self.attempt(folder, address, after: count))
      try PostgresDatabase(address).run(sql)
      Self.expect(words) { _ = try Self.move(folder, to: address) }
      try await SQLiteLocation(folder).open().close()
    }
  }

  // MARK: - Refusals

  struct Refusal: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var says: String
    /// Done to the file.
    var change = ""
    /// Done to the database.
    var database = ""
    var options = ""
  }

  static let refusals = [
    Refusal(
      testDescription: "a database with data", says: "has data of Martlet already",
      options: "TEMPLATE martlet"),
    Refusal(
      testDescription: "another program's tables", says: "they are another program's",
      database: "CREATE TABLE invoice (id int)"),
    Refusal(
      testDescription: "another encoding", says: "encoding is not UTF8",
      options: "TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'"),
    Refusal(
      testDescription: "a database that only lets us read", says: "only lets us read",
      database:
        "DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || ' SET default_transaction_read_only = on'; END $$"
    ),
    Refusal(
      testDescription: "a file of a newer version", says: "newerSchema", change: "PRAGMA user_version = 1000"),
    Refusal(
      testDescription: "a file that somebody changed", says: "The index person_newest is missing.",
      change: "DROP INDEX person_newest"),
    Refusal(
      testDescription: "a row without what it refers to",
      says: "rows of tombstone refer to missing rows of app",
      change: "PRAGMA foreign_keys = OFF; UPDATE tombstone SET app = 2"),
    Refusal(
      testDescription: "U+0000", says: "The column name of the table app has a text with U+0000",
      change: "UPDATE app SET name = 'a' || char(0) || 'b'"),
  ]

  @Test(arguments: refusals)
  func `what cannot be moved is refused with the reason, and both sides stay as they are`(_ refusal: Refusal)
    async throws
  {
    try await Self.withFile { folder in
      try Self.change(folder, refusal.change)
      let address = try PostgresServer.emptyDatabase(refusal.options)
      if !refusal.database.isEmpty { try PostgresDatabase(address).run(refusal.database) }
      func tables() throws -> Set<String> { try PostgresDatabase(address).tables() }
      let before = try tables()
      Self.expect(refusal.says) { _ = try Self.move(folder, to: address) }
      #expect(try tables() == before)
      #expect(try Self.read(folder + "/martlet.sqlite") { try !Schema.isMoved($0) })
    }
  }

  @Test func `a file that a server has open is not moved, and nobody opens one that is being moved`()
    async throws
  {
    try await Self.withFile { folder in
      let location = SQLiteLocation(folder)
      let store = try location.open()
      let address = try PostgresServer.emptyDatabase()
      Self.expect("has \(folder)/martlet.sqlite open") { _ = try Self.move(folder, to: address) }
      try await store.close()
      try location.move { _ in
        Self.expect("locked by another process") { _ = try SQLiteStore(directory: folder) }
        Self.expect("open. Nothing was changed. Stop it first.") { _ = try Self.move(folder, to: address) }
      }
      try await location.open().close()
      Self.expect("There is no data in") { _ = try Self.move(folder + "/none", to: address) }
    }
  }
}
