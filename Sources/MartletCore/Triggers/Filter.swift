// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A condition on the properties of an event.
///
/// A `Filter` is the tree that an author writes. The engine compiles it once into a flat program over typed values (`FilterProgram`). A
/// comparison of values with different types is false, and the explanation says so. A missing property is blank, equals nothing, and is
/// *not equal* to every value.
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
  /// Only this many elements at the start of an array are considered, so that the cost of an event is limited.
  public static let maximumElements = 250
  /// The maximum time of a relative date before or after the event, in seconds: 100 years of 365.25 days.
  public static let maximumOffset: Int64 = 3_155_760_000
}
