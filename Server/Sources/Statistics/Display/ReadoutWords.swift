// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What the figures of an experiment say, in sentences.
///
/// The words never claim more than the figures: nothing is proven, and what was not found may still
/// be there.
public enum ReadoutWords {
  /// What is compared of each person.
  public enum Metric: Hashable, Sendable {
    /// Whether they did something.
    case conversion
    /// What they spent, in hundredths of the currency's unit. The currency is empty if none is
    /// known.
    case revenue(currency: String)

    /// What a unit of a difference is worth where people read it.
    public var scale: Double { self == .conversion ? 100 : 0.01 }

    /// Behind a number.
    fileprivate var unit: String {
      switch self {
      case .conversion: " points"
      case .revenue(let currency): currency.isEmpty ? "" : " \(currency)"
      }
    }
  }

  /// What a reading says about two arms, without a full stop.
  ///
  /// - Parameters:
  ///   - arm: The arm's name.
  ///   - baseline: The name of the arm that it is compared with.
  ///   - noun: What is compared: `variant`.
  public static func sentence(
    _ reading: Reading, of metric: Metric = .conversion, arm: String, baseline: String,
    noun: String = "variant"
  ) -> String {
    switch reading {
    case .mismatch(let ratio):
      let chance =
        ratio.chance < 0.0001
        ? "less than 1 in 10,000" : "1 in \(FigureWords.count(Int((1 / ratio.chance).rounded())))"
      return
        "People are not split as planned (likely by chance: \(chance)). Nothing is compared until the cause is found"
    case .tooEarly: return tooEarly(metric, noun)
    case .armsOnly(let lack): return sentence(lack, noun)
    case .compared(let comparison): return sentence(comparison, metric, arm: arm, baseline: baseline)
    }
  }

  /// What is said once of a broken split, and how often such an alarm is wrong.
  public static func alarm(_ ratio: SampleRatio) -> String {
    sentence(.mismatch(ratio), arm: "", baseline: "") + ". " + alarmError
  }

  /// How often the alarm of a broken split is wrong.
  public static let alarmError =
    "Looked at each day for 90 days, this alarm is wrong in fewer than 1 of 100 experiments."

  private static func tooEarly(_ metric: Metric, _ noun: String) -> String {
    let people = "Too early: needs \(ExperimentReadout.fewestPeople) people "
    return switch metric {
    case .conversion: people + "and \(ExperimentReadout.fewestConversions) conversions in each \(noun)"
    case .revenue: people + "in each \(noun), and as many who spent something"
    }
  }

  private static func sentence(_ lack: Reading.Lack, _ noun: String) -> String {
    switch lack {
    case .conversions: "Too early: needs \(ExperimentReadout.fewestConversions) conversions in each \(noun)"
    case .peopleWithoutConversion:
      "Not compared: needs \(ExperimentReadout.fewestConversions) people without a conversion in each \(noun)"
    case .contributors:
      "Too early: needs \(ExperimentReadout.fewestContributors) people who spent something in each \(noun)"
    case .contributorsOfUneven:
      "Too early: needs \(ExperimentReadout.fewestContributorsOfUneven) people who spent something in the smaller \(noun), "
        + "because the other has more than \(Digits.text(ExperimentReadout.unevenRatio, 1)) times as many people"
    case .common: "Not compared: the values do not vary, or the two were never open at the same time"
    }
  }

  private static func sentence(_ comparison: ArmComparison, _ metric: Metric, arm: String, baseline: String)
    -> String
  {
    let difference = comparison.difference
    let yet = comparison.view == .running ? " yet" : ""
    guard difference.interval.excludesZero else {
      let likely = FigureWords.eitherWay(difference.interval, scale: metric.scale, unit: metric.unit)
      return switch metric {
      case .conversion: "No difference found\(yet): \(arm) converts \(likely) than \(baseline)"
      case .revenue:
        "No difference in revenue found\(yet): \(arm) brings \(likely) for each person than \(baseline)"
      }
    }
    let (size, likely) = FigureWords.size(difference, scale: metric.scale)
    let direction = difference.interval.lower > 0 ? "more" : "less"
    return switch metric {
    case .conversion: "\(arm) converts \(size)\(metric.unit) \(direction) than \(baseline) (likely \(likely))"
    case .revenue:
      "\(arm) brings \(size)\(metric.unit) \(direction) for each person than \(baseline) (likely \(likely))"
    }
  }

  /// What a rate of one arm says: counts below 30 people, then `5.0% (likely 2.1% to 11.2%)`.
  public static func rate(_ arm: ExperimentReadout.Arm) -> String {
    let counts = FigureWords.counts(arm.conversions, of: arm.people)
    return arm.estimate.map { "\(counts), \(FigureWords.rate($0))" } ?? counts
  }

  /// What a rate says that is compared with no other, in the same words.
  public static func rate(_ rate: Rate) -> String {
    self.rate(
      ExperimentReadout.Arm(people: rate.people, conversions: rate.successes, estimate: rate.readableEstimate)
    )
  }

  /// What a view promises.
  public static func view(_ comparison: ArmComparison) -> String {
    switch comparison.view {
    case .running: return "safe to read at any time"
    case .final(let moment):
      // Never more than it is.
      let level = Digits.text((comparison.level * 1_000 + 1e-9).rounded(.down) / 10, 1)
      return "final after \(moment.day) days, \(FigureWords.count(comparison.people)) people, level \(level)%"
    }
  }
}
