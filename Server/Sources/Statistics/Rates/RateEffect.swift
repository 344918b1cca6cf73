// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The difference of two shares and its uplift, each from the two shares and their own intervals.
///
/// Both exclude 0 for the same arms, because both ask whether the same two intervals are far enough
/// apart.
enum RateEffect {
  /// The hybrid score interval of Newcombe (1998).
  static func difference(_ treatment: Estimate, _ control: Estimate) -> Estimate {
    let (p, l, u) = (treatment.value, treatment.interval.lower, treatment.interval.upper)
    let (q, a, b) = (control.value, control.interval.lower, control.interval.upper)
    func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
    return Estimate(p - q, Interval(p - q - length(p - l, b - q), p - q + length(u - p, q - a)))
  }

  /// The interval of Donner and Zou (2012) for a ratio (MOVER-R), minus 1.
  static func uplift(_ treatment: Estimate, _ control: Estimate) -> Uplift {
    let (p, l, u) = (treatment.value, treatment.interval.lower, treatment.interval.upper)
    let (q, a, b) = (control.value, control.interval.lower, control.interval.upper)
    let product = p * q
    let below = l * (2 * p - l)
    let above = u * (2 * p - u)
    // Rounding must not make the root of a square negative.
    func root(_ x: Double) -> Double { max(0, x).squareRoot() }
    // In this form, no two near numbers are subtracted.
    let lower = below > 0 ? below / (product + root(product * product - b * (2 * q - b) * below)) - 1 : -1
    let base = a * (2 * q - a)
    let upper = base > 0 ? (product + root(product * product - base * above)) / base - 1 : .infinity
    return Uplift(q > 0 ? p / q - 1 : nil, Interval(lower, upper))
  }
}
