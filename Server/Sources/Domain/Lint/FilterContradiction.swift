// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Tells whether a filter can be true for any event at all.
///
/// Sound but not complete: a filter that it calls impossible is false for every event, but it does
/// not find every impossible filter.
struct FilterContradiction {
  /// Two comparisons of one property that cannot both be true, or one comparison that never is.
  /// Without any: a part and its opposite, or any of nothing.
  struct Reason: Hashable, CustomStringConvertible {
    var path: [String] = []
    var comparisons: [Comparison] = []
    /// Why there are no comparisons.
    var words: String?

    /// For people: `total > 20 and total < 10`.
    var description: String {
      words ?? comparisons.map { Wire.Filter(.compare($0)).words }.joined(separator: " and ")
    }
  }

  /// nil when no contradiction was found.
  static func reason(_ filter: Filter) -> Reason? {
    switch filter {
    case .compare(let comparison): reason([comparison])
    case .any(let parts):
      // Impossible when every part is; the first says why.
      parts.isEmpty
        ? Reason(words: "any of nothing")
        : parts.allSatisfy { reason($0) != nil } ? parts.first.flatMap { reason($0) } : nil
    case .all(let parts):
      parts.lazy.compactMap { reason($0) }.first ?? reason(conjunction(parts)) ?? opposites(parts)
    // A comparison that does not apply is false, so its opposite is nearly always possible.
    case .not(.all([])): Reason(words: "not all of nothing")
    case .not: nil
    }
  }

  /// A part that must be true together with its opposite.
  private static func opposites(_ parts: [Filter]) -> Reason? {
    let required = Set(parts.flatMap(\.requiredParts))
    let isFound = required.contains { part in
      if case .not(let other) = part { required.contains(other) } else { false }
    }
    return isFound ? Reason(words: "something and its opposite") : nil
  }

  /// Comparisons that must all be true for all of the parts to be.
  static func conjunction(_ parts: [Filter]) -> [Comparison] {
    parts.flatMap { part -> [Comparison] in
      switch part {
      case .compare(let comparison): [comparison]
      case .all(let inner): conjunction(inner)
      case .any(let inner): inner.count == 1 ? conjunction(inner) : []
      case .not(.compare(let comparison)):
        comparison.operation.opposite.map { [Comparison(path: comparison.path, operation: $0)] } ?? []
      case .not: []
      }
    }
  }

  private static func reason(_ comparisons: [Comparison]) -> Reason? {
    var properties: [[String]: [Comparison]] = [:]
    for comparison in comparisons { properties[comparison.path, default: []].append(comparison) }
    for (path, comparisons) in properties.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      var seen: [(comparison: Comparison, demand: Demand)] = []
      for comparison in comparisons {
        if case .anyElement(let filter) = comparison.operation, reason(filter) != nil {
          return Reason(path: path, comparisons: [comparison])
        }
        let demand = Demand(comparison.operation)
        for other in seen where excludes(demand, other.demand) {
          return Reason(path: path, comparisons: [other.comparison, comparison])
        }
        seen.append((comparison, demand))
      }
    }
    return nil
  }

  /// True when no value satisfies both.
  private static func excludes(_ left: Demand, _ right: Demand) -> Bool {
    if left.presence.isDisjoint(with: right.presence) { return true }
    if let left = left.families, let right = right.families, left.isDisjoint(with: right) { return true }
    if let values = left.values { return !values.list.contains { right.mayAccept($0) } }
    if let values = right.values { return !values.list.contains { left.mayAccept($0) } }
    let uppers = [left.upper, right.upper].compactMap(\.self)
    return [left.lower, right.lower].compactMap(\.self).contains { lower in
      uppers.contains { lower.scale == $0.scale && lower.excludes(upper: $0) }
    }
  }
}

extension Filter {
  /// Itself, or what must be true for it to be.
  fileprivate var requiredParts: [Filter] {
    switch self {
    case .all(let parts): parts.flatMap(\.requiredParts)
    case .any(let parts) where parts.count == 1: parts[0].requiredParts
    default: [self]
    }
  }
}

extension Comparison.Operation {
  /// The comparison that is true exactly where this one is false; nil if there is none.
  fileprivate var opposite: Self? {
    switch self {
    case .exists: .doesNotExist
    case .doesNotExist: .exists
    default: nil
    }
  }
}

/// What a comparison requires of a property, as far as it can be checked one value at a time.
private struct Demand {
  enum Presence: Hashable { case missing, null, value }

  var presence: Set<Presence> = [.value]
  /// nil for any.
  var families: Set<Value.Family>?
  /// The only values that satisfy it; nil when it is not a list.
  var values: ValueSet?
  /// Values that do not satisfy it.
  var excluded = ValueSet([])
  var lower: Bound?
  var upper: Bound?

