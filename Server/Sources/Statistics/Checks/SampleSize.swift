// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How many people an experiment needs to find a difference that is there.
///
/// For the final view. The running view alone needs about 1.7 times as many.
public struct SampleSize: Hashable, Sendable {
  public let control: Int
  /// For each arm beside control.
  public let arm: Int

  /// How often a difference of the assumed size is found.
  public static let usualPower = 0.8

  /// For a rate (two proportions, with the variance of both together if there is no difference).
  ///
  /// nil unless both rates are between 0 and 1 and differ, the ratio and the number of comparisons are greater than 0, and the power is
  /// between one half and 1.
  ///
  /// - Parameters:
  ///   - control: Control's rate, between 0 and 1.
  ///   - arm: The rate that should be found, between 0 and 1.
  ///   - ratio: How many people the arm has for each of control.
  ///   - comparisons: How many pairs share the chance of an error.
  public init?(control q: Double, arm p: Double, ratio: Double = 1, comparisons: Int = 1, power: Double = usualPower) {
    guard q > 0, q < 1, p > 0, p < 1, p != q, ratio > 0, comparisons > 0, power >= 0.5, power < 1 else { return nil }
    self.init(
      Self.people(control: q, arm: p, ratio: ratio, critical: Self.critical(comparisons), power: power), ratio: ratio)
  }

  /// For a mean.
  ///
  /// nil unless the difference is not 0, the deviations are at least 0 and one is greater, the ratio and the number of comparisons are greater
  /// than 0, and the power is between one half and 1.
  ///
  /// - Parameters:
  ///   - difference: The difference that should be found.
  ///   - deviations: The standard deviations of the values in control and in the arm.
  public init?(
    difference: Double, deviations: (control: Double, arm: Double), ratio: Double = 1, comparisons: Int = 1, power: Double = usualPower
  ) {
    guard difference != 0, min(deviations.control, deviations.arm) >= 0, max(deviations.control, deviations.arm) > 0, ratio > 0,
      comparisons > 0, power >= 0.5, power < 1
    else { return nil }
    self.init(
      Self.people(
        difference: difference, deviations: deviations, ratio: ratio, critical: Self.critical(comparisons), power: power), ratio: ratio)
  }

  private init?(_ control: Double, ratio: Double) {
    // Nobody plans with more, and the conversion must not trap.
    guard max(control, control * ratio) < 1e15 else { return nil }
    self.control = max(1, Int(control.rounded(.up)))
    arm = max(1, Int((control * ratio).rounded(.up)))
  }

  private static func critical(_ comparisons: Int) -> Double {
    NormalDistribution.critical(ExperimentPlan.finalError / Double(comparisons))
  }

  /// Control's people, not rounded.
  static func people(control q: Double, arm p: Double, ratio r: Double, critical: Double, power: Double) -> Double {
    let both = (q + r * p) / (1 + r)
    let without = critical * ((1 + 1 / r) * both * (1 - both)).squareRoot()
    let with = NormalDistribution.quantile(tail: 1 - power) * (q * (1 - q) + p * (1 - p) / r).squareRoot()
    return (without + with) * (without + with) / ((p - q) * (p - q))
  }

  static func people(
    difference: Double, deviations: (control: Double, arm: Double), ratio: Double, critical: Double, power: Double
  ) -> Double {
    let sum = critical + NormalDistribution.quantile(tail: 1 - power)
    let variance = deviations.control * deviations.control + deviations.arm * deviations.arm / ratio
    return sum * sum * variance / (difference * difference)
  }

  /// How many days so many people need at so many first triggers a day: whole weeks, at least 14 days. nil without triggers, or for more than
  /// 100 years.
  public static func days(people: Int, firstTriggersEachDay: Double) -> Int? {
    guard people >= 0, firstTriggersEachDay > 0, firstTriggersEachDay.isFinite else { return nil }
    let weeks = (Double(people) / firstTriggersEachDay / 7).rounded(.up)
    guard weeks < 5_218 else { return nil }
    return max(ExperimentPlan.fewestDays, Int(weeks) * 7)
  }
}
