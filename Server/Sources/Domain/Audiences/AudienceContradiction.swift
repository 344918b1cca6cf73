// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// Conditions on one subject that cannot hold together, such as two different plans at once.
///
/// It only knows values, lists of values, and limits: what it finds is certain, and there may be more.
struct AudienceContradiction {
  /// The places of the two conditions in the group, the earlier one first.
  let places: (Int, Int)

  /// The first contradiction of a group of which all parts must hold.
  init?(in parts: [AudienceRule]) {
    var earlier: [AudienceSubject: [(place: Int, values: Values)]] = [:]
    for (place, part) in parts.enumerated() {
      guard case .condition(let condition) = part else { continue }
      guard let values = Values(condition.operation, isVersion: condition.subject.isVersion) else { continue }
      if let other = earlier[condition.subject]?.first(where: { !$0.values.meets(values) }) {
        places = (other.place, place)
        return
      }
      earlier[condition.subject, default: []].append((place, values))
    }
    return nil
  }

  /// The values that a condition allows.
  private enum Values {
    case some([Value])
    case range(Limit?, Limit?)

    init?(_ operation: Comparison.Operation, isVersion: Bool) {
      func limit(_ bound: Comparison.Bound, isIncluded: Bool) -> Limit? {
        isVersion ? nil : Limit(bound, isIncluded: isIncluded)
      }
      switch operation {
      case .equals(let value): self = .some([isVersion ? value.ordered : value])
      case .isIn(let values): self = .some(isVersion ? values.map(\.ordered) : values)
      case .less(let bound): self = .range(nil, limit(bound, isIncluded: false))
      case .lessOrEqual(let bound): self = .range(nil, limit(bound, isIncluded: true))
      case .greater(let bound): self = .range(limit(bound, isIncluded: false), nil)
      case .greaterOrEqual(let bound): self = .range(limit(bound, isIncluded: true), nil)
      case .between(let lower, let upper): self = .range(limit(lower, isIncluded: true), limit(upper, isIncluded: true))
      default: return nil
      }
    }

    func meets(_ other: Values) -> Bool {
      switch (self, other) {
      case (.some(let left), .some(let right)): left.contains { value in right.contains { Self.equal(value, $0) } }
      case (.some(let values), .range(let lower, let upper)), (.range(let lower, let upper), .some(let values)):
        values.contains { value in
          guard let point = Limit(.value(value), isIncluded: true) else { return true }
          return Limit.leaveRoom(lower, point) && Limit.leaveRoom(point, upper)
        }
      case (.range(let lower, let upper), .range(let otherLower, let otherUpper)):
        Limit.leaveRoom(lower, otherUpper) && Limit.leaveRoom(otherLower, upper)
      }
    }

    private static func equal(_ left: Value, _ right: Value) -> Bool {
      if let left = Limit(.value(left), isIncluded: true), let right = Limit(.value(right), isIncluded: true) { return left == right }
      return left == right
    }
  }

  /// An end of a range of numbers or dates.
  private struct Limit: Equatable {
    enum Scale { case number, date, relativeDate }

    let scale: Scale
    let position: Double
    let isIncluded: Bool

    /// nil if the bound is neither a number nor a date.
    init?(_ bound: Comparison.Bound, isIncluded: Bool) {
      self.isIncluded = isIncluded
      switch bound {
      case .value(.int(let number)): (scale, position) = (.number, Double(number))
      case .value(.double(let number)): (scale, position) = (.number, number)
      case .value(.date(let date)): (scale, position) = (.date, Double(date.milliseconds))
      case .fromNow(let seconds): (scale, position) = (.relativeDate, Double(seconds))
      case .value: return nil
      }
    }

    /// Whether a value can lie between the two. Limits on different scales say nothing about each other.
    static func leaveRoom(_ lower: Limit?, _ upper: Limit?) -> Bool {
      guard let lower, let upper, lower.scale == upper.scale else { return true }
      return lower.position < upper.position || (lower.position == upper.position && lower.isIncluded && upper.isIncluded)
    }
  }
}
