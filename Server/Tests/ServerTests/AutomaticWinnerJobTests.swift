// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import Logging
import MartletCore
import MartletTesting
import MartletWire
import Statistics
import Store
import StoreSQLite
import Testing

@testable import MartletServer

@Suite("The automatic winner", .timeLimit(.minutes(5)))
struct AutomaticWinnerJobTests {
  private static let rates = [("control", 0.1), ("a", 0.1), ("b", 0.3)]
  private static let people = 1_500

  /// An app whose campaign runs, with exposures and orders of many people at the beginning.
  ///
  /// - Parameter kept: How much of a guardrail `b` keeps, from 0 to 1; nil for an experiment
  ///   without one. The other arms keep 95 of 100.
  private static func start(
    _ clock: ManualClock, choosesWinner: Bool, kept: Double?, text: String
  ) async throws -> (SQLiteStore, CampaignAuthoring) {
    let store = try SQLiteStore.inMemory()
    let begin = clock.environment.now()
    try await store.insert(App(id: "shop", name: "Shop", createdAt: begin))
    var content = CampaignContent(
      triggers: [Wire.Trigger(kind: .known(.sessionStart))],
      message: Wire.Message(kind: .known(.slideup), message: text))
    content.rules.render = .known(.atDisplay)
    content.experiment = Wire.Experiment(
      id: "x", variants: [.init(id: "a", share: 3_000), .init(id: "b", name: "Short", share: 3_000)],
      control: 4_000,
      choosesWinner: choosesWinner)
    content.conversions = [
      Wire.Conversion(
        name: "Order", event: ["kind": "custom", "name": "order"], windowMilliseconds: 3_600_000)
    ]
    if kept != nil {
      content.conversions.append(
        Wire.Conversion(
          name: "Stay", event: ["kind": "custom", "name": "visit"], windowMilliseconds: 3_600_000,
          isGuardrail: true))
    }
    try await store.insert(
      Campaign(
        id: "c", appID: "shop", name: "Sale", state: .running, content: content, createdAt: begin,
        updatedAt: begin, launchedAt: begin),
      by: .link)
    for (arm, rate) in rates {
      let count = arm == "control" ? people * 4 / 3 : people
      var events: [Wire.EventRecord] = []
      for number in 0..<count {
        let user = "\(arm)-\(number)"
        func add(_ id: String, _ body: Wire.EventRecord.Body) {
          events.append(Wire.EventRecord(id: id + user, at: begin, sessionID: nil, userID: user, body: body))
        }
        add("x", .exposure(.init(id: "p", campaignID: "c", campaignVersion: 1), experimentID: "x", arm: arm))
        if Double(number) < Double(count) * rate { add("o", .custom(name: "order", properties: [:])) }
        guard let kept else { continue }
        if Double(number) < Double(count) * (arm == "b" ? kept : 0.95) {
          add("v", .custom(name: "visit", properties: [:]))
        }
      }
      for start in stride(from: 0, to: events.count, by: 100) {
        let part = Array(events[start..<min(start + 100, events.count)])
        let results = try await store.ingest(
          IngestBatch(
            appID: "shop", device: Wire.Device(id: arm), receivedAt: begin, events: part, role: .own))
        try #require(results.allSatisfy { $0.status == .known(.stored) })
      }
    }
    return (store, CampaignAuthoring(store: store, environment: clock.environment))
  }

  private static func run(
    _ clock: ManualClock, choosesWinner: Bool = true, kept: Double? = nil, text: String = "Hi",
    _ body: (SQLiteStore, CampaignAuthoring, _ pass: (Int) async -> Void) async throws -> Void
  ) async throws {
    let (store, authoring) = try await start(clock, choosesWinner: choosesWinner, kept: kept, text: text)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let job = AutomaticWinnerJob(
      authoring: authoring, store: store, environment: clock.environment, logger: logger)
    let running = Task { try await job.run() }
    defer { running.cancel() }
    try await body(store, authoring) { days in
      await clock.advance(by: .seconds(days * 86_400)) { await clock.waitForSleepers(1) }
    }
  }

