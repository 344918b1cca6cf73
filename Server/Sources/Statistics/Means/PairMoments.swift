// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The means, spreads and the common spread of two values of each person, without keeping them.
///
/// For ratios, such as revenue per order, and for comparisons that take into account what people
/// did before.
public struct PairMoments: Hashable, Sendable {
  public private(set) var count = 0
  private var mean = (first: 0.0, second: 0.0)
  private var spread = (first: 0.0, second: 0.0, common: 0.0)

  public init() {}

  public mutating func add(_ first: Double, _ second: Double) {
    var one = PairMoments()
    one.count = 1
    one.mean = (first, second)
    merge(one)
  }

  /// Adds so many people with two zeros.
  public mutating func addZeros(_ zeros: Int) {
    precondition(zeros >= 0, "the number of zeros is not negative")
    var other = PairMoments()
    other.count = zeros
    merge(other)
  }

  /// Adds what another part of the people gave (Chan, Golub and LeVeque 1983).
  public mutating func merge(_ other: PairMoments) {
    guard other.count > 0 else { return }
    let both = Double(count + other.count)
    let share = Double(other.count) / both
    let product = Double(count) * share
    let distance = (first: other.mean.first - mean.first, second: other.mean.second - mean.second)
    spread.first += other.spread.first + distance.first * distance.first * product
    spread.second += other.spread.second + distance.second * distance.second * product
    spread.common += other.spread.common + distance.first * distance.second * product
    mean.first += distance.first * share
    mean.second += distance.second * share
    count += other.count
  }

  /// The sum of the first values over the sum of the second, with the variance of the delta method:
  /// the unit stays the person (Deng, Knoblich and Lu 2018). nil with fewer than two people, or
  /// when the second values add up to nothing.
  public var ratio: MeanEstimate? {
    guard count >= 2, mean.second != 0 else { return nil }
    let ratio = mean.first / mean.second
    // The three terms of the method, put together: the spread of what a person adds beyond the
    // ratio.
    let residual = spread.first - 2 * ratio * spread.common + ratio * ratio * spread.second
    let square = mean.second * mean.second
    return MeanEstimate(
      people: count, mean: ratio, variance: residual / Double(count - 1) / Double(count) / square)
  }

  /// How much of the second value the first one usually has: their covariance over the variance of
  /// the second. 0 if the second never varies.
  public var slope: Double { spread.second > 0 ? spread.common / spread.second : 0 }

  /// The mean of the first values after a part of the second ones was taken away (CUPED; Deng, Xu,
  /// Kohavi and Walker 2013).
  ///
  /// - Parameter slope: That of all arms merged, the same for all arms. Otherwise the arms would
  ///   not be comparable.
  public func adjusted(slope: Double) -> MeanEstimate? {
    guard count >= 2 else { return nil }
    let residual = spread.first - 2 * slope * spread.common + slope * slope * spread.second
    return MeanEstimate(
      people: count, mean: mean.first - slope * mean.second,
      variance: residual / Double(count - 1) / Double(count))
  }

  public static func == (left: PairMoments, right: PairMoments) -> Bool {
    left.count == right.count && left.mean == right.mean && left.spread == right.spread
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(mean.first)
    hasher.combine(mean.second)
  }
}
