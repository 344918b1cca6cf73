// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import MartletCore
import MartletWire
import Statistics

/// The results of a campaign's experiment: who is in which arm, what they did, and what may be said
/// about the differences.
struct ExperimentSection {
  /// The titles of what is counted of each arm.
  let exposuresTitle: String
  let shownTitle: String
  let clickedTitle: String
  let arms: [Arm]
  /// Why nothing is compared, when the split is broken.
  let alarm: String?
  let goals: [Goal]
  let hasGoals: Bool
  /// Of surveys: the answers to each question, by arm.
  let answers: [ArmAnswers]
  /// What the automatic winner is; nil if there is none.
  let winner: String?
  /// Where it is undone; nil for somebody who may not.
  let undoPath: String?
  /// What an automatic winner still waits for; nil if the server is not to choose one.
  let awaited: String?
  let note: String

  struct Arm {
    let name: String
    let share: String
    let people: String
    let exposures: String
    /// A dash for an arm that gets nothing.
    let shown: String
    let clicked: String
    let isWithheld: Bool
  }

  struct Goal {
    let id: String
    let name: String
    let role: String
    let window: String
    let arms: [Line]
    let comparisons: [Comparison]
    /// The result of the final moment, which later events do not change.
    let final: [Comparison]
    let hasFinal: Bool
    let revenue: [Comparison]
    let hasRevenue: Bool
  }

  /// What one arm did.
  struct Line {
    let name: String
    let rate: String
    let bar: RateBar
    let best: String?
  }

  struct Comparison {
    /// The two arms.
    let pair: String
    let words: String
    let view: String?
    let drawing: Drawing?
    let isAhead: Bool
    let isBehind: Bool
  }

  /// An interval on a line with 0 in the middle, in hundredths.
  struct Drawing {
    let start: String
    let width: String
    let point: String
  }

  /// - Parameters:
  ///   - undoPath: Where an automatic winner is undone; nil for somebody who may not.
  ///   - isAwaited: Whether the server is to choose a winner.
  init(_ report: ExperimentReport, undoPath: String? = nil, isAwaited: Bool = false) {
    winner = report.winner.map { id in
      let name = report.arms.first { $0.name == id }?.label ?? id
      let time = report.changes.last.map { " on \(UTCTime($0).date)" } ?? ""
      return
        "\(name) won\(time). Everybody who has no variant yet gets it, except the holdout. A winner’s lead is usually smaller than it looked."
    }
    self.undoPath = report.winner == nil ? nil : undoPath
    awaited = isAwaited ? WinnerWords.awaited(report.verdict) : nil
    (exposuresTitle, shownTitle, clickedTitle) = report.subject.titles
    arms = report.arms.map { arm in
      Arm(
        name: arm.label, share: NumberWords.percent(ofTenThousandths: arm.share),
        people: NumberWords.count(arm.tally.people),
        exposures: NumberWords.count(arm.tally.exposures),
        shown: arm.isWithheld ? "–" : NumberWords.count(arm.tally.shown),
        clicked: arm.isWithheld ? "–" : NumberWords.count(arm.tally.clicked), isWithheld: arm.isWithheld)
    }
    alarm = report.sampleRatio.flatMap {
      $0.isAlarm ? ReadoutWords.alarm($0) : nil
    }
    goals = report.goals.enumerated().map { Goal($1, report, final: report.finalGoals?[$0]) }
    hasGoals = !goals.isEmpty
    answers = ArmAnswers.all(report)
    note =
      "People count from the first time that the \(report.subject.moment), in the period that began "
      + (report.begin.map { UTCTime($0).words } ?? "with the launch") + ". Test devices do not count."
      + (hasGoals ? Self.maturing : "") + Self.words(report.changes)
  }

  /// Why a rate is of fewer people than are in the arm.
  private static let maturing =
    " A rate counts only the people whose time to convert is over, and who had "
    + "\(Wire.words(milliseconds: ExperimentTally.patience.wholeMilliseconds)) more for what arrives late: all others may still convert."

  /// ` The shares changed on 21 Nov 2026, 14:05 UTC. …`
  private static func words(_ changes: [Instant]) -> String {
    guard !changes.isEmpty else { return "" }
    return " The shares changed on " + changes.map { UTCTime($0).words }.joined(separator: ", and on ")
      + ". People are compared with those who came in the same time, and each time counts by its people."
  }

  /// In the middle of a line from 0 to 100.
  fileprivate static func drawing(_ estimate: Estimate) -> Drawing? {
    let (lower, upper) = (estimate.interval.lower, estimate.interval.upper)
    let most = max(abs(lower), abs(upper))
    guard most > 0, most.isFinite else { return nil }
    func place(_ value: Double) -> Double { 50 + value / most * 46 }
    return Drawing(
      start: FormText.hundredths(place(lower)), width: FormText.hundredths(place(upper) - place(lower)),
      point: FormText.hundredths(place(estimate.value)))
  }
}

