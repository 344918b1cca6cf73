// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore

/// Filters as their documentation describes them, without any cleverness: what `FilterProgram` has
/// to agree with.
enum NaiveFilter {
  static func isTrue(_ filter: Filter, _ kind: Event.Kind, at now: Instant = 0) -> Bool {
    isTrue(filter, of: root(of: kind), at: now)
  }

  static func isTrue(_ filter: Filter, of root: Value, at now: Instant) -> Bool {
    switch filter {
    case .all(let parts): parts.map { isTrue($0, of: root, at: now) }.allSatisfy { $0 }
    case .any(let parts): parts.map { isTrue($0, of: root, at: now) }.contains(true)
    case .not(let part): !isTrue(part, of: root, at: now)
    case .compare(let comparison): isTrue(comparison.operation, value(at: comparison.path, in: root), at: now)
    }
  }

  static func value(at path: [String], in kind: Event.Kind) -> Value? { value(at: path, in: root(of: kind)) }

  private static func root(of kind: Event.Kind) -> Value {
    var root: [String: Value] = [:]
    switch kind {
    case .custom(_, let properties), .screenView(_, let properties): root = properties.dictionary
    case .purchase(let purchase):
      root = [
        "price": .double(purchase.price), "currency": .string(purchase.currency),
        "product_id": .string(purchase.productID),
      ]
      root["quantity"] = .int(Int64(purchase.quantity))
      // A field is no object: a longer path through it leads nowhere, as it does without it.
      root.merge(purchase.properties.dictionary) { _, property in property }
    case .attribute(_, .value(let value)): root["value"] = value
    case .attribute(_, .removed): break
    case .attribute(_, .relative(let operation, let operand)):
      root = ["operation": .string(operation), "by": operand]
    case .sessionStart, .pushClick, .audienceEntry, .audienceExit: break
    }
    return .object(Properties(root))
  }

  private static func value(at path: [String], in root: Value) -> Value? {
    path.reduce(root) { value, key in
      if case .object(let members)? = value { members.dictionary[key] } else { nil }
    }
  }

  private static func constant(_ bound: Comparison.Bound, at now: Instant) -> Value {
    switch bound {
    case .value(let value): value
    case .fromNow(let seconds): .date(Instant(milliseconds: now.milliseconds + seconds * 1_000))
    }
  }

  private static func folded(_ text: String, _ ignoringCase: Bool) -> [Unicode.Scalar] {
    let text = text.precomposedStringWithCanonicalMapping
    // The tests' alphabet has no letter whose lower case is several scalars.
    return Array(
      ignoringCase
        ? text.unicodeScalars.flatMap { Array($0.properties.lowercaseMapping.unicodeScalars) }
        : Array(text.unicodeScalars))
  }

  static func isTrue(_ operation: Comparison.Operation, _ value: Value?, at now: Instant = 0) -> Bool {
    let isBlank = value == nil || value == .null
    let isThere = value != nil
    let value = value ?? .null
    switch operation {
    case .isBlank: return isBlank
    case .isNotBlank: return !isBlank
    case .notEquals(let operand): return isBlank || (type(value) == type(operand) && !equal(value, operand))
    case .equals(let operand): return !isBlank && equal(value, operand)
    case .isIn(let operands): return !isBlank && operands.contains { equal(value, $0) }
    case .isNotIn(let operands):
      return isBlank
        || (operands.contains { type($0) == type(value) } && !operands.contains { equal(value, $0) })
    case .less(let bound): return order(value, constant(bound, at: now)) == -1
    case .lessOrEqual(let bound): return [-1, 0].contains(order(value, constant(bound, at: now)))
    case .greater(let bound): return order(value, constant(bound, at: now)) == 1
    case .greaterOrEqual(let bound): return [0, 1].contains(order(value, constant(bound, at: now)))
    case .between(let lower, let upper):
      return isTrue(.greaterOrEqual(lower), value, at: now) && isTrue(.lessOrEqual(upper), value, at: now)
    case .contains(let operand, let ignoringCase):
      if case .array(let elements) = value {
        return elements.contains { element in
          guard ignoringCase, case .string(let text) = element, case .string(let part) = operand else {
            return equal(element, operand)
          }
          return folded(text, true) == folded(part, true)
        }
      }
      guard case .string(let text) = value, case .string(let part) = operand else { return false }
      let scalars = folded(text, ignoringCase)
      let sought = folded(part, ignoringCase)
      return scalars.indices.contains { scalars[$0...].starts(with: sought) } || sought.isEmpty
    case .startsWith(let part, let ignoringCase):
      guard case .string(let text) = value else { return false }
      return folded(text, ignoringCase).starts(with: folded(part, ignoringCase))
    case .endsWith(let part, let ignoringCase):
      guard case .string(let text) = value else { return false }
      return folded(text, ignoringCase).reversed().starts(with: folded(part, ignoringCase).reversed())
    case .includesAny(let operands):
      guard case .array(let elements) = value else { return false }
      return operands.contains { operand in elements.contains { equal($0, operand) } }
    case .includesAll(let operands):
      guard case .array(let elements) = value else { return false }
      return operands.allSatisfy { operand in elements.contains { equal($0, operand) } }
    case .anyElement(let filter):
      guard case .array(let elements) = value else { return false }
      return elements.contains { isTrue(filter, of: $0, at: now) }
    case .exists: return isThere
    case .doesNotExist: return !isThere
    case .matches(let pattern, let ignoringCase):
      guard case .string(let text) = value else { return false }
      return (try? plainPatterns(pattern.precomposedStringWithCanonicalMapping, ignoringCase))?(
        text.precomposedStringWithCanonicalMapping)
        ?? false
    }
  }

  static func type(_ value: Value) -> String {
    switch value {
    case .null: "null"
    case .bool: "bool"
    case .int, .double: "number"
    case .string: "string"
    case .date: "date"
    case .array: "array"
    case .object: "object"
    }
  }

  static func equal(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.array(let left), .array(let right)):
      return left.count == right.count && left.indices.allSatisfy { equal(left[$0], right[$0]) }
    case (.object(let left), .object(let right)):
      let (left, right) = (left.dictionary, right.dictionary)
      return Set(left.keys) == Set(right.keys) && left.keys.allSatisfy { equal(left[$0]!, right[$0]!) }
    case (.null, .null): return true
    case (.bool(let left), .bool(let right)): return left == right
    default: return order(left, right) == 0
    }
  }

  /// -1, 0 or 1; nil when the two have no order.
  static func order(_ left: Value, _ right: Value) -> Int? {
    switch (left, right) {
    case (.int(let left), .int(let right)): return order(left, right)
    case (.string(let left), .string(let right)): return order(left, right)
    case (.date(let left), .date(let right)): return order(left, right)
    case (.double(let left), .double(let right)): return left.isNaN || right.isNaN ? nil : order(left, right)
    case (.double, .int): return order(right, left).map { -$0 }
    case (.int(let left), .double(let right)):
      if right.isNaN { return nil }
      // The neighbours of a double among the integers decide; beyond Int64 the sign does.
      guard let floor = Int64(exactly: right.rounded(.down)) else { return right > 0 ? -1 : 1 }
      if left > floor { return 1 }
      if left < floor { return -1 }
      return right == right.rounded(.down) ? 0 : -1
    default: return nil
    }
  }

  private static func order<T: Comparable>(_ left: T, _ right: T) -> Int {
    left < right ? -1 : left == right ? 0 : 1
  }
}
