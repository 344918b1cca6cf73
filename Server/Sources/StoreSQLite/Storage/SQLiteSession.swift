// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import GRDB
import GRDBSQLite
public import StoreSQL

/// GRDB prepares and keeps statements. Values go to SQLite and come from it directly: GRDB would
/// make values of its own for each argument and column.
extension Database: SQLSession {
  public func execute(_ sql: String, _ arguments: SQLArguments) throws -> Int {
    // When SQLite runs out of space or memory, it ends the transaction itself.
    guard isInsideTransaction else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
    let rows = try SQLiteCursor(sql, arguments, self)
    while try rows.next() {}
    return changesCount
  }

  public func cursor(_ sql: String, _ arguments: SQLArguments) throws -> any SQLCursor {
    try SQLiteCursor(sql, arguments, self)
  }

  public func insert(_ events: [BatchPart.Place], of parts: [BatchPart], app: Int64) throws -> [Bool] {
    var insertion: (part: Int, SQLiteEventInsertion)?
    return try events.map { place in
      let part = parts[place.part]
      let current =
        try insertion.flatMap { $0 == place.part ? $1 : nil }
        ?? SQLiteEventInsertion(of: part.batch, app: app, self)
      insertion = (place.part, current)
      return try current.insert(place.index, of: part.keys[place.index])
    }
  }
}

/// The rows of a statement.
final class SQLiteCursor: SQLCursor {
  private let connection: SQLiteConnection
  private let statement: Statement
  private let row: SQLiteStatement
  private var names: SQLColumns?

  init(_ sql: String, _ arguments: SQLArguments, _ db: Database) throws {
    guard let connection = db.sqliteConnection else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
    self.connection = connection
    statement = try db.cachedStatement(sql: sql)
    row = statement.sqliteStatement
    sqlite3_reset(row)
    try bind(arguments)
  }

  deinit { sqlite3_reset(row) }

  private func bind(_ arguments: SQLArguments) throws {
    var given: Int32 = 0
    for (index, value) in arguments.values.enumerated() {
      let place =
        arguments.names.map { sqlite3_bind_parameter_index(row, "$" + $0[index]) } ?? Int32(index + 1)
      // A statement may leave out what it could name.
      guard place > 0 else { continue }
      try check(bind(value, place))
      given += 1
    }
    // What is missing would be what an earlier use of the statement had.
    guard given == sqlite3_bind_parameter_count(row) else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "The number of arguments is wrong.")
    }
  }

  private func bind(_ value: SQLValue, _ place: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(row, place)
    case .integer(let number): return sqlite3_bind_int64(row, place, number)
    case .real(let number): return sqlite3_bind_double(row, place, number)
    case .text(let text): return SQLiteCall.bind(text, to: row, at: place)
    case .bytes(let bytes):
      return bytes.withUnsafeBytes {
        $0.isEmpty
          ? sqlite3_bind_zeroblob(row, place, 0)
          : sqlite3_bind_blob(row, place, $0.baseAddress, Int32($0.count), SQLiteCall.copies)
      }
    }
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(connection)))
    }
  }

  // MARK: - Rows

  var columns: SQLColumns {
    if let names { return names }
    let read = SQLColumns(statement.columnNames)
    names = read
    return read
  }

  func next() throws -> Bool { try SQLiteCall.step(row, connection) }

  func isNull(_ column: Int) -> Bool { sqlite3_column_type(row, Int32(column)) == SQLITE_NULL }

  func int(_ column: Int) -> Int64 { sqlite3_column_int64(row, Int32(column)) }

  func utf8(_ column: Int) -> UnsafeBufferPointer<UInt8>? {
    guard let start = sqlite3_column_text(row, Int32(column)) else { return nil }
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(row, Int32(column))))
  }

  func value(_ column: Int) -> SQLValue {
    switch sqlite3_column_type(row, Int32(column)) {
    case SQLITE_INTEGER: return .integer(int(column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(row, Int32(column)))
    case SQLITE_TEXT: return .text(text(column) ?? "")
    case SQLITE_BLOB:
      let count = Int(sqlite3_column_bytes(row, Int32(column)))
      return .bytes(
        [UInt8](UnsafeRawBufferPointer(start: sqlite3_column_blob(row, Int32(column)), count: count)))
    default: return .null
    }
  }
}

/// What cursors and the insertion of events call of SQLite.
enum SQLiteCall {
  /// Tells SQLite to copy the bytes.
  static var copies: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

  static func bind(_ text: String, to row: SQLiteStatement, at place: Int32) -> Int32 {
    // Without an address, it would be null.
    if text.isEmpty { return sqlite3_bind_text(row, place, "", 0, copies) }
    var text = text
    return text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text(row, place, $0.baseAddress, Int32($0.count), copies)
      }
    }
  }

  /// Goes to the next row. At the end, and when it fails, the statement is ready to begin again.
  static func step(_ row: SQLiteStatement, _ connection: SQLiteConnection) throws -> Bool {
    let code = sqlite3_step(row)
    if code == SQLITE_ROW { return true }
    let message = code == SQLITE_DONE ? nil : String(cString: sqlite3_errmsg(connection))
    sqlite3_reset(row)
    guard code == SQLITE_DONE else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
    }
    return false
  }
}

/// GRDB has a type of this name too.
typealias SQL = StoreSQL.SQL
