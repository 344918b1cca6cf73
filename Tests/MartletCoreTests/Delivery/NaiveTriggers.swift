// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

@testable import MartletCore

/// Triggers as their documentation describes them, worked out anew from the list of all events.
enum NaiveTriggers {
  static func isPlain(_ trigger: Trigger) -> Bool {
    if case .event = trigger { true } else { false }
  }

  /// The event is of a kind, and has a name, that some part asks for.
  static func names(_ trigger: Trigger, _ event: Event) -> Bool {
    switch (trigger, event.kind) {
    case (.event(.sessionStart, _, _), .sessionStart): true
    case (.event(.pushClick, let wanted, _), .pushClick(let campaign)):
      wanted == nil || wanted == campaign?.rawValue
    case (.event(.purchase, let wanted, _), .purchase(let purchase)):
      wanted == nil || wanted == purchase.productID
    case (.event(.custom, let wanted, _), .custom(let name, _)): wanted == nil || wanted == name
    case (.event(.screenView, let wanted, _), .screenView(let name, _)): wanted == nil || wanted == name
    case (.event(.attribute, let wanted, _), .attribute(let key, _)): wanted == nil || wanted == key
    case (.event(.audienceEntry, let wanted, _), .audienceEntry(let audience)):
      wanted == nil || wanted == audience
    case (.event(.audienceExit, let wanted, _), .audienceExit(let audience)):
      wanted == nil || wanted == audience
    case (.any(let parts), _), (.all(let parts, _), _): parts.contains { names($0, event) }
    case (.count(let part, _), _): names(part, event)
    default: false
    }
  }

  /// A plain trigger fires by this event alone.
  static func fires(_ trigger: Trigger, _ event: Event) -> Bool {
    guard isPlain(trigger), names(trigger, event) else { return false }
    if case .event(_, _, let filter?) = trigger {
      return NaiveFilter.isTrue(filter, event.kind, at: event.at)
    }
    return true
  }

  /// Some plain part fires by this event.
  static func concerns(_ trigger: Trigger, _ event: Event) -> Bool {
    switch trigger {
    case .any(let parts), .all(let parts, _): parts.contains { concerns($0, event) }
    case .count(let part, _): concerns(part, event)
    default: fires(trigger, event)
    }
  }

  /// For each event, whether the trigger fires by it, and how far it has come if the event concerns
  /// it.
  static func run(_ trigger: Trigger, _ history: NaiveEngine.Counted) -> [(fires: Bool, progress: Progress?)]
  {
    switch trigger {
    case .any(let parts):
      let parts = parts.map { run($0, history) }
      return history.events.indices.map { i in
        parts.contains { $0[i].fires } ? (true, nil) : (false, parts.compactMap { $0[i].progress }.first)
      }
    case .all(let parts, let window):
      let parts = parts.map { run($0, history) }
      var last: [Int?] = parts.map { _ in nil }
      return history.events.indices.map { i in
        guard parts.contains(where: { $0[i].fires || $0[i].progress != nil }) else { return (false, nil) }
        for part in parts.indices where parts[part][i].fires { last[part] = i }
        let have = last.count { $0.map { isInside($0, window, of: i, history) } ?? false }
        guard have == parts.count else {
          return (false, .group(have: have, need: parts.count, window: window))
        }
        last = parts.map { _ in nil }
        return (true, nil)
      }
    case .count(let part, let repetition):
      let part = run(part, history)
      var begin = 0
      return history.events.indices.map { i in
        guard part[i].fires else { return (false, part[i].progress) }
        let have = (begin...i).count { part[$0].fires && isInside($0, repetition.window, of: i, history) }
        let fires = repetition.match == .exactly ? have == repetition.times : have >= repetition.times
        if fires, repetition.match == .every { begin = i + 1 }
        return fires ? (true, nil) : (false, .count(have: have, repetition))
      }
    default: return history.events.map { (fires(trigger, $0.event), nil) }
    }
  }

  private static func isInside(
    _ past: Int, _ window: HistoryWindow, of present: Int, _ history: NaiveEngine.Counted
  ) -> Bool {
    switch window {
    case .session: history.events[past].session == history.events[present].session
    case .last(let length):
      .milliseconds(history.times[present][present] - history.times[present][past]) < length
    }
  }
}
