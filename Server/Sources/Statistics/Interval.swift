// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What is likely: from `lower` to `upper`. An uplift's upper bound can be infinite.
public struct Interval: Hashable, Sendable {
  public let lower: Double
  public let upper: Double

  init(_ lower: Double, _ upper: Double) {
    self.lower = lower
    self.upper = upper
  }

  /// Whether 0 is outside.
  public var excludesZero: Bool { lower > 0 || upper < 0 }
  /// Half of the width, infinite when a bound is.
  public var halfWidth: Double { (upper - lower) / 2 }
}

/// A figure with what is likely around it.
public struct Estimate: Hashable, Sendable {
  public let value: Double
  public let interval: Interval

  init(_ value: Double, _ interval: Interval) {
    self.value = value
    self.interval = interval
  }

  /// In another unit.
  public func scaled(by factor: Double) -> Estimate {
    Estimate(value * factor, Interval(interval.lower * factor, interval.upper * factor))
  }
}

/// How much higher something is than control's, relative to control's: 0.2 is 20% more.
public struct Uplift: Hashable, Sendable {
  /// nil when control has nothing to compare with.
  public let value: Double?
  /// From -1 up. The upper bound is infinite when control can be nothing.
  public let interval: Interval

  init(_ value: Double?, _ interval: Interval) {
    self.value = value
    self.interval = interval
  }
}
