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
  private let batch: PreparedBatch
  private let connection: SQLiteConnection
  private let statement: Statement
  private let row: SQLiteStatement

  init(of batch: PreparedBatch, app: Int64, _ db: Database) throws {
    guard let connection = db.sqliteConnection else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
    self.batch = batch
    self.connection = connection
    statement = try db.cachedStatement(sql: SQL.insertEvent)
    statement.setUncheckedArguments([app, 0, "", batch.deviceID, "", 0, 0, batch.receivedAt, nil, batch.role.isTest, nil])
    row = statement.sqliteStatement
  }

  /// Returns true when the event was not stored yet. Reads only the fields that are needed, because an event is large.
  func insert(_ index: Int, of person: Int64) throws -> Bool {
    sqlite3_bind_int64(row, 2, person)
    bind(batch.events[index].record.id, 3)
    bind(batch.events[index].kind, 5)
    sqlite3_bind_int64(row, 6, batch.events[index].record.at.milliseconds)
    sqlite3_bind_int64(row, 7, batch.events[index].countedAt.milliseconds)
    if let name = batch.events[index].record.body.audienceName { bind(name, 11) } else { sqlite3_bind_null(row, 11) }
    // A decision's record is kept in its own table, and not for ever.
    if case .decision = batch.events[index].record.body { return try step() }
    return try batch.events[index].encoded.withUnsafeBytes { bytes in
      // SQLite need not copy it, because it stays where it is until the row is stored.
      sqlite3_bind_text(row, 9, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), nil)
      defer { sqlite3_bind_null(row, 9) }
      return try step()
    }
  }

  private func step() throws -> Bool {
    let code = sqlite3_step(row)
    let message = code == SQLITE_DONE ? nil : String(cString: sqlite3_errmsg(connection))
    sqlite3_reset(row)
    guard code == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message) }
    return sqlite3_changes(connection) == 1
  }

  private func bind(_ text: String, _ index: Int32) {
    // Tells SQLite to copy the text.
    let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    var text = text
    _ = text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { sqlite3_bind_text(row, index, $0.baseAddress, Int32($0.count), copies) }
    }
  }
}
