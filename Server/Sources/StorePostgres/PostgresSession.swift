// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import StoreSQL

/// A transaction of a connection.
final class PostgresSession: SQLSession {
  private let connection: PostgresConnection
  /// Whether results are read in parts, because they may be long.
  private let readsInParts: Bool
  /// The numbers of cursors that are not read to their end yet. Names come again, because each is a
  /// statement of its own.
  private var open: Set<Int> = []

  private let isReading: Bool
  private let isAlone: Bool

  /// - Parameters:
  ///   - isReading: Whether the transaction sees what is committed and changes nothing.
  ///   - isAlone: Whether no other transaction writes until its end.
  init(
    _ connection: PostgresConnection, readsInParts: Bool = false, isReading: Bool = false,
    isAlone: Bool = false
  ) {
    (self.connection, self.readsInParts) = (connection, readsInParts)
    (self.isReading, self.isAlone) = (isReading, isAlone)
  }

  func knownAppKey(_ id: AppID) throws -> Int64? {
    let id = ExactText(id.rawValue)
    if let known = connection.apps[id] { return known }
    let key = try value(SQL.appKey, [id.text], as: Int64.self)
    // What a transaction adds may still be undone.
    if isReading { connection.apps[id] = key }
    return key
  }

  func requireAlone() throws { if !isAlone { throw MustBeAlone() } }

  func execute(_ sql: String, _ arguments: SQLArguments) throws -> Int {
    try result(sql, arguments).changed
  }

  func cursor(_ sql: String, _ arguments: SQLArguments) throws -> any SQLCursor {
    guard readsInParts else { return try shortCursor(sql, arguments) }
    let number = (1...).first { !open.contains($0) } ?? 0
    open.insert(number)
    // Whoever wants an order may stop early and go on elsewhere, and would have sorted everything
    // each time. Where an index has the order, it is read.
    let isOrdered = sql.contains("ORDER BY")
    if isOrdered { try connection.send(control: "SET LOCAL enable_sort = off") }
    try connection.send("DECLARE part\(number) NO SCROLL CURSOR FOR \(sql)", arguments)
    if isOrdered { try connection.send(control: "SET LOCAL enable_sort = on") }
    return PostgresCursor(try nextPart(of: number)) { [self] in try nextPart(of: number) }
  }

  /// All numbers come as one value, eight bytes each, which costs a tenth of as many rows. A value
  /// has at most a gigabyte, which is 130 million numbers.
  func forEachNumber(_ sql: String, _ arguments: SQLArguments, _ body: (Int64) -> Void) throws {
    let result = try result("SELECT \(Self.numbers("n")) FROM (\(sql)) s (n)", arguments)
    forEachNumber(in: result.bytes(0, 0), body)
  }

  func forEachPerson(
    app: Int64, whose key: String, _ isWanted: (String) -> Bool, _ body: (Int64) -> Void
  ) throws {
    // Of an attribute with few values, only the people are read whom somebody looks for.
    let values = try rows(Self.firstValues, [app, key, Self.fewValues + 1]).map { $0["value"] as String }
    if values.count <= Self.fewValues {
      let wanted = values.filter(isWanted)
      if !wanted.isEmpty { try forEachNumber(Self.peopleWithValues, [app, key, SQL.list(wanted)], body) }
    } else {
      let groups = try cursor(Self.peopleByValue, [app, key])
      while try groups.next() {
        if isWanted(groups.text(0) ?? "") { forEachNumber(in: groups.utf8(1), body) }
      }
    }
    let long = try cursor(Self.longValues, [app, key])
    while try long.next() { if isWanted(long.text(1) ?? "") { body(long.int(0)) } }
  }

