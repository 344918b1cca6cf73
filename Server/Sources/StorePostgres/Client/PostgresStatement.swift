// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import CLibPQ
import Foundation
import StoreSQL
import Synchronization

/// A statement as PostgreSQL reads it.
///
/// Statements are written once, in words that SQLite and PostgreSQL share. What is left to
/// translate are placeholders (`?`, `?1` and `$name` are `$1` here) and advice for SQLite's
/// planner, which PostgreSQL has no words for: `INDEXED BY`, `NOT INDEXED`, and `CROSS JOIN` with a
/// condition, which is `JOIN`. Where the two differ otherwise, a statement has the words of both
/// (`SQL.words`).
struct PostgresStatement: Sendable {
  let name: String
  let text: String
  /// Of the placeholders, in order; nil when they have none.
  let names: [String]?
  let count: Int
  /// The types that PostgreSQL expects.
  var types: [Oid] = []

  /// - Parameter text: In PostgreSQL's own words.
  init(text: String, name: String, count: Int) {
    (self.text, self.name, self.count) = (text, name, count)
    names = nil
  }

  init(_ sql: String, name: String) {
    self.name = name
    var reader = Reader(sql)
    reader.run()
    text = String(decoding: reader.text, as: UTF8.self)
    names = reader.names.isEmpty ? nil : reader.names
    count = max(reader.names.count, reader.count)
  }

  /// Throws when arguments are missing, which would be a mistake in our code.
  func bind(_ arguments: SQLArguments) throws(PostgresError) -> PostgresArguments {
    var values = arguments.values
    if let given = arguments.names {
      let all = Dictionary(zip(given, values)) { first, _ in first }
      values = []
      for name in names ?? [] {
        guard let value = all[name] else { throw Self.wrongArguments }
        values.append(value)
      }
    }
    guard values.count == count, types.count == count else { throw Self.wrongArguments }
    var bound = PostgresArguments()
    for (value, type) in zip(values, types) { bound.add(value, as: type) }
    return bound
  }

  /// The statement for many lists of arguments at once; nil if it cannot be made. Its arguments are
  /// lists, one for each of the statement's own.
  ///
  /// Of a question, the rows begin with the number of the list, counted from 1, and come in that
  /// order. A change must not concern the same row twice. Insertions are in the order of all their
  /// values, so that two transactions wait for each other's rows in one order.
  ///
  /// - Parameter isOrdered: False for rows that no other transaction can insert, in the given
  ///   order.
  func forEach(isOrdered: Bool = true) -> String? {
    let lists = types.enumerated().compactMap { index, type in
      PostgresType.names[type].map { "$\(index + 1)::\($0)[]" }
    }
    guard names == nil, lists.count == count else { return nil }
    let columns = (1...count).map { "a\($0)" }.joined(separator: ", ")
    let each = text.replacing(/\$(\d+)/) { "q.a\($0.output.1)" }
    let source = "unnest(\(lists.joined(separator: ", ")))"
    if each.hasPrefix("SELECT") {
      return
        "SELECT q.n, l.* FROM \(source) WITH ORDINALITY q (\(columns), n) CROSS JOIN LATERAL (\(each)) l ORDER BY q.n"
    }
    let list = "FROM \(source) q (\(columns))"
    if let values = each.firstRange(of: /VALUES \([^()]*\)/) {
      return each.replacingCharacters(
        in: values,
        with:
          "SELECT \(each[values].dropFirst(8).dropLast()) \(list)\(isOrdered ? " ORDER BY \(columns)" : "")")
    }
    // The first condition is that of the statement itself: what comes before it has none.
    guard let condition = each.range(of: "WHERE ") else { return nil }
    let joined = each.hasPrefix("DELETE") ? "USING" + list.dropFirst(4) : list
    return each.replacingCharacters(in: condition, with: "\(joined) WHERE ")
  }

  static let wrongArguments = PostgresError(
    sqlState: "07001", message: "The number of arguments is wrong.")

