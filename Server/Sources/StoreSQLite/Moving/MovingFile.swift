// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
package import Store
package import StoreSQL

/// A data file whose rows move into a database. Nobody else can open it.
package struct MovingFile: MovingData {
  private let db: Database
  package let tables: [MovedTable]
  package let findings: [String]?

  /// Checks the file, unless it is marked: then it was checked before.
  fileprivate init(_ db: Database, path: String) throws {
    self.db = db
    if try Schema.isMoved(db) {
      findings = nil
    } else {
      try Schema.current.check(Schema.version(db))
      let found = try Findings(db)
      guard found.damages.isEmpty else {
        throw StoreError.failed(
          "\(path) is damaged, and nothing was moved: \(found.damages.joined(separator: " ")) Restore a backup, or undo the change."
        )
      }
      findings = found.unreadable + found.disagreements
    }
    tables = try Self.tables(db)
  }

  /// Those of Martlet, each after those that its rows refer to.
  private static func tables(_ db: Database) throws -> [MovedTable] {
    let names = try String.fetchAll(
      db,
      sql: """
        SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> '\(Schema.mark)'
        ORDER BY name
        """)
    var tables: [MovedTable] = []
    func add(_ name: String) throws {
      guard !tables.contains(where: { $0.name == name }) else { return }
      let others = try String.fetchAll(
        db, sql: "SELECT DISTINCT \"table\" FROM pragma_foreign_key_list(?)", arguments: [name])
      for other in others where other != name { try add(other) }
      let columns = try Row.fetchAll(
        db, sql: "SELECT name, pk FROM pragma_table_info(?) ORDER BY cid", arguments: [name]
      ).map { ($0["name"] as String, $0["pk"] as Int) }
      let key = columns.filter { $0.1 > 0 }.sorted { $0.1 < $1.1 }
      tables.append(MovedTable(name: name, columns: columns.map(\.0), key: key.map(\.0)))
    }
    for name in names { try add(name) }
    return tables
  }

  package func rows(of table: MovedTable, after count: Int) throws -> any SQLCursor {
    try db.cursor(
      "\(table.select) ORDER BY \(MovedTable.list(table.key)) LIMIT -1 OFFSET ?", [Int64(count)])
  }

  package func refuseIfMoved() throws { _ = try Schema.version(db) }

  package func markMoved(to place: String) throws {
    try db.inTransaction(.immediate) {
      try db.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS \(Schema.mark) (place TEXT NOT NULL) STRICT;
          DELETE FROM \(Schema.mark);
          PRAGMA user_version = \(Schema.moved + Schema.current.known);
          """)
      try db.execute(sql: "INSERT INTO \(Schema.mark) (place) VALUES (?)", arguments: [place])
      return .commit
    }
  }
}

extension SQLiteLocation {
  /// Checks the data file as `verify` does, and calls with it. Until the end, nobody else can open
  /// it.
  ///
  /// Throws `.unavailable` while a server or another command has it open, `.olderSchema` or
  /// `.newerSchema` for a file of another version, and `.failed` for a damaged file, with what was
  /// found.
  package func move<Value>(_ body: (MovingFile) throws -> Value) throws(StoreError) -> Value {
    guard hasData else { throw .cannotOpen("There is no data in \(directory).") }
    _ = try QuietFile.Header(of: file)
    try refuseWhileOpen()
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    configuration.foreignKeysEnabled = true
    configuration.label = "martlet-move"
    configuration.prepareDatabase { db in
      try db.execute(
        sql: """
          PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON;
          PRAGMA trusted_schema = OFF; PRAGMA secure_delete = ON
          """)
    }
    do {
      let database = try DatabaseQueue(path: file, configuration: configuration)
      defer { try? database.close() }
      return try database.writeWithoutTransaction { db in
        // Takes the lock, which stays.
        try db.inTransaction(.exclusive) { .commit }
        return try body(MovingFile(db, path: file))
      }
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_BUSY || error.resultCode == .SQLITE_LOCKED
    {
      throw Self.inUse(file)
    } catch let error as StoreError {
      throw error
    } catch {
      throw DataFile.opening(error, file)
    }
  }
}
