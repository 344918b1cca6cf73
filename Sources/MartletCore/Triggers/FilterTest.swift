// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What one instruction of a `FilterProgram` asks of a property's value.
///
/// Operands are sorted by type when the filter is compiled, so that running it never looks at an operand's type again.
enum FilterTest: Sendable {
  case equals(Value)
  case notEquals(Value)
  case int(Order, Int64)
  case double(Order, Double)
  case string(Order, String)
  case date(Order, Instant)
  /// Short lists of strings are walked: that is faster than hashing.
  case isInStrings(ContiguousArray<String>)
  case isIn(FilterList)
  case contains(Value)
  case containsString(String)
  case matches(@Sendable (String) -> Bool)
  case isBlank
  case isNotBlank

  /// Which relation of the property to the operand is true.
  enum Order: Hashable, Sendable {
    case less, lessOrEqual, greater, greaterOrEqual

    @inline(__always)
    func accepts(_ relation: Relation) -> Bool {
      switch self {
      case .less: relation == .less
      case .lessOrEqual: relation != .greater
      case .greater: relation == .greater
      case .greaterOrEqual: relation != .less
      }
    }

    @inline(__always)
    func accepts<T: Comparable>(_ left: T, _ right: T) -> Bool {
      switch self {
      case .less: left < right
      case .lessOrEqual: left <= right
      case .greater: left > right
      case .greaterOrEqual: left >= right
      }
    }
  }

  /// `value` is nil when the property is missing.
  @inline(__always)
  func accepts(_ value: Value?) -> Bool {
    switch self {
    case .int(let order, let operand):
      switch value {
      case .int(let number): order.accepts(number, operand)
      case .double(let number): Relation(operand, number).map { order.accepts($0.reversed) } ?? false
      default: false
      }
    case .double(let order, let operand):
      switch value {
      case .int(let number): Relation(number, operand).map { order.accepts($0) } ?? false
      case .double(let number): order.accepts(number, operand)
      default: false
      }
    case .isInStrings(let strings):
      if case .string(let text) = value { strings.contains(text) } else { false }
    case .string(let order, let operand):
      if case .string(let text) = value { order.accepts(text, operand) } else { false }
    case .date(let order, let operand):
      if case .date(let date) = value { order.accepts(date, operand) } else { false }
    case .equals(let operand):
      value?.matches(operand) ?? false
    case .notEquals(let operand):
      switch value {
      case nil, .null: true
      case .some(let value): value.family == operand.family && !value.matches(operand)
      }
    case .isIn(let list):
      value.map(list.contains) ?? false
    case .containsString(let operand):
      switch value {
      case .string(let text): text.containsScalars(of: operand)
      case .array(let elements): elements.contains { $0.matches(.string(operand)) }
      default: false
      }
    case .contains(let operand):
      if case .array(let elements) = value { elements.contains { $0.matches(operand) } } else { false }
    case .matches(let isFound):
      if case .string(let text) = value { isFound(text) } else { false }
    case .isBlank:
      value == nil || value == .null
    case .isNotBlank:
      value != nil && value != .null
    }
  }
}

/// The operand of a long or mixed `isIn`, sorted by type: strings and numbers cost one hash look-up whatever their number.
final class FilterList: Sendable {
  private let strings: Set<String>
  /// Whole numbers, whether written as int or double, so that 1 and 1.0 are one.
  private let integers: Set<Int64>
  /// Doubles that no `Int64` equals.
  private let doubles: Set<Double>
  private let others: [Value]

  init(_ values: [Value]) {
    var strings: Set<String> = []
    var integers: Set<Int64> = []
    var doubles: Set<Double> = []
    var others: [Value] = []
    for value in values {
      switch value {
      case .string(let text): strings.insert(text)
      case .int(let number): integers.insert(number)
      case .double(let number):
        if let whole = Int64(ifWhole: number) { integers.insert(whole) } else { doubles.insert(number) }
      case .null, .bool, .date, .array, .object: others.append(value)
      }
    }
    self.strings = strings
    self.integers = integers
    self.doubles = doubles
    self.others = others
  }

  func contains(_ value: Value) -> Bool {
    switch value {
    case .string(let text): strings.contains(text)
    case .int(let number): integers.contains(number)
    case .double(let number): Int64(ifWhole: number).map(integers.contains) ?? doubles.contains(number)
    case .null: false
    case .bool, .date, .array, .object: others.contains { $0.matches(value) }
    }
  }
}

extension String {
  /// True when the Unicode scalars of `other` stand somewhere in this string, in order and side by side. The empty string stands in every one.
  func containsScalars(of other: String) -> Bool {
    // UTF-8 of one scalar never begins inside that of another, so that searching bytes is searching scalars.
    var text = self
    var sought = other
    return text.withUTF8 { text in
      sought.withUTF8 { sought in
        guard let first = sought.first else { return true }
        guard text.count >= sought.count else { return false }
        for start in 0...(text.count - sought.count) where text[start] == first {
          if text[start..<(start + sought.count)].elementsEqual(sought) { return true }
        }
        return false
      }
    }
  }
}
