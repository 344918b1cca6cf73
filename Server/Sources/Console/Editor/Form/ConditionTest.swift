// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// A comparison together with the type of what is compared: one choice that cannot be inconsistent.
enum ConditionTest: String, CaseIterable, Sendable {
  case textIs = "text:equals"
  case textIsNot = "text:not_equals"
  case textContains = "text:contains"
  case textStarts = "text:starts_with"
  case textEnds = "text:ends_with"
  case textIn = "text:in"
  case textNotIn = "text:not_in"
  case textMatches = "text:matches"
  case textContainsAnyCase = "text:contains_any_case"
  case textStartsAnyCase = "text:starts_with_any_case"
  case textEndsAnyCase = "text:ends_with_any_case"
  case textMatchesAnyCase = "text:matches_any_case"
  case numberIs = "number:equals"
  case numberIsNot = "number:not_equals"
  case greater = "number:greater"
  case greaterOrEqual = "number:greater_or_equal"
  case less = "number:less"
  case lessOrEqual = "number:less_or_equal"
  case numberBetween = "number:between"
  case numberIn = "number:in"
  case numberNotIn = "number:not_in"
  case isTrue = "boolean:true"
  case isFalse = "boolean:false"
  case before = "date:less"
  case after = "date:greater"
  case notAfter = "date:less_or_equal"
  case notBefore = "date:greater_or_equal"
  case dateBetween = "date:between"
  case olderThan = "ago:less"
  case newerThan = "ago:greater"
  case soonerThan = "from_now:less"
  case laterThan = "from_now:greater"
  case includesAny = "list:includes_any"
  case includesAll = "list:includes_all"
  case isBlank = "any:blank"
  case isNotBlank = "any:not_blank"
  case exists = "any:exists"
  case doesNotExist = "any:not_exists"

  enum ValueKind: Sendable {
    case text, texts, number, numbers, date, dates, ago, fromNow
    /// The choice says it all.
    case none
  }

  var valueKind: ValueKind {
    switch self {
    case .textIs, .textIsNot, .textContains, .textStarts, .textEnds, .textMatches, .textContainsAnyCase, .textStartsAnyCase,
      .textEndsAnyCase, .textMatchesAnyCase:
      .text
    case .textIn, .textNotIn, .includesAny, .includesAll: .texts
    case .numberIs, .numberIsNot, .greater, .greaterOrEqual, .less, .lessOrEqual: .number
    case .numberIn, .numberNotIn, .numberBetween: .numbers
    case .before, .after, .notAfter, .notBefore: .date
    case .dateBetween: .dates
    case .olderThan, .newerThan: .ago
    case .soonerThan, .laterThan: .fromNow
    case .isTrue, .isFalse, .isBlank, .isNotBlank, .exists, .doesNotExist: .none
    }
  }

  /// As the choice reads.
  var label: String {
    switch self {
    case .textIs: "is"
    case .textIsNot: "is not"
    case .textContains: "contains"
    case .textStarts: "starts with"
    case .textEnds: "ends with"
    case .textIn: "is one of (one per line)"
    case .textNotIn: "is none of (one per line)"
    case .textMatches: "matches the pattern"
    case .textContainsAnyCase: "contains (ignoring case)"
    case .textStartsAnyCase: "starts with (ignoring case)"
    case .textEndsAnyCase: "ends with (ignoring case)"
    case .textMatchesAnyCase: "matches the pattern (ignoring case)"
    case .numberIs: "="
    case .numberIsNot: "≠"
    case .greater: ">"
    case .greaterOrEqual: "≥"
    case .less: "<"
    case .lessOrEqual: "≤"
    case .numberBetween: "is between (two lines)"
    case .numberIn: "= any of (one per line)"
    case .numberNotIn: "≠ all of (one per line)"
    case .isTrue: "is true"
    case .isFalse: "is false"
    case .before: "before"
    case .after: "after"
    case .notAfter: "at or before"
    case .notBefore: "at or after"
    case .dateBetween: "is between (two lines)"
    case .olderThan: "is more than … ago"
    case .newerThan: "is less than … ago"
    case .soonerThan: "is less than … from now"
    case .laterThan: "is more than … from now"
    case .includesAny: "includes any of (one per line)"
    case .includesAll: "includes all of (one per line)"
    case .isBlank: "is blank"
    case .isNotBlank: "is not blank"
    case .exists: "exists"
    case .doesNotExist: "does not exist"
    }
  }

  /// The heading that it stands under.
  var group: String {
    switch rawValue.prefix(while: { $0 != ":" }) {
    case "text": "Text"
    case "number": "Number"
    case "boolean": "Yes or no"
    case "date": "Date and time (UTC)"
    case "ago", "from_now": "Relative time, such as 3 days"
    case "list": "List"
    default: "Any type"
    }
  }