extension ExperimentSubject {
  fileprivate var titles: (exposures: String, shown: String, clicked: String) {
    switch self {
    case .message: ("Times it would show", "Saw it", "Clicked")
    case .announcement: ("Times it would show", "Saw it", "Opened or used it")
    case .survey: ("Times it would show", "Saw it", "Answered it")
    case .data: ("Times it would be passed on", "App got it", "App used it")
    case .push: ("Times it would be sent", "Sent to", "Opened")
    }
  }

  /// What counts a person.
  fileprivate var moment: String {
    switch self {
    case .message: "message would have been displayed"
    case .announcement: "announcement would have appeared"
    case .survey: "survey would have appeared"
    case .data: "data would have been passed to the app"
    case .push: "notification would have been sent"
    }
  }
}

extension ExperimentSection.Goal {
  fileprivate init(_ goal: ExperimentReport.Goal, _ report: ExperimentReport, final: ExperimentReport.Goal?) {
    id = "goal-\(goal.name.lowercased().map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined())"
    name = goal.name
    role = goal.isPrimary ? "Decides" : goal.isGuardrail ? "Guardrail" : "Exploratory"
    window = Wire.words(milliseconds: goal.window.wholeMilliseconds)
    let compared = report.arms.prefix(report.comparedCount)
    let labels = compared.map(\.label)
    let chances = goal.rates?.chances
    let rates = goal.rates?.arms ?? []
    let bars = RateBar.all(rates.map(\.estimate))
    arms = zip(labels, rates).enumerated().map { place, pair in
      ExperimentSection.Line(
        name: pair.0, rate: ReadoutWords.rate(pair.1), bar: bars[place],
        best: chances.map { FigureWords.chance($0[place].probability) })
    }
    comparisons = ExperimentSection.comparisons(goal.rates, labels) {
      ReadoutWords.sentence($0, arm: $1, baseline: $2)
    }
    self.final =
      final?.final == nil
      ? []
      : ExperimentSection.comparisons(final?.rates, labels) {
        ReadoutWords.sentence($0, arm: $1, baseline: $2)
      }
    hasFinal = !self.final.isEmpty
    revenue = ExperimentSection.comparisons(goal.revenue, labels) {
      ReadoutWords.sentence($0, of: .revenue(currency: goal.currency), arm: $1, baseline: $2)
    }
    hasRevenue = !revenue.isEmpty
  }
}

extension ExperimentSection {
  /// - Parameter words: What a reading says about an arm and what it is compared with, without a
  ///   full stop.
  static func comparisons(
    _ readout: ExperimentReadout?, _ labels: [String], _ words: (Reading, String, String) -> String
  ) -> [ExperimentSection.Comparison] {
    (readout?.comparisons ?? []).map { comparison in
      let compared = comparison.reading.comparison
      return ExperimentSection.Comparison(
        pair: "\(labels[comparison.pair.arm]) and \(labels[comparison.pair.baseline])",
        words: words(comparison.reading, labels[comparison.pair.arm], labels[comparison.pair.baseline]) + ".",
        view: compared.map(ReadoutWords.view),
        drawing: compared.flatMap { ExperimentSection.drawing($0.difference) },
        isAhead: compared?.isAhead ?? false,
        isBehind: compared.map { $0.difference.interval.upper < 0 } ?? false)
    }
  }
}

/// What the page of a campaign says of an automatic winner that is not chosen yet.
enum WinnerWords {
  /// - Parameter verdict: nil while there is nothing to compare.
  static func awaited(_ verdict: WinnerRule.Verdict?) -> String? {
    switch verdict {
    // The server looks once a day, and the figures can be others then.
    case .winner:
      "One variant is clearly ahead. If it still is when the server looks next, everybody who has no variant yet gets it."
    case .noDifferenceFound: "None. The final result found no difference, so everything stays as it is."
    case .waiting(let obstacles):
      obstacles.isEmpty
        ? nil
        : "Not chosen yet. "
          + WinnerRule.Obstacle.allCases.filter(obstacles.contains).map { sentence($0) + "." }.joined(
            separator: " ")
    case nil: "Not chosen yet. The campaign needs a conversion, and people in each variant."
    }
  }

  private static func sentence(_ obstacle: WinnerRule.Obstacle) -> String {
    switch obstacle {
    case .tooFewDays:
      "A winner is chosen after whole weeks, and after \(ExperimentPlan.fewestDays) days at the earliest"
    case .tooFewConversions: "Each arm needs \(WinnerRule.fewestConversions) conversions"
    case .mismatch: "People are not split as planned"
    case .tooManyCrossovers:
      "More than \(Int(WinnerRule.mostCrossovers * 100))% of the people were in several arms"
    case .noneAhead: "No variant is clearly ahead"
    case .guardrail:
      "A variant is ahead, but it may cost more than \(Int(-WinnerRule.guardrailFloor * 100))% of a guardrail"
    }
  }
}
