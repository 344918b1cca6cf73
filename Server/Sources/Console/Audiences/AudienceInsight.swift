// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import Pages

/// The values of the template `audiences/insight`: how an audience has grown, and with which
/// running campaigns it overlaps.
struct AudienceInsight {
  /// nil before the first count.
  let growth: ReportChart?
  /// nil unless somebody asked.
  let overlap: Overlap?

  struct Overlap {
    let words: String
    let at: String
    let rows: [Row]
    let hasRows: Bool
    /// What is not among the rows.
    let notes: [String]
  }

  struct Row {
    let name: String
    let href: String
    let people: String
    let share: String
    /// Of 100.
    let length: String
  }

  /// The days that are drawn.
  private static let days = 90

  init(_ sizes: [AudienceSize], _ overlap: AudienceAuthoring.Overlap?) {
    let drawn = sizes.suffix(Self.days)
    growth = drawn.last.map { last in
      ReportChart(
        "Size over time",
        [
          ReportChart.Column(name: "People", tone: "accent", values: drawn.map(\.people), isSum: false),
          ReportChart.Column(
            name: "Reachable by a notification", tone: "good", values: drawn.map(\.reachable), isSum: false),
        ], starts: drawn.map(\.day), bucket: .day,
        period:
          "\(UTCTime(drawn.first?.day ?? last.day).date) to \(UTCTime(last.day).date), UTC, counted once a day"
      )
    }
    self.overlap = overlap.map(Overlap.init)
  }
}

extension AudienceInsight.Overlap {
  fileprivate init(_ overlap: AudienceAuthoring.Overlap) {
    words = "This audience has \(NumberWords.plural(overlap.people, "person", "people"))."
    at = UTCTime(overlap.at).words
    rows = overlap.shares.map { share in
      AudienceInsight.Row(
        name: share.campaign.name, href: "/campaigns/\(share.campaign.id.rawValue)",
        people: NumberWords.count(share.people),
        share: NumberWords.share(share.people, of: overlap.people),
        length: overlap.people == 0 ? "0" : "\(Double(share.people) / Double(overlap.people) * 100)")
    }
    hasRows = !rows.isEmpty
    var notes: [String] = []
    if overlap.forEverybody > 0 {
      notes.append(
        NumberWords.plural(overlap.forEverybody, "running campaign is", "running campaigns are")
          + " for everybody, so for all of them.")
    }
    if overlap.others > 0 {
      notes.append(
        NumberWords.plural(overlap.others, "older running campaign was", "older running campaigns were")
          + " not compared.")
    }
    if rows.isEmpty, notes.isEmpty { notes.append("No campaign is running.") }
    self.notes = notes
  }
}

extension Request {
  /// Whether the page of an audience is to count its people, however many people there are.
  var countsExactly: Bool { queryValue("count") == "exact" }
  /// Whether the page of an audience is to compare it with running campaigns.
  var comparesAudience: Bool { queryValue("overlap") != nil }
}
