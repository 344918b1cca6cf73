// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A condition on the properties of an event.
///
/// A `Filter` is the tree that an author writes. The engine compiles it once into a flat program
/// over typed values (`FilterProgram`). A comparison of values with different types is false, and
/// the explanation says so. A missing property is blank, equals nothing, and is *not equal* to
/// every value.
public indirect enum Filter: Hashable, Sendable {
  case all([Filter])
  case any([Filter])
  case not(Filter)
  case compare(Comparison)

  /// The maximum nesting of `all`, `any`, `not` and `anyElement`.
  public static let maximumDepth = 8
  /// The maximum number of comparisons in a filter.
  public static let maximumComparisons = 100
  /// The maximum number of values in a list operand.
  public static let maximumListValues = 250
  /// The maximum length of a pattern, in bytes of UTF-8.
  public static let maximumPatternLength = 1_000
  /// Patterns only search this many Unicode scalars at the start of a string.
  public static let maximumSearchedLength = 2_000
  /// Only this many elements at the start of an array are considered, so that the cost of an event
  /// is limited.
  public static let maximumElements = 250
  /// The maximum time of a relative date before or after the event, in seconds: 100 years of 365.25
  /// days.
  public static let maximumOffset: Int64 = 3_155_760_000
}

/// A comparison of a property with a constant.
public struct Comparison: Hashable, Sendable {
  /// The keys from the root of the properties: `["cart", "total"]`. Only in `anyElement` can it be
  /// empty: the element itself. In a purchase, the keys `price`, `currency`, `quantity` and
  /// `product_id` are its fields, unless a property has that name.
  public var path: [String]
  public var operation: Operation

  public init(path: [String], operation: Operation) {
    self.path = path
    self.operation = operation
  }

  /// The operation, with the constant.
  ///
  /// Every comparison is false for properties of a type that it does not support, and the
  /// explanation says so. To include them, use `not`.
  public indirect enum Operation: Hashable, Sendable {
    case equals(Value)
    /// True if the property is missing or null. Values of another type are neither equal nor not
    /// equal.
    case notEquals(Value)
    case less(Bound)
    case lessOrEqual(Bound)
    case greater(Bound)
    case greaterOrEqual(Bound)
    /// Between two values of the same type, inclusive. The first must not be greater.
    case between(Bound, Bound)
    /// Equal to one of the values.
    case isIn([Value])
    /// Equal to none of the values, and of the same type as at least one. Also true if the property
    /// is missing or null.
    case isNotIn([Value])
    /// A string that contains the string, or an array with the value. Only strings can ignore case.
    case contains(Value, ignoringCase: Bool = false)
    case startsWith(String, ignoringCase: Bool = false)
    case endsWith(String, ignoringCase: Bool = false)
    /// A match of the pattern anywhere in the string (see `Pattern`).
    case matches(pattern: String, ignoringCase: Bool)
    /// An array with at least one of the values.
    case includesAny([Value])
    /// An array with all of the values.
    case includesAll([Value])
    /// An array with at least one element that matches the filter. Its paths start at the element.
    /// The empty path is the element itself.
    case anyElement(Filter)
    /// Missing or null. An empty string is not blank.
    case isBlank
    case isNotBlank
    /// Not missing. It can be null.
    case exists
    case doesNotExist
  }

  /// A bound of an order: a constant, or a date relative to the event.
  public enum Bound: Hashable, Sendable {
    case value(Value)
    /// This long after the event, or before it if negative. At most `Filter.maximumOffset`.
    /// Compares with dates.
    case fromNow(seconds: Int64)

    /// A whole number.
    public static func int(_ number: Int64) -> Bound { .value(.int(number)) }
    /// A number; not NaN.
    public static func double(_ number: Double) -> Bound { .value(.double(number)) }
    /// A string, ordered by its Unicode scalars in normal form.
    public static func string(_ text: String) -> Bound { .value(.string(text)) }
    /// A fixed date.
    public static func date(_ date: Instant) -> Bound { .value(.date(date)) }
    /// This long before the event.
    public static func ago(seconds: Int64) -> Bound { .fromNow(seconds: -seconds) }
  }

