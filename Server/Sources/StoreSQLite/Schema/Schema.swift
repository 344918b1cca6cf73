// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import GRDB
import Store

/// The layout of the data file: the migrations that exist, and the version that a file has.
///
/// The number of the last migration is stored in `user_version`, which changes in the transaction of the migration itself. GRDB's own migrator reads
/// which migrations have run before it begins a transaction, so two processes that open a new file at the same time would both run the first one.
enum Schema {
  /// Marks the file as Martlet's, so that another program's database is never migrated: "MRTL".
  static let applicationID = 0x4D52_544C
  /// Brings a file from the previous layout to this one.
  struct Migration: Sendable {
    let sql: String
    /// Work that SQL alone cannot do, run after it.
    var then: @Sendable (Database) throws -> Void = { _ in }
  }

  /// In order; the first is number 1.
  static let migrations: [Migration] = [
    Migration(sql: Migration001.sql), Migration(sql: Migration002.sql),
    Migration(sql: Migration003.sql, then: AttributeSteps.applyChangesOfVersion2),
    Migration(sql: Migration004.sql), Migration(sql: Migration005.sql), Migration(sql: Migration006.sql),
    Migration(sql: Migration007.sql), Migration(sql: Migration008.sql), Migration(sql: Migration009.sql),
    Migration(sql: Migration010.sql, then: DeviceWords.fill), Migration(sql: Migration011.sql, then: Migration011.moveOffers),
    Migration(sql: Migration012.sql), Migration(sql: Migration013.sql), Migration(sql: Migration014.sql), Migration(sql: Migration015.sql),
    Migration(sql: Migration016.sql), Migration(sql: Migration017.sql), Migration(sql: Migration018.sql),
    Migration(sql: Migration019.sql), Migration(sql: Migration020.sql), Migration(sql: Migration021.sql),
    Migration(sql: Migration022.sql), Migration(sql: Migration023.sql), Migration(sql: Migration024.sql),
    Migration(sql: Migration025.sql), Migration(sql: Migration026.sql), Migration(sql: Migration027.sql),
    Migration(sql: Migration028.sql), Migration(sql: Migration029.sql), Migration(sql: Migration030.sql),
    Migration(sql: Migration031.sql), Migration(sql: Migration032.sql), Migration(sql: Migration033.sql),
    Migration(sql: Migration034.sql), Migration(sql: Migration035.sql), Migration(sql: Migration036.sql), Migration(sql: Migration037.sql),
  ]

  static var known: Int { migrations.count }

  /// 0 for a new file.
  static func version(_ db: Database) throws -> Int {
    let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    if application == applicationID { return version }
    let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
    guard application == 0, version == 0, tables == 0 else {
      throw StoreError.cannotOpen("The file is another program's database.")
    }
    return 0
  }

  /// Throws unless the file has exactly the layout that this version knows.
  static func check(_ version: Int) throws(StoreError) {
    if version > known { throw .newerSchema(found: version, known: known) }
    if version < known { throw .olderSchema(found: version, known: known) }
  }

  /// Brings the file to the layout of a version, by default the newest, one transaction for each migration. Throws when somebody else changed its layout.
  static func migrate(_ db: Database, to target: Int = known) throws {
    var isKnown = false
    while true {
      var isDone = false
      try db.inTransaction(.immediate) {
        // Read inside the transaction: another process may be migrating too.
        let version = try version(db)
        guard version <= known else { throw StoreError.newerSchema(found: version, known: known) }
        if !isKnown, version > 0 { try FileLayout.check(db, version) }
        isKnown = true
        guard version < target else {
          isDone = true
          return .commit
        }
        try db.execute(sql: migrations[version].sql)
        try migrations[version].then(db)
        try db.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version + 1)")
        return .commit
      }
      if isDone { break }
    }
    guard target == known else { return }
    // Version 1 only recorded who had been anonymous where; the merges are done now. If interrupted, the next migration does them.
    try db.inTransaction(.immediate) {
      try IngestTables.mergeLinked(db)
      return .commit
    }
  }
}
