// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire
public import Statistics

/// The results of an experiment: what was counted of each arm, and what may be said about the
/// differences.
public struct ExperimentReport: Sendable {
  /// One arm, with what was counted of everybody in it.
  public struct Arm: Sendable {
    public let name: String
    /// For people: the variant's name, or what the arm is.
    public let label: String
    /// Whether its people get nothing.
    public let isWithheld: Bool
    /// In ten-thousandths.
    public let share: Int
    public let tally: ExperimentTally.Arm
  }

  /// One conversion. The first of the campaign is the one that decides; the others are guardrails,
  /// or exploratory.
  public struct Goal: Sendable {
    public let name: String
    public let isPrimary: Bool
    /// Whether an automatic winner must keep nearly all of it.
    public let isGuardrail: Bool
    /// How long after the first exposure it counts.
    public let window: Duration
    /// What may be said about the rates of the matured people. nil: there is nothing to compare.
    public let rates: ExperimentReadout?
    /// The same about revenue for each person in `currency`, in hundredths, with very large sums
    /// capped. nil: the conversion has no revenue.
    public let revenue: ExperimentReadout?
    /// The currency in which most people spent something. Empty: their events name none. Amounts in
    /// others are not compared.
    public let currency: String
    /// Whether the figures are those of the final moment, after which only the running view goes
    /// on.
    public let final: FinalMoment?
  }

  /// What the arms differ in.
  public let subject: ExperimentSubject
  /// Of surveys: the questions that people can be asked. Empty otherwise.
  public let questions: [AskedQuestion]
  /// The arms that are compared, with what they are compared with first, then the holdout if it is
  /// not.
  public let arms: [Arm]
  /// When the shares changed, oldest first. People are only compared with those who came in the
  /// same time.
  public let changes: [Instant]
  /// How many of `arms`, from the first on, are compared.
  public let comparedCount: Int
  public let hasControl: Bool
  /// The variant that the server gave to everybody who had none.
  public let winner: String?
  /// The share of the people who were exposed in several arms, from 0 to 1.
  public let crossoverShare: Double
  public let goals: [Goal]
  /// The conversions as they were at the final moment. nil as long as it has not come, and if
  /// nothing was planned.
  public internal(set) var finalGoals: [Goal]?
  /// Whether people are divided as planned. nil as long as there are too few to know.
  public let sampleRatio: SampleRatio?
  /// The first exposure. nil: nobody was exposed yet.
  public let begin: Instant?
  public let at: Instant
  /// The whole days from `begin` to `at`.
  private let days: Int?

