// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// How the app and its campaigns are doing: people, figures of a period, running campaigns, and
/// what needs attention.
enum HomePage {
  static let ranges: [ReportRange] = [.day, .week, .month]
  /// The active people, by span.
  static let people: [SeriesMetric] = [.activePeople, .activePeopleWeek, .activePeopleMonth]
  /// The figures of the period.
  static let counts: [SeriesMetric] = [.sessions, .shown, .clicked, .notShown]
  /// How many running campaigns are looked at, and how many of them are listed.
  static let judged = 200
  static let listed = 20

  /// Everything that the page shows.
  struct Source {
    var range: ReportRange
    var now: Instant
    var role = Role.owner
    var hasLab = true
    /// The last 60 days.
    var people: [SeriesMetric: Series] = [:]
    /// Of the period.
    var counts: [SeriesMetric: Series] = [:]
    /// The sums of the period before.
    var before: [SeriesMetric: Int] = [:]
    /// Whether anything was ever received, even from a test device.
    var hasAnyEvent = false
    var eventDays: Series?
    /// The last 24 hours.
    var eventHours: Series?
    var teamCount = 0
    /// Whether the reader hid the first steps.
    var areStepsHidden = false
    var pausedRuns: [PushRun] = []
    /// Users whose ids are almost certainly a mistake.
    var doubtfulUsers: [DoubtfulUser] = []
    var hasNoRoomForNames = false
    /// Open privacy requests, and how many of them are overdue.
    var privacyRequests = (count: 0, overdue: 0)
    var names: [String: String] = [:]
    var findings: [LintFinding] = []
    /// What a job counted last; nil before it did.
    var counted: CampaignOutcomes.Counted?
    /// Running campaigns whose experiment divides people otherwise than planned.
    var dividedWrongly: [Campaign] = []
    var runningCount = 0
    var running: [Running] = []
    var unhealthy: [(campaign: Campaign, health: CampaignHealth)] = []
    /// Running campaigns to which the server gave an automatic winner not long ago, with its name.
    var winners: [(campaign: Campaign, winner: String)] = []

    init(range: ReportRange, now: Instant, role: Role = .owner) {
      self.range = range
      self.now = now
      self.role = role
    }

    /// A running campaign, with its counts of the last 7 days.
    struct Running {
      let campaign: Campaign
      let health: CampaignHealth
      let counts: [SeriesMetric: Int]
      /// Of its first conversion; nil if it has none, or nothing was counted yet.
      var conversions: ConversionCount?
    }

    /// Whether a device that is not for tests ever sent anything.
    var isConnected: Bool { (eventDays?.total ?? 0) > 0 }
  }

  /// The values of the template `home/home`.
  struct Model {
    let steps: HomeSteps?
    let attention: [HomeAttention]
    let isCalm: Bool
    let outcomes: Outcomes?
    let running: [Running]
    let runningNote: String?
    /// Whether conversions were counted already, and when.
    let isCounted: Bool
    let countedAt: String
    let canCreate: Bool
  }

  /// The figures, once there are any.
  struct Outcomes {
    let peopleFigures: [ReportSection.Figure]
    let ranges: [ListTable.Filter]
    let periodWords: String
    let figures: [ReportSection.Figure]
    let chart: ReportChart
  }

  struct Running {
    let name: String
    let href: String
    let tone: String
    let health: String
    let healthHref: String
    let shown: String
    let clicked: String
    let clickShare: String
    let notShown: String
    let converted: String
    let convertedShare: String
  }
}

extension HomePage.Model {
  init(_ source: HomePage.Source) {
    steps = HomeSteps(source)
    attention = HomeAttention.all(source)
    isCalm = attention.isEmpty && source.isConnected
    outcomes = source.isConnected ? HomePage.Outcomes(source) : nil
    running = source.running.map(HomePage.Running.init)
    runningNote =
      source.runningCount > source.running.count
      ? "Showing \(source.running.count) of \(NumberWords.count(source.runningCount)), those with a problem first."
      : nil
    isCounted = source.counted != nil
    countedAt = source.counted.map { UTCTime($0.at).words } ?? ""
    canCreate = source.role.may(.author)
  }
}

