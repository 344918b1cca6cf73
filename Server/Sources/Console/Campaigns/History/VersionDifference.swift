// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// What differs between two versions of a campaign, in the words of the editor. What the editor has
/// no field for is told by its place in the document.
struct VersionDifference: Equatable {
  struct Change: Equatable {
    /// `Button 1: Text`
    let label: String
    /// nil if there was nothing.
    let before: String?
    /// nil if there is nothing now.
    let after: String?
  }

  /// In the order of the editor.
  private(set) var changes: [Change] = []

  /// - Parameter suggestions: With the names of audiences.
  init(
    from before: CampaignSnapshot, to after: CampaignSnapshot,
    _ suggestions: FormSuggestions = FormSuggestions()
  ) {
    guard let type = CampaignType(after.content), CampaignType(before.content) == type else {
      changes = ContentDifference(from: before, to: after).changes.map(Change.init)
      return
    }
    let old = Side(type, CampaignForm(name: before.name, content: before.content), suggestions)
    let new = Side(type, CampaignForm(name: after.name, content: after.content), suggestions)
    var found: [(place: Int, change: Change)] = []
    let pairs = old.form.pairs(with: new.form)
    for name in new.index.names where pairs.added.allSatisfy({ !name.hasPrefix($0 + ".") }) {
      compare(old, pairs.renamed(name), new, name, &found)
    }
    for name in old.index.names where !pairs.covers(name) && new.index.place(pairs.newName(name)) == nil {
      compare(old, name, new, pairs.newName(name), &found)
    }
    for row in pairs.added where !new.words(row).isEmpty {
      found.append(
        (new.place(row), Change(label: new.index.title(row + ".x"), before: nil, after: new.words(row))))
    }
    for row in pairs.removed where !old.words(row).isEmpty {
      found.append(
        (old.place(row), Change(label: old.index.title(row + ".x"), before: old.words(row), after: nil)))
    }
    changes = found.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(
      \.element.change)
    // What would still differ if somebody wrote the newer form over the older version.
    let written = new.form.reading(over: before.content).content
    changes += ContentDifference(from: CampaignSnapshot(name: after.name, content: written), to: after)
      .changes.map(Change.init)
  }

  private func compare(
    _ old: Side, _ oldName: String, _ new: Side, _ newName: String,
    _ found: inout [(place: Int, change: Change)]
  ) {
    guard old.index.isShown(oldName) || new.index.isShown(newName) else { return }
    // The same value may have other words now, for example the name of an answer whose question was
    // removed.
    guard old.form[oldName] != new.form[newName] || old.form[oldName + "_unit"] != new.form[newName + "_unit"]
    else { return }
    let (before, after) = (old.index.words(oldName, old.form), new.index.words(newName, new.form))
    guard before != after else { return }
    let isNew = new.index.isShown(newName)
    let label = isNew ? new.index.label(newName) : old.index.label(oldName)
    found.append(
      (
        isNew ? new.index.place(newName) ?? 0 : old.index.place(oldName) ?? 0,
        Change(label: label, before: before, after: after)
      ))
  }

  /// `Header, Text, Icon and 2 more`; nil if nothing differs.
  var summary: String? {
    guard let first = changes.first else { return nil }
    if changes.count == 1 { return first.summary }
    let labels = changes.prefix(3).map(\.label)
    let rest = changes.count - labels.count
    return rest == 0 ? labels.listed("and") : labels.joined(separator: ", ") + " and \(rest) more"
  }
}

extension VersionDifference {
  /// A form and what its fields are called.
  fileprivate struct Side {
    let form: CampaignForm
    let index: FieldIndex

    init(_ type: CampaignType, _ form: CampaignForm, _ suggestions: FormSuggestions) {
      self.form = form
      index = FieldIndex(type, form, suggestions)
    }

    /// Where a row is in the order of the editor.
    func place(_ row: String) -> Int { index.names.firstIndex { $0.hasPrefix(row + ".") } ?? Int.max }

    /// What is written in the fields of a row.
    func words(_ row: String) -> String {
      let lines = index.names.filter { $0.hasPrefix(row + ".") && index.isShown($0) && !form[$0].isEmpty }
        .compactMap { name in
          index.words(name, form).map { (index.label(name).dropping(index.title(row + ".x")), $0) }
        }
      return lines.map { $0.isEmpty ? $1 : "\($0): \($1)" }.joined(separator: "\n")
    }
  }
}

extension VersionDifference.Change {
  /// `Header: “Hi” → “Hello”`, or the label alone where the texts are long.
  fileprivate var summary: String {
    let texts = [before, after].compactMap(\.self)
    guard texts.allSatisfy({ $0.count <= 40 && !$0.contains("\n") }) else { return label }
    switch (before, after) {
    case (let before?, let after?): return "\(label): “\(before)” → “\(after)”"
    case (nil, let after?): return "\(label): “\(after)”"
    case (_?, nil): return "\(label) removed"
    case (nil, nil): return label
    }
  }

  init(_ change: ContentDifference.Change) {
    func text(_ value: Wire.JSONValue?) -> String? {
      value.map { FormText.text($0) ?? String(decoding: Wire.encode($0), as: UTF8.self) }
    }
    self.init(label: change.field, before: text(change.before), after: text(change.after))
  }
}

extension String {
  /// Without this beginning and what separates it from the rest.
  fileprivate func dropping(_ title: String) -> String {
    guard !title.isEmpty, hasPrefix(title) else { return self }
    return String(dropFirst(title.count).drop { $0 == ":" || $0 == "," || $0 == " " })
  }
}
