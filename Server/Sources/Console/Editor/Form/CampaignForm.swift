// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport

/// The editor's form: every field as the text that somebody typed, by its name, also where that text means nothing.
///
/// Fields that repeat stand in numbered rows of a list: `trigger.0.condition.2.path`. Rows are numbered from 0 without gaps.
struct CampaignForm: Hashable, Sendable {
  private(set) var values: [String: String] = [:]
  /// How many rows a list has, by its name, such as `trigger.0.condition`.
  private var counts: [String: Int] = [:]

  /// Names with more parts belong to no field.
  private static let mostParts = 8

  /// With fields as they are named here, in any order. Rows keep their order; gaps between their numbers are closed.
  init(_ fields: some Sequence<(name: String, value: String)>) {
    let fields = fields.map { (parts: Self.parts(of: $0.name), value: $0.value) }.filter { $0.parts.count <= Self.mostParts }
    var numbers: [String: Set<Int>] = [:]
    for field in fields {
      for row in Self.rows(in: field.parts) { numbers[row.list, default: []].insert(row.number) }
    }
    let ranks = numbers.mapValues { Dictionary(uniqueKeysWithValues: zip($0.sorted(), 0...)) }
    for (parts, value) in fields {
      var ranked = parts
      for row in Self.rows(in: parts) {
        if let rank = ranks[row.list]?[row.number] { ranked[row.index] = Substring(String(rank)) }
      }
      let name = ranked.joined(separator: ".")
      if values[name] == nil { self[name] = value }
    }
  }

  /// What a browser sent. A field that is missing is blank.
  init(_ sent: FormFields) {
    // Browsers send line ends as CR LF.
    self.init(sent.all.lazy.map { ($0.name, FormText.lines($0.value)) })
  }

  /// A field that is not there is blank.
  subscript(name: String) -> String {
    get { values[name] ?? "" }
    set {
      guard values.updateValue(newValue, forKey: name) == nil else { return }
      for row in Self.rows(in: Self.parts(of: name)) { counts[row.list] = max(counts[row.list, default: 0], row.number + 1) }
    }
  }

  mutating func merge(_ other: CampaignForm) {
    for (name, value) in other.values { self[name] = value }
  }

  // MARK: - Rows

  /// The rows of a list, in order; at least so many, of which those that are not there are blank.
  func rows(_ list: String, atLeast least: Int = 0) -> [FormRow] {
    (0..<max(least, counts[list, default: 0])).map { FormRow(form: self, list: list, number: $0) }
  }

  /// Adds a row to a list, as it begins. A list that the form has no place for stays away.
  mutating func addRow(to list: String) {
    let row = FormRow(form: self, list: list, number: counts[list, default: 0])
    let parents = Self.rows(in: Self.parts(of: list))
    guard let fields = Self.newRows[row.kind], parents.allSatisfy({ $0.number < counts[$0.list, default: 0] }) else { return }
    for (name, value) in fields { self[row.name(name)] = value }
  }

  /// Removes a row with all that is in it, if it is there.
  mutating func removeRow(_ row: String) {
    guard Self.parts(of: row).last.map({ Int($0) != nil }) == true, Self.newRows[Self.kind(of: row)] != nil else { return }
    self = CampaignForm(values.lazy.filter { !$0.key.hasPrefix(row + ".") }.map { ($0.key, $0.value) })
  }

  /// The rows that a field stands in: for `trigger.0.condition.2.path`, row 0 of `trigger` and row 2 of `trigger.0.condition`, each with the part of
  /// the name that is its number.
  private static func rows(in parts: [Substring]) -> [(list: String, number: Int, index: Int)] {
    parts.indices.dropFirst().compactMap { index in
      guard parts[index].utf8.count <= 4, let number = Int(parts[index]), number >= 0 else { return nil }
      return (parts[..<index].joined(separator: "."), number, index)
    }
  }

  private static func parts(of name: String) -> [Substring] { name.split(separator: ".", omittingEmptySubsequences: false) }

  /// A list without the numbers of the rows that it is in: `trigger.condition`. For a row, that of its list.
  fileprivate static func kind(of name: String) -> String { parts(of: name).filter { Int($0) == nil }.joined(separator: ".") }
}

/// A row of a list in the form.
struct FormRow {
  let form: CampaignForm
  /// `trigger.0.condition`
  let list: String
  /// From 0.
  let number: Int

  /// `trigger.0.condition.2`
  var field: String { "\(list).\(number)" }

  /// The list without the numbers of the rows that it is in: `trigger.condition`.
  var kind: String { CampaignForm.kind(of: list) }

  func name(_ field: String) -> String { "\(self.field).\(field)" }

  subscript(field: String) -> String { form[name(field)] }

  func rows(_ list: String, atLeast least: Int = 0) -> [FormRow] { form.rows(name(list), atLeast: least) }

  /// Nothing is written in any of these fields.
  func isBlank(_ fields: String...) -> Bool { fields.allSatisfy { self[$0].isEmpty } }
}
