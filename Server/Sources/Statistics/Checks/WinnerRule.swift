// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Whether an experiment may choose a winner by itself. Higher figures are better.
///
/// A winner's measured lead is usually larger than its true one, the more so the earlier it is
/// chosen.
public enum WinnerRule {
  /// Conversions that each arm needs.
  public static let fewestConversions = 100
  /// The largest share of people who were in several arms.
  public static let mostCrossovers = 0.05
  /// How much of a guardrail may be lost at most, as far as its interval can tell: a twentieth.
  public static let guardrailFloor = -0.05

  /// What is decided now.
  public enum Verdict: Hashable, Sendable {
    /// The index of the arm. It gets everybody but the holdout.
    case winner(Int)
    /// No arm is ahead beyond doubt, and this is the final view: control stays.
    case noDifferenceFound
    /// Not yet, for these reasons.
    case waiting(Set<Obstacle>)
  }

  /// Why there is no winner yet.
  public enum Obstacle: Hashable, Sendable, CaseIterable {
    /// Fewer than 14 days, or no whole weeks.
    case tooFewDays
    /// An arm has fewer than 100 conversions.
    case tooFewConversions
    /// People are not split as planned.
    case mismatch
    /// More than 5% of the people were in several arms.
    case tooManyCrossovers
    /// No arm is ahead beyond doubt.
    case noneAhead
    /// An arm is ahead, but may lose more than 5% of a guardrail.
    case guardrail
  }

  /// Decides at the end of a day.
  ///
  /// - Parameters:
  ///   - primary: The one metric that was chosen before the start.
  ///   - guardrails: Metrics that must not get worse, of the same plan.
  ///   - days: Whole days since the start.
  ///   - crossoverShare: Which share of the people was in several arms, from 0 to 1.
  public static func verdict(
    primary: ExperimentReadout, guardrails: [ExperimentReadout] = [], days: Int, crossoverShare: Double
  ) -> Verdict {
    var obstacles: Set<Obstacle> = []
    if days < ExperimentPlan.fewestDays || days % 7 != 0 { obstacles.insert(.tooFewDays) }
    if primary.arms.contains(where: { $0.conversions < fewestConversions }) {
      obstacles.insert(.tooFewConversions)
    }
    if ([primary] + guardrails).contains(where: { $0.sampleRatio?.isAlarm == true }) {
      obstacles.insert(.mismatch)
    }
    // Nor may a share that is no number pass.
    if !(crossoverShare <= mostCrossovers) { obstacles.insert(.tooManyCrossovers) }
    let ahead = primary.ahead
    let safe = ahead.filter { arm in guardrails.allSatisfy { $0.isSafe(arm) } }
    if ahead.isEmpty {
      obstacles.insert(.noneAhead)
      if obstacles == [.noneAhead], primary.isFinal { return .noDifferenceFound }
    } else if safe.isEmpty {
      obstacles.insert(.guardrail)
    }
    guard obstacles.isEmpty else { return .waiting(obstacles) }
    let chances = primary.chances
    // Equal chances go to the lower index.
    let best = safe.max { left, right in
      let (one, other) = (chances?[left].probability ?? 0, chances?[right].probability ?? 0)
      return one == other ? left > right : one < other
    }
    return best.map(Verdict.winner) ?? .waiting([.noneAhead])
  }
}

extension ExperimentReadout {
  /// The arms that are ahead of control beyond doubt; without control, the arm that is ahead of all
  /// others.
  fileprivate var ahead: [Int] {
    (0..<plan.armCount).filter { arm in
      let rivals = plan.hasControl ? (arm == 0 ? [] : [0]) : (0..<plan.armCount).filter { $0 != arm }
      return !rivals.isEmpty && rivals.allSatisfy { lead(of: arm, over: $0) }
    }
  }

  private func lead(of arm: Int, over rival: Int) -> Bool {
    comparisons.contains { comparison in
      guard let interval = comparison.reading.comparison?.difference.interval else { return false }
      if comparison.pair == ExperimentPlan.Pair(arm: arm, baseline: rival) { return interval.lower > 0 }
      return comparison.pair == ExperimentPlan.Pair(arm: rival, baseline: arm) && interval.upper < 0
    }
  }

  /// Whether the arm keeps nearly all of a guardrail. Without an uplift nobody knows.
  fileprivate func isSafe(_ arm: Int) -> Bool {
    let asked = comparisons.filter { $0.pair.arm == arm || (!plan.hasControl && $0.pair.baseline == arm) }
    return !asked.isEmpty
      && asked.allSatisfy { comparison in
        guard let uplift = comparison.reading.comparison?.uplift else { return false }
        if comparison.pair.arm == arm { return uplift.interval.lower > WinnerRule.guardrailFloor }
        // Seen from the other arm: it must not have more than what a loss of 5% leaves room for.
        return uplift.interval.upper < 1 / (1 + WinnerRule.guardrailFloor) - 1
      }
  }

  fileprivate var isFinal: Bool {
    comparisons.contains { if case .final = $0.reading.comparison?.view { true } else { false } }
  }
}
