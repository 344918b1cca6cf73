// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Logging
import MartletCore
import MartletTesting
import MartletWire
import Store
import StoreSQLite
import Testing

@testable import Console
@testable import MartletServer

@Suite("What campaigns achieved, on the home page", .timeLimit(.minutes(5)))
struct CampaignOutcomeTests {
  private static let app = FirstStart.sampleApp

  private static func insert(
    _ id: CampaignID, _ store: any Store, _ now: Instant, change: (inout CampaignContent) -> Void
  ) async throws {
    var content = CampaignContent(
      triggers: [Wire.Trigger(kind: .known(.sessionStart))],
      message: Wire.Message(kind: .known(.slideup), message: "Hi"))
    content.conversions = [Wire.Conversion(name: "Order", event: ["kind": "custom", "name": "order"])]
    change(&content)
    let before = now - .seconds(86_400)
    try await store.insert(
      Campaign(
        id: id, appID: app, name: "Sale \(id)", state: .running, content: content, createdAt: before,
        updatedAt: before, launchedAt: before),
      by: .link)
  }

  /// Each body at a minute of its own, for one person.
  private static func ingest(
    _ user: String, _ bodies: [Wire.EventRecord.Body], _ store: any Store, _ now: Instant
  ) async throws {
    let events = bodies.enumerated().map { place, body in
      Wire.EventRecord(
        id: "\(user)-\(place)", at: now - .seconds(3_000 - place * 60), sessionID: nil, userID: user,
        body: body)
    }
    let results = try await store.ingest(
      IngestBatch(appID: app, device: Wire.Device(id: "phone-" + user), receivedAt: now, events: events))
    try #require(results.allSatisfy { $0.status == .known(.stored) })
  }

  private static func shown(_ id: CampaignID) -> Wire.EventRecord.Presentation {
    .init(id: "p", campaignID: id.rawValue, campaignVersion: 1)
  }

  @Test
  func `conversions are there once they were counted, with the time, and agree with the campaign’s report`()
    async throws
  {
    try await TestServer.run { server in
      let (store, now) = (server.services.store, server.services.environment.now())
      try await Self.insert("c", store, now) { _ in }
      let order = Wire.EventRecord.Body.custom(name: "order", properties: [:])
      let seen = Wire.EventRecord.Body.impression(Self.shown("c"))
      for (user, bodies) in [
        "once": [seen, order], "twice": [seen, order, order], "never": [seen], "before": [order, seen],
      ] {
        try await Self.ingest(user, bodies, store, now)
      }
      let headers = try await server.signIn()
      // Before, the server counted when it started, when nobody had seen anything.
      try await server.services.outcomes.count(Self.app, environment: server.services.environment) {}
      let counted = try #require(
        await server.services.outcomes.counted(of: Self.app)?.conversions[.week]?["c"])
      let bounds = try #require(ReportRange.week.bounds(at: now))
      let campaign = try #require(try await store.campaign("c", app: Self.app))
      let report = try await store.conversions(
        campaign.content.conversionRules, of: "c", app: Self.app, from: bounds.from, to: bounds.to)
      #expect(counted == report.first)
      #expect((counted.shown, counted.converted, counted.conversions) == (4, 2, 3))
      let page = try await server.send("GET", "/?range=7d", headers: headers).text
      #expect(page.contains("<dt>Converted</dt><dd>3</dd>") && page.contains("1 campaign, as of "))
      #expect(page.contains("Counted once an hour, last at "))
      #expect(page.contains(/data-label="Converted, 7 days">2 <span class="quiet">50%<\/span>/))
    }
  }

  @Test
  func
    `once a day, an experiment that divides people otherwise than planned is found and named, and one that does as planned is not`()
    async throws
  {
    try await TestServer.run { server in
      let (store, now) = (server.services.store, server.services.environment.now())
      for (id, first) in [("wrong", 160), ("right", 100)] {
        try await Self.insert(CampaignID(id), store, now) {
          $0.experiment = Wire.Experiment(
            id: id, variants: [.init(id: "a", share: 5_000), .init(id: "b", share: 5_000)])
        }
        for number in 0..<200 {
          let exposure = Wire.EventRecord.Body.exposure(
            Self.shown(CampaignID(id)), experimentID: id, arm: number < first ? "a" : "b")
          try await Self.ingest("\(id)-\(number)", [exposure], store, now)
        }
      }
      let headers = try await server.signIn()
      // The server looked when it started, when nobody was in an experiment.
      try await server.services.outcomes.count(Self.app, environment: server.services.environment) {}
      #expect(
        try await !server.send("GET", "/", headers: headers).text.contains(
          "does not divide people as planned"))
      var tomorrow = server.services.environment
      tomorrow.now = { now + .seconds(86_400) }
      try await server.services.outcomes.count(Self.app, environment: tomorrow) {}
      let page = try await server.send("GET", "/", headers: headers).text
      #expect(page.contains("The experiment of “Sale wrong” does not divide people as planned"))
      #expect(!page.contains("The experiment of “Sale right”"))
    }
  }

  @Test func `they are counted at the start and once an hour`() async throws {
    let clock = ManualClock()
    let store = try SQLiteStore.inMemory()
    try await store.insert(App(id: Self.app, name: "Shop", createdAt: clock.environment.now()))
    try await Self.insert("c", store, clock.environment.now()) { _ in }
    let outcomes = CampaignOutcomes(store: store)
    let job = CampaignOutcomeJob(
      outcomes: outcomes, store: store, environment: clock.environment,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let running = Task { try await job.run() }
    defer { running.cancel() }
    // The pause after the campaign, and then the rest.
    await clock.advance(by: CampaignOutcomeJob.pause) { await clock.waitForSleepers(1) }
    await clock.waitForSleepers(1)
    let first = try #require(await outcomes.counted(of: Self.app))
    #expect(first.conversions[.month]?["c"]?.shown == 0)
    await clock.advance(by: CampaignOutcomeJob.rest + CampaignOutcomeJob.pause) {
      await clock.waitForSleepers(1)
    }
    await clock.waitForSleepers(1)
    let second = try #require(await outcomes.counted(of: Self.app))
    #expect(second.at >= first.at + CampaignOutcomeJob.rest)
  }
}
