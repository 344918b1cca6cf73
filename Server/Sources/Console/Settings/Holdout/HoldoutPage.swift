// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import MartletCore
import Statistics

/// The values of the template `settings/holdout`: the share of people who get no campaign, and what
/// they do compared with everybody else.
struct HoldoutPage {
  /// Empty for somebody who may not change settings.
  let tabs: [ListTable.Filter]
  let canChange: Bool
  /// Who is held out now.
  let present: String
  let shareField: EditorField
  let names: [String]
  let event: AnalyticsFields.Row
  let period: EditorField
  let problems: [FormProblem.Link]
  let hasProblems: Bool
  /// nil as long as nobody asked.
  let result: Result?

  static let path = SettingsSection.holdout.path
  /// The field of the share.
  static let share = "share"
  private static let list = "event"

  struct Result {
    /// Why there is nothing to compare; nil if there is.
    let notYet: String?
    let alarm: String?
    let groups: [ExperimentSection.Line]
    let comparisons: [ExperimentSection.Comparison]
    let note: String
  }

  /// - Parameters:
  ///   - report: nil if nobody asked, or something is wrong.
  ///   - typed: What was typed as the share; nil for the stored one.
  ///   - problems: Of the share.
  init(
    _ holdout: GlobalHoldout, _ form: AnalyticsForm, _ suggestions: FormSuggestions,
    report: HoldoutReport? = nil, typed: String? = nil,
    problems: [Diagnostic] = [], canChange: Bool
  ) {
    tabs = canChange ? SettingsSection.all(current: .holdout) : []
    self.canChange = canChange
    let now = HoldoutPeriod(containing: form.now)
    present =
      holdout.isOn
      ? "\(NumberWords.percent(ofTenThousandths: holdout.share)) of people are held out until \(UTCTime(now.end).date). "
        + "Then others are drawn."
      : "Nobody is held out."
    let stored = holdout.isOn ? FormText.text(share: holdout.share) : ""
    shareField = EditorFields(
      CampaignForm([(name: Self.share, value: typed ?? stored)]),
      problems.map { FormProblem(field: Self.share, message: $0.message, remedy: $0.remedy ?? "") },
      FormSuggestions()
    ).field(
      Self.share, "Share of people (%)",
      hint: "\(NumberWords.percent(ofTenThousandths: Holdout.offeredGlobalShare)) is usual, and "
        + "\(NumberWords.percent(ofTenThousandths: GlobalHoldout.greatestShare)) the most. Leave it blank to hold nobody out.",
      inputMode: "decimal", isOptional: true)
    let fields = AnalyticsFields(form, suggestions, audiences: [])
    names = suggestions.events
    event = fields.row(Self.list, "Compare who did this", standard: form.isBlank ? .sessionStart : .custom)
    period = fields.choice(
      "period", "Period", standard: now.name,
      choices: [now, now.previous].map {
        .init($0.name, "\(UTCTime($0.begin).date) to \(UTCTime($0.end - .seconds(1)).date)")
      })
    self.problems = form.problems.map(\.link)
    hasProblems = !form.problems.isEmpty
    result = report.map { Result($0) }
  }

  /// What the form asks; nil if it asks nothing, or something is wrong.
  static func query(_ form: inout AnalyticsForm) -> (event: EventSelector, period: HoldoutPeriod)? {
    guard !form.isBlank else { return nil }
    let events = form.events(list)
    if events.isEmpty, form.problems.isEmpty {
      form.add(
        FormProblem(
          field: "\(list).0.name", message: "No event is chosen.",
          remedy: "Enter the name of an event, or choose another kind."))
    }
    let name = form.form["period"].nilIfEmpty
    let period = name.map { HoldoutPeriod(name: $0, at: form.now) } ?? HoldoutPeriod(containing: form.now)
    if period == nil {
      form.add(
        FormProblem(field: "period", message: "There is no such period.", remedy: "Choose one of the list."))
    }
    guard form.problems.isEmpty, let event = events.first?.selector, let period else { return nil }
    return (event, period)
  }
}

extension HoldoutPage.Result {
  fileprivate init(_ report: HoldoutReport) {
    var (alarm, groups, comparisons): (String?, [ExperimentSection.Line], [ExperimentSection.Comparison]) = (
      nil, [], []
    )
    switch report.standing {
    case .off: notYet = "Nobody is held out, so there is nothing to compare."
    case .unknown: notYet = "The share was changed later, so who was held out in that time is not known."
    case .waiting(let from):
      notYet =
        "Counting begins on \(UTCTime(from).date). What people saw before still has an effect in the first 14 days of a period and after a change."
    case .counted(_, let sampleRatio, let readout):
      notYet = readout == nil ? "One of the groups has nobody yet." : nil
      alarm = sampleRatio.flatMap { $0.isAlarm ? ReadoutWords.alarm($0) : nil }
      let bars = RateBar.all(readout?.arms.map(\.estimate) ?? [])
      groups = (readout?.arms ?? []).enumerated().map { place, arm in
        ExperimentSection.Line(
          name: HoldoutReport.labels[place], rate: ReadoutWords.rate(arm), bar: bars[place], best: nil)
      }
      comparisons = ExperimentSection.comparisons(readout, HoldoutReport.labels) { reading, _, _ in
        HoldoutReport.words(reading)
      }
    }
    (self.alarm, self.groups, self.comparisons) = (alarm, groups, alarm == nil ? comparisons : [])
    let counted =
      report.counted.map {
        "Counted from \(UTCTime($0.lowerBound).words) to \(UTCTime($0.upperBound).words). "
      } ?? ""
    note =
      counted
      + "Everybody whom the app knows is compared, whether a campaign could have reached them or not. "
      + "That keeps the comparison fair, and makes the difference smaller than it is among the people who get campaigns. Test devices do not count."
  }
}