  private func forEachNumber(in bytes: UnsafeBufferPointer<UInt8>?, _ body: (Int64) -> Void) {
    guard let bytes = bytes.map(UnsafeRawBufferPointer.init) else { return }
    for start in stride(from: 0, to: bytes.count, by: 8) {
      body(Int64(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: Int64.self)))
    }
  }

  func shortCursor(_ sql: String, _ arguments: SQLArguments) throws -> any SQLCursor {
    PostgresCursor(try connection.takeAnswer(to: SQLQuestion(sql, arguments)) ?? result(sql, arguments))
  }

  private func nextPart(of cursor: Int) throws -> PostgresResult {
    let result = try result("FETCH \(PostgresCursor.part) FROM part\(cursor)", [])
    if result.count < PostgresCursor.part {
      // Travels with whatever is sent next.
      try connection.send(control: "CLOSE part\(cursor)")
      open.remove(cursor)
    }
    return result
  }

  func insert(_ events: [BatchPart.Place], of parts: [BatchPart], app: Int64) throws -> [Bool] {
    guard !events.isEmpty else { return [] }
    try connection.send(SQL.insertEvent, rows: events.count, returning: "person_id, id") { argument, row in
      let place = events[row]
      let part = parts[place.part]
      return part.batch.argument(argument, ofEvent: place.index, person: part.keys[place.index], app: app)
    }
    guard let stored = try connection.receive().last else { throw PostgresError.noAnswer }
    if stored.count == events.count { return [Bool](repeating: true, count: events.count) }
    var ids: [Int64: Set<[UInt8]>] = [:]
    for row in 0..<stored.count {
      ids[stored.int(row, 0), default: []].insert(stored.bytes(row, 1).map { Array($0) } ?? [])
    }
    return events.map { place in
      let part = parts[place.part]
      return ids[part.keys[place.index]]?.remove(Array(part.batch.events[place.index].record.id.utf8)) != nil
    }
  }

  // MARK: - In one round trip

  func run(_ sql: String, _ arguments: SQLArguments) throws {
    try connection.send(sql, arguments, isResultIgnored: true)
  }

  func run(_ sql: String, each arguments: [SQLArguments]) throws {
    if !arguments.isEmpty { try connection.send(sql, each: arguments) }
  }

  func rows(ofEach questions: [SQLQuestion]) throws -> [[SQLRow]] {
    let questions = questions.filter { !$0.each.isEmpty }
    let ahead = try questions.map { try connection.takeAnswer(to: $0) }
    let others = zip(questions, ahead).filter { $1 == nil }.map(\.0)
    for question in others { try connection.prepare(question) }
    for question in others { try connection.send(question) }
    var answers = others.isEmpty ? [] : try connection.receive()[...]
    return try zip(questions, ahead).flatMap { question, known in
      guard let result = known ?? answers.popFirst() else { throw PostgresError.noAnswer }
      return result.rows(ofEach: question.each.count)
    }
  }

  // MARK: - Ahead

  func prefetch(_ questions: () -> [SQLQuestion]) throws {
    let questions = questions().filter { !$0.each.isEmpty }
    for question in questions { try connection.prepare(question) }
    for question in questions { try connection.send(ahead: question) }
  }

  func forgetPrefetched() { connection.forgetAnswers() }

  private func result(_ sql: String, _ arguments: SQLArguments) throws(PostgresError) -> PostgresResult {
    try connection.send(sql, arguments)
    guard let result = try connection.receive().last else { throw .noAnswer }
    return result
  }
}

// MARK: - Attributes

extension PostgresSession {
  /// So many values are found one by one, each by one look into the index.
  private static let fewValues = 1_000

  private static func numbers(_ column: String) -> String { "string_agg(int8send(\(column)), ''::bytea)" }

  private static let indexed = "app = ?1 AND key = ?2 AND \(PostgresSchema.isIndexed)"
  private static let firstValues = """
    WITH RECURSIVE found (value) AS (
      (SELECT value FROM person_attribute WHERE \(indexed) ORDER BY value LIMIT 1)
      UNION ALL
      SELECT (SELECT value FROM person_attribute WHERE \(indexed) AND value > found.value ORDER BY value LIMIT 1)
      FROM found WHERE found.value IS NOT NULL
    )
    SELECT value FROM found WHERE value IS NOT NULL LIMIT ?3
    """
  private static let peopleWithValues = """
    SELECT person_id FROM person_attribute
    WHERE \(indexed) AND value = ANY (ARRAY(SELECT value FROM json_each(?3)))
    """
  private static let peopleByValue = """
    SELECT value, \(numbers("person_id")) FROM person_attribute WHERE \(indexed) GROUP BY value ORDER BY value
    """
  private static let longValues =
    "SELECT person_id, value FROM person_attribute WHERE app = ?1 AND key = ?2 AND NOT \(PostgresSchema.isIndexed)"
}

extension PostgresResult {
  /// The rows for each of several lists of arguments (`PostgresStatement.forEach`).
  func rows(ofEach count: Int) -> [[SQLRow]] {
    var rows = [[SQLRow]](repeating: [], count: count)
    let first = count == 1 ? 0 : 1
    let names = count == 1 ? columns : SQLColumns(Array(columns.names.dropFirst()))
    let fields = first..<columns.names.count
    for row in 0..<self.count {
      rows[count == 1 ? 0 : Int(int(row, 0)) - 1].append(
        SQLRow(columns: names, values: fields.map { value(row, $0) }))
    }
    return rows
  }
}

/// Goes through a result, which is here as a whole or comes in parts.
final class PostgresCursor: SQLCursor {
  /// Rows in one part. A part is in memory as a whole, and a row can have 30 KB.
  static let part = 500

  private var result: PostgresResult
  private var row = -1
  /// Reads the next part; nil when there is none.
  private let more: (() throws -> PostgresResult)?

  init(_ result: PostgresResult, more: (() throws -> PostgresResult)? = nil) {
    (self.result, self.more) = (result, more)
  }

  var columns: SQLColumns { result.columns }

  func next() throws -> Bool {
    row += 1
    if row < result.count { return true }
    guard let more, result.count == Self.part else { return false }
    result = try more()
    row = 0
    return result.count > 0
  }

  func isNull(_ column: Int) -> Bool { result.isNull(row, column) }
  func int(_ column: Int) -> Int64 { result.int(row, column) }
  func utf8(_ column: Int) -> UnsafeBufferPointer<UInt8>? { result.bytes(row, column) }
  func value(_ column: Int) -> SQLValue { result.value(row, column) }
}
