// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import TestSupport

/// Random values and filters from worlds so small that they often meet.
extension SeededGenerator {
  mutating func value(depth: Int = 2) -> Value {
    switch int(0...(depth > 0 ? 11 : 9)) {
    case 0: .null
    case 1: .bool(oneIn(2))
    case 2, 3: .int(element(of: [-1, 0, 1, 2, 9_007_199_254_740_993, .max, .min]))
    case 4, 5:
      .double(element(of: [-1, -0.0, 1, 1.5, 9_007_199_254_740_992, 0x1p63, -0x1p63, .infinity, .nan]))
    case 6, 7, 8:
      .string(element(of: ["", "a", "ab", "B", "bAB", "caf\u{E9}", "CAF\u{C9}", "cafe\u{301}", "1"]))
    case 9: .date(Instant(milliseconds: Int64(int(0...2))))
    case 10: .array(array(0...3) { $0.value(depth: depth - 1) })
    default: .object(properties(depth: depth - 1))
    }
  }

  mutating func properties(depth: Int = 2) -> Properties {
    var properties: Properties = [:]
    for key in ["x", "y", "price"] where oneIn(2) { properties[key] = value(depth: depth) }
    return properties
  }

  mutating func operand(_ isAllowed: (Value) -> Bool = { _ in true }) -> Value {
    while true {
      let value = value()
      if case .double(let number) = value, number.isNaN { continue }
      if value != .null && isAllowed(value) { return value }
    }
  }

  mutating func operation() -> Comparison.Operation {
    let hasOrder: (Value) -> Bool = { ["number", "string", "date"].contains(NaiveFilter.type($0)) }
    return switch int(0...19) {
    case 0: .equals(operand())
    case 1: .notEquals(operand())
    case 2: .less(bound(hasOrder))
    case 3: .lessOrEqual(bound(hasOrder))
    case 4: .greater(bound(hasOrder))
    case 5: .greaterOrEqual(bound(hasOrder))
    case 6: .isIn(list())
    case 7: .isNotIn(list())
    case 8, 9: contains()
    case 10:
      .startsWith(
        element(of: ["", "a", "ca", "B", "cafe", "caf\u{E9}", "cafe\u{301}"]), ignoringCase: oneIn(2))
    case 11: .endsWith(element(of: ["", "b", "ab", "\u{E9}", "e\u{301}", "\u{301}"]), ignoringCase: oneIn(2))
    case 12: .matches(pattern: element(of: ["a", "b", "F", "\u{E9}", "e\u{301}"]), ignoringCase: oneIn(2))
    case 13: .includesAny(list())
    case 14: .includesAll(array(1...2) { $0.operand() })
    case 15: range()
    case 16: .isBlank
    case 17: .isNotBlank
    case 18: .exists
    default: .doesNotExist
    }
  }

  private mutating func bound(_ hasOrder: (Value) -> Bool) -> Comparison.Bound {
    // Around the dates of `value()`, which are 0 to 2 ms after the epoch, when the event happens at
    // the epoch or a second beside it.
    oneIn(4) ? .fromNow(seconds: Int64(int(-1...1))) : .value(operand(hasOrder))
  }

  private mutating func list() -> [Value] {
    array(1...12) { $0.oneIn(2) ? .string($0.element(of: ["a", "B", "caf\u{E9}"])) : $0.operand() }
  }

  private mutating func contains() -> Comparison.Operation {
    oneIn(2)
      ? .contains(operand())
      : .contains(.string(element(of: ["a", "AB", "\u{C9}", "E\u{301}", ""])), ignoringCase: true)
  }

  private mutating func range() -> Comparison.Operation {
    switch int(0...3) {
    case 0:
      let ends = [operand { NaiveFilter.type($0) == "number" }, operand { NaiveFilter.type($0) == "number" }]
      return NaiveFilter.order(ends[0], ends[1]) == 1
        ? .between(.value(ends[1]), .value(ends[0])) : .between(.value(ends[0]), .value(ends[1]))
    case 1: return .between(.string("a"), .string(element(of: ["a", "b", "z"])))
    case 2: return .between(.fromNow(seconds: Int64(int(-1...0))), .fromNow(seconds: Int64(int(0...1))))
    default:
      return .between(.date(Instant(milliseconds: Int64(int(0...1)))), .fromNow(seconds: Int64(int(0...1))))
    }
  }

  /// - Parameter isInElement: inside an `anyElement`, where the empty path may stand.
  mutating func filter(depth: Int = 3, isInElement: Bool = false) -> Filter {
    switch int(0...(depth > 0 ? 6 : 2)) {
    case 0, 1, 2: .compare(Comparison(path: path(isInElement), operation: operation()))
    case 3: .all(array(0...3) { $0.filter(depth: depth - 1, isInElement: isInElement) })
    case 4: .any(array(0...3) { $0.filter(depth: depth - 1, isInElement: isInElement) })
    case 5:
      .compare(
        Comparison(
          path: path(isInElement), operation: .anyElement(filter(depth: depth - 1, isInElement: true))))
    default: .not(filter(depth: depth - 1, isInElement: isInElement))
    }
  }

  private mutating func path(_ isInElement: Bool) -> [String] {
    if isInElement, oneIn(2) { return [] }
    return element(of: [["x"], ["y"], ["x", "y"], ["price"], ["quantity"], ["product_id"]])
  }

  mutating func purchase() -> Purchase {
    Purchase(
      productID: element(of: ["p", "q"]), currency: "EUR", price: element(of: [0, 1, 1.5]),
      quantity: int(1...2), properties: properties())
  }
}
