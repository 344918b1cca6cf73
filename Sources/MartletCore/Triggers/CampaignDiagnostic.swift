// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Why a campaign is excluded from decisions.
public enum CampaignDiagnostic: Equatable, Sendable, CustomStringConvertible {
  /// It has no trigger, and is not content that a push can bring.
  case noTrigger
  /// Two different definitions have this id and version.
  case duplicate
  /// A mistake in the filter of the trigger at `trigger`, such as `triggers[0].triggers[1]`.
  case filter(trigger: String, FilterDiagnostic)
  /// A value is out of range, or a combination of triggers cannot fire.
  case rule(field: String, message: String)

  /// The path, such as `triggers[0].filter.all[1]`.
  public var field: String {
    switch self {
    case .noTrigger: "triggers"
    case .duplicate: "id"
    case .filter(let trigger, let diagnostic):
      diagnostic.position.isEmpty ? "\(trigger).filter" : "\(trigger).filter.\(diagnostic.fieldPath)"
    case .rule(let field, _): field
    }
  }

  /// The problem and its remedy.
  public var message: String {
    switch self {
    case .noTrigger: "The campaign has no trigger; add one."
    case .duplicate: "Two different definitions have this id and version; remove one."
    case .filter(_, let diagnostic): diagnostic.message
    case .rule(_, let message): message
    }
  }

  /// The path, the problem and its remedy.
  public var description: String { "\(field): \(message)" }
}

extension CampaignDefinition {
  /// Everything that excludes the definition from decisions. Empty: it can run. The engine uses the
  /// same check.
  ///
  /// - Parameter compilePattern: as in `Environment`.
  public func diagnostics(compilePattern: @escaping PatternCompiler) -> [CampaignDiagnostic] {
    var compiler = CampaignCompiler(compilePattern: compilePattern)
    _ = compiler.compile(self, caps: [])
    return compiler.diagnostics
  }
}

/// A mistake in a filter, with its position and a remedy.
public struct FilterDiagnostic: Equatable, Sendable, CustomStringConvertible {
  /// A step from the root of a filter to a part.
  public enum Step: Equatable, Sendable {
    /// The part at this index of an `all`, from 0.
    case all(Int)
    /// The part at this index of an `any`, from 0.
    case any(Int)
    case not
    /// The filter of an `anyElement`.
    case element
  }

  /// The type of mistake.
  public enum Problem: Equatable, Sendable {
    case tooDeep(limit: Int)
    case tooManyComparisons(count: Int, limit: Int)
    case tooManyListValues(count: Int, limit: Int)
    case emptyList
    case emptyPath
    case invalidPattern(InvalidPattern)
    case patternTooLong(limit: Int)
    /// Nothing equals null. Use the blank comparisons.
    case nullOperand
    /// Nothing equals NaN, and it has no order.
    case notANumberOperand
    /// Only numbers, strings and dates have an order.
    case operandWithoutOrder
    /// The first value of a `between` is greater than the second.
    case reversedRange
    /// The values of a `between` have different types.
    case rangeOfTwoTypes
    /// The time from the event is longer than `Filter.maximumOffset`.
    case offsetTooLong(limit: Int64)
    /// Only strings can ignore case.
    case caseOfNoString
  }

  /// The steps from the root. Empty: the whole filter.
  public var position: [Step]
  public var problem: Problem

  /// The position as a path, such as `all[1].not`. Empty: the whole filter.
  public var fieldPath: String {
    position.map { step in
      switch step {
      case .all(let index): "all[\(index)]"
      case .any(let index): "any[\(index)]"
      case .not: "not"
      case .element: "filter"
      }
    }.joined(separator: ".")
  }

  /// The problem and its remedy, in one sentence.
  public var message: String {
    switch problem {
    case .tooDeep(let limit): "The filter has more than \(limit) nested levels. Flatten it."
    case .tooManyComparisons(let count, let limit):
      "The filter has \(count) comparisons, more than \(limit). Use a list for several values."
    case .tooManyListValues(let count, let limit):
      "The list has \(count) values, more than \(limit). Shorten it, or use a pattern."
    case .emptyList: "The list is empty. Add a value."
    case .emptyPath: "The comparison has no property. Add one."
    case .invalidPattern(let problem): problem.description
    case .patternTooLong(let limit): "The pattern is longer than \(limit) bytes. Shorten it."
    case .nullOperand: "No value equals null. Use \"is blank\" or \"is not blank\"."
    case .notANumberOperand: "NaN cannot be compared. Use a number."
    case .operandWithoutOrder:
      "Only numbers, strings and dates can be less or greater. Use equals, or another value."
    case .reversedRange: "The first value is greater than the second. Swap them."
    case .rangeOfTwoTypes: "The two values have different types. Use two numbers, two strings or two dates."
    case .offsetTooLong: "The date is more than 100 years from the event. Use a shorter time, or a date."
    case .caseOfNoString:
      "Only a string has upper and lower case. Do not ignore case, or compare with a string."
    }
  }

  public var description: String { position.isEmpty ? message : "\(fieldPath): \(message)" }
}

/// All mistakes in a filter, at least one, in order.
public struct InvalidFilter: Error, Equatable, Sendable {
  public var diagnostics: [FilterDiagnostic]
}