  // MARK: - Translation

  private struct Reader {
    private let sql: [UInt8]
    private var place = 0
    private(set) var text: [UInt8] = []
    private(set) var names: [String] = []
    /// The greatest number of a placeholder.
    private(set) var count = 0

    init(_ sql: String) { self.sql = Array(sql.utf8) }

    mutating func run() {
      while place < sql.count {
        switch sql[place] {
        case UInt8(ascii: "'"), UInt8(ascii: "\""): quoted()
        case UInt8(ascii: "?"): numbered()
        case UInt8(ascii: "$"): named()
        case UInt8(ascii: "/") where begins(Self.sqlite): skip(to: Self.postgres)
        case UInt8(ascii: "*") where begins(Self.end): place += Self.end.count
        case let byte where Self.isWord(byte): word()
        default:
          text.append(sql[place])
          place += 1
        }
      }
    }

    private static let sqlite = Array("/*sqlite:*/".utf8)
    private static let postgres = Array("/*postgres:".utf8)
    private static let end = Array("*/".utf8)

    private func begins(_ mark: [UInt8]) -> Bool { sql[place...].starts(with: mark) }

    /// Leaves out what is written for SQLite.
    private mutating func skip(to mark: [UInt8]) {
      while place < sql.count, !begins(mark) { place += 1 }
      place += mark.count
    }

    private static func isWord(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    /// The word that begins at a place, and the place after it.
    private func word(at start: Int) -> (text: String, end: Int) {
      var end = start
      while end < sql.count, Self.isWord(sql[end]) { end += 1 }
      return (String(decoding: sql[start..<end], as: UTF8.self), end)
    }

    /// The word after the blanks at a place.
    private func nextWord(after start: Int) -> (text: String, end: Int) {
      var begin = start
      while begin < sql.count, sql[begin] == UInt8(ascii: " ") || sql[begin] == UInt8(ascii: "\n") {
        begin += 1
      }
      return word(at: begin)
    }

    private mutating func quoted() {
      let quote = sql[place]
      repeat {
        text.append(sql[place])
        place += 1
      } while place < sql.count && sql[place] != quote
      if place < sql.count { text.append(quote) }
      place += 1
    }

    private mutating func numbered() {
      let (digits, end) = word(at: place + 1)
      let number = Int(digits) ?? count + 1
      count = max(count, number)
      text += "$\(number)".utf8
      place = end
    }

    private mutating func named() {
      let (name, end) = word(at: place + 1)
      if !names.contains(name) { names.append(name) }
      text += "$\((names.firstIndex(of: name) ?? 0) + 1)".utf8
      place = end
    }

    private mutating func word() {
      let (own, end) = word(at: place)
      let next = nextWord(after: end)
      switch (own, next.text) {
      case ("INDEXED", "BY"): place = nextWord(after: next.end).end
      case ("NOT", "INDEXED"): place = next.end
      case ("CROSS", "JOIN"): place = end
      default:
        text += own.utf8
        place = end
      }
    }
  }
}

extension PostgresArguments {
  /// The arguments of `PostgresStatement.forEach`.
  init(of each: [SQLArguments], as types: [Oid]) throws(PostgresError) {
    self.init()
    guard each.allSatisfy({ $0.names == nil && $0.values.count == types.count }) else {
      throw PostgresStatement.wrongArguments
    }
    for (column, type) in types.enumerated() { add(each.count, as: type) { each[$0].values[column] } }
  }
}

/// The types that statements expect, as one connection found out for all.
final class StatementTypes: Sendable {
  private let known = Mutex<[String: [Oid]]>([:])

  subscript(_ sql: String) -> [Oid]? {
    get { known.withLock { $0[sql] } }
    set { known.withLock { $0[sql] = newValue } }
  }
}

extension PostgresResult {
  /// Of the description of a statement: the types of its arguments.
  var parameters: [Oid] { (0..<PQnparams(result)).map { PQparamtype(result, $0) } }
}
