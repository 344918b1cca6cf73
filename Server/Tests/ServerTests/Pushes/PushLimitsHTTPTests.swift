// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletKit
import MartletWire
import PushEndpoint
import Testing

/// Whom a run leaves out, and what a run brings without a notification, over HTTP.
@Suite(.timeLimit(.minutes(5)))
struct PushLimitsHTTPTests {
  private typealias Runs = PushRunHTTPTests

  private static func outcomes(_ server: TestServer, _ campaign: String, run: String) async throws -> Wire
    .JSONValue?
  {
    let asked: Wire.JSONValue = ["id": .string(run), "audience": "everybody"]
    let started = try await server.manage("POST", "/campaigns/\(campaign)/runs", asked.text)
    #expect(started.status == 201, "\(started.text)")
    return try await Runs.finished(server, run)["counts"]?["outcomes"]
  }

  @Test func `caps count impressions and capped pushes together, and the row says which cap was reached`()
    async throws
  {
    try await Runs.run { server, endpoint in
      for number in 1...2 { try await Runs.sync(server, number) }
      try await Runs.uploadKey(server)
      let capped: Wire.JSONValue = [
        "name": "Spring", "push": ["title": "Hi", "capped": true], "caps": [["limit": 2, "within": "day"]],
      ]
      let id = try await Runs.launch(server, capped)
      let now = Environment.live.now().milliseconds
      let seen = try await server.device(
        "/sdk/v1/events",
        #"""
        {"version":1,"sent_at":\#(now),"user_id":"u1","device":{"id":"d1","push_token":"aa01","push_environment":"development",
        "push_authorization":"authorized"},"events":[{"id":"i1","kind":"impression","presentation_id":"p1","campaign_id":"\#(id)",
        "campaign_version":1,"at":\#(now),"user_id":"u1"}]}
        """#)
      #expect(seen.status == 200, "\(seen.text)")
      #expect(try await Self.outcomes(server, id, run: "first") == ["sent": 2])
      // One impression and one push for the first person, one push for the second.
      #expect(try await Self.outcomes(server, id, run: "second") == ["sent": 1, "capped": 1])
      #expect(try await Self.outcomes(server, id, run: "third") == ["capped": 2])
      #expect(endpoint.accepted.count == 3)
      let rows = try await server.manage("GET", "/runs/second/deliveries?outcome=capped")
      #expect(
        rows.json["deliveries"]?[0]?["device_id"] == "d1"
          && rows.json["deliveries"]?[0]?["detail"] == "campaign 2 day")
    }
  }

  @Test func `on several devices of a person, a push counts once`() async throws {
    try await Runs.run { server, endpoint in
      for device in ["d1", "d2"] {
        let answer = try await server.device(
          "/sdk/v1/sync",
          #"""
          {"version":1,"sent_at":1,"user_id":"u1","device":{"id":"\#(device)","push_token":"aa\#(device)","push_environment":"development",
          "push_authorization":"authorized"},"events":[{"id":"e\#(device)","kind":"session_start","at":1,"user_id":"u1"}]}
          """#.replacing("aad", with: "aa0"))
        #expect(answer.status == 200, "\(answer.text)")
      }
      try await Runs.uploadKey(server)
      let id = try await Runs.launch(
        server,
        [
          "name": "Spring", "push": ["title": "Hi", "capped": true], "caps": [["limit": 1, "within": "day"]],
        ])
      #expect(try await Self.outcomes(server, id, run: "first") == ["sent": 2])
      #expect(try await Self.outcomes(server, id, run: "second") == ["capped": 2])
    }
  }

  @Test func `a device whose person turned notifications off gets none, and the row says since which day`()
    async throws
  {
    try await Runs.run { server, endpoint in
      for number in 1...2 { try await Runs.sync(server, number) }
      let off = try await server.device(
        "/sdk/v1/sync",
        #"""
        {"version":1,"sent_at":1,"user_id":"u1","device":{"id":"d1","push_token":"aa01","push_environment":"development",
        "push_authorization":"authorized","push_opted_out":true}}
        """#)
      #expect(off.status == 200, "\(off.text)")
      try await Runs.uploadKey(server)
      let id = try await Runs.launch(server)
      #expect(try await Self.outcomes(server, id, run: "spring") == ["sent": 1, "opted_out": 1])
      #expect(endpoint.accepted.map(\.deviceToken) == ["aa02"])
      let rows = try await server.manage("GET", "/runs/spring/deliveries?outcome=opted_out")
      #expect(rows.json["deliveries"]?[0]?["detail"] == .string(PushOutcome.day(Environment.live.now())))
    }
  }

  @Test
  func `a run of a campaign with data sends a silent push that brings the data, and needs no permission`()
    async throws
  {
    try await Runs.run { server, endpoint in
      let denied = try await server.device(
        "/sdk/v1/sync",
        #"""
        {"version":1,"sent_at":1,"user_id":"u1","device":{"id":"d1","push_token":"aa01","push_environment":"development",
        "push_authorization":"denied"},"events":[{"id":"e","kind":"session_start","at":1,"user_id":"u1"}]}
        """#)
      #expect(denied.status == 200, "\(denied.text)")
      try await Runs.uploadKey(server)
      let id = try await Runs.launch(server, ["name": "Refresh", "data": ["body": "refresh"]])
      #expect(try await Self.outcomes(server, id, run: "data") == ["sent": 1])
      let push = try #require(endpoint.accepted.first)
      let payload = try Wire.decode(Wire.JSONValue.self, from: push.payload)
      #expect(push.kind == "background" && payload["aps"] == ["content-available": 1])
      #expect(
        payload["martlet"]?["delivers_item"] == true && payload["martlet"]?["campaign_id"] == .string(id))
    }
  }

  @Test func `a campaign whose triggers deliver its data has nothing to send`() async throws {
    try await Runs.run { server, _ in
      try await Runs.uploadKey(server)
      let id = try await Runs.launch(
        server, ["name": "Refresh", "data": ["body": "refresh"], "triggers": [["kind": "session_start"]]])
      let asked: Wire.JSONValue = ["audience": "everybody"]
      let answer = try await server.manage("POST", "/campaigns/\(id)/runs", asked.text)
      #expect(answer.status == 409 && answer.json["code"] == "push_missing", "\(answer.text)")
    }
  }
}
