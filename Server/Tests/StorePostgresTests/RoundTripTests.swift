// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import PostgresServer
import Store
import StoreConformance
import Testing

@testable import StorePostgres
@testable import StoreSQL

@Suite(.timeLimit(.minutes(2)))
struct RoundTripTests {
  @Test(arguments: [nil, "ana"])
  func `what a sync has to know of a device and its person takes one round trip`(user: String?) async throws {
    let address = try PostgresServer.database()
    let store = try PostgresStore(address)
    try await store.insert(Sample.app())
    try await store.insert(Sample.campaign("c"), by: .system)
    _ = try await store.ingest(
      Sample.batch([
        Sample.event("1", user: user, .attribute(key: "plan", value: .string("pro"))),
        Sample.event("2", user: user, .custom(name: "cart_viewed", properties: [:])),
      ]))
    let cart = AudienceActivity(.custom, name: "cart_viewed", within: .seconds(86_400))
    let needs = AudienceNeeds([
      .attribute(path: ["plan"]), .fact(.firstSeen), .fact(.platform), .fact(.isReachable), .list("vip"),
      .fact(.campaignsSeen), .campaign("c", .seen), .activity(cart),
    ])
    let question = DeviceQuestion(
      deviceID: "device-1", userID: user, app: "shop", needs: needs, wantsExperiments: true,
      campaigns: ["c"], at: Sample.now)
    let db = try PostgresConnection(
      address.hosts[0], timeout: .seconds(30), setup: PostgresStore.setup, types: StatementTypes())
    for isFirst in [true, false] {
      let before = db.roundTrips
      let standing = try db.read { db in
        try db.standing(question, CampaignNumbers().numbers(of: question.campaigns, app: "shop"))
      }
      // The first time, the connection does not know the app's number and prepares the statements.
      #expect(isFirst || db.roundTrips - before == 1)
      #expect(standing?.facts.attributes == ["plan": "pro"] && standing?.experiments != nil)
      #expect(standing?.facts.rows ?? 0 > 3)
    }
    try await store.close()
  }
}
