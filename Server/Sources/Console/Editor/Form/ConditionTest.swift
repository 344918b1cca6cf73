// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// A comparison together with the type of what is compared: one choice that cannot be inconsistent.
enum ConditionTest: String, CaseIterable, Sendable {
  case textIs = "text:equals"
  case textIsNot = "text:not_equals"
  case textContains = "text:contains"
  case textIn = "text:in"
  case textMatches = "text:matches"
  case textMatchesAnyCase = "text:matches_any_case"
  case numberIs = "number:equals"
  case numberIsNot = "number:not_equals"
  case greater = "number:greater"
  case greaterOrEqual = "number:greater_or_equal"
  case less = "number:less"
  case lessOrEqual = "number:less_or_equal"
  case numberIn = "number:in"
  case isTrue = "boolean:true"
  case isFalse = "boolean:false"
  case before = "date:less"
  case after = "date:greater"
  case notAfter = "date:less_or_equal"
  case notBefore = "date:greater_or_equal"
  case isBlank = "any:blank"
  case isNotBlank = "any:not_blank"

  enum ValueKind: Sendable {
    case text, texts, number, numbers, date
    /// The choice says it all.
    case none
  }

  var valueKind: ValueKind {
    switch self {
    case .textIs, .textIsNot, .textContains, .textMatches, .textMatchesAnyCase: .text
    case .textIn: .texts
    case .numberIs, .numberIsNot, .greater, .greaterOrEqual, .less, .lessOrEqual: .number
    case .numberIn: .numbers
    case .before, .after, .notAfter, .notBefore: .date
    case .isTrue, .isFalse, .isBlank, .isNotBlank: .none
    }
  }

  /// As the choice reads.
  var label: String {
    switch self {
    case .textIs: "is"
    case .textIsNot: "is not"
    case .textContains: "contains"
    case .textIn: "is one of (one a line)"
    case .textMatches: "matches the pattern"
    case .textMatchesAnyCase: "matches in any case"
    case .numberIs: "="
    case .numberIsNot: "≠"
    case .greater: ">"
    case .greaterOrEqual: "≥"
    case .less: "<"
    case .lessOrEqual: "≤"
    case .numberIn: "= one of (one a line)"
    case .isTrue: "is true"
    case .isFalse: "is false"
    case .before: "before"
    case .after: "after"
    case .notAfter: "at or before"
    case .notBefore: "at or after"
    case .isBlank: "is blank"
    case .isNotBlank: "is not blank"
    }
  }

  /// The heading that it stands under.
  var group: String {
    switch rawValue.prefix(while: { $0 != ":" }) {
    case "text": "Text"
    case "number": "Number"
    case "boolean": "Yes or no"
    case "date": "Date and time (UTC)"
    default: "Anything"
    }
  }

  private var operation: Wire.Comparison.Operation {
    switch self {
    case .textIs, .numberIs, .isTrue, .isFalse: .equals
    case .textIsNot, .numberIsNot: .notEquals
    case .textContains: .contains
    case .textIn, .numberIn: .isIn
    case .textMatches, .textMatchesAnyCase: .matches
    case .greater, .after: .greater
    case .greaterOrEqual, .notBefore: .greaterOrEqual
    case .less, .before: .less
    case .lessOrEqual, .notAfter: .lessOrEqual
    case .isBlank: .isBlank
    case .isNotBlank: .isNotBlank
    }
  }

  // MARK: - To and from the protocol

  /// What the text is not, and what to write instead.
  struct Misread: Error, Hashable {
    var message: String
    var remedy: String
  }

  func comparison(path: [String], value text: String) throws(Misread) -> Wire.Comparison {
    Wire.Comparison(path: path, operation: .known(operation), value: try value(text), ignoringCase: self == .textMatchesAnyCase)
  }

  private func value(_ text: String) throws(Misread) -> Wire.JSONValue? {
    switch valueKind {
    case .text: return .string(text)
    case .texts: return .array(Self.lines(text).map { .string($0) })
    case .number: return try Self.number(text)
    case .numbers:
      var numbers: [Wire.JSONValue] = []
      for line in Self.lines(text) { numbers.append(try Self.number(line)) }
      return .array(numbers)
    case .date:
      guard let instant = FormText.instant(text) else {
        throw Misread(message: "This is not a date and time.", remedy: "Write it like 2026-11-21T14:05; it counts in UTC.")
      }
      return ["$date": .int(instant.milliseconds)]
    case .none:
      switch self {
      case .isTrue: return .bool(true)
      case .isFalse: return .bool(false)
      default: return nil
      }
    }
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
  }

  private static func number(_ text: String) throws(Misread) -> Wire.JSONValue {
    guard let number = FormText.number(text) else {
      throw Misread(message: "This is not a number.", remedy: "Write digits, with a point before decimals, such as 19.99.")
    }
    return number
  }

  /// The row that says the same; nil when none can.
  static func row(_ comparison: Wire.Comparison) -> CampaignForm.ConditionFields? {
    guard comparison.unknown.isEmpty, let path = FormText.path(comparison.path) else { return nil }
    for test in allCases {
      guard let text = test.text(comparison.value),
        let again = try? test.comparison(path: comparison.path, value: text), again == comparison
      else { continue }
      return CampaignForm.ConditionFields(path: path, test: test.rawValue, value: text)
    }
    return nil
  }

  /// The text that may stand for the value; whether it does is seen by reading it again.
  private func text(_ value: Wire.JSONValue?) -> String? {
    switch (valueKind, value) {
    case (.text, .string(let text)): text
    case (.texts, .array(let values)), (.numbers, .array(let values)):
      values.compactMap { FormText.text($0) }.joined(separator: "\n")
    case (.number, .int?), (.number, .double?): value.flatMap { FormText.text($0) }
    case (.date, .object(let fields)):
      if case .int(let milliseconds) = fields["$date"] { FormText.text(Instant(milliseconds: milliseconds)) } else { nil }
    case (.none, _): ""
    default: nil
    }
  }
}
