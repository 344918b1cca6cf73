// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Backtest
import Domain
import MartletCore
import MartletWire
import Pages

/// The values of the template `campaigns/backtest`: what a campaign would have done in the last
/// days.
struct BacktestPage {
  struct Source {
    var campaign: Campaign
    var form: CampaignForm
    /// nil: nobody asked yet, or the campaign shows nothing.
    var result: BacktestResult?
    /// Of all campaigns.
    var names: [CampaignID: String] = [:]
    /// Of everybody, the newest first.
    var jobs: [BacktestJobs.Job] = []
    var canBegin = false

    /// What somebody asks; nil if they did not yet. What is not offered counts as the usual.
    var question: (days: Int, people: Int)? {
      guard !form["days"].isEmpty || !form["people"].isEmpty else { return nil }
      func number(_ name: String, _ offered: [Int], _ usual: Int) -> Int {
        Int(form[name]).flatMap { offered.contains($0) ? $0 : nil } ?? usual
      }
      return (
        number("days", BacktestPage.offeredDays, Backtests.usualDays),
        number("people", BacktestPage.offeredPeople, Backtests.usualPeople)
      )
    }
  }

  struct Result {
    let people: String
    let fidelity: String
    /// Whether the figures are rough, or there are none.
    let isRough: Bool
    /// nil if test devices recorded none.
    let decisions: String?
    /// Decisions of test devices that the replay makes otherwise.
    let differences: [Difference]
    /// nil if there are no figures.
    let figures: Figures?
  }

  struct Difference {
    let event: String
    let time: String
    let personName: String
    let href: String
    let device: String
    let candidates: [Candidate]
  }

  /// A campaign about which two decisions differ.
  struct Candidate {
    let name: String
    let recorded: String
    let replayed: String
  }

  struct Figures {
    let reached: String
    let impressions: String
    /// nil if nobody would have seen it.
    let chart: ReportChart?
    /// Empty without an experiment.
    let arms: [Arm]
    let misses: [ReportSection.Bar]
    let others: [Other]
    let samples: [Sample]
  }

  /// An arm of the campaign's experiment.
  struct Arm {
    let name: String
    let people: String
    /// How often it would have been shown or withheld.
    let times: String
    let isWithheld: Bool
    /// The length of the bar, in hundredths of the longest.
    let length: String
  }

  struct Other {
    let name: String
    let href: String
    let without: String
    let with: String
    let displaced: String
    /// The length of the bars, in hundredths of the longest.
    let withoutLength: String
    let withLength: String
  }

  struct Sample {
    let name: String
    let href: String
    let entries: [Entry]
  }

  struct Entry {
    let time: String
    let campaign: String
    let trigger: String
    /// Whether it is the campaign that is tried.
    let isTried: Bool
    let isNew: Bool
  }

  static let names = ["days", "people"]
  static let offeredDays = [7, 14, 30, 90]
  static let offeredPeople = [1_000, 10_000]

  let path: String
  let command: String
  let jobs: [Frame.Link]
  let canBegin: Bool
  let periodDays: Int
  let periodWords: String
  let days: EditorField
  let people: EditorField
  /// Why there cannot be one.
  let problem: String?
  let result: Result?
  let limits: [String]

  init(_ source: Source) {
    let campaign = source.campaign
    path = "/campaigns/\(campaign.id.rawValue)/backtest"
    canBegin = source.canBegin
    periodDays = source.question?.days ?? Backtests.usualDays
    command =
      "martlet backtest \(campaign.id.rawValue)"
      + (periodDays == Backtests.usualDays ? "" : " --days \(periodDays)")
    periodWords = "the last \(periodDays) days"
    jobs = source.jobs.map { Frame.Link(label: BacktestJobPage.words($0), href: BacktestJobPage.path($0)) }
    let fields = EditorFields(source.form, [], FormSuggestions())
    days = fields.field(
      "days", "Period", standard: "\(Backtests.usualDays)",
      choices: Self.offeredDays.map { .init("\($0)", "Last \($0) days") })
    people = fields.field(
      "people", "People", standard: "\(Backtests.usualPeople)",
      choices: Self.offeredPeople.map { .init("\($0)", "Up to \(NumberWords.count($0)), drawn at random") })
    problem =
      campaign.content.isShownOnTrigger
      ? nil : Backtests.nothingSeen.words
    result = source.result.map { Result($0, source.names) }
    limits = source.result.map { BacktestWords($0).limits } ?? []
  }
}

