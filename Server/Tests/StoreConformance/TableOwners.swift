// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Whose rows each table has, as the table in `docs/scaling.md` says it.
public struct TableOwners {
  /// The columns of a primary key or of another unique index.
  public struct Key: Hashable, Sendable {
    public var table: String
    public var columns: Set<String>

    public init(table: String, columns: [String]) { (self.table, self.columns) = (table, Set(columns)) }
  }

  /// By the table's name.
  private var owners: [String: String] = [:]

  public init() throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let text = try String(contentsOf: root.appending(path: "docs/scaling.md"), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines.drop(while: { !$0.hasPrefix("| rows of") }).dropFirst(2).prefix(while: {
      $0.hasPrefix("|")
    }) {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      for match in cells[1].matches(of: /`(\w+)`/) { owners[String(match.1)] = cells[0] }
    }
  }

  /// What does not fit, in words.
  ///
  /// Rows of a person can lie with the person's other rows if each of their keys has the person in
  /// it. A `number` only says the order of arrival.
  public func violations(tables: Set<String>, keys: [Key]) -> [String] {
    tables.subtracting(owners.keys).map { "\($0) is not in docs/scaling.md" }.sorted()
      + keys.filter { owners[$0.table] == "a person" && $0 != Key(table: "event", columns: ["number"]) }
      .filter { !$0.columns.isSuperset(of: ["app", "person_id"]) }
      .map { "\($0.table): a key of \($0.columns.sorted())" }
  }

  /// What the document names and no database has.
  public func missing(in tables: Set<String>) -> [String] {
    owners.keys.filter { !tables.contains($0) }.sorted()
  }
}
