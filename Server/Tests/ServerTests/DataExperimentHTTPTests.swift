// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletReach
import MartletServer
import MartletWire
import Testing

/// The whole way of an experiment of data, with real clients: each app gets the data of its
/// person's arm, and the report counts who used it.
@Suite("Experiments of data, over HTTP", .timeLimit(.minutes(5)))
struct DataExperimentHTTPTests {
  private static let campaign: Wire.JSONValue = [
    "name": "Prices", "triggers": [["kind": "custom_event", "name": "shop_opened"]],
    "data": ["body": "lamp=39"],
    "experiment": [
      "control": 3000,
      "variants": [
        ["id": "a", "share": 3500],
        ["id": "b", "name": "Cheaper", "share": 3500, "data": ["body": "lamp=29"]],
      ],
    ],
    "conversions": [["name": "Order", "event": ["kind": "custom", "name": "order_placed"]]],
  ]

  /// An app that uses some data and refuses the rest.
  private final class App: DataPushHandler {
    private(set) var received: [String] = []
    let uses: Bool

    init(uses: Bool) { self.uses = uses }

    func receive(text: String, category: String?) async -> Reach.DataPushAnswer {
      received.append(text)
      return uses ? .accepted : .refused
    }
  }

  @Test
  @MainActor
  func
    `each app gets the data of its person's arm on each event, control gets none, and the report counts who got and who used it`()
    async throws
  {
    try await PastClient.run { server, clock, folder in
      let made = try await server.manage("POST", "/campaigns", Self.campaign.text)
      let id = try #require(made.json["id"]?.string, "\(made.text)")
      #expect(try await server.manage("POST", "/campaigns/\(id)/launch").status == 200)
      var people: [String: [Int]] = [:]
      // Who is in which arm is drawn anew in each run: until each arm has two people.
      for number in 0..<60 where people.count < 3 || people.values.contains(where: { $0.count < 2 }) {
        let app = App(uses: number.isMultiple(of: 2))
        let client = try PastClient(
          server, clock, folder.appendingPathComponent("device-\(number)"), data: app)
        client.martlet.changeUser(userId: "person-\(number)")
        try await client.open()
        for _ in 0..<2 {
          try await client.log("shop_opened")
          await client.martlet.settled()
        }
        try await client.leave()
        let arm = app.received.isEmpty ? "control" : app.received[0] == "lamp=39" ? "a" : "b"
        people[arm, default: []].append(number)
        #expect(
          app.received == ["a": ["lamp=39", "lamp=39"], "b": ["lamp=29", "lamp=29"], "control": []][arm])
      }
      let report = try await server.manage("GET", "/campaigns/\(id)/experiment").json
      for (place, arm) in ["control", "a", "b"].enumerated() {
        let own = people[arm, default: []]
        let figures = report["arms"]?[place]
        #expect(figures?["name"]?.string == arm && figures?["people"]?.integer == own.count, "\(report)")
        #expect(figures?["exposures"]?.integer == own.count * 2)
        #expect(figures?["shown"]?.integer == (arm == "control" ? 0 : own.count))
        #expect(figures?["clicked"]?.integer == (arm == "control" ? 0 : own.count { $0.isMultiple(of: 2) }))
      }
    }
  }
}
