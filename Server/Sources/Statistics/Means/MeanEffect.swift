// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The difference of two means and its uplift.
enum MeanEffect {
  /// A mean of one arm, and the variance of that mean.
  struct Side: Hashable {
    var mean: Double
    var variance: Double
  }

  /// The degrees of freedom of a sum of estimated variances (Welch 1947, Satterthwaite 1946).
  static func degrees(of parts: [(variance: Double, degrees: Double)]) -> Double {
    let sum = parts.reduce(0) { $0 + $1.variance }
    return sum * sum / parts.reduce(0) { $0 + $1.variance * $1.variance / $1.degrees }
  }

  static func difference(_ treatment: Side, _ control: Side, critical: Double) -> Estimate {
    let half = critical * (treatment.variance + control.variance).squareRoot()
    let difference = treatment.mean - control.mean
    return Estimate(difference, Interval(difference - half, difference + half))
  }

  /// The interval of Fieller (1954) for a ratio, minus 1. It excludes 0 for the same arms as the
  /// difference.
  ///
  /// nil when control's mean is not clearly above 0: then its share of anything has no bounds.
  static func uplift(_ treatment: Side, _ control: Side, critical: Double) -> Uplift? {
    let square = critical * critical
    let a = control.mean * control.mean - square * control.variance
    guard control.mean > 0, a > 0 else { return nil }
    let b = treatment.mean * control.mean
    let d = treatment.mean * treatment.mean - square * treatment.variance
    let root = max(0, b * b - a * d).squareRoot()
    return Uplift(treatment.mean / control.mean - 1, Interval((b - root) / a - 1, (b + root) / a - 1))
  }
}
