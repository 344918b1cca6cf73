// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire
import Store
import StoreConformance
import Testing

@testable import StoreSQL
@testable import StoreSQLite

@Suite struct OfferStorageTests {
  private static let hour = CountedTime.hour(of: Sample.now)

  @Test func `two hundred campaigns are one row for each person, and a new one writes none`() async throws {
    let store = try SQLiteStore.inMemory()
    try await store.insert(Sample.app())
    var campaigns = (0..<200).map { CampaignID("campaign-\($0)") }
    func offerAll(at: Instant) async throws {
      for person in 0..<30 {
        try await store.markOffered(
          app: "shop", personID: "u:\(person)", eligible: campaigns, delivered: campaigns, at: at)
      }
    }
    func rows(_ table: String) async throws -> Int {
      try await store.readDatabase { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? 0 }
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
    try await store.markOffered(
      app: "shop", personID: "u:late", eligible: ["new"], delivered: [], at: Self.hour + .seconds(3_600))
    #expect(try await rows("offer_count") == 1)
    #expect(try await rows("campaign_hour") == 402)
    let totals = try await store.report(campaign: "new", app: "shop", from: nil, to: nil).totals
    #expect(totals == CampaignReport.Totals(eligible: 31, delivered: 30))
    #expect(try await store.readDatabase { try CounterCheck.disagreements($0) } == [])
    try await store.close()
  }

  @Test func `offers that cannot be read keep nobody from signing in, and the recount finds them`()
    async throws
  {
    let store = try SQLiteStore.inMemory()
    try await store.insert(Sample.app())
    try await store.markOffered(
      app: "shop", personID: "d:device-1", eligible: ["c"], delivered: ["c"], at: Self.hour)
    try await store.writeDatabase { db in try db.execute(sql: "UPDATE person_offer SET offers = x'0105'") }
    #expect(try await store.readDatabase { try CounterCheck.disagreements($0) }.count == 1)
    let results = try await store.ingest(
      Sample.batch([Sample.event("in", .userChanged(previousUserID: nil))]))
    #expect(results.map(\.status) == [.known(.stored)])
    #expect(try await store.person("d:device-1", app: "shop")?.summary.id == "u:ana")
    try await store.close()
  }
}
