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