  private var operation: Wire.Comparison.Operation {
    switch self {
    case .textIs, .numberIs, .isTrue, .isFalse: .equals
    case .textIsNot, .numberIsNot: .notEquals
    case .textContains, .textContainsAnyCase: .contains
    case .textStarts, .textStartsAnyCase: .startsWith
    case .textEnds, .textEndsAnyCase: .endsWith
    case .textIn, .numberIn: .isIn
    case .textNotIn, .numberNotIn: .isNotIn
    case .textMatches, .textMatchesAnyCase: .matches
    case .greater, .after, .newerThan, .laterThan: .greater
    case .greaterOrEqual, .notBefore: .greaterOrEqual
    case .less, .before, .olderThan, .soonerThan: .less
    case .lessOrEqual, .notAfter: .lessOrEqual
    case .numberBetween, .dateBetween: .between
    case .includesAny: .includesAny
    case .includesAll: .includesAll
    case .isBlank: .isBlank
    case .isNotBlank: .isNotBlank
    case .exists: .exists
    case .doesNotExist: .doesNotExist
    }
  }

  private var ignoresCase: Bool {
    [.textContainsAnyCase, .textStartsAnyCase, .textEndsAnyCase, .textMatchesAnyCase].contains(self)
  }

  // MARK: - To and from the protocol

  /// What the text is not, and what to write instead.
  struct Misread: Error, Hashable {
    var message: String
    var remedy: String
  }

  func comparison(path: [String], value text: String) throws(Misread) -> Wire.Comparison {
    Wire.Comparison(path: path, operation: .known(operation), value: try value(text), ignoringCase: ignoresCase)
  }

  private func value(_ text: String) throws(Misread) -> Wire.JSONValue? {
    switch valueKind {
    case .text: return .string(text)
    case .texts: return .array(Self.lines(text).map { .string($0) })
    case .number: return try Self.number(text)
    case .numbers:
      var numbers: [Wire.JSONValue] = []
      for line in Self.lines(text) { numbers.append(try Self.number(line)) }
      return .array(try bounded(numbers))
    case .date: return try Self.date(text)
    case .dates:
      var dates: [Wire.JSONValue] = []
      for line in Self.lines(text) { dates.append(try Self.date(line)) }
      return .array(try bounded(dates))
    case .ago: return ["$ago": try Self.offset(text)]
    case .fromNow: return ["$from_now": try Self.offset(text)]
    case .none:
      switch self {
      case .isTrue: return .bool(true)
      case .isFalse: return .bool(false)
      default: return nil
      }
    }
  }

  /// `between` has two ends.
  private func bounded(_ values: [Wire.JSONValue]) throws(Misread) -> [Wire.JSONValue] {
    guard operation == .between, values.count != 2 else { return values }
    throw Misread(message: "Two values are needed.", remedy: "Enter the lowest on the first line and the highest on the second.")
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
  }

  private static func number(_ text: String) throws(Misread) -> Wire.JSONValue {
    guard let number = FormText.number(text) else {
      throw Misread(message: "This is not a number.", remedy: "Enter a number such as 19.99.")
    }
    return number
  }

  private static func date(_ text: String) throws(Misread) -> Wire.JSONValue {
    guard let instant = FormText.instant(text) else {
      throw Misread(message: "This is not a date and time.", remedy: "Enter it like 2026-11-21T14:05, in UTC.")
    }
    return ["$date": .int(instant.milliseconds)]
  }

  private static func offset(_ text: String) throws(Misread) -> Wire.JSONValue {
    guard let offset = FormText.offset(text) else {
      throw Misread(message: "This is not a duration.", remedy: "Enter it like 3 days, or 1 day 12 hours.")
    }
    return offset
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
    case (.dates, .array(let values)): values.compactMap { Self.dateText($0) }.joined(separator: "\n")
    case (.number, .int?), (.number, .double?): value.flatMap { FormText.text($0) }
    case (.date, let value?): Self.dateText(value)
    case (.ago, .object(let fields)): fields["$ago"].flatMap { FormText.text(offset: $0) }
    case (.fromNow, .object(let fields)): fields["$from_now"].flatMap { FormText.text(offset: $0) }
    case (.none, _): ""
    default: nil
    }
  }

  private static func dateText(_ value: Wire.JSONValue) -> String? {
    guard case .object(let fields) = value, case .int(let milliseconds)? = fields["$date"] else { return nil }
    return FormText.text(Instant(milliseconds: milliseconds))
  }
}
