// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletTesting
import MartletWire

/// An event, or a session start, that meets the trigger of a running campaign. The page offers it
/// as a button.
struct Suggestion: Hashable, Sendable {
  /// nil for a session start.
  var event: Event.Kind?
  var properties: [String: Wire.JSONValue]
  /// The names of the campaigns whose triggers it meets.
  var campaigns: [String]
  /// The trigger in words.
  var words: String

  /// One suggestion for each event that the running campaigns listen to, with the names of all of
  /// them.
  static func merged(_ campaigns: [LabCampaign]) -> [Suggestion] {
    var places: [Event.Kind?: Int] = [:]
    var suggestions: [Suggestion] = []
    for suggestion in campaigns.flatMap(all) {
      if let place = places[suggestion.event] {
        suggestions[place].campaigns += suggestion.campaigns.filter {
          !suggestions[place].campaigns.contains($0)
        }
      } else {
        places[suggestion.event] = suggestions.count
        suggestions.append(suggestion)
      }
    }
    return suggestions
  }

  /// One suggestion for each trigger of a running campaign.
  private static func all(for campaign: LabCampaign) -> [Suggestion] {
    campaign.isRunning
      ? campaign.triggers.flatMap(\.plain).compactMap { Suggestion($0, campaign: campaign.name) } : []
  }

  /// A single event that makes the campaign appear. nil if its first trigger needs more than one
  /// event, or one that the lab cannot log.
  static func first(for campaign: LabCampaign) -> Suggestion? {
    guard let trigger = campaign.triggers.first else { return nil }
    switch trigger.kind {
    case .known(.all), .known(.count): return nil
    case .known(.any):
      return trigger.triggers.lazy.compactMap { Suggestion($0, campaign: campaign.name) }.first
    default: return Suggestion(trigger, campaign: campaign.name)
    }
  }

  /// nil if nothing in the lab can meet this trigger.
  init?(_ trigger: Wire.Trigger, campaign: String) {
    properties = [:]
    if let filter = trigger.filter { Self.satisfy(filter, &properties) }
    event = LoggedEvent.event(meeting: trigger, properties: properties)
    guard event != nil || trigger.kind == .known(.sessionStart) else { return nil }
    campaigns = [campaign]
    words = trigger.words
  }

  var json: Wire.JSONValue {
    [
      "command": event.map(LoggedEvent.command) ?? [
        "command": .string(LabCommand.Name.startSession.rawValue)
      ],
      "label": .string(event.map(LoggedEvent.label) ?? "Session start"), "properties": .object(properties),
      "campaigns": .array(campaigns.map { .string($0) }),
      "words": .string(words),
    ]
  }

  /// Fills in values that make the filter true where possible: the first of several alternatives;
  /// negations are ignored.
  private static func satisfy(_ filter: Wire.Filter, _ properties: inout [String: Wire.JSONValue]) {
    switch filter {
    case .all(let filters): for filter in filters { satisfy(filter, &properties) }
    case .any(let filters): if let first = filters.first { satisfy(first, &properties) }
    case .compare(let comparison):
      if let value = value(for: comparison) { set(value, at: comparison.path[...], in: &properties) }
    case .not, .unknown: break
    }
  }

  private static func value(for comparison: Wire.Comparison) -> Wire.JSONValue? {
    let operand = comparison.value
    switch comparison.operation.known {
    case .greater, .notEquals: return operand.map { $0.moved(by: 1) }
    case .less: return operand.map { $0.moved(by: -1) }
    case .isIn, .between:
      if case .array(let values) = operand { return values.first }
      return nil
    case .isNotBlank, .matches, .exists: return "sample"
    case .anyElement, .isBlank, .doesNotExist, nil: return nil
    // For contains, starts with, ends with, includes and equals.
    case let other?: return other.traits.acceptsMissing ? nil : operand
    }
  }

  private static func set(
    _ value: Wire.JSONValue, at path: ArraySlice<String>, in fields: inout [String: Wire.JSONValue]
  ) {
    guard let key = path.first else { return }
    guard path.count > 1 else {
      fields[key] = value
      return
    }
    var inner: [String: Wire.JSONValue] = [:]
    if case .object(let existing) = fields[key] { inner = existing }
    set(value, at: path.dropFirst(), in: &inner)
    fields[key] = .object(inner)
  }
}

extension Wire.JSONValue {
  /// A greater or smaller value of the same type, depending on the sign of `direction`; rounded,
  /// for people to read.
  fileprivate func moved(by direction: Double) -> Wire.JSONValue {
    switch self {
    case .int(let value):
      let step = max(1, Int64(Double(value.magnitude) / 10))
      return .int(value.addingReportingOverflow(direction > 0 ? step : -step).partialValue)
    case .double(let value): return .double(value + direction * max(1, (abs(value) / 10).rounded()))
    case .bool(let value): return .bool(!value)
    case .string(let value): return .string(value + (direction > 0 ? "~" : ""))
    case .object(let fields):
      guard case .int(let milliseconds) = fields["$date"] else { return self }
      return .object(["$date": .int(milliseconds + (direction > 0 ? 86_400_000 : -86_400_000))])
    case .null, .array: return self
    }
  }
}

extension Wire.Trigger {
  /// The plain triggers within a group or a count; a plain trigger itself.
  fileprivate var plain: [Wire.Trigger] { triggers.isEmpty ? [self] : triggers.flatMap(\.plain) }
}