  /// The operator of a comparison, without the constant. The raw value is its name in the protocol.
  public enum Operator: String, Hashable, Sendable, CaseIterable {
    case equals
    case notEquals = "not_equals"
    case less
    case lessOrEqual = "less_or_equal"
    case greater
    case greaterOrEqual = "greater_or_equal"
    case between
    case isIn = "in"
    case isNotIn = "not_in"
    case contains
    case startsWith = "starts_with"
    case endsWith = "ends_with"
    case matches
    case includesAny = "includes_any"
    case includesAll = "includes_all"
    case anyElement = "any_element"
    case isBlank = "blank"
    case isNotBlank = "not_blank"
    case exists
    case doesNotExist = "not_exists"

    /// The description of the operator: its operand and the types that it supports.
    public var traits: Traits {
      switch self {
      case .equals: Traits(1, .value(Operation.equals), .ofOperand)
      case .notEquals: Traits(2, .value(Operation.notEquals), .ofOperand, acceptsMissing: true)
      case .less: Traits(3, .bound(Operation.less), .ofOperand)
      case .lessOrEqual: Traits(4, .bound(Operation.lessOrEqual), .ofOperand)
      case .greater: Traits(5, .bound(Operation.greater), .ofOperand)
      case .greaterOrEqual: Traits(6, .bound(Operation.greaterOrEqual), .ofOperand)
      case .between: Traits(7, .range(Operation.between), .ofOperand)
      case .isIn: Traits(8, .list(Operation.isIn), .ofOperand)
      case .isNotIn: Traits(9, .list(Operation.isNotIn), .ofOperand, acceptsMissing: true)
      case .contains: Traits(10, .content(Operation.contains), .ofContent)
      case .startsWith: Traits(12, .text(Operation.startsWith), .only([.string]))
      case .endsWith: Traits(14, .text(Operation.endsWith), .only([.string]))
      case .matches: Traits(16, .pattern(Operation.matches), .only([.string]))
      case .includesAny: Traits(18, .list(Operation.includesAny), .only([.array]))
      case .includesAll: Traits(19, .list(Operation.includesAll), .only([.array]))
      case .anyElement: Traits(20, .filter(Operation.anyElement), .only([.array]))
      case .isBlank: Traits(21, .nothing(.isBlank), .all)
      case .isNotBlank: Traits(22, .nothing(.isNotBlank), .all)
      case .exists: Traits(23, .nothing(.exists), .all)
      case .doesNotExist: Traits(24, .nothing(.doesNotExist), .all)
      }
    }
  }
}

extension Comparison.Operation {
  /// The parts of the operation. `init(_:_:ignoringCase:)` combines them again.
  public var parts: (operator: Comparison.Operator, operand: Comparison.Operand, ignoresCase: Bool) {
    switch self {
    case .equals(let value): (.equals, .value(value), false)
    case .notEquals(let value): (.notEquals, .value(value), false)
    case .less(let bound): (.less, .bound(bound), false)
    case .lessOrEqual(let bound): (.lessOrEqual, .bound(bound), false)
    case .greater(let bound): (.greater, .bound(bound), false)
    case .greaterOrEqual(let bound): (.greaterOrEqual, .bound(bound), false)
    case .between(let lower, let upper): (.between, .range(lower, upper), false)
    case .isIn(let values): (.isIn, .list(values), false)
    case .isNotIn(let values): (.isNotIn, .list(values), false)
    case .contains(let value, let ignoresCase): (.contains, .value(value), ignoresCase)
    case .startsWith(let text, let ignoresCase): (.startsWith, .text(text), ignoresCase)
    case .endsWith(let text, let ignoresCase): (.endsWith, .text(text), ignoresCase)
    case .matches(let pattern, let ignoresCase): (.matches, .pattern(pattern), ignoresCase)
    case .includesAny(let values): (.includesAny, .list(values), false)
    case .includesAll(let values): (.includesAll, .list(values), false)
    case .anyElement(let filter): (.anyElement, .filter(filter), false)
    case .isBlank: (.isBlank, .nothing, false)
    case .isNotBlank: (.isNotBlank, .nothing, false)
    case .exists: (.exists, .nothing, false)
    case .doesNotExist: (.doesNotExist, .nothing, false)
    }
  }
}
