// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite

/// Goes through the rows of a statement with SQLite's own functions.
///
/// For statements that read a million rows: making values for each row would take several times as
/// long as reading it. Columns are counted from 0, arguments from 1. No other code may use the same
/// statement meanwhile.
final class RowSteps {
  private let connection: SQLiteConnection
  private let statement: Statement
  private let row: SQLiteStatement

  init(_ sql: String, _ arguments: StatementArguments, _ db: Database) throws {
    guard let connection = db.sqliteConnection else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
    self.connection = connection
    statement = try db.cachedStatement(sql: sql)
    try statement.setArguments(arguments)
    row = statement.sqliteStatement
  }

  deinit { sqlite3_reset(row) }

  /// Goes to the next row. Returns false if there is none.
  func next() throws -> Bool {
    let code = sqlite3_step(row)
    if code == SQLITE_ROW { return true }
    let message = code == SQLITE_DONE ? nil : String(cString: sqlite3_errmsg(connection))
    sqlite3_reset(row)
    guard code == SQLITE_DONE else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
    }
    return false
  }

  /// Begins again, with another text as argument.
  func restart(with text: [UInt8], at argument: Int32) {
    sqlite3_reset(row)
    // Tells SQLite to copy the text.
    let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    text.withUnsafeBytes { bytes in
      _ = sqlite3_bind_text(
        row, argument, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), copies)
    }
  }

  /// Begins again, with another number as argument.
  func restart(with number: Int64, at argument: Int32) {
    sqlite3_reset(row)
    sqlite3_bind_int64(row, argument, number)
  }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(row, column) == SQLITE_NULL }

  func int(_ column: Int32) -> Int64 { sqlite3_column_int64(row, column) }

  /// nil for null.
  func text(_ column: Int32) -> String? { utf8(column).map { String(decoding: $0, as: UTF8.self) } }

  /// The text of a column that often has the text of the row before: then it is the same string,
  /// which costs no memory. Empty for null.
  func text(_ column: Int32, sameAs last: inout String) -> String {
    guard let text = utf8(column) else { return "" }
    if !last.utf8.elementsEqual(text) { last = String(decoding: text, as: UTF8.self) }
    return last
  }

  /// nil for null. Valid until the next row.
  func utf8(_ column: Int32) -> UnsafeBufferPointer<UInt8>? {
    guard let start = sqlite3_column_text(row, column) else { return nil }
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(row, column)))
  }
}
