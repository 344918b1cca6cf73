// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain

/// A connection to a database, inside a transaction or while it reads what was stored at one
/// moment.
///
/// Used by one thread. Arguments are counted from 1, columns from 0. Statements are prepared once
/// for each connection.
public protocol SQLSession: AnyObject {
  /// Runs a statement that has no rows. Returns how many rows it changed.
  func execute(_ sql: String, _ arguments: SQLArguments) throws -> Int
  /// Runs a statement that has no rows. Where a database is far away, nobody waits for it: what it
  /// throws, the next statement may throw, or the end of the transaction.
  func run(_ sql: String, _ arguments: SQLArguments) throws
  /// Runs a statement and goes through its rows. No other code may run the same statement
  /// meanwhile.
  func cursor(_ sql: String, _ arguments: SQLArguments) throws -> any SQLCursor
  /// The same for a statement that has a few rows at most.
  func shortCursor(_ sql: String, _ arguments: SQLArguments) throws -> any SQLCursor
  /// Calls `body` with the number in the only column of each row, in any order. Not for null.
  func forEachNumber(_ sql: String, _ arguments: SQLArguments, _ body: (Int64) -> Void) throws
  /// Calls `body` once, in any order, with each person of an app who has a value of the attribute
  /// `key` for which `isWanted` says so. It gets values as they are stored, some of them more than
  /// once.
  func forEachPerson(
    app: Int64, whose key: String, _ isWanted: (String) -> Bool, _ body: (Int64) -> Void) throws
  /// The number of an app, which never changes; nil if there is no such app.
  func knownAppKey(_ id: AppID) throws -> Int64?
  /// Makes sure that no other transaction writes until the end of this one. Throws if others may
  /// have: then the transaction begins again, alone.
  func requireAlone() throws
  /// `run` with each of several lists of arguments, in any order. No two may concern the same row.
  func run(_ sql: String, each arguments: [SQLArguments]) throws
  /// The rows of several questions, in order: for each list of arguments of each question.
  func rows(ofEach questions: [SQLQuestion]) throws -> [[SQLRow]]
  /// Says that these questions will be asked, each once, and that nothing changes their answers
  /// before. Where a database is far away, the answers come with those of the next statement.
  func prefetch(_ questions: () -> [SQLQuestion]) throws
  /// Forgets answers that nobody has asked for: from now on they may change.
  func forgetPrefetched()
  /// Stores those events that are not stored yet, the fastest way. Returns for each whether it was
  /// not. Of several with the same id, the first is stored.
  func insert(_ events: [BatchPart.Place], of parts: [BatchPart], app: Int64) throws -> [Bool]
}

/// A statement that has rows, with its arguments, or with several lists of them.
public struct SQLQuestion: Hashable, Sendable {
  public let sql: String
  public let each: [SQLArguments]

  public init(_ sql: String, _ arguments: SQLArguments = []) { self.init(sql, each: [arguments]) }

  public init(_ sql: String, each: [SQLArguments]) { (self.sql, self.each) = (sql, each) }
}

/// The rows of a result, one after the other, without making values of what nobody reads.
public protocol SQLCursor: AnyObject {
  var columns: SQLColumns { get throws }
  /// Goes to the next row. Returns false if there is none; then do not call it again.
  func next() throws -> Bool
  func isNull(_ column: Int) -> Bool
  /// 0 for null.
  func int(_ column: Int) -> Int64
  /// nil for null. Valid until the next row.
  func utf8(_ column: Int) -> UnsafeBufferPointer<UInt8>?
  func value(_ column: Int) -> SQLValue
}

extension SQLCursor {
  /// nil for null.
  public func text(_ column: Int) -> String? { utf8(column).map { String(decoding: $0, as: UTF8.self) } }

  /// The text of a column that often has the text of the row before: then it is the same string,
  /// which costs no memory. Empty for null.
  public func text(_ column: Int, sameAs last: inout String) -> String {
    guard let text = utf8(column) else { return "" }
    if !last.utf8.elementsEqual(text) { last = String(decoding: text, as: UTF8.self) }
    return last
  }

  public func row() throws -> SQLRow {
    let columns = try columns
    return SQLRow(columns: columns, values: columns.names.indices.map { value($0) })
  }

  /// The next row; nil if there is none.
  public func nextRow() throws -> SQLRow? { try next() ? row() : nil }
}

extension SQLSession {
  public func run(_ sql: String) throws { try run(sql, []) }

  public func run(_ sql: String, _ arguments: SQLArguments) throws { _ = try execute(sql, arguments) }

  public func run(_ sql: String, each arguments: [SQLArguments]) throws {
    for each in arguments { try run(sql, each) }
  }

  public func forEachNumber(_ sql: String, _ arguments: SQLArguments, _ body: (Int64) -> Void) throws {
    let numbers = try cursor(sql, arguments)
    while try numbers.next() { body(numbers.int(0)) }
  }

  public func requireAlone() throws {}

  public func prefetch(_ questions: () -> [SQLQuestion]) throws {}

  public func forgetPrefetched() {}

  public func rows(ofEach questions: [SQLQuestion]) throws -> [[SQLRow]] {
    try questions.flatMap { question in try question.each.map { try rows(question.sql, $0) } }
  }

  public func cursor(_ sql: String) throws -> any SQLCursor { try cursor(sql, []) }

  public func shortCursor(_ sql: String, _ arguments: SQLArguments) throws -> any SQLCursor {
    try cursor(sql, arguments)
  }

  public func rows(_ sql: String, _ arguments: SQLArguments = []) throws -> [SQLRow] {
    let cursor = try cursor(sql, arguments)
    var rows: [SQLRow] = []
    while let row = try cursor.nextRow() { rows.append(row) }
    return rows
  }

  /// The first row; nil if there is none.
  public func row(_ sql: String, _ arguments: SQLArguments = []) throws -> SQLRow? {
    try shortCursor(sql, arguments).nextRow()
  }

  /// The first column of each row. Null must not occur.
  public func values<Value: SQLConvertible>(
    _ sql: String, _ arguments: SQLArguments = [], as type: Value.Type = Value.self
  ) throws -> [Value] {
    let cursor = try cursor(sql, arguments)
    var values: [Value] = []
    while try cursor.next() {
      guard let value = Value(cursor.value(0)) else {
        preconditionFailure("A column holds no \(Value.self): \(sql)")
      }
      values.append(value)
    }
    return values
  }

  /// The first column of the first row; nil if there is none, or if it is null.
  public func value<Value: SQLConvertible>(
    _ sql: String, _ arguments: SQLArguments = [], as type: Value.Type = Value.self
  ) throws -> Value? {
    let cursor = try shortCursor(sql, arguments)
    guard try cursor.next(), !cursor.isNull(0) else { return nil }
    guard let value = Value(cursor.value(0)) else {
      preconditionFailure("A column holds no \(Value.self): \(sql)")
    }
    return value
  }

  /// Whether there is any row.
  public func isAny(_ sql: String, _ arguments: SQLArguments = []) throws -> Bool {
    try shortCursor(sql, arguments).next()
  }
}
