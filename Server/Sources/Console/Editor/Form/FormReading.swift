// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// What a form means: a campaign, and what could not be understood.
struct FormReading: Hashable, Sendable {
  var name: String
  var content: CampaignContent
  /// What no campaign can hold: an error here stands in the way of saving, even of a draft. The fields are those of the form.
  var misreadings: [FormProblem]
  /// From the campaign's own order to the form's rows, from which blank ones were left out.
  var rows: Rows

  struct Rows: Hashable, Sendable {
    var buttons: [Int] = []
    /// From a path in the campaign, such as `triggers[0].filter.all[1]`, to its row, such as `trigger.0.condition.2`.
    var places: [String: String] = [:]
    var caps: [Int] = []
    var quietHours: [Int] = []
    var extras: [String: Int] = [:]
  }
}

/// A diagnostic beside the field of the form that it is about.
struct FormProblem: Hashable, Sendable {
  var severity: Diagnostic.Severity = .error
  /// The field's name, for example `trigger.0.condition.1.value`.
  var field: String
  var message: String
  var remedy: String?

  /// Both in one line.
  var words: String { remedy.map { message + " " + $0 } ?? message }
}

extension FormReading {
  /// The domain's diagnostics, each at the field to which it leads.
  func problems(_ diagnostics: [Diagnostic]) -> [FormProblem] {
    diagnostics.map { FormProblem(severity: $0.severity, field: field($0.field), message: $0.message, remedy: $0.remedy) }
  }

  /// From `message.buttons[1].click_action.url` to `button.1.url`. What has no field of its own leads to the nearest one.
  func field(_ path: String) -> String {
    let steps = Step.steps(of: path)
    switch steps.first?.key {
    case "name": return "name"
    case "priority": return steps.last?.key == "order" ? "order" : "priority"
    case "starts_at", "ends_at", "starts_at_local", "ends_at_local", "tags": return steps[0].key
    case "delay_ms": return "delay"
    case "expires_after_ms": return "expires"
    case "display_within_ms": return "show_within"
    case "quiet_hours":
      guard let index = steps[0].index, rows.quietHours.indices.contains(index) else { return "clock" }
      return "quiet.\(rows.quietHours[index])." + (steps.count > 1 && steps[1].key != "weekdays" ? steps[1].key : "days")
    case "re_eligibility": return steps.last?.key == "after_ms" ? "again_after" : "again"
    case "render": return "personalised"
    case "caps":
      guard let index = steps[0].index, rows.caps.indices.contains(index) else { return "again" }
      return "cap.\(rows.caps[index])." + (steps.last?.key == "within" ? "within" : "limit")
    case "triggers": return trigger(path, steps) ?? "trigger.0.kind"
    case "exceptions": return trigger(path, steps) ?? "delay"
    case "message": return message(Array(steps.dropFirst()))
    default: return "name"
    }
  }

  private func message(_ steps: [Step]) -> String {
    guard let first = steps.first else { return isPage ? "page" : "message" }
    switch first.key {
    case "header", "header_alignment", "message_alignment", "language", "image_url", "image_alt", "icon", "slide_from", "orientation",
      "kind", "base_url", "asset_urls":
      return first.key
    case "bridge":
      switch steps.dropFirst().first?.key {
      case "names": return "bridge_names"
      case "ready_events": return "ready_events"
      default: return "bridge." + Wire.Bridge.Capability.customEvent.rawValue
      }
    case "message": return isPage ? "page" : "message"
    case Wire.Message.setAside: return isPage ? "message" : "page"
    case "animate_in", "animate_out": return "motion"
    case "click_action": return steps.last?.key == "url" ? "action_url" : "action"
    case "close": return steps.last?.key == "after_seconds" ? "close_seconds" : "close"
    case "themes": return steps.count >= 3 ? "theme.\(steps[1].key).\(steps[2].key)" : "theme.light.background"
    case "extras":
      let key = steps.dropFirst().map(\.key).joined(separator: ".")
      let row = rows.extras[key] ?? rows.extras.first { $0.key.prefix(64) == key }?.value
      return row.map { "extra.\($0)." + (key.isEmpty ? "key" : "value") } ?? "extras"
    case "buttons": return button(steps)
    default: return isPage ? "page" : "message"
    }
  }

  private var isPage: Bool { content.message.kind == .known(.html) }

  private func button(_ steps: [Step]) -> String {
    guard let index = steps[0].index, rows.buttons.indices.contains(index) else { return "button.0.text" }
    let prefix = "button.\(rows.buttons[index])."
    switch steps.dropFirst().first?.key {
    case "click_action": return prefix + (steps.last?.key == "url" ? "url" : "action")
    case "themes" where steps.count >= 4: return prefix + "\(steps[2].key).\(steps[3].key)"
    default: return prefix + "text"
    }
  }

  /// The nearest row that the path leads through, and the field in it.
  private func trigger(_ path: String, _ steps: [Step]) -> String? {
    var rest = path[...]
    while !rest.isEmpty {
      if let row = rows.places[String(rest)] { return row + "." + part(steps.last?.key, inCondition: row.contains(".condition.")) }
      guard let end = rest.lastIndex(where: { $0 == "." || $0 == "[" }) else { return nil }
      rest = rest[..<end]
    }
    return nil
  }

  private func part(_ key: String?, inCondition: Bool) -> String {
    if inCondition { return key == "path" ? "path" : "value" }
    return switch key {
    case "name", "times": key ?? "kind"
    case "within": "window"
    case "ms": "span"
    default: "kind"
    }
  }

  /// `buttons[1]`
  private struct Step {
    var key: String
    var index: Int?

    static func steps(of path: String) -> [Step] {
      path.split(separator: ".").map { part in
        guard let open = part.firstIndex(of: "["), part.hasSuffix("]") else { return Step(key: String(part)) }
        return Step(key: String(part[..<open]), index: Int(part[part.index(after: open)...].dropLast()))
      }
    }
  }
}