  @Test
  func
    `after two whole weeks, the variant that is ahead goes to everybody who has none, and the history says who did it`()
    async throws
  {
    let clock = ManualClock()
    try await Self.run(clock) { store, authoring, pass in
      await pass(13)
      #expect(try await store.campaign("c", app: "shop")?.content.experiment?.winner == nil)
      await pass(2)
      let campaign = try #require(try await store.campaign("c", app: "shop"))
      let experiment = try #require(campaign.content.experiment)
      #expect(
        experiment.winner == "b" && experiment.variants.map(\.share) == [0, 10_000] && experiment.control == 0
      )
      #expect(experiment.epochs.count == 1 && campaign.version == 2)
      let change = try #require(try await authoring.changes(of: campaign, before: nil, limit: 1).first)
      #expect(change.author == .automaticWinner && change.kind == .edited)
      let report = try #require(
        try await ExperimentReports(store: store).report(of: campaign, at: clock.environment.now()))
      #expect(report.winner == "b" && report.arms.map(\.tally.people) == [2_000, 1_500, 1_500])
      #expect(report.changes.count == 1 && report.goals.count == 1 && report.crossoverShare == 0)
      await pass(30)
      #expect(try await store.campaign("c", app: "shop") == campaign, "it chose again")

      let undone = try await authoring.undoWinner(of: "c", app: "shop", by: .link)
      let present = try #require(undone.content.experiment)
      #expect(
        present.control == 4_000 && present.variants.map(\.share) == [3_000, 3_000] && present.winner == nil)
      await pass(30)
      #expect(
        try await store.campaign("c", app: "shop") == undone, "it chose again after somebody had undone it")
      await #expect(throws: Rejection.self) {
        try await authoring.undoWinner(of: "c", app: "shop", by: .link)
      }
    }
  }

  @Test(arguments: [0.95, 0.8])
  func `a variant that costs more than a twentieth of a guardrail does not win`(kept: Double) async throws {
    let clock = ManualClock()
    try await Self.run(clock, kept: kept) { store, _, pass in
      await pass(15)
      let campaign = try #require(try await store.campaign("c", app: "shop"))
      let report = try #require(
        try await ExperimentReports(store: store).report(of: campaign, at: clock.environment.now()))
      #expect(report.goals.map(\.isGuardrail) == [false, true])
      #expect(campaign.content.experiment?.winner == (kept == 0.95 ? "b" : nil))
      guard kept < 0.95 else { return }
      // After two whole weeks, nothing else keeps the variant from winning.
      let date = try #require(report.begin) + .seconds(14 * 86_400)
      let then = try #require(try await ExperimentReports(store: store).report(of: campaign, at: date))
      #expect(then.verdict == .waiting([.guardrail]))
    }
  }

  @Test
  func
    `a text that an earlier version of the server launched, and this one would refuse, is given and taken back all the same`()
    async throws
  {
    let clock = ManualClock()
    try await Self.run(clock, text: "Hi {{first_name}}") { store, authoring, pass in
      await pass(15)
      let campaign = try #require(try await store.campaign("c", app: "shop"))
      #expect(campaign.content.experiment?.winner == "b")
      #expect(
        try await authoring.undoWinner(of: "c", app: "shop", by: .link).content.experiment?.winner == nil)
      await #expect(throws: Rejection.self) {
        let present = try await authoring.campaign("c", app: "shop")
        return try await authoring.update(
          "c", app: "shop", expectedRevision: present.revision, name: "Sale 2", content: present.content,
          by: .link)
      }
    }
  }

  @Test func `an experiment that does not ask for it keeps its shares, whoever is ahead`() async throws {
    let clock = ManualClock()
    try await Self.run(clock, choosesWinner: false) { store, _, pass in
      await pass(20)
      let campaign = try #require(try await store.campaign("c", app: "shop"))
      #expect(campaign.revision == 1 && campaign.content.experiment?.winner == nil)
      await #expect(throws: Rejection.conflict) {
        try await CampaignAuthoring(store: store, environment: clock.environment)
          .chooseWinner("b", of: "c", app: "shop", expectedRevision: 1)
      }
    }
  }
}
