// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A condition on the properties of an event (D1).
///
/// A `Filter` is the tree an author writes; the engine compiles it once into a flat program over typed values (`FilterProgram`).
/// A comparison between values of different types is false, and the explanation says so. A missing property is blank, equals nothing,
/// and is *not equal* to every value.
public indirect enum Filter: Hashable, Sendable {
  case all([Filter])
  case any([Filter])
  case not(Filter)
  case compare(Comparison)

  /// Deepest nesting of `all`, `any` and `not` that is accepted; the compiler refuses more.
  public static let maximumDepth = 8
  /// Most comparisons in one filter; the compiler refuses more.
  public static let maximumComparisons = 100
  /// Most values in one list operand; the compiler refuses more.
  public static let maximumListValues = 250
  /// Longest pattern in bytes of UTF-8; the compiler refuses more.
  public static let maximumPatternLength = 1_000
  /// Of a longer string only the first so many characters are searched for a pattern: what a hostile pattern can cost stays bounded.
  public static let maximumSearchedLength = 2_000
}

/// One comparison of a property with a constant.
public struct Comparison: Hashable, Sendable {
  /// Keys from the root of the properties inward: `["cart", "total"]`. Never empty. In a purchase the keys `price`, `currency`,
  /// `quantity` and `product_id` name the purchase's own fields unless a property of that name hides them.
  public var path: [String]
  public var operation: Operation

  public init(path: [String], operation: Operation) {
    self.path = path
    self.operation = operation
  }

  /// How a property is compared, with the constant it is compared with.
  public enum Operation: Hashable, Sendable {
    case equals(Value)
    case notEquals(Value)
    case less(Value)
    case lessOrEqual(Value)
    case greater(Value)
    case greaterOrEqual(Value)
    /// Equals one of the values.
    case isIn([Value])
    /// A string contains the string; an array includes the value.
    case contains(Value)
    /// The pattern is found anywhere in the string (search, not whole match).
    case matches(pattern: String, ignoringCase: Bool)
    /// Missing or null. An empty string is not blank.
    case isBlank
    case isNotBlank
  }
}
