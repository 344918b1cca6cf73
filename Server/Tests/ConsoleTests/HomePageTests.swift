// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPTypes
import MartletCore
import MartletWire
import Pages
import Store
import StoreSQLite
import Testing

@testable import Console

@Suite struct HomePageTests {
  private static let now = Samples.now

  private func html(_ source: HomePage.Source) throws -> (html: String, site: Site) {
    let site = try Console.site(navigation: [.home, .campaigns, .people, .events, .lab, .settings])
    let frame = Frame(
      title: "Home", section: "home", appName: "Acorn Shop", csrfToken: "token", styleSheets: ["console.css"],
      scripts: ["console.js"],
      isWide: true)
    return (site.page("home/home", HomePage.Model(source), in: frame), site)
  }

  private static func series(_ metric: SeriesMetric, _ range: ReportRange, _ count: (Int) -> Int) -> Series {
    let bounds = range.bounds(at: now) ?? (now, now)
    var series = Series(
      SeriesQuery(metric, step: range == .day ? .hour : .day, from: bounds.from, to: bounds.to))
    for index in series.counts.indices { series.counts[index] = count(index) }
    return series
  }

  private static func busy(_ range: ReportRange = .week) -> HomePage.Source {
    var source = HomePage.Source(range: range, now: now)
    for (place, metric) in HomePage.people.enumerated() {
      var people = Series(SeriesQuery(metric, step: .day, from: now - .seconds(59 * 86_400), to: now))
      for index in people.counts.indices { people.counts[index] = 40 + index % 5 + place * 700 + index }
      source.people[metric] = people
    }
    source.counts = [
      .sessions: series(.sessions, range) { 180 + $0 * 7 }, .shown: series(.shown, range) { 60 + $0 % 4 },
      .clicked: series(.clicked, range) { 5 + $0 % 3 }, .notShown: series(.notShown, range) { $0 % 2 },
    ]
    source.before = [.sessions: 1_501, .shown: 402, .clicked: 31]
    source.eventDays = series(.events, .month) { _ in 100 }
    source.eventHours = series(.events, .day) { _ in 4 }
    source.hasAnyEvent = true
    source.teamCount = 2
    source.names = ["c-cart": Samples.cart.name]
    let good = CampaignHealth(
      Samples.welcome,
      CampaignReport(totals: CampaignReport.Totals(eligible: 9, delivered: 9, impressions: 5), hours: []), [],
      names: [:],
      at: now)
    let silent = CampaignHealth(
      Samples.cart,
      CampaignReport(
        totals: CampaignReport.Totals(delivered: 9, outcomes: ["suppressed:interval": 12]), hours: []), [],
      names: [:], at: now)
    var content = Samples.welcome.content
    content.conversions = [Wire.Conversion(name: "Order", event: ["kind": "custom", "name": "order_placed"])]
    let converted = content.conversionRules.first.map {
      ConversionCount($0, shown: 1_000, converted: 41, conversions: 52)
    }
    source.counted = CampaignOutcomes.Counted(
      at: now - .seconds(600), conversions: [range: converted.map { [Samples.welcome.id: $0] } ?? [:]])
    source.runningCount = 2
    source.running = [
      .init(campaign: Samples.cart, health: silent, counts: [.notShown: 12]),
      .init(
        campaign: Samples.welcome, health: good, counts: [.shown: 1_234, .clicked: 105],
        conversions: converted),
    ]
    source.unhealthy = [(Samples.cart, silent)]
    return source
  }

  @Test func `the page looks as recorded: people, outcomes, what needs attention and running campaigns`()
    throws
  {
    let (html, site) = try html(Self.busy())
    #expect(try PageFile.difference(html, from: "home", site: site) == nil)
  }

  @Test func `a new server shows three steps, ticked off by what it has`() throws {
    var source = HomePage.Source(range: .week, now: Self.now)
    source.hasAnyEvent = true
    let (html, site) = try html(source)
    #expect(html.contains("1 of 3 done"))
    #expect(try PageFile.difference(html, from: "home-new", site: site) == nil)
    source.role = .viewer
    #expect(HomePage.Model(source).steps?.items.allSatisfy { $0.action == nil } == true)
    source.teamCount = 2
    #expect(HomePage.Model(source).steps?.items.map(\.isDone) == [true, false, true])
  }

