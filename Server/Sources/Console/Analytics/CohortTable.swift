// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Pages
import Statistics

/// The values of the template `events/cohorts`: a row for the people of each first day or week, and
/// a column for each day after it.
struct CohortTable {
  let title: String
  /// The heading of the first column.
  let head: String
  let days: [String]
  let rows: [Row]
  let note: String
  let file: String

  struct Row {
    let label: String
    let people: String
    let isAll: Bool
    let cells: [Cell]
  }

  /// Blank while the day is not over for everybody in the row.
  struct Cell {
    let text: String
    /// The class of its colour; nil for none.
    let tone: String?
  }

  /// How many colours there are, besides none.
  private static let tones = 5

  /// nil without cohorts.
  init?(_ curve: RetentionCurve, file: String) {
    guard let span = curve.query.span else { return nil }
    self.file = file
    title = "By \(span.label.lowercased())"
    head = span.label
    let now = curve.query.now
    // Columns in which no row has anything are left out.
    let last =
      (0...RetentionQuery.lastDay).last { day in curve.cohorts.contains { $0.isOver(day, at: now) } } ?? 0
    days = (0...last).map { "Day \($0)" }
    let all = Row(
      label: "All rows", people: NumberWords.count(curve.people), isAll: true,
      cells: (0...last).map { Cell(curve.days[$0]) })
    rows =
      [all]
      + curve.cohorts.map { cohort in
        Row(
          label: span.words(cohort.first), people: NumberWords.count(cohort.people), isAll: false,
          cells: (0...last).map {
            cohort.isOver($0, at: now) ? Cell(cohort.days[$0]) : Cell(text: "", tone: nil)
          })
      }
    note =
      "Each row has the people whose first event in the period was \(span == .day ? "on that day" : "in that week"). A cell is blank until the day is over for all of them. "
      + "Fewer than \(ExperimentReadout.fewestPeople) people are shown as numbers, without a colour. “All rows” counts the people for whom the day is over."
  }
}

extension CohortTable.Cell {
  /// A share of few people would look more certain than it is.
  fileprivate init(_ day: RetentionCurve.Day) {
    guard day.observed >= ExperimentReadout.fewestPeople else {
      self.init(
        text: day.observed == 0 ? "" : "\(day.active) of \(day.observed)",
        tone: day.observed == 0 ? nil : "few")
      return
    }
    let tone = (Double(day.active) / Double(day.observed) * Double(CohortTable.tones)).rounded(.up)
    self.init(text: NumberWords.share(day.active, of: day.observed), tone: "tone-\(Int(tone))")
  }
}

extension CohortSpan {
  var label: String {
    switch self {
    case .day: "First day"
    case .week: "First week"
    }
  }

  /// `27 Oct 2026`, `Week of 26 Oct 2026`
  fileprivate func words(_ first: Range<Instant>) -> String {
    switch self {
    case .day: UTCTime(first.lowerBound).date
    case .week: "Week of \(UTCTime(first.lowerBound).date)"
    }
  }

  /// What a page shows until somebody chooses: so many rows as fit a screen.
  init(_ period: AnalyticsPeriod) { self = period.rawValue > 31 ? .week : .day }
}
