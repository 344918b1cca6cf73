// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What the rates of an experiment say, in sentences.
///
/// The words never claim more than the figures: nothing is proven, and what was not found may still be there.
public enum ReadoutWords {
  /// Why nothing but counts is shown.
  public static let tooEarly = tooEarly(in: "variant")

  /// - Parameter noun: What is compared: `variant`.
  public static func tooEarly(in noun: String) -> String {
    "Too early: needs \(ExperimentReadout.fewestPeople) people and \(ExperimentReadout.fewestConversions) conversions in each \(noun)"
  }

  /// What a reading of a rate says about two arms.
  ///
  /// - Parameters:
  ///   - arm: The arm's name.
  ///   - baseline: The name of the arm that it is compared with.
  public static func sentence(_ reading: Reading, arm: String, baseline: String) -> String {
    switch reading {
    case .mismatch(let ratio):
      let chance = ratio.chance < 0.0001 ? "less than 1 in 10,000" : "1 in \(FigureWords.count(Int((1 / ratio.chance).rounded())))"
      return "People are not split as planned (likely by chance: \(chance)). Nothing is compared until the cause is found"
    case .tooEarly, .armsOnly: return tooEarly
    case .compared(let comparison): return sentence(comparison, arm: arm, baseline: baseline)
    }
  }

  private static func sentence(_ comparison: ArmComparison, arm: String, baseline: String) -> String {
    let difference = comparison.difference
    guard difference.interval.excludesZero else {
      let yet = comparison.view == .running ? " yet" : ""
      return "No difference found\(yet); less than \(FigureWords.visiblePoints(difference.interval)) points would not show"
    }
    let points = FigureWords.points(difference)
    let direction = difference.interval.lower > 0 ? "more" : "less"
    return "\(arm) converts \(points.size) points \(direction) than \(baseline) (likely \(points.likely))"
  }

  /// What a rate of one arm says: counts below 30 people, then `5.0% (likely 2.1% to 11.2%)`.
  public static func rate(_ arm: ExperimentReadout.Arm) -> String {
    let counts = FigureWords.counts(arm.conversions, of: arm.people)
    return arm.estimate.map { "\(counts), \(FigureWords.rate($0))" } ?? counts
  }

  /// What a rate says that is compared with no other, in the same words.
  public static func rate(_ rate: Rate) -> String {
    self.rate(ExperimentReadout.Arm(people: rate.people, conversions: rate.successes, estimate: rate.readableEstimate))
  }

  /// What a view promises.
  public static func view(_ comparison: ArmComparison) -> String {
    switch comparison.view {
    case .running: return "safe to read at any time"
    case .final(let moment):
      let level = Digits.text(comparison.level * 100, 1)
      return "final after \(moment.day) days, \(FigureWords.count(comparison.people)) people, level \(level)%"
    }
  }

  /// Beside every other metric than the one that was chosen before the start.
  public static let exploratory = "exploratory"
}
