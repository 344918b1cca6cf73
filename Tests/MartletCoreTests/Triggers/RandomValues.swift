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
    case 4, 5: .double(element(of: [-1, -0.0, 1, 1.5, 9_007_199_254_740_992, 0x1p63, -0x1p63, .infinity, .nan]))
    case 6, 7, 8: .string(element(of: ["", "a", "ab", "B", "caf\u{E9}", "cafe\u{301}", "1"]))
    case 9: .date(Instant(milliseconds: Int64(int(0...2))))
    case 10: .array(array(0...3) { $0.value(depth: depth - 1) })
    default: .object(properties(depth: depth - 1))
    }
  }

  mutating func properties(depth: Int = 2) -> [String: Value] {
    var properties: [String: Value] = [:]
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
    return switch int(0...10) {
    case 0: .equals(operand())
    case 1: .notEquals(operand())
    case 2: .less(operand(hasOrder))
    case 3: .lessOrEqual(operand(hasOrder))
    case 4: .greater(operand(hasOrder))
    case 5: .greaterOrEqual(operand(hasOrder))
    case 6: .isIn(array(1...12) { $0.oneIn(2) ? .string($0.element(of: ["a", "B", "caf\u{E9}"])) : $0.operand() })
    case 7: .contains(operand())
    case 8: .matches(pattern: element(of: ["a", "b", "F"]), ignoringCase: oneIn(2))
    case 9: .isBlank
    default: .isNotBlank
    }
  }

  mutating func filter(depth: Int = 3) -> Filter {
    switch int(0...(depth > 0 ? 5 : 2)) {
    case 0, 1, 2:
      .compare(Comparison(path: element(of: [["x"], ["y"], ["x", "y"], ["price"], ["quantity"], ["product_id"]]), operation: operation()))
    case 3: .all(array(0...3) { $0.filter(depth: depth - 1) })
    case 4: .any(array(0...3) { $0.filter(depth: depth - 1) })
    default: .not(filter(depth: depth - 1))
    }
  }

  mutating func purchase() -> Purchase {
    Purchase(
      productID: element(of: ["p", "q"]), currency: "EUR", price: element(of: [0, 1, 1.5]), quantity: int(1...2), properties: properties())
  }
}
