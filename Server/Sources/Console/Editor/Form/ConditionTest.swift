// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// A comparison together with the type of its values, as one choice, so that the two cannot
/// contradict each other.
struct ConditionTest: Sendable {
  let type: ValueType
  let operation: Wire.Comparison.Operation
  let ignoresCase: Bool
  /// The operand, if the choice itself contains it.
  let constant: Bool?
  /// The words of the choice.
  let label: String
  /// The value of the choice in the form.
  let name: String

  /// The type that a property is compared as.
  enum ValueType: String, Sendable {
    case text, version, number, boolean, date, ago
    case fromNow = "from_now"
    case list, any
    /// A share of 10,000, which people write in percent.
    case share

    /// The heading above the tests of this type.
    var label: String {
      switch self {
      case .text: "Text"
      case .version: "Version"
      case .number: "Number"
      case .boolean: "Yes or no"
      case .date: "Date and time (UTC)"
      case .ago, .fromNow: "Relative time, such as 3 days"
      case .list: "List"
      case .any: "Any type"
      case .share: "Random share"
      }
    }
  }

  /// - Parameter label: nil for the operation's own words.
  private init(
    _ type: ValueType, _ operation: Wire.Comparison.Operation, _ label: String? = nil,
    is constant: Bool? = nil, anyCase: Bool = false
  ) {
    self.type = type
    self.operation = operation
    self.constant = constant
    ignoresCase = anyCase
    name = "\(type.rawValue):\(constant.map(String.init) ?? operation.rawValue)\(anyCase ? "_any_case" : "")"
    let label = label ?? operation.words
    self.label =
      switch Self.operand(of: operation) {
      case .list: label + " (one per line)"
      case .two: label + " (two lines)"
      case .none, .one: label + (anyCase ? " (ignoring case)" : "")
      }
  }

  /// In the order of the page's list.
  static let all: [ConditionTest] = [
    Self(.text, .equals), Self(.text, .notEquals), Self(.text, .contains), Self(.text, .startsWith),
    Self(.text, .endsWith),
    Self(.text, .isIn, "is one of"), Self(.text, .isNotIn), Self(.text, .matches, "matches the pattern"),
    Self(.text, .contains, anyCase: true), Self(.text, .startsWith, anyCase: true),
    Self(.text, .endsWith, anyCase: true),
    Self(.text, .matches, "matches the pattern", anyCase: true),
    Self(.number, .equals, "="), Self(.number, .notEquals, "≠"), Self(.number, .greater),
    Self(.number, .greaterOrEqual),
    Self(.number, .less), Self(.number, .lessOrEqual), Self(.number, .between),
    Self(.number, .isIn, "= any of"),
    Self(.number, .isNotIn, "≠ all of"),
    Self(.boolean, .equals, "is true", is: true), Self(.boolean, .equals, "is false", is: false),
    Self(.date, .less, "before"), Self(.date, .greater, "after"), Self(.date, .lessOrEqual, "at or before"),
    Self(.date, .greaterOrEqual, "at or after"), Self(.date, .between),
    Self(.ago, .less, "is more than … ago"), Self(.ago, .greater, "is less than … ago"),
    Self(.fromNow, .less, "is less than … from now"), Self(.fromNow, .greater, "is more than … from now"),
    Self(.list, .includesAny, "includes any of"), Self(.list, .includesAll, "includes all of"),
    Self(.any, .isBlank), Self(.any, .isNotBlank), Self(.any, .exists), Self(.any, .doesNotExist),
  ]

  /// Comparisons of versions, by their numbers.
  static let versions: [ConditionTest] = [
    Self(.version, .equals), Self(.version, .notEquals), Self(.version, .greaterOrEqual, "is at least"),
    Self(.version, .greater, "after"),
    Self(.version, .lessOrEqual, "is at most"), Self(.version, .less, "before"), Self(.version, .between),
    Self(.version, .isIn, "is one of"),
    Self(.version, .isNotIn),
  ]

  /// Shares of everybody, by their random numbers.
  static let shares: [ConditionTest] = [
    Self(.share, .less, "is among the first … %"),
    Self(.share, .greaterOrEqual, "is not among the first … %"),
  ]

  /// nil if there is no such choice.
  static func named(_ name: String, in tests: [ConditionTest] = all) -> ConditionTest? {
    tests.first { $0.name == name }
  }

  /// How many values the row's field holds.
  enum Operand: Sendable {
    /// The choice needs no value.
    case none
    case one, two, list
  }

  var operand: Operand { constant == nil ? Self.operand(of: operation) : .none }

  private static func operand(of operation: Wire.Comparison.Operation) -> Operand {
    switch operation.traits.form {
    case .nothing, .filter: .none
    case .value, .content, .bound, .text, .pattern: .one
    case .range: .two
    case .list: .list
    }
  }

  // MARK: - To and from the protocol

