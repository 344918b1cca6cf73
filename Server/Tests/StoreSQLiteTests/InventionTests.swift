// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire
import Store
import StoreConformance
import Testing

@testable import StoreSQLite

/// What somebody with nothing but the SDK key can make of the data.
@Suite struct InventionTests {
  private func rows(_ store: SQLiteStore, _ table: String) async throws -> Int {
    try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? -1 }
  }

  @Test func `decisions of one campaign and reason push out none of another, nor more than a day's share of their own`() async throws {
    let store = try SQLiteStore.inMemory(decisions: DecisionQuota(perReason: 40, perDay: 10))
    try await store.insert(Sample.app())
    for campaign in ["c", "d"] as [CampaignID] { try await store.insert(Sample.campaign(campaign)) }
    func decide(_ id: String, _ candidates: [(CampaignID, String)], day: Int) async throws {
      var record = Sample.decision(id, candidates: candidates.map(\.0))
      for index in candidates.indices { record.candidates[index].verdict = candidates[index].1 }
      let at = Sample.now + .seconds(day * 86_400)
      _ = try await store.ingest(Sample.batch([Sample.event(id, at: at, .decision(record))], receivedAt: at))
    }
    for day in 0..<3 { for index in 0..<5 { try await decide("real-\(day)-\(index)", [("c", "interval")], day: day) } }
    try await decide("rare", [("d", "filter")], day: 0)
    try await decide("both", [("c", "interval"), ("d", "ended")], day: 3)
    for index in 0..<200 {
      try await decide("flood-\(index)", [("c", "interval"), (CampaignID("invented-\(index)"), "invented-\(index)")], day: 3)
    }
    for index in 0..<100 { try await decide("odd-\(index)", [("c", "odd-\(index)")], day: 3) }
    let ofC = try await store.decisions(campaign: "c", personID: nil, app: "shop", limit: 1_000).map(\.record.decisionID)
    #expect(ofC.count { $0.hasPrefix("real") } == 15)
    // Invented reasons are one kind; invented campaigns are counted up to a limit.
    #expect(ofC.count { $0.hasPrefix("odd") } == 10)
    let ofD = try await store.decisions(campaign: "d", personID: nil, app: "shop", limit: 1_000).map(\.record.decisionID)
    #expect(ofD == ["both", "rare"])
    let all = try await rows(store, "decision")
    #expect(all <= 15 + 2 + 10 + 10 + CountLimits.strayCampaigns + 10)
    #expect(try await rows(store, "decision WHERE NOT EXISTS (SELECT 1 FROM decision_candidate c WHERE c.id = decision.id)") == 0)
    try await store.read { try Recount.expectAgreement($0) }
    try await store.close()
  }

  @Test func `of all days of a reason the newest are kept`() async throws {
    let store = try SQLiteStore.inMemory(decisions: DecisionQuota(perReason: 20, perDay: 10))
    try await store.insert(Sample.app())
    for day in 0..<5 {
      let at = Sample.now + .seconds(day * 86_400)
      let events = (0..<8).map {
        Sample.event("\(day)-\($0)", at: at + .seconds($0), .decision(Sample.decision("d\(day)-\($0)", candidates: ["c"])))
      }
      _ = try await store.ingest(Sample.batch(events, receivedAt: at + .seconds(60)))
    }
    let kept = try await store.decisions(campaign: "c", personID: nil, app: "shop", limit: 100).map(\.record.decisionID)
    let expected = [4, 3].flatMap { day in (0..<8).reversed().map { "d\(day)-\($0)" } } + (4..<8).reversed().map { "d2-\($0)" }
    #expect(kept == expected)
    try await store.close()
  }

  @Test func `names of events, campaigns and buttons that nobody knows are counted as other beyond a limit, and all events are stored`()
    async throws
  {
    let store = try SQLiteStore.inMemory()
    try await store.insert(Sample.app())
    try await store.insert(Sample.campaign("c"))
    func send(_ bodies: [Wire.EventRecord.Body], _ prefix: String) async throws {
      for start in stride(from: 0, to: bodies.count, by: 500) {
        let events = bodies[start..<min(start + 500, bodies.count)].enumerated().map {
          Sample.event("\(prefix)\(start + $0.offset)", $0.element)
        }
        let results = try await store.ingest(Sample.batch(events))
        #expect(results.allSatisfy { $0.status == .known(.stored) })
      }
    }
    try await send([.custom(name: "real", properties: [:])], "r")
    try await send((0..<2_500).map { .custom(name: "invented-\($0)", properties: [:]) }, "e")
    try await send([.custom(name: "real", properties: [:])], "s")
    #expect(try await store.customEventNames(app: "shop", limit: 10_000).count == CountLimits.eventNames)
    #expect(try await store.customEventNames(app: "shop", limit: 1) == ["real"])
    #expect(try await store.otherEvents(app: "shop") == 2_501 - CountLimits.eventNames)
    #expect(try await store.otherEvents(app: "other") == 0)

    let presentation = Sample.presentation("c")
    try await send([.click(presentation, buttonID: "1")], "b")
    try await send((0..<300).map { .click(presentation, buttonID: "invented-\($0)") }, "c")
    try await send((0..<300).map { .outcome(presentation, outcome: .known(.suppressed), reason: "invented-\($0)") }, "o")
    try await send((0..<300).map { .dismissal(presentation, by: .unknown("invented-\($0)")) }, "d")
    try await send((0..<300).map { .impression(Sample.presentation(CampaignID("invented-\($0)"))) }, "i")
    let report = try await store.report(campaign: "c", app: "shop", from: nil, to: nil)
    let totals = report.totals
    for counts in [totals.clicksByButton, totals.outcomes, totals.dismissals] { #expect(counts.count == CountLimits.details + 1) }
    #expect(
      totals.clicks == 301 && totals.clicksByButton["1"] == 1 && totals.clicksByButton[CountLimits.other] == 301 - CountLimits.details)
    #expect(try await store.counts(app: "shop").count == CountLimits.strayCampaigns + 1)
    #expect(try await rows(store, "person_campaign") == CountLimits.strayCampaigns + 1)
    #expect(try await store.eventCounts(app: "shop").values.reduce(0, +) == 2_502 + 1_201)
    #expect(report.doubts(about: Sample.campaign("c"), at: Sample.now).map(\.code) == [.moreClickedThanShown, .tooManyNames])
    try await store.close()
  }

  @Test func `decisions of an older file are sorted into campaigns and reasons`() async throws {
    let database = try DatabaseQueue()
    try await database.write { db in
      for sql in [Migration001.sql, Migration002.sql, Migration003.sql] { try db.execute(sql: sql) }
      try db.execute(sql: "INSERT INTO app (app, id, name, created_at) VALUES (1, 'shop', 'Shop', 0)")
      for (id, record) in [
        ("a", #"{"candidates": [{"campaign_id": "c", "verdict": "interval"}, {"campaign_id": "d", "verdict": "odd"}]}"#),
        ("b", #"{"candidates": []}"#),
      ] {
        try db.execute(sql: "INSERT INTO decision VALUES (1, 1, 86400000, ?, 0, ?)", arguments: [id, record])
      }
      for campaign in ["c", "d"] {
        try db.execute(sql: "INSERT INTO decision_candidate VALUES (1, 1, 86400000, 'a', ?)", arguments: [campaign])
      }
      try db.execute(sql: Migration005.sql)
      let groups = try Row.fetchAll(db, sql: "SELECT campaign, reason, day, n FROM decision_group ORDER BY 1").map(\.description)
      #expect(groups == ["", "c", "d"].map { "[campaign:\"\($0)\" reason:\"\(["c": "interval", "d": "other"][$0] ?? "")\" day:1 n:1]" })
      try db.execute(sql: "DELETE FROM decision WHERE id = 'a'")
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM decision_group") == 1)
    }
  }
}
