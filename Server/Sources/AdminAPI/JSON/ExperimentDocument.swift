// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Authoring
public import Documents
import Domain
import MartletCore
import MartletWire
public import Statistics

/// The results of a campaign's experiment.
struct ExperimentDocument: Shaped {
  var campaign: Campaign
  var report: ExperimentReport

  static let shape = Shape<Self>(
    "ExperimentResults", "", .field("campaign_id", \.campaign.id.rawValue),
    .field("experiment_id", { $0.campaign.content.experiment?.id ?? "" }), .field("at", \.report.at),
    .optional("begin", \.report.begin), .optional("split", \.report.sampleRatio),
    .optional(
      "shares_changed", { $0.report.changes.isEmpty ? nil : $0.report.changes },
      """
      When the shares changed, oldest first. People are only compared with those who came in the same time. \
      Absent: never.
      """),
    .field(
      "arms", \.report.arms,
      """
      The arms that are compared, with what they are compared with first, then the holdout if it is not.
      """),
    .field("conversions", { $0.report.goals.map($0.document) }),
    .optional(
      "final", { $0.report.finalGoals?.map($0.document) },
      "The same at the final moment, once it has come."),
    .optional(
      "winner", \.report.winner, "The variant that the server gave to everybody who had none. Absent: none."),
    .optional(
      "verdict",
      { document in document.report.verdict.map { Verdict(verdict: $0, arms: document.report.arms) } },
      """
      What the rule of the automatic winner says now, whether or not the experiment chooses one. Absent \
      without a conversion.
      """))

  private func document(of goal: ExperimentReport.Goal) -> Goal { Goal(goal: goal, arms: report.arms) }

  fileprivate struct Verdict: Shaped {
    var verdict: WinnerRule.Verdict
    var arms: [ExperimentReport.Arm]

    static let shape = Shape<Self>(
      "WinnerVerdict", "",
      .field("state", \.state, "", .words(["winner", "no_difference_found", "waiting"])),
      .optional("arm", { if case .winner(let place) = $0.verdict { $0.arms[place].name } else { nil } }),
      .optional("obstacles", \.obstacles, "", .list(of: .words(WinnerRule.Obstacle.allCases.map(\.word)))))

    private var state: String {
      switch verdict {
      case .winner: "winner"
      case .noDifferenceFound: "no_difference_found"
      case .waiting: "waiting"
      }
    }

    private var obstacles: [String]? {
      if case .waiting(let obstacles) = verdict { obstacles.map(\.word).sorted() } else { nil }
    }
  }

  fileprivate struct Goal: Shaped {
    var goal: ExperimentReport.Goal
    var arms: [ExperimentReport.Arm]

    static let shape = Shape<Self>(
      "ExperimentGoal", "", .field("name", \.goal.name),
      .field(
        "primary", \.goal.isPrimary,
        "The first conversion decides. The others are guardrails, or exploratory."),
      .field(
        "guardrail", \.goal.isGuardrail,
        """
        Whether no variant becomes the automatic winner while it may cost more than 5% of this conversion.
        """),
      .field("window_ms", \.goal.window),
      .optional("rates", { $0.readout($0.goal.rates, of: .conversion) }),
      .optional("revenue", { $0.readout($0.goal.revenue, of: .revenue(currency: $0.goal.currency)) }),
      .optional(
        "revenue_currency", { $0.goal.revenue == nil || $0.goal.currency.isEmpty ? nil : $0.goal.currency },
        """
        The currency of the revenue that is compared: the one in which most people spent something. Absent: \
        events name none.
        """))

    private func readout(_ readout: ExperimentReadout?, of metric: ReadoutWords.Metric) -> ReadoutDocument? {
      readout.map { ReadoutDocument($0, arms.map { (name: $0.name, label: $0.label) }, of: metric) }
    }
  }
}

extension ExperimentReport.Arm: Shaped {
  public static let shape = Shape<Self>(
    "ExperimentArmFigures", "", .field("name", \.name), .field("label", \.label), .field("share", \.share),
    .field("withheld", \.isWithheld), .field("people", \.tally.people),
    .field("exposures", \.tally.exposures),
    .field(
      "shown", \.tally.shown,
      """
      People who saw the message, announcement or survey. Of data: whose app got it. Of a push: to whom it \
      was sent.
      """),
    .field(
      "clicked", \.tally.clicked,
      """
      People who clicked the message, opened or used the announcement, or answered the survey. Of data: \
      whose app used it. Of a push: who opened it.
      """),
    .optional(
      "answers", \.answers,
      "Of surveys: how often each question was answered, and each choice or number given. Absent: never."))

