// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import GRDB
import Store
import StoreSQL

/// The layouts of the data file: the first one, and the migrations that lead from each to the next.
///
/// The number of a file's layout is stored in `user_version`, which changes in the transaction of
/// the migration itself. GRDB's own migrator reads which migrations have run before it begins a
/// transaction, so two processes that open a new file at the same time would both run the first
/// one.
package struct Schema: Sendable {
  /// Marks the file as Martlet's, so that another program's database is never migrated: "MRTL".
  static let applicationID = 0x4D52_544C

  static let first = FirstSchema.number

  /// The layouts of this version of Martlet.
  package static let current = Schema(migrations: [])

  /// The SQL of each migration, in order: the first leads from the layout `first` to the next. A
  /// released migration is never edited.
  let migrations: [String]

  /// What is added to the version of a file whose data was moved into a database: every version of
  /// Martlet takes it for a newer one.
  static let moved = 1_000_000
  /// The table that says where it was moved to.
  static let mark = "moved_to"

  /// The number of the newest layout.
  package var known: Int { Self.first + migrations.count }

  /// Whether a file of this layout can be brought to the newest one, and is not there yet.
  package func canMigrate(from version: Int) -> Bool { (Self.first..<known).contains(version) }

  // MARK: - Version

  static func isMoved(_ db: Database) throws -> Bool {
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    return try version > moved
      && Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE name = ?", arguments: [mark]) == 1
  }

  /// 0 for a new file. Throws `.cannotOpen` for another program's, and for one whose data was
  /// moved.
  static func version(_ db: Database) throws -> Int {
    let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    if application == applicationID {
      guard try isMoved(db) else { return version }
      let place = try String.fetchOne(db, sql: "SELECT place FROM \(mark)") ?? "a database"
      throw StoreError.cannotOpen(
        "The data was moved to \(place). Start the server with --database and its address.")
    }
    let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
    guard application == 0, version == 0, tables == 0 else {
      throw StoreError.cannotOpen("The file is another program's database.")
    }
    return 0
  }

  /// Throws for a layout that no migration starts from: a newer one, or one from before the first
  /// release.
  func checkSupported(_ version: Int) throws(StoreError) {
    if version > known { throw .newerSchema(found: version, known: known) }
    if version < Self.first { throw .unreleasedSchema(found: version) }
  }

  /// Throws unless the file has exactly the layout that this version knows.
  func check(_ version: Int) throws(StoreError) {
    try checkSupported(version)
    if version < known { throw .olderSchema(found: version, known: known) }
  }

  // MARK: - Migration

  /// What leads from no tables to the layout of a version.
  func steps(to version: Int) -> [String] { [FirstSchema.sqlite] + migrations.prefix(version - Self.first) }

  /// Brings the file to the newest layout, one transaction for each step. Throws when somebody else
  /// changed its layout.
  func migrate(_ db: Database) throws {
    let steps = steps(to: known)
    var isChecked = false
    var isDone = false
    while !isDone {
      try db.inTransaction(.immediate) {
        // Read inside the transaction: another process may be migrating too.
        let version = try Self.version(db)
        if version > 0 {
          try checkSupported(version)
          if !isChecked { try FileLayout.check(db, version, self) }
        }
        isChecked = true
        guard version < known else {
          isDone = true
          return .commit
        }
        let next = max(version + 1, Self.first)
        try db.execute(sql: steps[next - Self.first])
        try db.execute(sql: "PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(next)")
        return .commit
      }
    }
  }
}
