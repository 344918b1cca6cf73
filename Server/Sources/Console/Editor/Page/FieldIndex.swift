// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// What the fields of a form are called and what is in them, in words. It is filled while the
/// editor makes its fields, so a page about changes uses the editor's own words.
final class FieldIndex {
  /// In the order in which they were made.
  private(set) var names: [String] = []
  private var places: [String: Int] = [:]
  private var fields: [String: EditorField] = [:]
  /// The titles of rows and sections, by the beginning of their fields' names.
  private var titles: [String: String] = [:]
  private var checks: Set<String> = []
  private var durations: Set<String> = []
  /// The words of values that fields cannot express.
  private var kept: [String: String] = [:]

  /// The fields of the form of a version.
  init(_ type: CampaignType, _ form: CampaignForm, _ suggestions: FormSuggestions) {
    let fields = EditorFields(form, [], suggestions, index: self)
    // A launched campaign has all fields.
    for step in EditorStep.allCases { _ = type.sections(of: step, fields, isLaunched: true) }
  }

  // MARK: - Adding

  func add(_ field: EditorField) {
    guard fields.updateValue(field, forKey: field.name) == nil else { return }
    places[field.name] = names.count
    names.append(field.name)
  }

  func noteCheck(_ name: String) { checks.insert(name) }
  func noteDuration(_ name: String) { durations.insert(name) }
  func add(kept words: String, of name: String) { kept[name] = words }

  /// - Parameter name: What the names of the fields under the title begin with, or the name of the
  ///   only one.
  func add(title: String, of name: String) {
    if titles[name] == nil { titles[name] = title }
  }

  // MARK: - Telling

  /// Where the field is among the others; nil if there is no such field.
  func place(_ name: String) -> Int? { places[name] }

  /// Whether authors see the field.
  func isShown(_ name: String) -> Bool {
    if name.hasSuffix("_unit"), durations.contains(String(name.dropLast(5))) { return false }
    return kept[name] != nil || fields[name]?.label.isEmpty == false
  }

  /// `Trigger 1, Condition 2: Property`
  func label(_ name: String) -> String {
    let title = title(name)
    guard let label = fields[name]?.label, !label.isEmpty else { return title.isEmpty ? name : title }
    return title.isEmpty || title == label ? label : "\(title): \(label)"
  }

  /// The titles of the section and the rows that contain the field: `Trigger 1, Condition 2`.
  func title(_ name: String) -> String {
    let parts = name.split(separator: ".")
    var found: [String] = []
    for count in 1...max(1, parts.count) {
      guard let title = titles[parts.prefix(count).joined(separator: ".")] else { continue }
      // `Banner colours` says already that they are the banner's.
      if let last = found.last, title.hasPrefix(last) { found.removeLast() }
      found.append(title)
    }
    return found.joined(separator: ", ")
  }

  /// What is in the field; nil if nothing is.
  func words(_ name: String, _ form: CampaignForm) -> String? {
    let text = form[name]
    if let words = kept[name] { return words }
    if checks.contains(name) { return text.isEmpty ? "No" : "Yes" }
    guard let field = fields[name] else { return text.nilIfEmpty }
    if let chosen = field.choices.first(where: { $0.value == text }) { return chosen.label }
    guard !text.isEmpty else { return nil }
    if durations.contains(name) {
      return FormText.milliseconds(count: text, unit: form[name + "_unit"]).map {
        Wire.words(milliseconds: $0)
      } ?? text
    }
    if field.type == "datetime-local", let instant = FormText.instant(text) {
      let time = UTCTime(instant)
      return "\(time.date), \(time.time)"
    }
    return text
  }
}