extension BacktestPage.Result {
  init(_ result: BacktestResult, _ names: [CampaignID: String]) {
    let words = BacktestWords(result)
    people = words.people
    fidelity = words.fidelity
    isRough = result.fidelity.grade == .fair || result.fidelity.grade == .poor
    decisions = words.decisions
    differences = result.decisions.differences.map { difference in
      BacktestPage.Difference(
        event: difference.event, time: UTCTime(difference.at).words,
        personName: PersonWords.name(difference.person),
        href: PersonPage.Query().path(difference.person), device: difference.deviceID,
        candidates: difference.candidates.map { candidate in
          let sides = BacktestWords.words(candidate) { names[$0] ?? $0.rawValue }
          return BacktestPage.Candidate(
            name: names[candidate.campaign] ?? candidate.campaign.rawValue, recorded: sides.recorded,
            replayed: sides.replayed)
        })
    }
    figures = result.hasFigures ? BacktestPage.Figures(result, words, names) : nil
  }
}

extension BacktestPage.Figures {
  fileprivate init(_ result: BacktestResult, _ words: BacktestWords, _ names: [CampaignID: String]) {
    reached = words.reached
    impressions = words.impressions
    let starts = result.days.map { Instant(milliseconds: $0.day * 86_400_000) }
    let mostPeople = result.arms.map(\.people).max() ?? 0
    arms = result.arms.map { arm in
      let counted = words.words(arm)
      return BacktestPage.Arm(
        name: arm.label, people: counted.people, times: counted.times, isWithheld: arm.isWithheld,
        length: NumberWords.bar(arm.people, of: mostPeople))
    }
    chart =
      result.impressions + mostPeople == 0
      ? nil
      : ReportChart(
        "By day",
        [
          .init(name: "Shown", tone: "accent", values: result.days.map(\.impressions)),
          .init(name: "People", tone: "good", values: result.days.map(\.people), isSum: false),
        ]
          + result.arms.flatMap { arm in
            let name = arm.isWithheld ? "\(arm.label), withheld" : arm.label
            return [
              ReportChart.Column(
                name: name, tone: arm.isWithheld ? "quiet" : "accent", values: arm.days.map(\.impressions)),
              ReportChart.Column(
                name: "\(arm.label), people", tone: "good", values: arm.days.map(\.people), isSum: false,
                isDrawn: false),
            ]
          }, starts: starts, bucket: .day,
        period: "of the people who were replayed, UTC. The first and the last day are not whole")
    let all = result.misses.values.reduce(0, +)
    misses = words.misses.map { miss in
      ReportSection.Bar(
        barName: miss.words, barCount: NumberWords.count(miss.count),
        barUnit: miss.count == 1 ? "time" : "times",
        barShare: NumberWords.share(miss.count, of: all),
        barLength: NumberWords.bar(miss.count, of: words.misses[0].count), barHint: nil)
    }
    let most = result.others.values.map { max($0.without, $0.with) }.max() ?? 0
    others = result.othersByDisplaced.map { id, other in
      BacktestPage.Other(
        name: names[id] ?? id.rawValue, href: "/campaigns/\(id.rawValue)",
        without: NumberWords.count(other.without),
        with: NumberWords.count(other.with), displaced: NumberWords.count(other.displaced),
        withoutLength: NumberWords.bar(other.without, of: most),
        withLength: NumberWords.bar(other.with, of: most))
    }
    samples = result.samples.map { sample in
      BacktestPage.Sample(
        name: PersonWords.name(sample.person), href: PersonPage.Query().path(sample.person),
        entries: sample.entries.map {
          BacktestPage.Entry(
            time: UTCTime($0.at).words, campaign: names[$0.campaign] ?? $0.campaign.rawValue,
            trigger: $0.trigger,
            isTried: $0.campaign == result.campaign, isNew: !$0.isOld)
        })
    }
  }
}
