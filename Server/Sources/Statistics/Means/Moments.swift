// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The mean and the spread of values that were seen one by one, without keeping them (Welford
/// 1962).
///
/// Sums of squares are never formed, so values may be as large as amounts of money get.
public struct Moments: Hashable, Sendable {
  public private(set) var count = 0
  public private(set) var mean = 0.0
  /// The sum of the squared distances from the mean.
  private var spread = 0.0

  public init() {}

  public mutating func add(_ value: Double) {
    count += 1
    let distance = value - mean
    mean += distance / Double(count)
    spread += distance * (value - mean)
  }

  /// Adds so many zeros, such as the people who bought nothing.
  public mutating func addZeros(_ zeros: Int) {
    precondition(zeros >= 0, "the number of zeros is not negative")
    var other = Moments()
    other.count = zeros
    merge(other)
  }

  /// Adds what another part of the values gave (Chan, Golub and LeVeque 1983). The order of parts
  /// does not matter, but for rounding.
  public mutating func merge(_ other: Moments) {
    guard other.count > 0 else { return }
    let both = Double(count + other.count)
    let distance = other.mean - mean
    spread += other.spread + distance * distance * Double(count) * Double(other.count) / both
    mean += distance * Double(other.count) / both
    count += other.count
  }

  /// nil with fewer than two values, which have no spread.
  public var estimate: MeanEstimate? {
    guard count >= 2 else { return nil }
    return MeanEstimate(people: count, mean: mean, variance: spread / Double(count - 1) / Double(count))
  }
}

/// A mean over people, and how far it may be off.
public struct MeanEstimate: Hashable, Sendable {
  /// At least 2.
  public let people: Int
  public let mean: Double
  /// The variance of the mean itself, not of the values.
  public let variance: Double

  init(people: Int, mean: Double, variance: Double) {
    self.people = people
    self.mean = mean
    self.variance = max(0, variance)
  }
}
