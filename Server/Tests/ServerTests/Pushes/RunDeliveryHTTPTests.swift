// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit
import MartletWire
import PushEndpoint
import ServerTestSupport
import Testing

/// What runs send into the app comes with a sync too.
@Suite(.timeLimit(.minutes(5)))
struct RunDeliveryHTTPTests {
  private static let campaign: Wire.JSONValue = ["name": "Spring", "banner": ["title": "Spring is here."]]

  /// - Parameter push: What the device says about pushes.
  private static func sync(_ server: TestServer, _ device: String, user: String, push: String = "")
    async throws -> Wire.JSONValue
  {
    let answer = try await server.device(
      "/sdk/v1/sync",
      #"""
      {"version":1,"sent_at":1,"user_id":"\#(user)","device":{"id":"\#(device)"\#(push)},
      "events":[{"id":"\#(device)-\#(user)","kind":"session_start","at":1,"user_id":"\#(user)"}]}
      """#)
    #expect(answer.status == 200)
    return answer.json
  }

  private static let allowed =
    #","push_token":"aa01","push_environment":"development","push_authorization":"authorized""#
  private static let refused =
    #","push_token":"aa02","push_environment":"development","push_authorization":"denied""#
  private static let tokenless = #","push_authorization":"not_determined""#

  /// Waits until each device of the run has its row, and the server has tried to send.
  private static func tried(_ server: TestServer, _ run: String, until state: Wire.JSONValue) async throws {
    try await eventually("the run is \(state)") {
      try await server.manage("GET", "/runs/\(run)").json["state"] == state
    }
  }

  @Test
  func
    `without an APNs key, a token or permission, what a run sends into the app comes with the sync: to those of the run, until it is cancelled`()
    async throws
  {
    try await TestServer.run { server in
      let devices = [("d1", "ann", Self.allowed), ("d2", "ben", Self.refused), ("d3", "cy", Self.tokenless)]
      for (device, user, push) in devices {
        #expect(try await Self.sync(server, device, user: user, push: push)["deliveries"] == nil)
      }
      let id = try await PushRunHTTPTests.launch(server, Self.campaign)
      // The campaign is there, and nobody has sent it.
      #expect(try await Self.sync(server, "d1", user: "ann", push: Self.allowed)["deliveries"] == nil)
      let asked: Wire.JSONValue = ["id": "spring-1", "audience": "everybody"]
      #expect(try await server.manage("POST", "/campaigns/\(id)/runs", asked.text).status == 201)
      try await Self.tried(server, "spring-1", until: "paused")
      var ids: Set<String> = []
      for (device, user, push) in devices {
        let deliveries = try await Self.sync(server, device, user: user, push: push)["deliveries"]
        #expect(deliveries?.count == 1 && deliveries?[0]?["campaign_id"] == .string(id), "\(device)")
        let delivery = try #require(deliveries?[0]?["delivery_id"]?.string)
        #expect(ids.insert(delivery).inserted)
        #expect(try await Self.sync(server, device, user: user, push: push)["deliveries"] == deliveries)
      }
      // Who came later, and who uses the phone of another.
      #expect(try await Self.sync(server, "d4", user: "dan", push: Self.allowed)["deliveries"] == nil)
      #expect(try await Self.sync(server, "d1", user: "eve", push: Self.allowed)["deliveries"] == nil)
      #expect(try await server.manage("POST", "/runs/spring-1/cancel").status == 200)
      try await Self.tried(server, "spring-1", until: "cancelled")
    }
  }

  @Test func `what a silent push brings and what the sync brings has one id`() async throws {
    try await PushRunHTTPTests.run { server, endpoint in
      _ = try await Self.sync(server, "d1", user: "ann", push: Self.allowed)
      try await PushRunHTTPTests.uploadKey(server)
      let id = try await PushRunHTTPTests.launch(server, ["name": "Prices", "data": ["body": "refresh"]])
      let asked: Wire.JSONValue = ["id": "prices-1", "audience": "everybody"]
      #expect(try await server.manage("POST", "/campaigns/\(id)/runs", asked.text).status == 201)
      _ = try await PushRunHTTPTests.finished(server, "prices-1")
      let payload = try Wire.decode(Wire.JSONValue.self, from: endpoint.accepted.first?.payload ?? [])
      let delivery = try #require(payload["martlet"]?["delivery_id"]?.string)
      #expect(payload["martlet"]?["delivers_item"] == true)
      let expected: Wire.JSONValue = [["campaign_id": .string(id), "delivery_id": .string(delivery)]]
      #expect(try await Self.sync(server, "d1", user: "ann", push: Self.allowed)["deliveries"] == expected)
      // A campaign that is over is nobody's.
      #expect(try await server.manage("POST", "/campaigns/\(id)/finish").status == 200)
      #expect(try await Self.sync(server, "d1", user: "ann", push: Self.allowed)["deliveries"] == nil)
    }
  }

  @Test func `a campaign with nothing but a notification still needs a key`() async throws {
    try await PushRunHTTPTests.run { server, _ in
      try await PushRunHTTPTests.uploadKey(server)
      let id = try await PushRunHTTPTests.launch(server)
      let keys = try await server.manage("GET", "/push-keys").json
      let key = try #require(keys["keys"]?[0]?["id"]?.string)
      #expect(try await server.manage("DELETE", "/push-keys/\(key)").status == 204)
      let asked: Wire.JSONValue = ["audience": "everybody"]
      #expect(try await server.manage("POST", "/campaigns/\(id)/runs", asked.text).status == 409)
    }
  }
}
