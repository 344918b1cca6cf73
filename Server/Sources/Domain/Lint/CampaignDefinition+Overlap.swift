// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// Which events two campaigns have in common.
extension CampaignDefinition {
  /// True when every event that fires the other certainly fires this one.
  func covers(_ other: CampaignDefinition) -> Bool {
    let mine = triggers.filter(\.isPlain)
    return other.triggers.flatMap(\.firingLeaves).allSatisfy { leaf in mine.contains { $0.covers(leaf) } } && !other.triggers.isEmpty
  }

  /// True when some event may fire both.
  func meets(_ other: CampaignDefinition) -> Bool {
    triggers.flatMap(\.firingLeaves).contains { mine in other.triggers.flatMap(\.firingLeaves).contains { mine.meets($0) } }
  }
}

/// Kinds of events that have nothing in common: what one of them fires, no other does.
enum EventClass: Hashable, Sendable {
  case session, push, purchase
  case custom(String)
}

extension CampaignDefinition {
  /// Of all events with one of which a firing happens.
  var eventClasses: Set<EventClass> {
    Set(
      triggers.flatMap(\.firingLeaves).compactMap { leaf in
        switch leaf {
        case .sessionStart: .session
        case .pushClick: .push
        case .anyPurchase, .purchase: .purchase
        case .customEvent(let name, _): .custom(name)
        case .any, .all, .count: nil
        }
      })
  }
}

extension Trigger {
  var isPlain: Bool {
    switch self {
    case .sessionStart, .pushClick, .anyPurchase, .purchase, .customEvent: true
    case .any, .all, .count: false
    }
  }

  /// The plain triggers with one of which every firing happens.
  var firingLeaves: [Trigger] {
    switch self {
    case .sessionStart, .pushClick, .anyPurchase, .purchase, .customEvent: [self]
    case .any(let parts), .all(let parts, _): parts.flatMap(\.firingLeaves)
    case .count(let part, _): part.firingLeaves
    }
  }

  /// Names of the custom events that it waits for.
  var eventNames: Set<String> {
    Set(firingLeaves.compactMap { if case .customEvent(let name, _) = $0 { name } else { nil } })
  }

  /// True when every event that fires the other, a plain one too, fires this one.
  fileprivate func covers(_ other: Trigger) -> Bool {
    switch (self, other) {
    case (.sessionStart, .sessionStart), (.pushClick(nil), .pushClick): true
    case (.pushClick(let a), .pushClick(let b)): a == b
    case (.anyPurchase(let mine), .anyPurchase(let others)), (.anyPurchase(let mine), .purchase(_, let others)):
      Self.follows(mine, from: others)
    case (.purchase(let a, let mine), .purchase(let b, let others)), (.customEvent(let a, let mine), .customEvent(let b, let others)):
      a == b && Self.follows(mine, from: others)
    default: false
    }
  }

  fileprivate func meets(_ other: Trigger) -> Bool {
    switch (self, other) {
    case (.sessionStart, .sessionStart): true
    case (.pushClick(let a), .pushClick(let b)): a == nil || b == nil || a == b
    case (.anyPurchase(let a), .anyPurchase(let b)), (.anyPurchase(let a), .purchase(_, let b)), (.purchase(_, let a), .anyPurchase(let b)):
      Self.mayBothBeTrue(a, b)
    case (.purchase(let name, let a), .purchase(let other, let b)), (.customEvent(let name, let a), .customEvent(let other, let b)):
      name == other && Self.mayBothBeTrue(a, b)
    default: false
    }
  }

  /// True when the first is certainly true where the second is: it asks for nothing, or only for what the second asks for too.
  private static func follows(_ filter: Filter?, from other: Filter?) -> Bool {
    guard let filter else { return true }
    guard let other else { return filter == .all([]) }
    if filter == other { return true }
    guard case .all(let parts) = filter else { return FilterContradiction.conjunction([other]).contains { .compare($0) == filter } }
    return parts.allSatisfy { follows($0, from: other) }
  }

  private static func mayBothBeTrue(_ a: Filter?, _ b: Filter?) -> Bool {
    FilterContradiction.reason(.all([a, b].compactMap(\.self))) == nil
  }
}
