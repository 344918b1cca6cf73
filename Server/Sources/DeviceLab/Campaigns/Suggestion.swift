// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletTesting
import MartletWire

/// What would pass a running campaign's trigger: ready to be done with one press.
struct Suggestion: Hashable, Sendable {
  /// nil: a session starts.
  var event: LoggedEvent?
  var properties: [String: Wire.JSONValue]
  /// What the campaigns are called whose triggers it is made for.
  var campaigns: [String]
  /// The trigger in words.
  var words: String

  /// One for each event that running ones of these campaigns listen to, with all campaigns that do.
  static func merged(_ campaigns: [LabCampaign]) -> [Suggestion] {
    var places: [LoggedEvent?: Int] = [:]
    var suggestions: [Suggestion] = []
    for suggestion in campaigns.flatMap(all) {
      if let place = places[suggestion.event] {
        suggestions[place].campaigns += suggestion.campaigns.filter { !suggestions[place].campaigns.contains($0) }
      } else {
        places[suggestion.event] = suggestions.count
        suggestions.append(suggestion)
      }
    }
    return suggestions
  }

  /// One for each trigger of a campaign that runs.
  private static func all(for campaign: LabCampaign) -> [Suggestion] {
    campaign.isRunning ? campaign.triggers.flatMap(\.plain).compactMap { Suggestion($0, campaign: campaign.name) } : []
  }

  /// What alone makes a campaign appear; nil: its first trigger waits for more than one thing, or for what the lab cannot do.
  static func first(for campaign: LabCampaign) -> Suggestion? {
    guard let trigger = campaign.triggers.first else { return nil }
    switch trigger.kind {
    case .known(.all), .known(.count): return nil
    case .known(.any): return trigger.triggers.lazy.compactMap { Suggestion($0, campaign: campaign.name) }.first
    default: return Suggestion(trigger, campaign: campaign.name)
    }
  }

  /// nil: nothing that the lab can do meets this trigger.
  init?(_ trigger: Wire.Trigger, campaign: String) {
    properties = [:]
    if let filter = trigger.filter { Self.satisfy(filter, &properties) }
    event = LoggedEvent(meeting: trigger, properties: properties)
    guard event != nil || trigger.kind == .known(.sessionStart) else { return nil }
    campaigns = [campaign]
    words = trigger.words
  }

  var json: Wire.JSONValue {
    [
      "command": event?.json ?? ["command": .string(LabCommand.Name.startSession.rawValue)],
      "label": .string(event?.label ?? "Session start"), "properties": .object(properties),
      "campaigns": .array(campaigns.map { .string($0) }),
      "words": .string(words),
    ]
  }

  /// Fills in values that make the filter true, as far as one can tell: of alternatives the first; what must not be is left alone.
  private static func satisfy(_ filter: Wire.Filter, _ properties: inout [String: Wire.JSONValue]) {
    switch filter {
    case .all(let filters): for filter in filters { satisfy(filter, &properties) }
    case .any(let filters): if let first = filters.first { satisfy(first, &properties) }
    case .compare(let comparison): if let value = value(for: comparison) { set(value, at: comparison.path[...], in: &properties) }
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
    case .isNotIn, .anyElement, .isBlank, .doesNotExist, nil: return nil
    // What contains it, begins or ends with it, includes it or equals it.
    default: return operand
    }
  }

  private static func set(_ value: Wire.JSONValue, at path: ArraySlice<String>, in fields: inout [String: Wire.JSONValue]) {
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
  /// A value of the same type on the side of `direction`; a round one, for people.
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
  /// The plain triggers that a group or a count is made of; of a plain one itself.
  fileprivate var plain: [Wire.Trigger] {
    triggers.isEmpty ? [self] : triggers.flatMap(\.plain)
  }
}
