// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Data whose rows move into another database. Nobody changes it meanwhile.
package protocol MovingData {
  /// Each after those that its rows refer to.
  var tables: [MovedTable] { get }
  /// What the checks of definitions and counters found; nil if they were not made.
  var findings: [String]? { get }
  /// The rows of a table in the order of its key, without so many at the beginning.
  func rows(of table: MovedTable, after count: Int) throws -> any SQLCursor
  /// Throws `.cannotOpen`, with the place, if the data counts as moved already.
  func refuseIfMoved() throws
  /// From now on, no server starts with this data. Stays so after a crash.
  ///
  /// - Parameter place: The database in a sentence, without a password.
  func markMoved(to place: String) throws
}

/// A table whose rows move into another database.
package struct MovedTable: Hashable, Sendable {
  package let name: String
  package let columns: [String]
  /// The columns of its primary key, in order.
  package let key: [String]

  package init(name: String, columns: [String], key: [String]) {
    (self.name, self.columns, self.key) = (name, columns, key)
  }

  /// Every name may be a word of the database.
  package static func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }

  /// All rows, in any order.
  package var select: String { "SELECT \(Self.list(columns)) FROM \"\(name)\"" }
}
