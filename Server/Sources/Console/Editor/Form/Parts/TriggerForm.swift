// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// The triggers of a campaign as rows. A trigger that rows cannot reproduce exactly is kept as
/// JSON.
enum TriggerForm: FormPart {
  /// The kind of a row that holds a trigger as JSON.
  static let kept = "kept"
  /// The choice for a trigger's `count` that does not say how to compare the number.
  static let unsaidMatch = "count"

  /// The fields of a new condition. Its comparison follows the property until somebody chooses one.
  static let newCondition = ["path": "", "test": "", "value": ""]

  static let newRows: [String: [String: String]] = {
    let condition = newCondition
    return [
      "trigger": ["kind": ""], "trigger.part": ["kind": ""], "exception": ["kind": ""],
      "trigger.condition": condition, "trigger.part.condition": condition, "exception.condition": condition,
    ]
  }()

  // MARK: - What a kind has

  static func isGroup(_ kind: String) -> Bool { ["any", "all"].contains(kind) }
  static func takesFilter(_ kind: String) -> Bool { traits(of: kind)?.takesFilter ?? false }
  static func takesName(_ kind: String) -> Bool { traits(of: kind).map { $0.name != .none } ?? false }

  static func takesAudience(_ kind: String) -> Bool { traits(of: kind)?.category?.namesAudience ?? false }

  private static func traits(of kind: String) -> Wire.Trigger.Kind.Traits? {
    Wire.Trigger.Kind(rawValue: kind)?.traits
  }

  // MARK: - To and from the form

  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    write(content.triggers, to: &form, "trigger")
    if content.triggers.isEmpty { form["trigger.0.kind"] = "" }
  }

  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    reader.place("triggers", at: "trigger.0.kind")
    content.triggers = reader.triggers("trigger", at: "triggers")
  }

  static func section(_ type: CampaignType, _ fields: EditorFields) -> EditorSection? {
    let hint = EditorElement.hint(
      "Only to send it to people when they do something: start that under *Pushes*. Without a trigger, you send it whenever you like."
    )
    return EditorSection(
      "when", "Trigger",
      (type.isDecidedByDevices ? [] : [hint])
        + [.triggers(EditorElement.Triggers("trigger", "triggers", atLeast: 1, fields))])
  }

  static func write(_ triggers: [Wire.Trigger], to form: inout CampaignForm, _ list: String) {
    for (row, trigger) in triggers.enumerated() {
      let field = "\(list).\(row)"
      var attempt = CampaignForm([])
      if attempt.write(trigger, at: field) {
        var reader = FormReader(form: attempt)
        if reader.trigger(FormRow(form: attempt, list: list, number: row), at: "") == trigger,
          reader.misreadings.isEmpty
        {
          form.merge(attempt)
          continue
        }
      }
      form[field + ".kind"] = kept
      form[field + ".kept_trigger"] = String(decoding: Wire.encode(trigger), as: UTF8.self)
    }
  }
}

extension CampaignForm {
  /// Writes the trigger's fields. Returns whether the form has fields for all of it.
  fileprivate mutating func write(_ trigger: Wire.Trigger, at field: String) -> Bool {
    set(field + ".span", milliseconds: trigger.within?.milliseconds, unit: .days)
    self[field + ".window"] = trigger.within?.type.rawValue ?? ""
    switch trigger.kind {
    case .known(.any), .known(.all):
      self[field + ".kind"] = trigger.kind.rawValue
      return trigger.triggers.enumerated().allSatisfy { writePlain($1, at: "\(field).part.\($0)") }
    case .known(.count):
      self[field + ".count"] = trigger.match?.rawValue ?? TriggerForm.unsaidMatch
      self[field + ".times"] = trigger.times.map { String($0) } ?? ""
      return trigger.triggers.count == 1 && writePlain(trigger.triggers[0], at: field)
    default: return writePlain(trigger, at: field)
    }
  }

  private mutating func writePlain(_ trigger: Wire.Trigger, at field: String) -> Bool {
    if [.any, .all, .count].contains(trigger.kind.known) { return false }
    self[field + ".kind"] = trigger.kind.rawValue
    self[field + ".name"] = trigger.name ?? ""
    self[field + ".match"] = "all"
    guard let filter = trigger.filter else { return true }
    guard let (match, rows) = Self.rows(filter) else {
      self[field + ".kept"] = String(decoding: Wire.encode(filter), as: UTF8.self)
      return true
    }
    self[field + ".match"] = match
    for (row, condition) in rows.enumerated() {
      self["\(field).condition.\(row).path"] = condition.path
      self["\(field).condition.\(row).test"] = condition.test
      self["\(field).condition.\(row).value"] = condition.value
    }
    return true
  }

  /// nil if rows cannot express the filter: it is nested, negated or of a form that this version
  /// does not know.
  private static func rows(_ filter: Wire.Filter) -> (match: String, rows: [ConditionTest.Row])? {
    let (match, parts): (String, [Wire.Filter])
    switch filter {
    case .compare: (match, parts) = ("all", [filter])
    // With fewer than two, the rows would read back as another filter.
    case .all(let filters) where filters.count > 1: (match, parts) = ("all", filters)
    case .any(let filters) where filters.count > 1: (match, parts) = ("any", filters)
    case .all, .any, .not, .unknown: return nil
    }
    let rows = parts.compactMap { part in
      if case .compare(let comparison) = part { ConditionTest.row(comparison) } else { nil }
    }
    return rows.count == parts.count ? (match, rows) : nil
  }
}

