// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// Filters as their documentation describes them, without any cleverness: what `FilterProgram` has to agree with.
enum NaiveFilter {
  static func isTrue(_ filter: Filter, _ kind: Event.Kind) -> Bool {
    switch filter {
    case .all(let parts): parts.map { isTrue($0, kind) }.allSatisfy { $0 }
    case .any(let parts): parts.map { isTrue($0, kind) }.contains(true)
    case .not(let part): !isTrue(part, kind)
    case .compare(let comparison): isTrue(comparison.operation, value(at: comparison.path, in: kind))
    }
  }

  static func value(at path: [String], in kind: Event.Kind) -> Value? {
    var root: [String: Value] = [:]
    switch kind {
    case .custom(_, let properties): root = properties
    case .purchase(let purchase):
      root = ["price": .double(purchase.price), "currency": .string(purchase.currency), "product_id": .string(purchase.productID)]
      root["quantity"] = .int(Int64(purchase.quantity))
      // A field is no object: a longer path through it leads nowhere, as it does without it.
      root.merge(purchase.properties) { _, property in property }
    case .sessionStart, .pushClick: break
    }
    return path.reduce(Value.object(root)) { value, key in
      if case .object(let members)? = value { members[key] } else { nil }
    }
  }

  static func isTrue(_ operation: Comparison.Operation, _ value: Value?) -> Bool {
    let isBlank = value == nil || value == .null
    let value = value ?? .null
    switch operation {
    case .isBlank: return isBlank
    case .isNotBlank: return !isBlank
    case .notEquals(let operand): return isBlank || (type(value) == type(operand) && !equal(value, operand))
    case .equals(let operand): return !isBlank && equal(value, operand)
    case .isIn(let operands): return !isBlank && operands.contains { equal(value, $0) }
    case .less(let operand): return order(value, operand) == -1
    case .lessOrEqual(let operand): return [-1, 0].contains(order(value, operand))
    case .greater(let operand): return order(value, operand) == 1
    case .greaterOrEqual(let operand): return [0, 1].contains(order(value, operand))
    case .contains(let operand):
      if case .array(let elements) = value { return elements.contains { equal($0, operand) } }
      guard case .string(let text) = value, case .string(let part) = operand else { return false }
      let scalars = Array(text.unicodeScalars)
      let sought = Array(part.unicodeScalars)
      return scalars.indices.contains { scalars[$0...].starts(with: sought) } || sought.isEmpty
    case .matches(let pattern, let ignoringCase):
      guard case .string(let text) = value else { return false }
      return plainPatterns(pattern, ignoringCase)?(text) ?? false
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
