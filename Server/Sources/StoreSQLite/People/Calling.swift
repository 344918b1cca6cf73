// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletWire

/// How a search compares with what people are called: each is a part of an index, so only people
/// who match are read.
///
/// Values are stored as JSON, so a text begins with a quote. Case of the letters a to z does not
/// matter.
enum Calling: Int, CaseIterable {
  case email, firstName, lastName
  /// The first name, a space and the beginning of the last name.
  case fullName

  /// The attribute that is looked up.
  private var key: String {
    switch self {
    case .email: "email"
    case .firstName: "first_name"
    case .lastName, .fullName: "last_name"
    }
  }

  /// The beginning of the values that match; nil if the search cannot be compared so.
  func beginning(of search: String) -> (value: String, firstName: String)? {
    guard self == .fullName else { return (Self.opened(search), "") }
    let words = search.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { return nil }
    return (Self.opened(String(words[1])), Self.opened(String(words[0])) + "\"")
  }

  /// After all values that begin so.
  static func end(_ beginning: String) -> String { beginning + "\u{10FFFF}\u{10FFFF}" }

  private static func opened(_ text: String) -> String {
    String(String(decoding: Wire.encode(Wire.JSONValue.string(text)), as: UTF8.self).dropLast())
  }

  // MARK: - Statements

  /// Has the same words as the condition of the index.
  private static let isCalled = "a.key IN ('email', 'first_name', 'last_name')"

  /// People whose name does not begin with the search, and who do not match an earlier case.
  ///
  /// - Parameters: `$app`, `$from` (where to begin, at first the beginning), `$person`, `$end`,
  ///   `$first`, `$prefix` and `$prefixEnd` (of names), and `$beginning`, `$limit`.
  var sql: String {
    let full = """
      AND EXISTS (
        SELECT 1 FROM person_attribute f WHERE f.app = a.app AND f.person_id = a.person_id AND f.key = 'first_name' AND f.value = $first COLLATE NOCASE)
      """
    let earlier = Self.allCases.filter { $0.rawValue < rawValue && $0 != .fullName && self != .fullName }.map
    { "'\($0.key)'" }
    let unseen = earlier.isEmpty ? "" : "AND NOT \(Self.isCalledSo(keys: earlier, person: "a"))"
    return """
      SELECT p.person_id, p.alias, p.first_seen, p.last_seen, a.value FROM person_attribute a
        CROSS JOIN person p ON p.app = a.app AND p.person_id = a.person_id
      WHERE a.app = (SELECT app FROM app WHERE id = $app) AND a.key = '\(key)' AND \(Self.isCalled)
        AND a.value COLLATE NOCASE >= $from AND a.value COLLATE NOCASE < $end
        AND (a.value COLLATE NOCASE <> $from OR a.person_id > $person)
        AND NOT (p.alias >= $prefix AND p.alias < $prefixEnd)
        \(unseen) \(self == .fullName ? full : "")
      ORDER BY a.value COLLATE NOCASE, a.person_id LIMIT $limit
      """
  }

  /// Whether the person `p` matches a case. Its values are `values`.
  static let any = """
    EXISTS (
      SELECT 1 FROM person_attribute o WHERE o.app = p.app AND o.person_id = p.person_id AND o.key IN ('email', 'first_name', 'last_name')
        AND o.value COLLATE NOCASE >= ? AND o.value COLLATE NOCASE < ?
    ) OR EXISTS (
      SELECT 1 FROM person_attribute o JOIN person_attribute f ON f.app = o.app AND f.person_id = o.person_id AND f.key = 'first_name'
      WHERE o.app = p.app AND o.person_id = p.person_id AND o.key = 'last_name'
        AND o.value COLLATE NOCASE >= ? AND o.value COLLATE NOCASE < ? AND f.value = ? COLLATE NOCASE
    )
    """

  /// The values of `any`, in their order.
  static func values(_ search: String) -> [String] {
    let (one, full) = (email.beginning(of: search)?.value ?? "", fullName.beginning(of: search))
    return [one, end(one), full?.value ?? "", full.map { end($0.value) } ?? "", full?.firstName ?? ""]
  }

  /// Whether one of these attributes of a person begins with `$beginning`.
  private static func isCalledSo(keys: [String], person: String) -> String {
    """
    EXISTS (
      SELECT 1 FROM person_attribute o WHERE o.app = \(person).app AND o.person_id = \(person).person_id AND o.key IN (\(keys.joined(separator: ", ")))
        AND o.value COLLATE NOCASE >= $beginning AND o.value COLLATE NOCASE < $end)
    """
  }
}
