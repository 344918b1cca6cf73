// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Pages

/// The values of the template `events/retention`: on which days people are active again.
struct RetentionPage {
  let tabs = EventTab.all(current: .retention)
  let names: [String]
  let first: AnalyticsFields.Row
  let active: [AnalyticsFields.Row]
  let period: EditorField
  let audience: EditorField
  let cohorts: EditorField
  let add: FunnelPage.Add?
  let problems: [FormProblem.Link]
  let hasProblems: Bool
  let result: Result?
  /// nil if nothing is counted, or was counted while the page waited.
  let counting: CountingNote?
  /// Whether the result comes only when somebody asks for it.
  let waits: Bool

  static let firstList = "first"
  static let list = "active"
  static let path = EventTab.retention.path
  /// The days of which the page shows figures.
  static let shownDays = [1, 7, 30]

  struct Result {
    let figures: [ReportSection.Figure]
    let chart: ReportChart
    let table: CohortTable?
    let when: String
    let meaning: String
    let isEmpty: Bool
    let file: String
  }

  /// - Parameter curve: nil if there is none, because something is wrong.
  init(
    _ form: AnalyticsForm, _ suggestions: FormSuggestions, audiences: [Audience],
    curve: FigureCache.Look<RetentionCurve>? = nil
  ) {
    let fields = AnalyticsFields(form, suggestions, audiences: audiences)
    // A row without a kind is one of custom events, as everywhere, once anything was typed.
    func standard(_ list: String) -> AudienceActivity.Kind {
      form.form.rows(list).isEmpty ? .sessionStart : .custom
    }
    let wanted = min(Int(form.form[AnalyticsForm.rows]) ?? 1, RetentionQuery.actives.upperBound)
    first = fields.row(Self.firstList, "First event", standard: standard(Self.firstList))
    active = fields.rows(Self.list, "Activity", atLeast: wanted, standard: standard(Self.list))
    names = suggestions.events
    period = fields.period
    audience = fields.audience
    cohorts = fields.choice(
      "cohorts", "Rows", standard: "",
      choices: [.init("", "Days or weeks, by the period")]
        + CohortSpan.allCases.map { .init($0.rawValue, $0.label) })
    add =
      active.count < RetentionQuery.actives.upperBound
      ? FunnelPage.Add(
        rows: "\(active.count + 1)",
        action: Self.path + "#" + EditorField.id("\(Self.list).\(active.count).kind"))
      : nil
    problems = form.problems.map(\.link)
    hasProblems = !problems.isEmpty
    waits = form.waits
    counting = curve.flatMap { CountingNote($0, path: form.path(Self.path), askedAt: form.now) }
    result = curve?.figure.map { Result($0, people: fields.people(form.audience), form) }
  }

  /// What the form asks, which is about sessions while nothing was typed; nil if something is
  /// wrong.
  static func query(_ form: inout AnalyticsForm) -> RetentionQuery? {
    guard !form.isEditing else { return nil }
    let session = EventSelector(.sessionStart)
    func chosen(_ list: String) -> [(row: FormRow?, selector: EventSelector)] {
      if form.form.rows(list).isEmpty { return [(nil, session)] }
      let events = form.events(list)
      if events.isEmpty, form.problems.isEmpty {
        form.add(
          FormProblem(
            field: "\(list).0.name", message: "No event is chosen.",
            remedy: "Enter the name of an event, or choose another kind."))
      }
      return events.map { ($0.row, $0.selector) }
    }
    let first = chosen(firstList)
    let active = chosen(list)
    let period = form.period()
    let span = form.cohorts()
    let most = RetentionQuery.actives.upperBound
    if active.count > most {
      form.add(
        FormProblem(
          field: active[most].row?.name("name") ?? list,
          message: "Up to \(most) events can make people active.",
          remedy: "Leave the others blank."))
    }
    guard form.problems.isEmpty, let first = first.first?.selector else { return nil }
    return RetentionQuery(
      first: first, active: active.map(\.selector), period: period, now: form.now, by: span)
  }
}

extension RetentionPage.Result {
  fileprivate init(_ curve: RetentionCurve, people: String, _ form: AnalyticsForm) {
    file = form.path(RetentionPage.path + ".csv")
    table = CohortTable(curve, file: form.path(RetentionPage.path + "-cohorts.csv"))
    isEmpty = curve.people == 0
    let query = curve.query
    figures =
      [
        ReportSection.Figure(
          term: "People", value: NumberWords.count(curve.people), unit: "with a first event", change: nil)
      ]
      + RetentionPage.shownDays.map { number in
        let day = curve.days[number]
        return ReportSection.Figure(
          term: "Day \(number)", value: NumberWords.share(day.active, of: day.observed),
          unit: day.observed == 0
            ? "not over for anybody" : "of \(NumberWords.plural(day.observed, "person", "people"))",
          change: nil)
      }
    chart = ReportChart(curve)
    let active = query.active.map(\.words)
    when =
      "First events (\(query.first.words)) from \(query.period.dayWords). \(people) Test devices and the Device Lab are left out."
    meaning =
      "Day 1 begins 24 hours after a person’s first event in the period, and lasts 24 hours. Time zones do not matter. Active: \(active.joined(separator: " or ")). "
      + "A day counts the people for whom it is over, so later days have fewer of them."
  }
}

extension ReportChart {
  /// The share of people who were active, by day, with the numbers behind it.
  init(_ curve: RetentionCurve) {
    self.init(
      "Active again", unit: "by day after the first event", period: "as of \(UTCTime(curve.query.now).words)",
      head: "Day",
      series: [
        Series(
          name: "Active", tone: "accent",
          shares: curve.days.map { $0.observed == 0 ? nil : Double($0.active) / Double($0.observed) })
      ],
      axis: [0, RetentionQuery.lastDay / 2, RetentionQuery.lastDay].map { "Day \($0)" },
      heads: ["People", "Active", "Share"],
      rows: curve.days.enumerated().map { number, day in
        Row(
          time: "Day \(number)",
          counts: [
            NumberWords.count(day.observed), NumberWords.count(day.active),
            day.observed == 0 ? "–" : NumberWords.share(day.active, of: day.observed),
          ])
      })
  }
}
