// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire.Trigger {
  /// When the campaign is shown, in words: `when cart_viewed is logged with total > 20`.
  public var words: String {
    switch kind {
    case .known(.any): triggers.map(\.words).joined(separator: ", or ")
    case .known(.all): "after all of these, \(window): " + triggers.map(\.words).joined(separator: "; ")
    case .known(.count): timesWords + " " + window + " " + triggers.map(\.words).joined(separator: ", or ")
    case .known(let kind): kind.traits.sentence(name) + condition
    case .unknown(let kind): "on \(kind) (unknown to this version)"
    }
  }

  /// The event that a plain trigger waits for: `purchase of shoes with price > 20`.
  public var eventWords: String { (kind.known?.traits.category?.words(name) ?? kind.rawValue) + condition }

  private var condition: String { filter.map { " with " + $0.words } ?? "" }

  private var window: String { within?.words ?? "in this session" }

  private var timesWords: String {
    let times = times ?? 1
    let number = times == 1 ? "once" : times == 2 ? "twice" : "\(times) times"
    return switch match {
    case .known(.exactly): "the \(Wire.ordinal(times)) time"
    case .known(.every): times == 1 ? "every time" : "every \(Wire.ordinal(times)) time"
    default: "at least \(number)"
    }
  }
}

extension Wire.HistoryWindow {
  /// `in this session`, `within 7 days`.
  public var words: String {
    guard type == .known(.last), let milliseconds else { return "in this session" }
    return "within " + Wire.words(milliseconds: milliseconds)
  }
}

extension Wire {
  /// `3rd`
  public static func ordinal(_ number: Int) -> String {
    let suffix =
      switch (number % 10, number % 100) {
      case (_, 11...13): "th"
      case (1, _): "st"
      case (2, _): "nd"
      case (3, _): "rd"
      default: "th"
      }
    return "\(number)\(suffix)"
  }

  /// A duration in its largest whole unit: `7 days`, `90 minutes`, `1 second`.
  public static func words(milliseconds: Int64) -> String {
    let unit = TimeUnit.longest(in: milliseconds)
    return unit.words(milliseconds / unit.milliseconds)
  }
}

extension Wire.Filter {
  /// The condition in words: `total > 20 and category is "shoes" or "hats"`.
  public var words: String { words(inside: nil) }

  /// - Parameter outer: the word between this condition and others.
  private func words(inside outer: String?) -> String {
    switch self {
    case .all(let filters): joined(filters, by: " and ", inside: outer, empty: "always")
    case .any(let filters): joined(filters, by: " or ", inside: outer, empty: "never")
    case .not(let filter): "not (" + filter.words + ")"
    case .compare(let comparison): comparison.words
    case .unknown: "a condition that this version does not know"
    }
  }

  private func joined(_ filters: [Wire.Filter], by word: String, inside outer: String?, empty: String)
    -> String
  {
    guard filters.count != 1 else { return filters[0].words(inside: outer) }
    guard !filters.isEmpty else { return empty }
    let text = filters.map { $0.words(inside: word) }.joined(separator: word)
    return outer == nil || outer == word ? text : "(\(text))"
  }
}

extension Wire.Comparison {
  /// `cart.total > 20`
  public var words: String {
    let subject = self.subject
    let operand = value?.words ?? "nothing"
    guard let known = operation.known else { return "\(subject) \(operation.rawValue) \(operand)" }
    let start = "\(subject) \(known.words)"
    return switch known.traits.form {
    case .nothing: start
    case .value, .bound: "\(start) \(operand)"
    case .content, .text, .pattern: "\(start) \(operand)\(ignoringCase ? " (ignoring case)" : "")"
    case .range, .list: "\(start) \(value?.list(joinedBy: known.joint) ?? operand)"
    case .filter: "\(start) (\(filter?.words ?? "nothing"))"
    }
  }

  /// The empty path is the element itself.
  private var subject: String { path.isEmpty ? "it" : path.joined(separator: ".") }

  /// Why the actual value, or its absence, makes this comparison false: `total is 18, not > 20`.
  func missWords(actual: Wire.JSONValue?, isTypeMismatch: Bool, isNegated: Bool) -> String {
    let subject = self.subject
    guard !isNegated else { return "\(words), which the filter excludes" }
    guard let actual else {
      return operation == .known(.isBlank)
        ? "\(subject) has a value" : "\(subject) is missing; expected: \(words)"
    }
    if isTypeMismatch { return "\(subject) is \(actual.words), but the types differ; expected: \(words)" }
    if let opposite = operation.known?.opposite {
      return "\(subject) \(actual.words) \(opposite.words) \(value?.words ?? "")"
    }
    return "\(subject) is \(actual.words); expected: \(words)"
  }
}

extension Wire.Comparison.Operation {
  /// The words between the property and the operand: `starts with`.
  public var words: String {
    switch self {
    case .equals, .isIn: "is"
    case .notEquals: "is not"
    case .less: "<"
    case .lessOrEqual: "≤"
    case .greater: ">"
    case .greaterOrEqual: "≥"
    case .between: "is between"
    case .isNotIn: "is none of"
    case .contains: "contains"
    case .startsWith: "starts with"
    case .endsWith: "ends with"
    case .matches: "matches"
    case .includesAny, .includesAll: "includes"
    case .anyElement: "has an element with"
    case .isBlank: "is blank"
    case .isNotBlank: "is not blank"
    case .exists: "exists"
    case .doesNotExist: "does not exist"
    }
  }

  /// The word between the values of a list.
  fileprivate var joint: String {
    switch self {
    case .between, .includesAll: " and "
    case .isNotIn: ", "
    default: " or "
    }
  }

  /// For an order, the operator that is true where this one is false.
  fileprivate var opposite: Self? {
    switch self {
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    default: nil
    }
  }
}

extension Wire.JSONValue {
  /// The value in words. Long values are cut.
  public var words: String {
    switch self {
    case .null: "nothing"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .double(let value):
      value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    case .string(let value): value.count > 60 ? "“\(value.prefix(59))…”" : "“\(value)”"
    case .array(let values):
      "[" + values.prefix(8).map(\.words).joined(separator: ", ") + (values.count > 8 ? ", …]" : "]")
    case .object(let fields):
      if let milliseconds = dateMilliseconds {
        Self.day(milliseconds)
      } else if let relative = relativeDateWords {
        relative
      } else {
        "{\(fields.count) \(fields.count == 1 ? "field" : "fields")}"
      }
    }
  }

  fileprivate func list(joinedBy word: String) -> String {
    guard case .array(let values) = self, !values.isEmpty else { return words }
    return values.prefix(8).map(\.words).joined(separator: word) + (values.count > 8 ? "\(word)…" : "")
  }

  /// `2026-11-21 14:05 UTC`
  static func day(_ milliseconds: Int64) -> String {
    let time = CivilTime(milliseconds: milliseconds)
    return "\(time.dateText) \(time.timeText) UTC"
  }
}
