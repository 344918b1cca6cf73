// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport

/// The editor's form: the text of every field as it was typed, by field name, even where the text
/// means nothing.
///
/// Repeating fields are in numbered rows of a list: `trigger.0.condition.2.path`. Rows are numbered
/// from 0 without gaps.
struct CampaignForm: Hashable, Sendable {
  private(set) var values: [String: String] = [:]
  /// How many rows a list has, by its name, such as `trigger.0.condition`.
  private var counts: [String: Int] = [:]

  /// No field's name has more parts than this.
  private static let mostParts = 8

  /// Makes a form from named fields in any order. Rows keep their order; gaps between their numbers
  /// are closed.
  init(_ fields: some Sequence<(name: String, value: String)>) {
    let fields = fields.map { (parts: Self.parts(of: $0.name), value: $0.value) }.filter {
      $0.parts.count <= Self.mostParts
    }
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

  /// The form that a browser sent. A missing field is blank.
  init(_ sent: FormFields) {
    // Browsers send line ends as CR LF.
    self.init(sent.all.lazy.map { ($0.name, FormText.lines($0.value)) })
  }

  /// The text of a field; blank if the field is missing.
  subscript(name: String) -> String {
    get { values[name] ?? "" }
    set {
      guard values.updateValue(newValue, forKey: name) == nil else { return }
      for row in Self.rows(in: Self.parts(of: name)) {
        counts[row.list] = max(counts[row.list, default: 0], row.number + 1)
      }
    }
  }

  mutating func merge(_ other: CampaignForm) {
    for (name, value) in other.values { self[name] = value }
  }

  // MARK: - Rows

  /// The rows of a list in order, with blank rows added up to the minimum.
  func rows(_ list: String, atLeast least: Int = 0) -> [FormRow] {
    (0..<max(least, counts[list, default: 0])).map { FormRow(form: self, list: list, number: $0) }
  }

  /// The lists that are in no row of another one, in any order.
  var outerLists: [String] { counts.keys.filter { Self.rows(in: Self.parts(of: $0)).isEmpty } }

  /// Adds a row with its initial values to a list. Lists that the form does not have are ignored.
  mutating func addRow(to list: String) {
    let row = FormRow(form: self, list: list, number: counts[list, default: 0])
    let parents = Self.rows(in: Self.parts(of: list))
    guard let fields = Self.newRows[row.kind], parents.allSatisfy({ $0.number < counts[$0.list, default: 0] })
    else { return }
    for (name, value) in fields { self[row.name(name)] = value }
  }

  /// Sets a field of a row, if the row exists.
  mutating func set(_ field: String, _ value: String, in row: String) {
    guard values.keys.contains(where: { $0.hasPrefix(row + ".") }) else { return }
    self["\(row).\(field)"] = value
  }

  /// Removes a row and everything in it, if the row exists.
  mutating func removeRow(_ row: String) {
    guard Self.parts(of: row).last.map({ Int($0) != nil }) == true, Self.newRows[Self.kind(of: row)] != nil
    else { return }
    self = CampaignForm(
      values.lazy.filter { !$0.key.hasPrefix(row + ".") }.compactMap { name, value in
        TranslationForm.name(name, without: row).map { ($0, value) }
      })
  }

  /// Removes fields by their names. Rows whose fields are all removed go.
  mutating func remove(where isRemoved: (String) -> Bool) {
    self = CampaignForm(values.filter { !isRemoved($0.key) }.map { ($0.key, $0.value) })
  }

  /// Lets a row and the one before or after it change places, if both exist.
  mutating func moveRow(_ row: String, by distance: Int) {
    let parts = Self.parts(of: row)
    guard let number = parts.last.flatMap({ Int($0) }), Self.newRows[Self.kind(of: row)] != nil else {
      return
    }
    let list = parts.dropLast().joined(separator: ".")
    guard let count = counts[list], (0..<count).contains(number), (0..<count).contains(number + distance)
    else { return }
    let (own, other) = ("\(list).\(number).", "\(list).\(number + distance).")
    self = CampaignForm(
      values.lazy.map { name, value in
        if name.hasPrefix(own) { return (other + name.dropFirst(own.count), value) }
        if name.hasPrefix(other) { return (own + name.dropFirst(other.count), value) }
        return (TranslationForm.name(name, exchanging: own, other), value)
      })
  }

  /// The rows that contain a field: for `trigger.0.condition.2.path`, row 0 of `trigger` and row 2
  /// of `trigger.0.condition`, each with the index of its number among the name's parts.
  private static func rows(in parts: [Substring]) -> [(list: String, number: Int, index: Int)] {
    parts.indices.dropFirst().compactMap { index in
      guard parts[index].utf8.count <= 4, let number = Int(parts[index]), number >= 0 else { return nil }
      return (parts[..<index].joined(separator: "."), number, index)
    }
  }

  private static func parts(of name: String) -> [Substring] {
    name.split(separator: ".", omittingEmptySubsequences: false)
  }

  /// The name of a list without row numbers: `trigger.condition`. For a row, the name of its list.
  fileprivate static func kind(of name: String) -> String {
    parts(of: name).filter { Int($0) == nil }.joined(separator: ".")
  }
}

struct FormRow {
  let form: CampaignForm
  /// `trigger.0.condition`
  let list: String
  /// The row's number, from 0.
  let number: Int

  /// `trigger.0.condition.2`
  var field: String { "\(list).\(number)" }

  /// The list's name without row numbers: `trigger.condition`.
  var kind: String { CampaignForm.kind(of: list) }

  func name(_ field: String) -> String { "\(self.field).\(field)" }

  subscript(field: String) -> String { form[name(field)] }

  func rows(_ list: String, atLeast least: Int = 0) -> [FormRow] { form.rows(name(list), atLeast: least) }

  /// Whether all of these fields are empty.
  func isBlank(_ fields: String...) -> Bool { fields.allSatisfy { self[$0].isEmpty } }
}