  /// - Parameters:
  ///   - conversions: Those that the tally counted.
  ///   - questions: Those of the survey, if one is compared.
  public init(
    _ arms: ExperimentArms, of subject: ExperimentSubject, _ tally: ExperimentTally,
    conversions: [ConversionRule],
    questions: [AskedQuestion] = []
  ) {
    let experiment = arms.experiment
    // The holdout is what others are compared with only if there is no control.
    let withControl = arms.names.contains(Wire.ExperimentArm.control)
    let hasControl = withControl || arms.names.contains(Wire.ExperimentArm.holdout)
    var names = arms.names
    if hasControl, !withControl {
      names = [Wire.ExperimentArm.holdout] + names.filter { $0 != Wire.ExperimentArm.holdout }
    }
    let compared = withControl ? names.filter { $0 != Wire.ExperimentArm.holdout } : names
    let all = names.map { name in
      Arm(
        name: name, label: experiment.label(of: name),
        isWithheld: Wire.ExperimentArm.withheldNames.contains(name),
        share: arms.share(of: name), tally: tally.arms[name] ?? ExperimentTally.Arm(goals: conversions.count))
    }
    // An epoch with too few people to know says nothing yet, and hides nothing of the others.
    let splits = tally.epochs.indices.compactMap { epoch in
      SampleRatio.Epoch(
        people: names.map { tally.epochs[epoch][$0]?.people ?? 0 },
        shares: names.map { arms.share(of: $0, in: epoch) })
    }
    let ratio = SampleRatio(splits.filter { SampleRatio([$0]) != nil })
    let days = tally.days ?? 0
    let plan = try? ExperimentPlan(
      armCount: compared.count, hasControl: hasControl,
      people: experiment.plannedPeople.map { Array(repeating: $0, count: compared.count) })
    goals = conversions.enumerated().map { place, rule in
      let counts = all.prefix(compared.count).map(\.tally.goals[place])
      // At each whole day since the first exposure, how many had matured until then.
      let maturedByDay = (0..<max(days, 0)).map { day in
        counts.map { $0.maturedByDay.filter { $0.key <= day }.values.reduce(0, +) }
      }
      let final = plan.flatMap { FinalMoment.first(of: $0, days: maturedByDay) }
      // Each arm's people by epoch: comparing all of them together would find differences that only
      // come from the change.
      let byEpoch = compared.map { name in
        tally.epochs.map { ($0[name] ?? ExperimentTally.Arm(goals: conversions.count)).goals[place] }
      }
      let rates = byEpoch.map { RateArm(epochs: $0.compactMap { Rate($0.converted, of: $0.matured) }) }
      let currency = Self.mainCurrency(byEpoch.joined())
      let revenue = byEpoch.map {
        RevenueArm(
          currency: currency,
          epochs: $0.compactMap { RevenueArm.Epoch(people: $0.matured, sums: $0.revenue[currency] ?? []) })
      }
      let cap = RevenueCap(of: revenue)
      return Goal(
        name: rule.name, isPrimary: place == 0, isGuardrail: place > 0 && rule.isGuardrail,
        window: rule.window,
        rates: plan.flatMap {
          try? ExperimentReadout(rates: rates, plan: $0, sampleRatio: ratio, final: final)
        },
        revenue: rule.revenue == nil
          ? nil
          : plan.flatMap {
            try? ExperimentReadout(
              means: revenue.map { $0.mean(cappedAt: cap) }, plan: $0, sampleRatio: ratio, final: final)
          }, currency: currency,
        final: final)
    }
    self.subject = subject
    self.questions = questions
    self.arms = all
    comparedCount = compared.count
    self.hasControl = hasControl
    changes = arms.changes
    winner = experiment.winner
    let people = tally.arms.values.reduce(0) { $0 + $1.people }
    crossoverShare = people > 0 ? Double(tally.crossovers) / Double(people) : 0
    sampleRatio = ratio
    begin = tally.begin
    at = tally.at
    self.days = tally.days
  }

  /// What the rule of the automatic winner says. nil without a conversion, and while there is
  /// nothing to compare.
  ///
  /// The final moment decides once it has come. Until then, and if it left things open, the running
  /// view does.
  public var verdict: WinnerRule.Verdict? {
    if let finalGoals, let day = goals.first?.final?.day,
      let verdict = Self.verdict(finalGoals, days: day, crossoverShare: crossoverShare)
    {
      if case .waiting = verdict {} else { return verdict }
    }
    return days.flatMap { Self.verdict(goals, days: $0, crossoverShare: crossoverShare) }
  }

  private static func verdict(_ goals: [Goal], days: Int, crossoverShare: Double) -> WinnerRule.Verdict? {
    guard let rates = goals.first?.rates else { return nil }
    return WinnerRule.verdict(
      primary: rates, guardrails: goals.filter(\.isGuardrail).compactMap(\.rates), days: days,
      crossoverShare: crossoverShare)
  }
}

extension ExperimentReport {
  /// The currency in which most people spent something; of several, the first one by its code.
  private static func mainCurrency(_ goals: some Sequence<ExperimentTally.Goal>) -> String {
    var payers: [String: Int] = [:]
    for goal in goals { for (currency, sums) in goal.revenue { payers[currency, default: 0] += sums.count } }
    return payers.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
  }
}