  /// What is wrong with the text, and what to write instead.
  struct Misread: Error, Hashable {
    var message: String
    var remedy: String
  }

  func comparison(path: [String], value text: String) throws(Misread) -> Wire.Comparison {
    Wire.Comparison(
      path: path, operation: .known(operation), value: try value(text), ignoringCase: ignoresCase)
  }

  private func value(_ text: String) throws(Misread) -> Wire.JSONValue? {
    switch operand {
    case .none: return constant.map { .bool($0) }
    case .one: return try single(text)
    case .two, .list:
      var values: [Wire.JSONValue] = []
      for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
        values.append(try single(String(line)))
      }
      if operand == .two, values.count != 2 {
        throw Misread(
          message: "Two values are needed.",
          remedy: "Enter the lowest on the first line and the highest on the second.")
      }
      return .array(values)
    }
  }

  private func single(_ text: String) throws(Misread) -> Wire.JSONValue {
    switch type {
    case .text, .version, .list, .boolean, .any: .string(text)
    case .number:
      try Self.read(text, FormText.number, orSay: "This is not a number.", "Enter a number such as 19.99.")
    case .share:
      .int(
        Int64(
          try Self.read(
            text, FormText.share, orSay: "This is not a share.", "Enter a number from 0 to 100, such as 10."))
      )
    case .date: ["$date": .int(try Self.instant(text).milliseconds)]
    case .ago: ["$ago": try Self.offset(text)]
    case .fromNow: ["$from_now": try Self.offset(text)]
    }
  }

  private static func instant(_ text: String) throws(Misread) -> Instant {
    try read(
      text, FormText.instant, orSay: "This is not a date and time.", "Enter it like 2026-11-21T14:05, in UTC."
    )
  }

  private static func offset(_ text: String) throws(Misread) -> Wire.JSONValue {
    try read(
      text, FormText.offset, orSay: "This is not a duration.", "Enter it like 3 days, or 1 day 12 hours.")
  }

  private static func read<Value>(
    _ text: String, _ parse: (String) -> Value?, orSay message: String, _ remedy: String
  ) throws(Misread) -> Value {
    guard let value = parse(text) else { throw Misread(message: message, remedy: remedy) }
    return value
  }

  /// The fields of a row.
  typealias Row = (path: String, test: String, value: String)

  /// The row with the same meaning; nil if there is none.
  static func row(_ comparison: Wire.Comparison, in tests: [ConditionTest] = all) -> Row? {
    guard comparison.unknown.isEmpty, let path = FormText.path(comparison.path) else { return nil }
    for test in tests {
      guard let text = test.text(comparison.value),
        let again = try? test.comparison(path: comparison.path, value: text), again == comparison
      else { continue }
      return (path, test.name, text)
    }
    return nil
  }

  /// A text for the value, if there is one. Reading it again shows whether it gives the same value.
  private func text(_ value: Wire.JSONValue?) -> String? {
    switch (operand, value) {
    case (.none, _): ""
    case (.one, let value?): text(single: value)
    case (.two, .array(let values)), (.list, .array(let values)):
      values.compactMap { text(single: $0) }.joined(separator: "\n")
    default: nil
    }
  }

  private func text(single value: Wire.JSONValue) -> String? {
    switch (type, value) {
    case (.date, _): Self.dateText(value)
    case (.share, .int(let share)): FormText.text(share: Int(share))
    case (.ago, .object(let fields)): fields["$ago"].flatMap { FormText.text(offset: $0) }
    case (.fromNow, .object(let fields)): fields["$from_now"].flatMap { FormText.text(offset: $0) }
    case (.text, .string), (.version, .string), (.list, .string), (.number, .int), (.number, .double):
      FormText.text(value)
    default: nil
    }
  }

  private static func dateText(_ value: Wire.JSONValue) -> String? {
    guard case .object(let fields) = value, case .int(let milliseconds)? = fields["$date"] else { return nil }
    return FormText.text(Instant(milliseconds: milliseconds))
  }
}

extension ConditionTest {
  /// The types of values for which the comparison can be true.
  var fitting: Set<LoggedType> {
    let families: Set<Value.Family>
    switch operation.traits.types {
    case .all: return Set(LoggedType.allCases)
    case .only(let only): families = only
    case .ofOperand: families = type.families
    case .ofContent: families = type.families.union([.array])
    }
    return Set(LoggedType.allCases.filter { families.contains($0.family) })
  }

  /// Whether the comparison can be true for values of one of the types.
  func fits(_ types: Set<LoggedType>) -> Bool { !types.isDisjoint(with: fitting) }
}

extension ConditionTest.ValueType {
  /// What its operands are.
  fileprivate var families: Set<Value.Family> {
    switch self {
    case .text, .version, .list: [.string]
    case .number, .share: [.number]
    case .boolean: [.bool]
    case .date, .ago, .fromNow: [.date]
    case .any: []
    }
  }
}
