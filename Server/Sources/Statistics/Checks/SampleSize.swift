// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

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
  /// nil unless both rates are between 0 and 1 and differ, the ratio and the number of comparisons
  /// are greater than 0, and the power is between one half and 1.
  ///
  /// - Parameters:
  ///   - control: Control's rate, between 0 and 1.
  ///   - arm: The rate that should be found, between 0 and 1.
  ///   - ratio: How many people the arm has for each of control.
  ///   - comparisons: How many pairs share the chance of an error.
  public init?(
    control q: Double, arm p: Double, ratio: Double = 1, comparisons: Int = 1, power: Double = usualPower
  ) {
    guard q > 0, q < 1, p > 0, p < 1, p != q, ratio > 0, comparisons > 0, power >= 0.5, power < 1 else {
      return nil
    }
    self.init(
      Self.people(control: q, arm: p, ratio: ratio, critical: Self.critical(comparisons), power: power),
      ratio: ratio)
  }

  /// For a mean.
  ///
  /// nil unless the difference is not 0, the deviations are at least 0 and one is greater, the
  /// ratio and the number of comparisons are greater than 0, and the power is between one half and
  /// 1.
  ///
  /// - Parameters:
  ///   - difference: The difference that should be found.
  ///   - deviations: The standard deviations of the values in control and in the arm.
  public init?(
    difference: Double, deviations: (control: Double, arm: Double), ratio: Double = 1, comparisons: Int = 1,
    power: Double = usualPower
  ) {
    guard difference != 0, min(deviations.control, deviations.arm) >= 0,
      max(deviations.control, deviations.arm) > 0, ratio > 0,
      comparisons > 0, power >= 0.5, power < 1
    else { return nil }
    self.init(
      Self.people(
        difference: difference, deviations: deviations, ratio: ratio, critical: Self.critical(comparisons),
        power: power), ratio: ratio)
  }

  /// For a guardrail: so many that an arm that harms nothing keeps it, with two equal arms.
  ///
  /// A guardrail asks for more than the metric that decides, because its interval must end within
  /// 5% of no change. nil unless the rate is between 0 and 1, the number of comparisons is greater
  /// than 0, and the power is between one half and 1.
  ///
  /// - Parameters:
  ///   - rate: The guardrail's rate in both arms.
  ///   - power: How often an arm that harms nothing passes.
  public init?(guardrail rate: Double, comparisons: Int = 1, power: Double = usualPower) {
    guard rate > 0, rate < 1, comparisons > 0, power >= 0.5, power < 1 else { return nil }
    // Of one value, as far as the logarithm of the arm's share is concerned.
    let deviation = ((1 - rate) / rate).squareRoot()
    self.init(
      Self.people(
        difference: log(1 + WinnerRule.guardrailFloor), deviations: (deviation, deviation), ratio: 1,
        critical: Self.critical(comparisons), power: power), ratio: 1)
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
  static func people(control q: Double, arm p: Double, ratio r: Double, critical: Double, power: Double)
    -> Double
  {
    let both = (q + r * p) / (1 + r)
    let without = critical * ((1 + 1 / r) * both * (1 - both)).squareRoot()
    let with = NormalDistribution.quantile(tail: 1 - power) * (q * (1 - q) + p * (1 - p) / r).squareRoot()
    return (without + with) * (without + with) / ((p - q) * (p - q))
  }

  static func people(
    difference: Double, deviations: (control: Double, arm: Double), ratio: Double, critical: Double,
    power: Double
  ) -> Double {
    let sum = critical + NormalDistribution.quantile(tail: 1 - power)
    let variance = deviations.control * deviations.control + deviations.arm * deviations.arm / ratio
    return sum * sum * variance / (difference * difference)
  }

  /// How many days it takes until the final result: whole weeks, at least 14 days. nil without
  /// triggers, or for more than 100 years.
  ///
  /// - Parameters:
  ///   - people: How many each arm needs.
  ///   - share: Which part of all people the smallest arm gets, greater than 0 and at most 1. It is
  ///     the last to be complete.
  ///   - firstTriggersEachDay: How many people come for the first time each day.
  ///   - maturing: How long after that somebody counts: the conversion's window, and the time for
  ///     late reports.
  public static func days(people: Int, share: Double, firstTriggersEachDay: Double, maturing: Duration)
    -> Int?
  {
    let each = firstTriggersEachDay * share
    guard people >= 0, each > 0, each.isFinite, share <= 1 else { return nil }
    // A share such as one third must not cost a week by its rounding.
    let days = Double(people) / each + maturing / .seconds(86_400)
    let weeks = (days / 7 - 1e-9).rounded(.up)
    guard weeks < 5_218 else { return nil }
    return max(ExperimentPlan.fewestDays, Int(weeks) * 7)
  }
}
