// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletCore
import MartletWire
import Testing

@testable import Console

@Suite struct ReportTests {
  @Test(arguments: ReportRange.allCases)
  func `the columns of a chart add up to the report`(range: ReportRange) {
    let report = Samples.report(range)
    let chart = ReportChart(
      hours: report.hours, range: range, now: Samples.now, beginning: Samples.now - .seconds(864_000))
    let sum = { (path: KeyPath<CampaignReport.Hour, Int>) in
      NumberWords.count(report.hours.map { $0[keyPath: path] }.reduce(0, +))
    }
    #expect(chart.series.map(\.seriesTotal) == [sum(\.impressions), sum(\.clicks), sum(\.notShown)])
  }

  @Test(
    arguments: [(.day, 24, "per hour"), (.week, 7, "per day"), (.month, 30, "per day"), (.all, 3, "per day")]
      as [(
        ReportRange, Int, String
      )])
  func `a range has whole columns that end now`(range: ReportRange, columns: Int, unit: String) {
    let chart = ReportChart(
      hours: [], range: range, now: Samples.now, beginning: Samples.now - .seconds(2 * 86_400))
    #expect(chart.rows.count == columns)
    #expect(chart.unit == unit)
    #expect(chart.rows.last?.time == (range == .day ? "21 Nov, 14:00" : "21 Nov"))
  }

  @Test func `figures that cannot be are said with their cause, and those that can are not`() {
    let fine = CampaignReport.Totals(
      eligible: 5, delivered: 4, impressions: 9, uniqueImpressions: 4, clicks: 3, uniqueClicks: 2)
    func doubts(_ totals: CampaignReport.Totals) -> [ReportDoubt] {
      CampaignReport(totals: totals, hours: []).doubts(about: Samples.campaigns[0], at: Samples.now)
    }
    #expect(doubts(fine).isEmpty)
    #expect(doubts(CampaignReport.Totals()).isEmpty)
    var more = fine
    more.uniqueImpressions = 40
    more.uniqueClicks = 41
    #expect(doubts(more).map(\.code) == [.moreShownThanDelivered, .moreClickedThanShown])
    #expect(doubts(more).first?.message == "40 people saw the message, but it was only delivered to 4.")
    #expect(doubts(more).allSatisfy { $0.cause.contains("SDK key") })
    #expect(doubts(CampaignReport.Totals(clicks: 2)).map(\.code) == [.clicksWithoutImpressions])
  }

  private static func section(_ totals: CampaignReport.Totals, _ range: ReportRange = .week) -> ReportSection
  {
    var source = Samples.source(Samples.cart, range: range)
    source.report = CampaignReport(totals: totals, hours: [])
    source.whole = source.report
    return ReportSection(source, query: CampaignPage.Query(range: range))
  }

