// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import GRDB
import Store
import Synchronization

/// The tables, indexes, triggers and views of a data file.
///
/// A file has to have exactly those that the first layout and the migrations make. A trigger of
/// somebody else would run with everything that the server writes, and could make anybody an owner;
/// what is missing would be noticed only by the statement that needs it.
struct FileLayout: Sendable {
  private struct Name: Hashable {
    var type: String
    var name: String
  }

  private struct Definition: Equatable {
    var table: String
    var sql: String

    static func == (one: Self, other: Self) -> Bool {
      one.table == other.table && (one.sql == other.sql || one.plain == other.plain)
    }

    /// Without what versions of SQLite write differently when a table is renamed: quotes and
    /// blanks.
    private var plain: String {
      sql.replacing("\"", with: "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }

  private let definitions: [Name: Definition]

  init(_ db: Database) throws {
    var definitions: [Name: Definition] = [:]
    for row in try Row.fetchAll(db, sql: "SELECT type, name, tbl_name, sql FROM sqlite_master") {
      let name = Name(type: row["type"], name: row["name"])
      // SQLite's own statistics.
      if name.type == "table", name.name.hasPrefix("sqlite_") { continue }
      definitions[name] = Definition(table: row["tbl_name"], sql: row["sql"] ?? "")
    }
    self.definitions = definitions
  }

  // MARK: - Comparison

  /// By the steps that make them.
  private static let expected = Mutex<[[String]: FileLayout]>([:])

  private static func expected(after steps: [String]) throws -> FileLayout {
    if let known = expected.withLock({ $0[steps] }) { return known }
    let layout = try DatabaseQueue().write { db in
      for step in steps { try db.execute(sql: step) }
      return try FileLayout(db)
    }
    expected.withLock { $0[steps] = layout }
    return layout
  }

  /// One sentence for each difference from the layout of the version, in the order of their names.
  static func differences(_ db: Database, _ version: Int, _ schema: Schema = .current) throws -> [String] {
    let (found, expected) = (
      try FileLayout(db).definitions, try expected(after: schema.steps(to: version)).definitions
    )
    let names = Set(found.keys).union(expected.keys).filter { found[$0] != expected[$0] }
    return names.sorted { ($0.type, $0.name) < ($1.type, $1.name) }.map { name in
      if expected[name] == nil {
        let place = found[name].map { $0.table == name.name ? "" : " on \($0.table)" } ?? ""
        return "The \(name.type) \(name.name)\(place) is not Martlet's."
      }
      return found[name] == nil
        ? "The \(name.type) \(name.name) is missing."
        : "The \(name.type) \(name.name) is not defined as it should be."
    }
  }

  /// Throws `.cannotOpen` unless the file has the layout of its version.
  static func check(_ db: Database, _ version: Int, _ schema: Schema = .current) throws {
    guard let first = try differences(db, version, schema).first else { return }
    throw StoreError.cannotOpen(
      "\(first) Another program has changed the layout of the file. Restore a backup, or undo the change.")
  }
}