  private var answers: [Answer]? {
    tally.answers.isEmpty
      ? nil
      : tally.answers.sorted { $0.key.text < $1.key.text }.map { Answer(detail: $0.key, count: $0.value) }
  }

  private struct Answer: Shaped {
    var detail: AnswerDetail
    var count: Int

    static let shape = Shape<Self>(
      "AnswerCount", "", .field("question", \.detail.question),
      .optional(
        "answer", \.detail.answer, "The id of a choice, or a number. Absent: the question itself."),
      .field("count", \.count))
  }
}

/// What a comparison of arms says.
struct ReadoutDocument: Shaped {
  fileprivate var arms: [Arm]
  fileprivate var comparisons: [Comparison]

  /// - Parameters:
  ///   - labelled: The arms, in their order.
  ///   - metric: What the figures are. Rates are shares; revenue is in the currency's unit.
  ///   - words: What a reading says; nil for the usual words.
  init(
    _ readout: ExperimentReadout, _ labelled: [(name: String, label: String)],
    of metric: ReadoutWords.Metric = .conversion, words: ((Reading) -> String)? = nil
  ) {
    let scale = metric == .conversion ? 1 : metric.scale
    let chances = readout.chances
    arms = readout.arms.enumerated().map { place, arm in
      Arm(
        name: labelled[place].name, arm: arm, estimate: arm.estimate?.scaled(by: scale),
        bestChance: chances.map { $0[place].probability })
    }
    comparisons = readout.comparisons.map { comparison in
      let (arm, baseline) = (labelled[comparison.pair.arm], labelled[comparison.pair.baseline])
      return Comparison(
        arm: arm.name, baseline: baseline.name, reading: comparison.reading,
        words: words?(comparison.reading)
          ?? ReadoutWords.sentence(comparison.reading, of: metric, arm: arm.label, baseline: baseline.label),
        difference: comparison.reading.comparison?.difference.scaled(by: scale))
    }
  }

  static let shape = Shape<Self>(
    "ExperimentReadout", "", .field("arms", \.arms), .field("comparisons", \.comparisons))

  fileprivate struct Arm: Shaped {
    var name: String
    var arm: ExperimentReadout.Arm
    var estimate: Estimate?
    var bestChance: Double?

    static let shape = Shape<Self>(
      "ReadoutArm", "", .field("name", \.name),
      .field("people", \.arm.people, "Those whose window ended 48 hours ago."),
      .field("converted", \.arm.conversions), .optional("estimate", \.estimate),
      .optional("best_chance", \.bestChance))
  }

  fileprivate struct Comparison: Shaped {
    var arm: String
    var baseline: String
    var reading: Reading
    var words: String
    var difference: Estimate?

    static let shape = Shape<Self>(
      "ReadoutComparison", "", .field("arm", \.arm), .field("baseline", \.baseline),
      .field(
        "reading", \.reading.word, "", .words(["split_broken", "too_early", "arms_only", "compared"])),
      .field("words", \.words),
      .optional(
        "view", { $0.reading.comparison.map { $0.view == .running ? "running" : "final" } }, "",
        .words(["running", "final"])),
      .optional("level", \.reading.comparison?.level), .optional("difference", \.difference),
      .optional("uplift", \.reading.comparison?.uplift))
  }
}

extension Uplift: Shaped {
  public static let shape = Shape<Self>(
    "Uplift", "", .optional("value", \.value), .field("lower", \.interval.lower),
    .optional("upper", { $0.interval.upper.isFinite ? $0.interval.upper : nil }))
}

extension WinnerRule.Obstacle {
  /// The name in the API.
  fileprivate var word: String {
    switch self {
    case .tooFewDays: "too_few_days"
    case .tooFewConversions: "too_few_conversions"
    case .mismatch: "mismatch"
    case .tooManyCrossovers: "too_many_crossovers"
    case .noneAhead: "none_ahead"
    case .guardrail: "guardrail"
    }
  }
}

extension Reading {
  /// The name in the API.
  fileprivate var word: String {
    switch self {
    case .mismatch: "split_broken"
    case .tooEarly: "too_early"
    case .armsOnly: "arms_only"
    case .compared: "compared"
    }
  }
}