  @Test(
    arguments: [
      (300, 60, "20%", "likely 15.8% to 24.9%", false), (300, 0, "0%", "likely below 1.27%", false),
      (29, 7, "24.1%", "of only 29 people", true), (1, 1, "100%", "of only 1 person", true),
    ])
  func `a rate has its interval, and is pale while it is of too few people`(
    shown: Int, clicked: Int, share: String, worth: String, isPale: Bool
  ) throws {
    let totals = CampaignReport.Totals(
      eligible: 400, delivered: 400, impressions: shown, uniqueImpressions: shown, clicks: clicked,
      uniqueClicks: clicked)
    let section = Self.section(totals)
    let step = try #require(section.funnel.first { $0.stepName == "Clicked" })
    #expect(
      step.stepShare == "\(share) of shown, \(worth)" && step.stepIsPale == isPale && step.stepProblem == nil)
    let figure = try #require(section.figures.first { $0.term == "Click rate" })
    #expect(figure.value == share && figure.isPale == isPale && figure.problem == nil)
    #expect(
      figure.unit == "clicks per impression, "
        + worth.replacing("people", with: "impressions").replacing("person", with: "impression"))
  }

  @Test func `a rate of nothing is a dash without words`() throws {
    let figure = try #require(
      Self.section(CampaignReport.Totals(eligible: 1)).figures.first { $0.term == "Click rate" })
    #expect(
      figure.value == "–" && figure.unit == "clicks per impression" && !figure.isPale && figure.problem == nil
    )
  }

  @Test(
    arguments: [
      (ReportRange.week, "Some of these clicks belong to messages that were shown before this period."),
      (.all, "A message may have been clicked more than once"),
    ])
  func `a rate above everything is flagged with the likely cause`(range: ReportRange, cause: String) throws {
    let totals = CampaignReport.Totals(
      eligible: 50, delivered: 40, impressions: 40, uniqueImpressions: 60, clicks: 50, uniqueClicks: 30)
    let section = Self.section(totals, range)
    let figure = try #require(section.figures.first { $0.term == "Click rate" })
    #expect(figure.value == "125%" && !figure.isPale && figure.unit == "clicks per impression")
    #expect(figure.problem?.hasPrefix("Above 100%. " + cause) == true)
    let step = try #require(section.funnel.first { $0.stepName == "Shown" })
    #expect(step.stepShare == "150% of delivered" && step.stepProblem?.contains("invented events") == true)
    #expect(section.funnel.filter { $0.stepProblem != nil }.map(\.stepName) == ["Shown"])
  }

  private static func pushSection(_ totals: CampaignReport.Totals, _ counts: PushCounts?) -> ReportSection {
    var source = Samples.source(Samples.cart, range: .week)
    source.campaign.content = CampaignContent(
      triggers: [], push: Wire.PushNotification(title: "Hello"))
    source.report = CampaignReport(totals: totals, hours: [])
    source.whole = source.report
    source.pushes = counts
    return ReportSection(source, query: CampaignPage.Query(range: .week))
  }

  @Test
  func
    `the report of a notification alone says what was sent, what was opened and why the rest was not sent`()
    throws
  {
    var totals = CampaignReport.Totals()
    totals.steps["push:opened"] = 30
    let counts = PushCounts(waiting: 5, outcomes: [.sent: 120, .noToken: 15, .optedOut: 45])
    let section = Self.pushSection(totals, counts)
    #expect(section.nothingYet == nil && section.isPush && !section.isMessage && section.chart == nil)
    #expect(
      section.funnel.map(\.stepName) == ["Sent", "Opened"]
        && section.funnel.map(\.stepCount) == ["120", "30"])
    #expect(section.funnel[1].stepShare?.hasPrefix("25% of sent") == true)
    #expect(
      section.figures.map(\.term) == ["Sent", "Opened", "Not sent"]
        && section.figures.map(\.value) == ["120", "30", "60"])
    #expect(section.figures.map(\.unit) == ["pushes", "times, by a tap on the notification", "pushes"])
    #expect(section.unsentBars.map(\.barUnit) == ["pushes", "pushes"])
    #expect(section.unsentBars.map(\.barName) == ["Opted out", "No push token"])
    #expect(section.unsentWait == "5 pushes are still waiting.")
    #expect(Self.pushSection(totals, PushCounts(outcomes: [.sent: 1])).unsentWait == nil)
    #expect(
      section.unsentBars.map(\.barShare) == [
        "75% of those that were not sent", "25% of those that were not sent",
      ])
  }

  @Test func `a notification that nobody opened yet has a report, and one that was never sent says so`() {
    #expect(Self.pushSection(CampaignReport.Totals(), PushCounts(outcomes: [.sent: 1])).nothingYet == nil)
    #expect(Self.pushSection(CampaignReport.Totals(), PushCounts()).nothingYet?.heading == "Not sent yet")
  }

  @Test func `what a click closed is no dismissal`() throws {
    var totals = CampaignReport.Totals(impressions: 100, clicks: 40)
    totals.dismissals = ["click": 40, "user": 25, "auto": 5]
    let section = Self.section(totals)
    #expect(section.figures.first { $0.term == "Dismissed" }?.value == "30")
    #expect(section.dismissalBars.map(\.barName) == ["Closed by the person", "Closed automatically"])
    #expect(section.dismissalBars.map(\.barShare) == ["83.3% of dismissals", "16.7% of dismissals"])
    var report = CampaignReport(totals: CampaignReport.Totals(), hours: [])
    for (cause, count) in [("click", 40), ("banner:click", 3), ("user", 25)] {
      report.add(.dismissal, detail: cause, count: count, at: Samples.now)
    }
    #expect(report.hours.map(\.dismissals) == [25])
  }

  @Test func `the message stands beside its figures, each variant of an experiment with its name`()
    async throws
  {
    var campaign = Samples.cart
    var other = campaign.content.message
    other?.header = "Another header"
    campaign.content.experiment = Wire.Experiment(
      id: "x",
      variants: [
        .init(id: "a", name: "As it was", share: 5_000), .init(id: "b", share: 5_000, message: other),
      ])
    for (content, captions) in [
      (Samples.cart.content, ["Modal"]), (campaign.content, ["As it was", "Variant B"]),
    ] {
      let pictures = try #require(
        await CampaignPictures(content, nonce: "n", sceneSheet: "/s", showsMessage: true))
      #expect(pictures.phones.map(\.caption) == captions)
      var source = Samples.source(campaign)
      source.pictures = pictures
      #expect(CampaignPage.Model(source, query: .init()).report.pictures?.phones.count == captions.count)
      #expect(CampaignPage.Model(source, query: .init()).pictures == nil)
      // Without figures, the message has a section of its own.
      var empty = Samples.emptySource(campaign)
      empty.pictures = pictures
      #expect(CampaignPage.Model(empty, query: .init()).report.pictures == nil)
      #expect(CampaignPage.Model(empty, query: .init()).pictures?.phones.count == captions.count)
    }
    let experiment = try #require(
      await CampaignPictures(campaign.content, nonce: "n", sceneSheet: "/s", showsMessage: true))
    #expect(
      experiment.phones[1].html.contains("Another header")
        && !experiment.phones[0].html.contains("Another header"))
  }

  @Test func `pictures have the defaults of texts, in each variant`() async throws {
    var content = Samples.cart.content
    content.rules.render = .known(.atDisplay)
    let text =
      "Hi {{#user.first_name}}{{user.first_name}}{{/user.first_name}}{{^user.first_name}}friend{{/user.first_name}}"
    content.message?.header = text
    var other = content.message
    other?.header = "Hello, " + text
    content.experiment = Wire.Experiment(
      id: "x", variants: [.init(id: "a", share: 5_000), .init(id: "b", share: 5_000, message: other)])
    let pictures = try #require(
      await CampaignPictures(content, nonce: "n", sceneSheet: "/s", showsMessage: true))
    #expect(pictures.phones.map { $0.html.contains("Hello, Hi friend") } == [false, true])
    #expect(pictures.phones.allSatisfy { $0.html.contains("Hi friend") && !$0.html.contains("{{") })
  }

  /// How often each of four people may see it within three days, and thus how often it may be shown
  /// at most; nil: any number of times.
  @Test(
    arguments: [
      (Wire.DeliveryRules(), nil),
      (Wire.DeliveryRules(reEligibility: Wire.ReEligibility(type: .known(.always))), nil),
      (Wire.DeliveryRules(reEligibility: Wire.ReEligibility(type: .known(.once))), 1),
      (
        Wire.DeliveryRules(
          reEligibility: Wire.ReEligibility(type: .known(.after), afterMilliseconds: 36 * 3_600_000)), 3
      ),
      (
        Wire.DeliveryRules(reEligibility: Wire.ReEligibility(type: .known(.after), afterMilliseconds: 0)), nil
      ),
      (Wire.DeliveryRules(reEligibility: Wire.ReEligibility(type: .unknown("sometimes"))), nil),
      (Wire.DeliveryRules(caps: [Wire.Cap(limit: 7, within: .known(.lifetime))]), 7),
      // The days may begin anywhere, and a device's clock may be a day ahead.
      (Wire.DeliveryRules(caps: [Wire.Cap(limit: 2, within: .known(.day))]), 10),
      (
        Wire.DeliveryRules(caps: [
          Wire.Cap(limit: 2, within: .known(.day)), Wire.Cap(limit: 3, within: .known(.week)),
        ]), 3
      ),
      (Wire.DeliveryRules(caps: [Wire.Cap(limit: 2, within: .known(.session))]), nil),
      (
        Wire.DeliveryRules(
          reEligibility: Wire.ReEligibility(type: .known(.once)),
          caps: [Wire.Cap(limit: 5, within: .known(.lifetime))]), 1
      ),
    ] as [(Wire.DeliveryRules, Int?)])
  func
    `more impressions than the campaign's own limits allow are said, with the cause, and as many as they allow are not`(
      _ rules: Wire.DeliveryRules, _ allowed: Int?
    ) throws
  {
    var campaign = Samples.campaigns[0]
    campaign.content.rules = rules
    campaign.createdAt = Samples.now - .seconds(3 * 86_400)
    campaign.launchedAt = campaign.createdAt
    func doubts(_ impressions: Int) -> [ReportDoubt] {
      let totals = CampaignReport.Totals(delivered: 4, impressions: impressions, uniqueImpressions: 4)
      return CampaignReport(totals: totals, hours: []).doubts(about: campaign, at: Samples.now)
    }
    guard let allowed else {
      #expect(doubts(1_000_000).isEmpty)
      return
    }
    #expect(doubts(allowed * 4).isEmpty)
    let doubt = try #require(doubts(allowed * 4 + 1).first)
    #expect(doubt.code == .moreShownThanAllowed)
    #expect(doubt.message.contains("\(allowed * 4 + 1) times") && doubt.message.contains("the 4 people"))
    #expect(doubt.cause.contains("two devices") && doubt.cause.contains("SDK key"))
    // One cause is said once.
    let totals = CampaignReport.Totals(delivered: 4, impressions: 1_000_000, uniqueImpressions: 5)
    #expect(
      CampaignReport(totals: totals, hours: []).doubts(about: campaign, at: Samples.now).map(\.code) == [
        .moreShownThanDelivered
      ])
  }

  @Test
  func
    `what test devices did is said beside the figures, with the switch that adds it; without any there is none`()
    throws
  {
    var source = Samples.source(Samples.campaigns[0])
    #expect(ReportSection(source, query: CampaignPage.Query()).tests == nil)
    source.whole.testTotals = CampaignReport.Totals(impressions: 12, clicks: 3)
    source.report.testTotals = CampaignReport.Totals(impressions: 1)
    var query = CampaignPage.Query(decisions: 100)
    let out = try #require(ReportSection(source, query: query).tests)
    #expect(out.words == "Excludes test devices: 1 impression and 0 clicks in the last 7 days.")
    #expect(out.switchWords == "Include test devices" && !out.areCounted)
    #expect(out.switchHref == "/campaigns/\(source.campaign.id)?decisions=100&tests=shown#report")
    query.countsTests = true
    let section = ReportSection(source, query: query)
    let added = try #require(section.tests)
    #expect(added.words == "Includes test devices: 1 impression and 0 clicks in the last 7 days.")
    #expect(added.switchHref == "/campaigns/\(source.campaign.id)?decisions=100#report")
    // The choice of a time keeps it.
    #expect(section.ranges.allSatisfy { $0.href.contains("tests=shown") })
    // Only test devices have seen it so far: there is a report, with the switch.
    var only = Samples.emptySource(Samples.campaigns[0])
    #expect(ReportSection(only, query: CampaignPage.Query()).nothingYet != nil)
    only.whole.testTotals = CampaignReport.Totals(impressions: 1)
    #expect(ReportSection(only, query: CampaignPage.Query()).nothingYet == nil)
  }

  @Test func `the period before a range ends where the range begins, and is as long`() throws {
    for range in ReportRange.allCases where range != .all {
      let bounds = try #require(range.bounds(at: Samples.now))
      let before = try #require(range.boundsBefore(at: Samples.now))
      #expect(before.to == bounds.from)
      #expect(before.to.duration(since: before.from) == bounds.to.duration(since: bounds.from))
      #expect(bounds.from < Samples.now && Samples.now < bounds.to)
    }
    #expect(ReportRange.all.boundsBefore(at: Samples.now) == nil)
  }

  @Test(
    arguments: [(-1, 0), (0, 0), (1_795_269_900_000, 1_795_219_200_000)] as [(Int64, Int64)])
  func `days begin at midnight UTC, before 1970 too`(instant: Int64, start: Int64) {
    let expected = instant < 0 ? -86_400_000 : start
    #expect(Bucket.day.start(of: Instant(milliseconds: instant)).milliseconds == expected)
  }

  @Test func `weeks begin on Monday`() {
    // 2026-11-21 is a Saturday.
    #expect(UTCTime(Bucket.week.start(of: Samples.now)).date == "16 Nov 2026")
  }

  @Test(
    arguments: [
      (0, 1), (1, 1), (2, 2), (3, 5), (6, 10), (11, 20), (21, 50), (51, 100), (1_201, 2_000),
      (Int.max, Int.max),
    ])
  func `the scale ends at the next round number`(highest: Int, top: Int) {
    #expect(ReportChart.Series.top(of: highest) == top)
  }

  @Test func `bars stay in the picture, whatever the numbers`() throws {
    let hours = [1, Int.max / 4, 3].enumerated().map {
      CampaignReport.Hour(
        start: CountedTime.hour(of: Samples.now) - .seconds(3_600 * (2 - $0)), impressions: $1)
    }
    let chart = ReportChart(hours: hours, range: .day, now: Samples.now, beginning: Samples.now)
    for bar in chart.series.flatMap(\.bars) {
      #expect((0...100).contains(bar.y) && bar.height >= 2 && bar.y + bar.height == 100)
      #expect(try #require(Double(bar.x)) + 7 <= Double(chart.width))
    }
  }

  @Test(
    arguments: [
      (0, 0, "no change from the day before"), (0, 5, "none in the day before"),
      (100, 112, "↑ 12% vs the day before"),
      (100, 0, "↓ 100% vs the day before"), (1_000, 1_001, "↑ less than 1% vs the day before"),
      (1, 31, "↑ 3,000% vs the day before"),
    ])
  func `changes are in words, with their direction`(old: Int, new: Int, words: String) {
    #expect(ChangeWords.change(from: old, to: new, before: "the day before") == words)
  }

  /// The vocabulary is that of docs/outcomes.md: whoever adds a reason there must say here what to
  /// do about it.
  @Test func `every documented reason has plain words and a hint`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "docs/outcomes.md"), encoding: .utf8)
    for (outcome, heading) in [
      ("queued", "Reasons to wait"), ("suppressed", "Reasons for suppression"),
      ("discarded", "Reasons for discarding"),
    ] {
      let start = try #require(text.range(of: heading))
      let section = text[start.upperBound...].prefix(while: { $0 != "#" })
      let reasons = section.matches(of: /\n\| `([a-z_]+)` \|/).map { String($0.1) }
      #expect(reasons.count >= 4)
      for reason in reasons {
        let words = Wire.OutcomeWords(countedAs: "\(outcome):\(reason)")
        #expect(words.hint?.contains("newer SDK version") == false, "\(reason)")
      }
    }
    for outcome in ["expired", "recalled", "replaced"] {
      #expect(Wire.OutcomeWords(countedAs: outcome).hint != nil)
    }
  }

  @Test func `reasons of newer apps are shown as they are`() {
    #expect(Wire.OutcomeWords(countedAs: "discarded:from_the_future").line == "Discarded: from the future")
    #expect(Wire.OutcomeWords(countedAs: "paused_by_moon").line == "paused by moon")
  }

  @Test(arguments: Wire.EventRecord.DismissalCause.allCases)
  func `every dismissal has plain words`(cause: Wire.EventRecord.DismissalCause) {
    #expect(DismissalWords.label(cause.rawValue) != cause.rawValue.replacing("_", with: " "))
  }
}
