// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How many of the 10,000 buckets each variant has. They always add up to 10,000.
public struct ExperimentShares: Hashable, Sendable {
  /// One number for each variant, in order, control first. A variant that was taken out has 0 and
  /// keeps its place.
  public let buckets: [Int]

  /// The most variants, including control.
  public static let mostVariants = 100
  /// The highest weight.
  public static let highestWeight = 1_000_000

  /// Creates shares from exact numbers of buckets.
  ///
  /// - Throws: `ExperimentSharesError` unless there are 1 to 100 numbers, none is negative, and
  ///   their sum is 10,000.
  public init(buckets: [Int]) throws(ExperimentSharesError) {
    try Self.check(buckets, highest: BucketDraw.bucketCount)
    let sum = buckets.reduce(0, +)
    guard sum == BucketDraw.bucketCount else { throw .hasWrongSum(sum) }
    self.buckets = buckets
  }

  /// Creates shares that are as close to the weights as whole buckets can be: the largest
  /// remainders get what is left, equal ones from the lowest index on. So 1, 1, 1 gives 3,334,
  /// 3,333 and 3,333.
  ///
  /// - Throws: `ExperimentSharesError` unless there are 1 to 100 weights from 0 to 1,000,000, and
  ///   one of them is greater than 0.
  public init(weights: [Int]) throws(ExperimentSharesError) {
    try Self.check(weights, highest: Self.highestWeight)
    let total = weights.reduce(0, +)
    guard total > 0 else { throw .hasWrongSum(0) }
    let scaled = weights.map { $0 * BucketDraw.bucketCount }
    var buckets = scaled.map { $0 / total }
    let left = BucketDraw.bucketCount - buckets.reduce(0, +)
    let byRemainder = buckets.indices.sorted { (scaled[$1] % total, $0) < (scaled[$0] % total, $1) }
    for index in byRemainder.prefix(left) { buckets[index] += 1 }
    self.buckets = buckets
  }

  private static func check(_ numbers: [Int], highest: Int) throws(ExperimentSharesError) {
    guard (1...mostVariants).contains(numbers.count) else { throw .hasWrongCount(numbers.count) }
    for (index, number) in numbers.enumerated() where !(0...highest).contains(number) {
      throw .isOutOfRange(index: index, number)
    }
  }
}

/// Why numbers cannot be the shares of an experiment.
public enum ExperimentSharesError: Error, Hashable, Sendable {
  /// Not 1 to 100 variants.
  case hasWrongCount(Int)
  /// A negative number, or one that is too high.
  case isOutOfRange(index: Int, Int)
  /// Buckets must add up to 10,000, and weights to more than 0.
  case hasWrongSum(Int)
}
