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

@Suite struct OfferStorageTests {
  private static let hour = CountedTime.hour(of: Sample.now)

  /// What version 10 left: a row for each person and campaign, and rollups. `ana` was offered both, on a test device too; `ben` one of them, there only,
  /// and saw it; `cleo` saw one that nobody was offered.
  private static func writeTenthVersion(_ path: String) throws {
    let database = try DatabaseQueue(path: path)
    defer { try? database.close() }
    let (now, later) = (Sample.now.milliseconds, Sample.now.milliseconds + 3_600_000)
    try database.write { db in
      for migration in Schema.migrations.prefix(10) { try db.execute(sql: migration.sql) }
      try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = 10")
      try db.execute(sql: "INSERT INTO app (app, id, name, created_at) VALUES (1, 'shop', 'Shop', ?)", arguments: [now])
      for (person, alias) in [(1, "u:ana"), (2, "u:ben"), (3, "u:cleo")] {
        try db.execute(sql: "INSERT INTO person_alias (app, alias, person_id) VALUES (1, ?, ?)", arguments: [alias, person])
        try db.execute(
          sql: "INSERT INTO person (app, person_id, alias, first_seen, last_seen) VALUES (1, ?, ?, ?, ?)",
          arguments: [person, alias, now, now])
      }
      let rows: [(person: Int, campaign: String, columns: [String: Int64])] = [
        (1, "c", ["eligible_at": later, "delivered_at": later, "test_eligible_at": now]),
        (1, "d", ["eligible_at": now + 5]),
        (2, "d", ["test_eligible_at": now, "test_delivered_at": later, "first_impression_at": now]),
        (3, "e", ["first_impression_at": now, "test_first_click_at": now]),
      ]
      for row in rows {
        for (column, at) in row.columns {
          try db.execute(
            sql: """
              INSERT INTO person_campaign (app, person_id, campaign, \(column)) VALUES (1, ?, ?, ?)
              ON CONFLICT DO UPDATE SET \(column) = excluded.\(column)
              """, arguments: [row.person, row.campaign, at])
        }
      }
      let counted: [(campaign: String, metric: String, at: Int64, isTest: Bool)] = [
        ("c", "eligible", later, false), ("c", "delivered", later, false), ("d", "eligible", now, false), ("d", "eligible", now, true),
        ("d", "delivered", later, true), ("d", "unique_impression", now, false), ("e", "unique_impression", now, false),
        ("e", "unique_click", now, true),
      ]
      for row in counted {
        try db.execute(
          sql: "INSERT INTO campaign_hour VALUES (1, ?, ?, ?, '', ?, 1)",
          arguments: [row.campaign, row.at - row.at % 3_600_000, row.metric, row.isTest])
        try db.execute(
          sql: "INSERT INTO campaign_total VALUES (1, ?, ?, '', ?, 1)", arguments: [row.campaign, row.metric, row.isTest])
      }
    }
  }