/// A row with a trigger.
extension FormRow {
  var isGroup: Bool { TriggerForm.isGroup(self["kind"]) }

  /// Parts have no parts of their own, so whatever was sent, the depth is bounded.
  var parts: [FormRow] { kind == "trigger" ? rows("part") : [] }

  /// Whether nothing was written in the row.
  fileprivate var isUnwritten: Bool {
    isBlank("kind", "name", "kept") && rows("condition").allSatisfy { $0.isBlank("path", "value") }
      && parts.allSatisfy(\.isUnwritten)
  }
}

extension FormReader {
  /// - Parameters:
  ///   - list: The list of rows, `trigger` or `exception`.
  ///   - path: The path in the campaign.
  mutating func triggers(_ list: String, at path: String) -> [Wire.Trigger] {
    triggers(form.rows(list), at: path)
  }

  private mutating func triggers(_ rows: [FormRow], at path: String) -> [Wire.Trigger] {
    var triggers: [Wire.Trigger] = []
    for row in rows where !row.isUnwritten {
      if let trigger = trigger(row, at: "\(path)[\(triggers.count)]") { triggers.append(trigger) }
    }
    return triggers
  }

  /// nil if the row cannot be understood at all.
  fileprivate mutating func trigger(_ row: FormRow, at path: String) -> Wire.Trigger? {
    let kind = row["kind"]
    guard !kind.isEmpty else {
      misread(row.name("kind"), "No trigger is chosen.", "Choose one, or remove this row.")
      return nil
    }
    place(path, at: row.name("kind"))
    if kind == TriggerForm.kept {
      let trigger = row.kept("kept_trigger", as: Wire.Trigger.self)
      if trigger == nil { misread(row.name("kind"), "The stored trigger cannot be read.", "Choose another.") }
      return trigger
    }
    if row.isGroup {
      let parts = triggers(row.parts, at: path + ".triggers")
      return Wire.Trigger(
        kind: Wire.Open(kind), triggers: parts, within: kind == "all" ? window(row, at: path) : nil)
    }
    let count = row["count"]
    guard !count.isEmpty, row.kind == "trigger" else { return plain(row, at: path) }
    place(path + ".triggers[0]", at: row.name("kind"))
    return Wire.Trigger(
      kind: .known(.count), triggers: [plain(row, at: path + ".triggers[0]")],
      times: whole(row.name("times"), at: path + ".times", remedy: "Enter how many times, such as 3."),
      match: count == TriggerForm.unsaidMatch ? nil : Wire.Open(count), within: window(row, at: path))
  }

  private mutating func plain(_ row: FormRow, at path: String) -> Wire.Trigger {
    var trigger = Wire.Trigger(kind: Wire.Open(row["kind"]))
    let isUnknown = trigger.kind.known == nil
    place(path + ".name", at: row.name("name"))
    if TriggerForm.takesName(row["kind"]) || isUnknown { trigger.name = row["name"].trimmed.nilIfEmpty }
    if TriggerForm.takesFilter(row["kind"]) || isUnknown {
      trigger.filter = filter(row, at: path + ".filter")
    }
    return trigger
  }

  private mutating func window(_ row: FormRow, at path: String) -> Wire.HistoryWindow? {
    let type = text(row.name("window"), at: path + ".within")
    guard !type.isEmpty else { return nil }
    var window = Wire.HistoryWindow(type: Wire.Open(type))
    guard window.type == .known(.last) else { return window }
    window.milliseconds = duration(
      row.name("span"), at: path + ".within.ms", remedy: "Enter a whole number, such as 7, and choose a unit."
    )
    return window
  }

  // MARK: - Filters

  private mutating func filter(_ row: FormRow, at path: String) -> Wire.Filter? {
    if !row["kept"].isEmpty {
      let filter = row.kept("kept", as: Wire.Filter.self)
      if filter == nil {
        misread(
          row.name("kind"), "The stored condition cannot be read.", "Remove it and add conditions again.")
      }
      return filter
    }
    return conditions(row, at: path)
  }

  /// What the conditions of a row mean together; nil if there are none.
  mutating func conditions(_ row: FormRow, at path: String) -> Wire.Filter? {
    var found: [(row: FormRow, filter: Wire.Filter)] = []
    for condition in row.rows("condition") where !condition.isBlank("path", "value") {
      if let filter = comparison(condition) { found.append((condition, filter)) }
    }
    let isAny = row["match"] == "any"
    for (index, element) in found.enumerated() {
      let own = found.count == 1 ? path : "\(path).\(isAny ? "any" : "all")[\(index)]"
      place(own, at: element.row.name("value"))
      place(own + ".path", at: element.row.name("path"))
    }
    let filters = found.map(\.filter)
    guard filters.count > 1 else { return filters.first }
    return isAny ? .any(filters) : .all(filters)
  }

  private mutating func comparison(_ row: FormRow) -> Wire.Filter? {
    guard let test = ConditionTest.named(row["test"]) else {
      misread(row.name("test"), "This comparison is unknown.", "Choose one from the list.")
      return nil
    }
    guard let path = FormText.path(row["path"]) else {
      misread(
        row.name("path"), "The property has no name.",
        "Enter the name the app logs. For a nested property, use a dot, as in cart.total.")
      return nil
    }
    do throws(ConditionTest.Misread) {
      return .compare(try test.comparison(path: path, value: row["value"]))
    } catch {
      misread(row.name("value"), error.message, error.remedy)
      return nil
    }
  }
}
