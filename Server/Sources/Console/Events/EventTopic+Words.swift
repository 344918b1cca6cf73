// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire
import Pages

extension EventTopic {
  /// What an event is called in lists: its own name, or its kind.
  var words: String {
    if !name.isEmpty { return name }
    return isOther ? "Other custom events" : kindWords
  }

  /// Custom events that are not counted by their names.
  var isOther: Bool { kind == "custom" && name.isEmpty }

  /// What finds the events with the people who did it; nil for those that cannot be found by kind
  /// and name.
  var selector: EventSelector? {
    isOther ? nil : AudienceActivity.Kind(rawValue: kind).map { EventSelector($0, name: name.nilIfEmpty) }
  }

  /// Whether the app named it, or Martlet.
  var originWords: String { kind == "custom" ? "Custom event" : "Built in" }

  var path: String {
    let kind = QueryString.encoded(kind)
    return name.isEmpty ? "/events/\(kind)" : QueryString.url("/events/\(kind)", [("name", name)])
  }

  /// `Session start`
  var kindWords: String {
    switch kind {
    case "custom": "Custom event"
    case "push_click": "Push tap"
    case "user_changed": "Change of user"
    case "audience_entry": "Audience entered"
    case "audience_exit": "Audience left"
    case "delivered": "Delivery"
    case "exposure": "Experiment exposure"
    default: kind.replacing("_", with: " ").capitalisingFirst
    }
  }
}

extension Wire.EventRecord {
  /// The name by which volumes are counted.
  var topicName: String { if case .custom(let name, _) = body { name } else { "" } }
}