extension HomePage.Outcomes {
  init(_ source: HomePage.Source) {
    peopleFigures = HomePage.people.compactMap { metric in
      source.people[metric].map { Self.figure(metric, $0) }
    }
    ranges = HomePage.ranges.map {
      ListTable.Filter(
        label: $0.label, href: $0 == .standard ? "/#period" : "/?range=\($0.rawValue)#period",
        isCurrent: $0 == source.range)
    }
    let bounds = source.range.bounds(at: source.now) ?? (source.now, source.now)
    let last = UTCTime(bounds.to - .milliseconds(1))
    periodWords =
      source.range == .day
      ? "\(UTCTime(bounds.from).words) to \(UTCTime(source.now).words). The last hour is not over."
      : "\(UTCTime(bounds.from).date) to \(last.date), days in UTC. Today is not over."
    let range = source.range
    func total(_ metric: SeriesMetric) -> Int { source.counts[metric]?.total ?? 0 }
    figures =
      HomePage.counts.map { metric in
        ReportSection.Figure(
          term: metric.traits.title, value: NumberWords.count(total(metric)), unit: metric.traits.unit,
          change: ChangeWords.change(
            from: source.before[metric] ?? 0, to: total(metric), before: range.before))
      }
      + [
        ReportSection.Figure(
          term: "Click rate", value: NumberWords.share(total(.clicked), of: total(.shown)),
          unit: "clicks per impression",
          change: (source.before[.shown] ?? 0) == 0
            ? "no data in \(range.before)"
            : "\(NumberWords.share(source.before[.clicked] ?? 0, of: source.before[.shown] ?? 0)) in \(range.before)"
        )
      ] + [Self.conversions(source)].compactMap(\.self)
    var rows: [(series: Series, tone: String)] = []
    // People are counted by day.
    if range != .day, let people = source.people[.activePeople], let sessions = source.counts[.sessions] {
      var part = Series(sessions.query)
      part.query.metric = .activePeople
      part.counts = Array(people.counts.suffix(sessions.counts.count))
      rows.append((part, "accent"))
    }
    for (metric, tone) in [
      (SeriesMetric.sessions, "quiet"), (.shown, "accent"), (.clicked, "good"), (.notShown, "quiet"),
    ] {
      if let series = source.counts[metric] { rows.append((series, tone)) }
    }
    chart = ReportChart("Over time", rows, range: range)
  }

  /// What a job counted of the first conversion of each campaign; nil if no campaign has one.
  private static func conversions(_ source: HomePage.Source) -> ReportSection.Figure? {
    guard let counted = source.counted, let counts = counted.conversions[source.range]?.values,
      !counts.isEmpty
    else { return nil }
    return ReportSection.Figure(
      term: "Converted", value: NumberWords.count(counts.reduce(0) { $0 + $1.conversions }),
      unit: "conversions after a message",
      change:
        "\(NumberWords.plural(counts.count, "campaign", "campaigns")), as of \(UTCTime(counted.at).time) UTC")
  }

  /// The people of the span that ends today, and of the one right before it.
  private static func figure(_ metric: SeriesMetric, _ series: Series) -> ReportSection.Figure {
    let span = metric.traits.span ?? .day
    let place = series.counts.count - 1 - Int(span.rawValue)
    let before = series.counts.indices.contains(place) ? series.counts[place] : 0
    return ReportSection.Figure(
      term: span == .day ? "Today" : "Last \(span.rawValue) days", value: NumberWords.count(series.last),
      unit: "active people",
      change: span == .day
        ? "\(NumberWords.count(before)) yesterday"
        : ChangeWords.change(from: before, to: series.last, before: "the \(span.rawValue) days before"))
  }
}

extension HomePage.Running {
  fileprivate init(_ source: HomePage.Source.Running) {
    func count(_ metric: SeriesMetric) -> Int { source.counts[metric] ?? 0 }
    name = source.campaign.name
    href = "/campaigns/\(source.campaign.id.rawValue)"
    tone = source.health.tone
    health = source.health.words
    healthHref = source.health.href
    shown = NumberWords.count(count(.shown))
    clicked = NumberWords.count(count(.clicked))
    clickShare = NumberWords.share(count(.clicked), of: count(.shown))
    notShown = NumberWords.count(count(.notShown))
    converted =
      source.conversions.map { NumberWords.count($0.converted) }
      ?? (source.campaign.content.conversionRules.isEmpty ? "no conversion" : "not counted yet")
    convertedShare = source.conversions.map { NumberWords.share($0.converted, of: $0.shown) } ?? ""
  }
}
