// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import GRDBSQLite
import MartletCore
import MartletWire

/// Inserts those events of one batch that are not stored yet.
///
/// SQLite's own functions bind only what differs from event to event. Creating values for all arguments of each row would take a fifth of the time in
/// which the row is stored.
struct EventInsertion {
  private let db: Database
  private let statement: Statement
  private let row: SQLiteStatement

  init(of batch: PreparedBatch, app: Int64, _ db: Database) throws {
    self.db = db
    statement = try db.cachedStatement(sql: SQL.insertEvent)
    statement.setUncheckedArguments([app, 0, "", batch.deviceID, "", 0, 0, batch.receivedAt, nil, batch.role.isTest])
    row = statement.sqliteStatement
  }

  /// Returns true when the event was not stored yet.
  func insert(_ event: PreparedBatch.Event, of person: Int64) throws -> Bool {
    sqlite3_bind_int64(row, 2, person)
    bind(event.record.id, 3)
    bind(event.kind, 5)
    sqlite3_bind_int64(row, 6, event.record.at.milliseconds)
    sqlite3_bind_int64(row, 7, event.countedAt.milliseconds)
    // A decision's record is kept in its own table, and not for ever.
    if case .decision = event.record.body { sqlite3_bind_null(row, 9) } else { bind(event.json, 9) }
    let code = sqlite3_step(row)
    let message = code == SQLITE_DONE ? nil : String(cString: sqlite3_errmsg(db.sqliteConnection))
    sqlite3_reset(row)
    guard code == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message) }
    return db.changesCount == 1
  }

  private func bind(_ text: String, _ index: Int32) {
    // Tells SQLite to copy the text.
    let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    sqlite3_bind_text(row, index, text, Int32(text.utf8.count), copies)
  }
}