  init(_ operation: Comparison.Operation) {
    families = operation.families
    if operation.parts.operator.traits.acceptsMissing { presence = [.missing, .null, .value] }
    switch operation {
    case .equals(let value): values = ValueSet([value])
    case .isIn(let list): values = ValueSet(list)
    case .notEquals(let value): excluded = ValueSet([value])
    case .isNotIn(let list): excluded = ValueSet(list)
    case .less(let bound): upper = Bound(bound, isIncluded: false)
    case .lessOrEqual(let bound): upper = Bound(bound, isIncluded: true)
    case .greater(let bound): lower = Bound(bound, isIncluded: false)
    case .greaterOrEqual(let bound): lower = Bound(bound, isIncluded: true)
    case .between(let from, let to):
      lower = Bound(from, isIncluded: true)
      upper = Bound(to, isIncluded: true)
    case .isBlank: presence = [.missing, .null]
    case .exists: presence = [.null, .value]
    case .doesNotExist: presence = [.missing]
    // Nothing is known about the values except their type.
    default: break
    }
    // Missing and null pass, whatever the type; nothing equals null.
    if presence.count > 1 || families?.contains(.null) == true { families = nil }
  }

  /// False only when the value certainly does not satisfy it.
  func mayAccept(_ value: Value) -> Bool {
    guard presence.contains(.value) else { return false }
    if let families, value.family != .null, !families.contains(value.family) { return false }
    if let values, !values.mayContain(value) { return false }
    if excluded.contains(value) { return false }
    guard let bound = Bound(.value(value), isIncluded: true) else { return true }
    if let lower, lower.scale == bound.scale, lower.excludes(upper: bound) { return false }
    if let upper, upper.scale == bound.scale, bound.excludes(upper: upper) { return false }
    return true
  }
}

/// Values by which a property is asked, each looked up at once: lists can be long, and there can be
/// many.
private struct ValueSet {
  let list: [Value]
  private var keys: Set<Key> = []
  private var families: Set<Value.Family> = []
  /// The families of values of which equality is not certain.
  private var uncertain: Set<Value.Family> = []

  /// A value that certainly equals those with the same key, and no others.
  private enum Key: Hashable {
    case bool(Bool)
    case number(Double)
    case string(String)
    case date(Int64)

    init?(_ value: Value) {
      if case .bool(let flag) = value {
        self = .bool(flag)
        return
      }
      switch Bound(.value(value), isIncluded: true)?.position {
      case .number(let number)?: self = .number(number)
      case .string(let text)?: self = .string(text)
      case .date(let date)?: self = .date(date)
      case .relativeDate?, nil: return nil
      }
    }
  }

  init(_ list: [Value]) {
    self.list = list
    for value in list {
      families.insert(value.family)
      if let key = Key(value) { keys.insert(key) } else { uncertain.insert(value.family) }
    }
  }

  /// True when a property with the value certainly equals one of them.
  func contains(_ value: Value) -> Bool { Key(value).map(keys.contains) ?? false }

  /// False when no property with the value equals one of them.
  func mayContain(_ value: Value) -> Bool {
    guard let key = Key(value) else { return families.contains(value.family) }
    return keys.contains(key) || uncertain.contains(value.family)
  }
}

/// One end of a range of numbers, strings or dates.
private struct Bound {
  enum Position {
    case number(Double)
    case string(String)
    case date(Int64)
    /// In seconds after the event.
    case relativeDate(Int64)
  }

  /// What has one order.
  enum Scale { case number, string, date, relativeDate }

  var position: Position
  var isIncluded: Bool

  /// nil when the bound has no order, or is so large that rounding could mislead.
  init?(_ bound: Comparison.Bound, isIncluded: Bool) {
    switch bound {
    case .fromNow(let seconds): position = .relativeDate(seconds)
    case .value(.int(let number)) where (-(1 << 52)...(1 << 52)).contains(number):
      position = .number(Double(number))
    case .value(.double(let number)) where number.isFinite: position = .number(number)
    case .value(.string(let text)): position = .string(text)
    case .value(.date(let date)): position = .date(date.milliseconds)
    case .value: return nil
    }
    self.isIncluded = isIncluded
  }

  var scale: Scale {
    switch position {
    case .number: .number
    case .string: .string
    case .date: .date
    case .relativeDate: .relativeDate
    }
  }

  /// True when nothing lies at or above this one and at or below `upper`.
  func excludes(upper: Bound) -> Bool {
    let order = order(upper)
    return order > 0 || (order == 0 && !(isIncluded && upper.isIncluded))
  }

  /// Zero for different scales, which are distinguished before.
  private func order(_ other: Bound) -> Int {
    switch (position, other.position) {
    case (.number(let a), .number(let b)): a < b ? -1 : a > b ? 1 : 0
    case (.string(let a), .string(let b)): a < b ? -1 : a > b ? 1 : 0
    case (.date(let a), .date(let b)), (.relativeDate(let a), .relativeDate(let b)):
      a < b ? -1 : a > b ? 1 : 0
    default: 0
    }
  }
}