  @Test func `the steps stay until all are done, or somebody with a connected app hides the rest`() {
    var source = Self.busy()
    #expect(HomePage.Model(source).steps == nil)
    source.teamCount = 1
    #expect(HomePage.Model(source).steps?.items.map(\.isDone) == [true, true, false])
    #expect(HomePage.Model(source).steps?.canHide == true)
    source.areStepsHidden = true
    #expect(HomePage.Model(source).steps == nil)
    // Nobody loses the way to connect an app.
    source.eventDays = nil
    #expect(HomePage.Model(source).steps?.canHide == false)
  }

  @Test func `hidden steps stay hidden in that browser only`() async throws {
    let browser = try await Browser(role: .owner)
    let event = Wire.EventRecord(id: "e", at: Samples.now, sessionID: "s", userID: "ben", body: .sessionStart)
    let device = Wire.Device(id: "d", platform: "ios", osVersion: "18.0", appVersion: "1.0")
    _ = try await browser.store.ingest(
      IngestBatch(appID: "app", device: device, receivedAt: Samples.now, events: [event]))
    #expect(try await browser.get("/").html.contains("Hide these steps"))
    let answer = try await browser.post("/steps/hide")
    #expect(answer.status == .seeOther && answer.location == "/")
    #expect(try await !browser.get("/").html.contains("Get started"))
  }

  @Test(arguments: HomePage.ranges) func `every figure says its period and zone, and the chart adds up to it`(
    _ range: ReportRange
  ) throws {
    let source = Self.busy(range)
    let outcomes = try #require(HomePage.Model(source).outcomes)
    #expect(outcomes.periodWords.contains("UTC"))
    #expect(outcomes.chart.period.contains("UTC"))
    let sessions = source.counts[.sessions]?.counts.reduce(0, +) ?? 0
    #expect(outcomes.figures[0].value == NumberWords.count(sessions))
    let column = try #require(outcomes.chart.heads.firstIndex(of: "Sessions"))
    let sum = outcomes.chart.rows.compactMap { Int($0.counts[column].replacing(",", with: "")) }.reduce(0, +)
    #expect(sum == sessions)
    #expect(outcomes.chart.heads.contains("Active people") == (range != .day))
  }

  @Test func `what needs attention leads to where it is solved, the worst first`() throws {
    var source = Self.busy()
    source.eventHours = Self.series(.events, .day) { _ in 0 }
    source.pausedRuns = [
      PushRun(
        id: "r", appID: "app", campaignID: "c-cart", definition: Samples.cart.definition,
        audience: .everybody, state: .paused,
        reason: "InvalidProviderToken", startsAt: Self.now, createdAt: Self.now)
    ]
    source.hasNoRoomForNames = true
    let attention = HomePage.Model(source).attention
    #expect(
      attention.map(\.href) == [
        "/events", "/campaigns/c-cart/pushes", "/campaigns/c-cart#outcomes-title", "/settings/app#names",
      ])
    source.role = .viewer
    #expect(HomePage.Model(source).attention.count == 3)
  }

  @Test func `health is the most serious problem of a campaign`() {
    func health(_ totals: CampaignReport.Totals, _ findings: [LintFinding] = []) -> String {
      CampaignHealth(
        Samples.welcome, CampaignReport(totals: totals, hours: []), findings, names: [:], at: Self.now
      ).words
    }
    let finding = LintFinding(
      severity: .warning, code: .unknownEvent, campaign: Samples.welcome.id, field: "triggers",
      message: "Nobody logged it.",
      remedy: "Check the name.")
    #expect(health(CampaignReport.Totals()) == "Not delivered yet")
    #expect(health(CampaignReport.Totals(delivered: 5, impressions: 3)) == "No problems")
    #expect(health(CampaignReport.Totals(delivered: 5, outcomes: ["dropped": 3])) == "Triggered, never shown")
    #expect(health(CampaignReport.Totals(delivered: 1, uniqueImpressions: 5)) == "Unusual figures")
    #expect(
      health(CampaignReport.Totals(delivered: 5, impressions: 3), [finding])
        == "Has a trigger event that nobody has logged")
  }

  @Test func `the console answers at its root, for a viewer too`() async throws {
    let browser = try await Browser(role: .viewer)
    let answer = try await browser.get("/")
    #expect(answer.status == .ok)
    #expect(answer.html.contains("Get started"))
    #expect(try await browser.get("/?range=nothing").status == .ok)
  }
}
