// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A condition on the properties of an event.
///
/// A `Filter` is the tree an author writes; the engine compiles it once into a flat program over typed values (`FilterProgram`).
/// A comparison between values of different types is false, and the explanation says so. A missing property is blank, equals nothing,
/// and is *not equal* to every value.
public indirect enum Filter: Hashable, Sendable {
  case all([Filter])
  case any([Filter])
  case not(Filter)
  case compare(Comparison)

  /// Deepest nesting of `all`, `any`, `not` and `anyElement` that is accepted; the compiler refuses more.
  public static let maximumDepth = 8
  /// Most comparisons in one filter; the compiler refuses more.
  public static let maximumComparisons = 100
  /// Most values in one list operand; the compiler refuses more.
  public static let maximumListValues = 250
  /// Longest pattern in bytes of UTF-8; the compiler refuses more.
  public static let maximumPatternLength = 1_000
  /// Of a longer string only the first so many Unicode scalars are searched for a pattern.
  public static let maximumSearchedLength = 2_000
  /// Of a longer array only the first so many elements are looked at: what an event can cost stays bounded.
  public static let maximumElements = 250
  /// Longest time before or after the event that a relative date may name, in seconds: 100 years of 365.25 days.
  public static let maximumOffset: Int64 = 3_155_760_000
}

/// One comparison of a property with a constant.
public struct Comparison: Hashable, Sendable {
  /// Keys from the root of the properties inward: `["cart", "total"]`. Empty only inside
  /// `anyElement`, where it names the element itself. In a purchase the keys `price`, `currency`,
  /// `quantity` and `product_id` name the purchase's own fields unless a property of that name hides them.
  public var path: [String]
  public var operation: Operation

  public init(path: [String], operation: Operation) {
    self.path = path
    self.operation = operation
  }

  /// How a property is compared, with the constant it is compared with.
  ///
  /// Every comparison is false when the property's type has nothing to do with it, and the explanation says so. What should hold in that case too
  /// is said with `not`.
  public indirect enum Operation: Hashable, Sendable {
    case equals(Value)
    /// Missing and null are not equal to every value; a value of another type is neither equal nor not.
    case notEquals(Value)
    case less(Bound)
    case lessOrEqual(Bound)
    case greater(Bound)
    case greaterOrEqual(Bound)
    /// From the one to the other, both included. They are of one type, and the first is not greater.
    case between(Bound, Bound)
    /// Equals one of the values.
    case isIn([Value])
    /// Equals none of the values, one of which at least is of its type; missing and null are in no list.
    case isNotIn([Value])
    /// A string contains the string; an array includes the value. Only strings can ignore case.
    case contains(Value, ignoringCase: Bool = false)
    case startsWith(String, ignoringCase: Bool = false)
    case endsWith(String, ignoringCase: Bool = false)
    /// The pattern is found anywhere in the string (search, not whole match); see `Pattern`.
    case matches(pattern: String, ignoringCase: Bool)
    /// An array includes at least one of the values.
    case includesAny([Value])
    /// An array includes every one of the values.
    case includesAll([Value])
    /// At least one element of an array satisfies the filter. Paths in it begin at the element; the empty path is the element itself.
    case anyElement(Filter)
    /// Missing or null. An empty string is not blank.
    case isBlank
    case isNotBlank
    /// There, also when it is null.
    case exists
    case doesNotExist
  }

  /// One end of an order: a constant, or a date that moves with the event.
  public enum Bound: Hashable, Sendable {
    case value(Value)
    /// So long after the event; negative: before it. At most `Filter.maximumOffset` either way. Compares with dates.
    case fromNow(seconds: Int64)

    /// A whole number.
    public static func int(_ number: Int64) -> Bound { .value(.int(number)) }
    /// A number; not NaN.
    public static func double(_ number: Double) -> Bound { .value(.double(number)) }
    /// A text, which is ordered by its Unicode scalars in normal form.
    public static func string(_ text: String) -> Bound { .value(.string(text)) }
    /// A fixed date.
    public static func date(_ date: Instant) -> Bound { .value(.date(date)) }
    /// So long before the event.
    public static func ago(seconds: Int64) -> Bound { .fromNow(seconds: -seconds) }
  }
}
