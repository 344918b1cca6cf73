// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// Reads the rows of triggers, and notes what cannot be understood and which row each part of a campaign came from.
struct TriggerReader {
  private(set) var misreadings: [FormProblem] = []
  /// From a path in the campaign, such as `triggers[0].filter.all[1]`, to the row that it was read from, such as `trigger.0.condition.2`.
  private(set) var places: [String: String] = [:]

  /// - Parameters:
  ///   - prefix: of the rows' fields, `trigger` or `exception`.
  ///   - list: in the campaign, `triggers` or `exceptions`.
  mutating func triggers(_ rows: [CampaignForm.TriggerFields], _ prefix: String, in list: String) -> [Wire.Trigger] {
    var triggers: [Wire.Trigger] = []
    for (row, fields) in rows.enumerated() where !fields.isBlank {
      if let trigger = trigger(fields, at: "\(prefix).\(row)", path: "\(list)[\(triggers.count)]") { triggers.append(trigger) }
    }
    return triggers
  }

  /// nil when it cannot be understood at all.
  mutating func trigger(_ fields: CampaignForm.TriggerFields, at field: String, path: String) -> Wire.Trigger? {
    guard !fields.kind.isEmpty else {
      misread(field + ".kind", "No trigger is chosen.", "Choose one, or remove this row.")
      return nil
    }
    places[path] = field
    if fields.kind == CampaignForm.TriggerFields.kept {
      if let trigger = try? Wire.decode(Wire.Trigger.self, from: Array(fields.keptTrigger.utf8)) { return trigger }
      misread(field + ".kind", "The stored trigger cannot be read.", "Choose another.")
      return nil
    }
    if fields.isGroup { return group(fields, at: field, path: path) }
    guard !fields.count.isEmpty else { return plain(fields, at: field, path: path) }
    places[path + ".triggers[0]"] = field
    return Wire.Trigger(
      kind: .known(.count), triggers: [plain(fields, at: field, path: path + ".triggers[0]")], times: times(fields, at: field),
      match: fields.count == CampaignForm.TriggerFields.unsaidMatch ? nil : Wire.Open(fields.count), within: window(fields, at: field))
  }

  private mutating func misread(_ field: String, _ message: String, _ remedy: String) {
    misreadings.append(FormProblem(field: field, message: message, remedy: remedy))
  }

  private mutating func group(_ fields: CampaignForm.TriggerFields, at field: String, path: String) -> Wire.Trigger {
    var parts: [Wire.Trigger] = []
    for (row, part) in fields.parts.enumerated() where !part.isBlank {
      if let part = trigger(part, at: "\(field).part.\(row)", path: "\(path).triggers[\(parts.count)]") { parts.append(part) }
    }
    return Wire.Trigger(kind: Wire.Open(fields.kind), triggers: parts, within: fields.kind == "all" ? window(fields, at: field) : nil)
  }

  private mutating func plain(_ fields: CampaignForm.TriggerFields, at field: String, path: String) -> Wire.Trigger {
    var trigger = Wire.Trigger(kind: Wire.Open(fields.kind))
    let isUnknown = trigger.kind.known == nil
    if fields.takesName || isUnknown { trigger.name = fields.name.trimmed.nilIfEmpty }
    if fields.takesFilter || isUnknown { trigger.filter = filter(fields, at: field, path: path + ".filter") }
    return trigger
  }

  private mutating func times(_ fields: CampaignForm.TriggerFields, at field: String) -> Int? {
    guard !fields.times.trimmed.isEmpty else { return nil }
    if case .int(let times)? = FormText.number(fields.times), let times = Int(exactly: times) { return times }
    misread(field + ".times", "This is not a whole number.", "Enter how many times, such as 3.")
    return nil
  }

  private mutating func window(_ fields: CampaignForm.TriggerFields, at field: String) -> Wire.HistoryWindow? {
    guard !fields.window.isEmpty else { return nil }
    var window = Wire.HistoryWindow(type: Wire.Open(fields.window))
    guard window.type == .known(.last), !fields.span.count.trimmed.isEmpty else { return window }
    window.milliseconds = FormText.milliseconds(fields.span)
    if window.milliseconds == nil {
      misread(field + ".span", "This is not a duration.", "Enter a whole number, such as 7, and choose a unit.")
    }
    return window
  }

  // MARK: - Filters

  private mutating func filter(_ fields: CampaignForm.TriggerFields, at field: String, path: String) -> Wire.Filter? {
    if !fields.keptFilter.isEmpty {
      if let filter = try? Wire.decode(Wire.Filter.self, from: Array(fields.keptFilter.utf8)) { return filter }
      misread(field + ".kind", "The stored condition cannot be read.", "Remove it and add conditions again.")
      return nil
    }
    var found: [(row: String, filter: Wire.Filter)] = []
    for (number, condition) in fields.conditions.enumerated() where !condition.isBlank {
      let row = "\(field).condition.\(number)"
      if let filter = comparison(condition, at: row) { found.append((row, filter)) }
    }
    let filters = found.map(\.filter)
    guard filters.count > 1 else {
      places[path] = found.first?.row
      return filters.first
    }
    let isAny = fields.match == "any"
    for (index, element) in found.enumerated() { places["\(path).\(isAny ? "any" : "all")[\(index)]"] = element.row }
    return isAny ? .any(filters) : .all(filters)
  }

  private mutating func comparison(_ condition: CampaignForm.ConditionFields, at field: String) -> Wire.Filter? {
    guard let test = ConditionTest.named(condition.test) else {
      misread(field + ".test", "This comparison is unknown.", "Choose one from the list.")
      return nil
    }
    guard let path = FormText.path(condition.path) else {
      misread(
        field + ".path", "The property has no name.", "Enter the name the app logs. For a nested property, use a dot, as in cart.total.")
      return nil
    }
    do throws(ConditionTest.Misread) {
      return .compare(try test.comparison(path: path, value: condition.value))
    } catch {
      misread(field + ".value", error.message, error.remedy)
      return nil
    }
  }
}
