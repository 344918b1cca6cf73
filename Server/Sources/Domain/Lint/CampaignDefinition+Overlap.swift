// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Which events two campaigns have in common.
extension CampaignDefinition {
  /// True when every event that fires the other certainly fires this one.
  func covers(_ other: CampaignDefinition) -> Bool {
    let mine = triggers.filter(\.isPlain)
    return other.triggers.flatMap(\.firingLeaves).allSatisfy { leaf in mine.contains { $0.covers(leaf) } }
      && !other.triggers.isEmpty
  }

  /// True when some event may fire both.
  func meets(_ other: CampaignDefinition) -> Bool {
    triggers.flatMap(\.firingLeaves).contains { mine in
      other.triggers.flatMap(\.firingLeaves).contains { mine.meets($0) }
    }
  }

  /// The classes of the events that can complete a firing.
  var eventClasses: Set<EventClass> {
    Set(
      triggers.flatMap(\.firingLeaves).compactMap { leaf in
        guard case .event(let category, let name, _) = leaf else { return nil }
        return EventClass(category: category, name: category.isAlwaysNamed ? name : nil)
      })
  }
}

extension Event.Category {
  /// Whether every trigger for these events has a name.
  fileprivate var isAlwaysNamed: Bool {
    Wire.Trigger.Kind.plain.map(\.traits).filter { $0.category == self }.allSatisfy {
      if case .required = $0.name { true } else { false }
    }
  }
}

/// Kinds of events that have nothing in common: a trigger that one kind fires is fired by no other.
struct EventClass: Hashable, Sendable {
  var category: Event.Category
  /// Set only where every trigger names its event: one purchase may fire both a trigger for it and
  /// a trigger for any purchase.
  var name: String?
}

extension Trigger {
  var isPlain: Bool { if case .event = self { true } else { false } }

  /// The plain triggers that can complete a firing: every firing happens with an event of one of
  /// them.
  var firingLeaves: [Trigger] {
    switch self {
    case .event: [self]
    case .any(let parts), .all(let parts, _): parts.flatMap(\.firingLeaves)
    case .count(let part, _): part.firingLeaves
    }
  }

  /// Names of the custom events that the trigger waits for.
  var eventNames: Set<String> {
    Set(firingLeaves.compactMap { if case .event(.custom, let name, _) = $0 { name } else { nil } })
  }

  /// True when every event that fires the other trigger fires this one. Both must be plain.
  fileprivate func covers(_ other: Trigger) -> Bool {
    guard case .event(let category, let name, let filter) = self,
      case .event(category, let otherName, let otherFilter) = other
    else {
      return false
    }
    return (name == nil || name == otherName) && Self.follows(filter, from: otherFilter)
  }

  fileprivate func meets(_ other: Trigger) -> Bool {
    guard case .event(let category, let name, let filter) = self,
      case .event(category, let otherName, let otherFilter) = other
    else {
      return false
    }
    return (name == nil || otherName == nil || name == otherName) && Self.mayBothBeTrue(filter, otherFilter)
  }

  /// True when the first filter is certainly true wherever the second is: it asks for nothing, or
  /// only for what the second asks for too.
  private static func follows(_ filter: Filter?, from other: Filter?) -> Bool {
    guard let filter else { return true }
    guard let other else { return filter == .all([]) }
    if filter == other { return true }
    guard case .all(let parts) = filter else {
      return FilterContradiction.conjunction([other]).contains { .compare($0) == filter }
    }
    return parts.allSatisfy { follows($0, from: other) }
  }

  private static func mayBothBeTrue(_ a: Filter?, _ b: Filter?) -> Bool {
    FilterContradiction.reason(.all([a, b].compactMap(\.self))) == nil
  }
}
