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
    let fields = fields.filter { $0.name.utf8.count { $0 == UInt8(ascii: ".") } < Self.mostParts }
    var numbers: [String: Set<Int>] = [:]
    for field in fields {
      for (list, number) in Self.rows(in: field.name) { numbers[list, default: []].insert(number) }
    }
    let ranks = numbers.mapValues { Dictionary(uniqueKeysWithValues: zip($0.sorted(), 0...)) }
    for (name, value) in fields {
      var parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      for (list, number) in Self.rows(in: name) {
        if let rank = ranks[list]?[number] { parts[list.count { $0 == "." } + 1] = String(rank) }
      }
      let name = parts.joined(separator: ".")
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
      for (list, number) in Self.rows(in: name) { counts[list] = max(counts[list, default: 0], number + 1) }
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
    let parents = Self.rows(in: list)
    guard let fields = Self.newRows[row.kind], parents.allSatisfy({ $0.number < counts[$0.list, default: 0] }) else { return }
    for (name, value) in fields { self[row.name(name)] = value }
  }

  /// Removes a row with all that is in it, if it is there.
  mutating func removeRow(_ row: String) {
    let parts = row.split(separator: ".")
    guard let number = parts.last, Int(number) != nil, Self.newRows[parts.filter { Int($0) == nil }.joined(separator: ".")] != nil else {
      return
    }
    self = CampaignForm(values.lazy.filter { !$0.key.hasPrefix(row + ".") }.map { ($0.key, $0.value) })
  }

  /// The rows that a field stands in: for `trigger.0.condition.2.path`, row 0 of `trigger` and row 2 of `trigger.0.condition`.
  private static func rows(in name: String) -> [(list: String, number: Int)] {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.indices.dropFirst().compactMap { index in
      guard parts[index].utf8.count <= 4, let number = Int(parts[index]), number >= 0 else { return nil }
      return (parts[..<index].joined(separator: "."), number)
    }
  }
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
  var kind: String { list.split(separator: ".").filter { Int($0) == nil }.joined(separator: ".") }

  func name(_ field: String) -> String { "\(self.field).\(field)" }

  subscript(field: String) -> String { form[name(field)] }

  func rows(_ list: String, atLeast least: Int = 0) -> [FormRow] { form.rows(name(list), atLeast: least) }

  /// Nothing is written in any of these fields.
  func isBlank(_ fields: String...) -> Bool { fields.allSatisfy { self[$0].isEmpty } }
}