  @Test func `what version 10 knew of offers is known afterwards, and nobody counts twice`() async throws {
    try await withFolder { folder in
      try Self.writeTenthVersion(folder + "/" + SQLiteStore.fileName)
      #expect(try SQLiteStore.migrate(directory: folder).from == 10)
      let store = try SQLiteStore(directory: folder)
      func expectNumbers(_ comment: Comment) async throws {
        #expect(try await store.read { try CounterCheck.disagreements($0) } == [], comment)
        let c = try await store.report(campaign: "c", app: "shop", from: nil, to: nil)
        #expect(c.totals == CampaignReport.Totals(eligible: 1, delivered: 1), comment)
        let d = try await store.report(campaign: "d", app: "shop", from: nil, to: nil)
        #expect(d.totals == CampaignReport.Totals(eligible: 1, uniqueImpressions: 1), comment)
        #expect(d.testTotals == CampaignReport.Totals(eligible: 1, delivered: 1), comment)
        let e = try await store.report(campaign: "e", app: "shop", from: nil, to: nil)
        #expect(e.totals == CampaignReport.Totals(uniqueImpressions: 1), comment)
        #expect(e.testTotals == CampaignReport.Totals(uniqueClicks: 1), comment)
      }
      try await expectNumbers("migrated")
      // What was said is said again, much later.
      let at = Sample.now + .seconds(86_400)
      for isTest in [false, true] {
        try await store.markOffered(app: "shop", personID: "u:ana", eligible: ["c"], delivered: [], at: at, isTest: isTest)
      }
      try await store.markOffered(app: "shop", personID: "u:ana", eligible: ["d"], delivered: ["c"], at: at)
      try await store.markOffered(app: "shop", personID: "u:ben", eligible: ["d"], delivered: ["d"], at: at, isTest: true)
      try await expectNumbers("said again")
      // A person of their own, at last on a device of their own.
      try await store.markOffered(app: "shop", personID: "u:ben", eligible: ["d"], delivered: [], at: at)
      let d = try await store.report(campaign: "d", app: "shop", from: nil, to: nil)
      #expect([d.totals.eligible, d.testTotals.eligible] == [2, 0])
      #expect(try await store.read { try CounterCheck.disagreements($0) } == [])
      try await store.close()
    }
  }

  @Test func `two hundred campaigns are one row for each person, and a new one writes none`() async throws {
    let store = try SQLiteStore.inMemory()
    try await store.insert(Sample.app())
    var campaigns = (0..<200).map { CampaignID("campaign-\($0)") }
    func offerAll(at: Instant) async throws {
      for person in 0..<30 {
        try await store.markOffered(app: "shop", personID: "u:\(person)", eligible: campaigns, delivered: campaigns, at: at)
      }
    }
    func rows(_ table: String) async throws -> Int {
      try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? 0 }
    }
    try await offerAll(at: Self.hour)
    #expect(try await rows("person_offer") == 30)
    #expect(try await rows("person_campaign") == 0)
    #expect(try await rows("offer_count") == 2)
    #expect(try await rows("campaign_hour") == 0)
    campaigns.append("new")
    try await offerAll(at: Self.hour + .seconds(1_800))
    #expect(try await rows("person_offer") == 30)
    #expect(try await rows("offer_count") == 4)
    for (campaign, people) in [(campaigns[0], 30), ("new", 30), ("other", 0)] as [(CampaignID, Int)] {
      let totals = try await store.report(campaign: campaign, app: "shop", from: nil, to: nil).totals
      #expect(totals == CampaignReport.Totals(eligible: people, delivered: people))
    }
    // The next hour's first offer adds what was counted to the rollups of each campaign.
    try await store.markOffered(app: "shop", personID: "u:late", eligible: ["new"], delivered: [], at: Self.hour + .seconds(3_600))
    #expect(try await rows("offer_count") == 1)
    #expect(try await rows("campaign_hour") == 402)
    let totals = try await store.report(campaign: "new", app: "shop", from: nil, to: nil).totals
    #expect(totals == CampaignReport.Totals(eligible: 31, delivered: 30))
    #expect(try await store.read { try CounterCheck.disagreements($0) } == [])
    try await store.close()
  }

  @Test func `offers that cannot be read keep nobody from signing in, and the recount finds them`() async throws {
    let store = try SQLiteStore.inMemory()
    try await store.insert(Sample.app())
    try await store.markOffered(app: "shop", personID: "d:device-1", eligible: ["c"], delivered: ["c"], at: Self.hour)
    try await store.write { db in try db.execute(sql: "UPDATE person_offer SET offers = x'0105'") }
    #expect(try await store.read { try CounterCheck.disagreements($0) }.count == 1)
    let results = try await store.ingest(Sample.batch([Sample.event("in", .userChanged(previousUserID: nil))]))
    #expect(results.map(\.status) == [.known(.stored)])
    #expect(try await store.person("d:device-1", app: "shop")?.summary.id == "u:ana")
    try await store.close()
  }
}
