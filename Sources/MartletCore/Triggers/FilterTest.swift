// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The test of one `FilterProgram` instruction on the value of a property.
///
/// Operands are sorted by type when the filter is compiled, so that running it never has to check
/// an operand's type.
enum FilterTest: Sendable {
  case equals(Value)
  case notEquals(Value)
  case int(Order, Int64)
  case double(Order, Double)
  case string(Order, String)
  case date(Order, Instant)
  case dateFromNow(Order, milliseconds: Int64)
  /// Both tests.
  indirect case between(FilterTest, FilterTest)
  /// For short lists of strings. A linear search is faster than hashing.
  case isInStrings(ContiguousArray<String>)
  case isIn(FilterList)
  case isNotIn(FilterList)
  case contains(Value)
  /// In a list, looks for an element that equals `element`. If that is nil, looks for an element
  /// that is the text, and ignores case.
  case containsString(SubstringSearch, element: Value?)
  case startsWith(SubstringSearch)
  case endsWith(SubstringSearch)
  case matches(@Sendable (String) -> Bool)
  case includesAny(FilterList)
  case includesAll([Value])
  /// True if an element of the list satisfies the part of the program that starts at `entry`.
  case anyElement(entry: Int)
  case isBlank
  case isNotBlank
  case exists
  case doesNotExist

  /// The relation of the property to the operand that makes the test true.
  enum Order: Hashable, Sendable {
    case less, lessOrEqual, greater, greaterOrEqual

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

  /// For tests that need neither the time nor a part of a program.
  func accepts(_ value: Value) -> Bool {
    accepts(
      value,
      in: FilterRun(instructions: UnsafeBufferPointer(start: nil, count: 0), now: Instant(milliseconds: 0)))
  }

  /// `value` is nil if the property is missing.
  @inline(__always)
  func accepts(_ value: Value?, in run: FilterRun) -> Bool {
    switch self {
    case .int(let order, let operand):
      switch value {
      case .int(let number): order.accepts(number, operand)
      // number < operand exactly if .equal < the relation of operand to number.
      case .double(let number): Relation(operand, number).map { order.accepts(.equal, $0) } ?? false
      default: false
      }
    case .double(let order, let operand):
      switch value {
      case .int(let number): Relation(number, operand).map { order.accepts($0, .equal) } ?? false
      case .double(let number): order.accepts(number, operand)
      default: false
      }
    case .isInStrings(let strings):
      if case .string(let text) = value { strings.contains(text) } else { false }
    case .string(let order, let operand):
      if case .string(let text) = value { order.accepts(text, operand) } else { false }
    case .date(let order, let operand):
      if case .date(let date) = value { order.accepts(date, operand) } else { false }
    case .equals(let operand): value?.matches(operand) ?? false
    case .notEquals(let operand):
      switch value {
      case nil, .null: true
      case .some(let value): value.family == operand.family && !value.matches(operand)
      }
    case .isIn(let list): value.map(list.contains) ?? false
    case .isBlank: value == nil || value == .null
    case .isNotBlank: value != nil && value != .null
    case .exists: value != nil
    case .doesNotExist: value == nil
    default: acceptsRarely(value, in: run)
    }
  }

  /// The tests that cost more than a call. They are separate so that the other tests stay small
  /// enough to be inlined.
  private func acceptsRarely(_ value: Value?, in run: FilterRun) -> Bool {
    switch self {
    case .dateFromNow(let order, let milliseconds):
      if case .date(let date) = value {
        order.accepts(date, run.now + .milliseconds(milliseconds))
      } else {
        false
      }
    case .between(let lower, let upper): lower.acceptsEnd(value, in: run) && upper.acceptsEnd(value, in: run)
    case .isNotIn(let list):
      switch value {
      case nil, .null: true
      case .some(let value): list.hasFamily(of: value) && !list.contains(value)
      }
    case .containsString(let search, let operand):
      switch value {
      case .string(let text): search.isFound(in: text)
      case .array(let elements):
        elements.prefix(Filter.maximumElements).contains { $0.isText(of: search, or: operand) }
      default: false
      }
    case .contains(let operand):
      if case .array(let elements) = value {
        elements.prefix(Filter.maximumElements).contains { $0.matches(operand) }
      } else {
        false
      }
    case .startsWith(let search):
      if case .string(let text) = value { search.isPrefix(of: text) } else { false }
    case .endsWith(let search):
      if case .string(let text) = value { search.isSuffix(of: text) } else { false }
    case .matches(let isFound):
      if case .string(let text) = value { isFound(text) } else { false }
    case .includesAny(let list):
      if case .array(let elements) = value {
        elements.prefix(Filter.maximumElements).contains(where: list.contains)
      } else {
        false
      }
    case .includesAll(let operands):
      if case .array(let elements) = value {
        operands.allSatisfy { operand in
          elements.prefix(Filter.maximumElements).contains { $0.matches(operand) }
        }
      } else {
        false
      }
    case .anyElement(let entry):
      if case .array(let elements) = value { run.isAny(of: elements, acceptedFrom: entry) } else { false }
    case .equals, .notEquals, .int, .double, .string, .date, .isInStrings, .isIn, .isBlank, .isNotBlank,
      .exists, .doesNotExist:
      false
    }
  }

  /// Prevents recursive inlining.
  @inline(never)
  private func acceptsEnd(_ value: Value?, in run: FilterRun) -> Bool { accepts(value, in: run) }
}

extension Value {
  fileprivate func isText(of search: SubstringSearch, or operand: Value?) -> Bool {
    if let operand { return matches(operand) }
    if case .string(let text) = self { return search.isWhole(text) }
    return false
  }
}

/// The operand of a long or mixed `isIn`, sorted by type. Finding a string or number costs one hash
/// look-up, however many there are.
final class FilterList: Sendable {
  private let strings: Set<String>
  /// Whole numbers, written as int or as double, so that 1 and 1.0 are the same.
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

  /// The values if all of them are strings, otherwise nil.
  var onlyStrings: Set<String>? { integers.isEmpty && doubles.isEmpty && others.isEmpty ? strings : nil }

  /// True if at least one of the values has the type of `value`.
  func hasFamily(of value: Value) -> Bool {
    switch value {
    case .string: !strings.isEmpty
    case .int, .double: !integers.isEmpty || !doubles.isEmpty
    case .null: false
    case .bool, .date, .array, .object: others.contains { $0.family == value.family }
    }
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
