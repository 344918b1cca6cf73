// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What can be counted over time. This is the one description of each figure: the API, the pages,
/// `martlet verify` and the documents read it. The raw values are stored and part of the API.
///
/// No figure includes what test devices and the Device Lab do. Every event counts once, in the hour
/// and on the day (UTC) at which it happened (`CountedTime`), also when it arrives later.
public enum SeriesMetric: String, Hashable, Sendable, CaseIterable {
  case activePeople = "active_people"
  case activePeopleWeek = "active_people_7_days"
  case activePeopleMonth = "active_people_30_days"
  case sessions
  case events
  case shown
  case clicked
  case dismissed
  case notShown = "not_shown"

  public struct Traits: Hashable, Sendable {
    /// As a heading: `Active people`.
    public let title: String
    /// `people` or `times`.
    public let unit: String
    /// What is counted, in one sentence.
    public let meaning: String
    /// The people of a span overlap from day to day, so their counts must not be added up.
    public let span: ActiveSpan?
    /// What campaigns count; nil for a figure of the app as a whole.
    public let campaignMetric: CampaignMetric?

    /// Whether the counts of a period can be added up.
    public var isSum: Bool { span == nil }
    public var steps: [SeriesStep] { span == nil ? SeriesStep.allCases : [.day] }
  }

  public var traits: Traits {
    switch self {
    case .activePeople:
      Traits(
        title: "Active people", unit: "people",
        meaning: "People who started at least one session on the day.", span: .day,
        campaignMetric: nil)
    case .activePeopleWeek:
      Traits(
        title: "Active people, 7 days", unit: "people",
        meaning: "People who started at least one session on the day or the 6 days before.",
        span: .week, campaignMetric: nil)
    case .activePeopleMonth:
      Traits(
        title: "Active people, 30 days", unit: "people",
        meaning: "People who started at least one session on the day or the 29 days before.", span: .month,
        campaignMetric: nil)
    case .sessions:
      Traits(
        title: "Sessions", unit: "times", meaning: "Sessions that people started.", span: nil,
        campaignMetric: nil)
    case .events:
      Traits(
        title: "Events", unit: "times",
        meaning: "Events of all kinds that the server stored, from devices and from programs.", span: nil,
        campaignMetric: nil)
    case .shown:
      Traits(
        title: "Shown", unit: "times", meaning: "How often campaigns appeared on a screen.", span: nil,
        campaignMetric: .impression)
    case .clicked:
      Traits(
        title: "Clicked", unit: "times",
        meaning:
          "How often people tapped what leads on: a message, a banner or a button that does more than close.",
        span: nil,
        campaignMetric: .click)
    case .dismissed:
      Traits(
        title: "Dismissed", unit: "times",
        meaning:
          "How often what campaigns showed was closed without a click, also with a button that does nothing else.",
        span: nil,
        campaignMetric: .dismissal)
    case .notShown:
      Traits(
        title: "Not shown", unit: "times", meaning: "How often campaigns were triggered and not shown.",
        span: nil,
        campaignMetric: .outcome)
    }
  }
}

extension SeriesMetric {
  static let ofCampaigns = Dictionary(
    uniqueKeysWithValues: allCases.compactMap { metric in metric.traits.campaignMetric.map { ($0, metric) } })
}

/// The length of one point of a series.
public enum SeriesStep: String, Hashable, Sendable, CaseIterable {
  case day, hour

  /// Milliseconds.
  public var length: Int64 { self == .day ? 86_400_000 : 3_600_000 }
}
