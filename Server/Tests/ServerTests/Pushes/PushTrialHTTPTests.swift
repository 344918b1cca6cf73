// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import PushEndpoint
import Testing

/// What is sent to try it out, and what programs may not do twice.
@Suite(.timeLimit(.minutes(5)))
struct PushTrialHTTPTests {
  private static func definitions(_ server: TestServer, of device: String) async throws -> [Wire.JSONValue] {
    let answer = try await server.device(
      "/sdk/v1/sync",
      #"{"version":1,"sent_at":1,"user_id":"u","device":{"id":"\#(device)","push_token":"aa01","push_environment":"development"},"events":[]}"#
    )
    guard case .array(let campaigns)? = answer.json["definitions"]?["campaigns"] else { return [] }
    return campaigns
  }

  @Test(arguments: ["content", "data", "banner"])
  func `a draft with something for the app opens on the test device by its push, and nowhere else`(
    surface: String
  ) async throws {
    let surfaces: [String: Wire.JSONValue] = [
      "content": ["kind": "text", "title": "News", "body": "It is here.", "exit_label": "Close"],
      "data": ["body": "{}"],
      "banner": ["title": "Hello", "language": "en"],
    ]
    try await PushRunHTTPTests.run { server, endpoint in
      try await PushRunHTTPTests.sync(server, 1)
      try await PushRunHTTPTests.uploadKey(server)
      let draft: Wire.JSONValue = [
        "name": "Trial", "triggers": [["kind": "custom_event", "name": "go"]], "ends_at": 9_000_000_000_000,
        surface: surfaces[surface] ?? .null,
      ]
      let created = try await server.manage("POST", "/campaigns", draft.text)
      guard case .string(let id)? = created.json["id"] else { return #expect(Bool(false), "\(created.text)") }
      #expect(try await server.manage("PUT", "/test-devices/d1").status == 204)
      #expect(try await Self.definitions(server, of: "d1").allSatisfy { $0["id"] != .string(id) })
      let started = try await server.manage(
        "POST", "/campaigns/\(id)/runs", #"{"id": "try", "audience": "device", "device": "d1"}"#)
      #expect(started.status == 201, "\(started.text)")
      let run = try await PushRunHTTPTests.finished(server, "try")
      #expect(run["counts"]?["outcomes"] == ["sent": 1], "\(run)")
      let payload = try Wire.decode(Wire.JSONValue.self, from: try #require(endpoint.accepted.last).payload)
      #expect(
        payload["martlet"]?["campaign_id"] == .string(id) && payload["martlet"]?["is_test"] == true,
        "\(payload)")
      #expect(
        payload["martlet"]?[surface == "content" ? "opens_content" : "delivers_item"] == true, "\(payload)")
      let trial = try #require(try await Self.definitions(server, of: "d1").first { $0["id"] == .string(id) })
      #expect(trial[surface] != nil && trial["ends_at"] == nil && (trial["triggers"] ?? []) == [], "\(trial)")
      #expect(try await Self.definitions(server, of: "d2").allSatisfy { $0["id"] != .string(id) })
    }
  }

  @Test func `a run's id belongs to one campaign, audience and data`() async throws {
    try await PushRunHTTPTests.run { server, _ in
      for number in 1...2 { try await PushRunHTTPTests.sync(server, number) }
      try await PushRunHTTPTests.uploadKey(server)
      let (id, other) = (try await PushRunHTTPTests.launch(server), try await PushRunHTTPTests.launch(server))
      func start(_ campaign: String, _ fields: Wire.JSONValue) async throws -> Int {
        try await server.manage("POST", "/campaigns/\(campaign)/runs", fields.text).status
      }
      let users: Wire.JSONValue = [
        "id": "r", "audience": "users", "users": [["id": "u1", "data": ["n": 1]], "u2"],
        "data": ["shop": "A"],
      ]
      #expect(try await start(id, users) == 201)
      #expect(try await start(id, users) == 200)
      let again: Wire.JSONValue = [
        "id": "r", "audience": "users", "users": ["u2", ["id": "u1", "data": ["n": 1]]],
        "data": ["shop": "A"],
      ]
      #expect(try await start(id, again) == 200)
      #expect(try await start(other, users) == 409)
      for changed: Wire.JSONValue in [
        ["id": "r", "audience": "everybody", "data": ["shop": "A"]],
        ["id": "r", "audience": "users", "users": [["id": "u1", "data": ["n": 1]]], "data": ["shop": "A"]],
        [
          "id": "r", "audience": "users", "users": [["id": "u1", "data": ["n": 2]], "u2"],
          "data": ["shop": "A"],
        ],
        [
          "id": "r", "audience": "users", "users": [["id": "u1", "data": ["n": 1]], "u2"],
          "data": ["shop": "B"],
        ],
      ] {
        let answer = try await server.manage("POST", "/campaigns/\(id)/runs", changed.text)
        #expect(answer.status == 409 && answer.json["code"] == "id_used", "\(answer.text)")
      }
    }
  }

  @Test func `a run ends with its campaign, and none starts after its end`() async throws {
    try await PushRunHTTPTests.run { server, _ in
      try await PushRunHTTPTests.sync(server, 1)
      try await PushRunHTTPTests.uploadKey(server)
      let end: Int64 = 9_000_000_000_000
      let campaign: Wire.JSONValue = ["name": "Short", "push": ["title": "Hello"], "ends_at": .int(end)]
      let id = try await PushRunHTTPTests.launch(server, campaign)
      let run = try await server.manage("POST", "/campaigns/\(id)/runs", #"{"audience": "everybody"}"#)
      #expect(run.status == 201 && run.json["expires_at"] == .int(end), "\(run.text)")
      let late: Wire.JSONValue = ["audience": "everybody", "starts_at": .int(end + 1)]
      let refused = try await server.manage("POST", "/campaigns/\(id)/runs", late.text)
      #expect(refused.json["errors"]?[0]?["code"] == "campaign_ended", "\(refused.text)")
    }
  }

  @Test func `a push token that cannot be one is refused, and the field is named`() async throws {
    try await TestServer.run { server in
      for token in ["abc", "xyzw", "aa bb", String(repeating: "a", count: 202)] {
        let answer = try await server.device(
          "/sdk/v1/sync",
          #"{"version":1,"sent_at":1,"device":{"id":"d1","push_token":"\#(token)"},"events":[]}"#)
        #expect(
          answer.status == 400 && answer.json["errors"]?[0]?["field"] == "device.push_token", "\(answer.text)"
        )
      }
      let good = try await server.device(
        "/sdk/v1/sync", #"{"version":1,"sent_at":1,"device":{"id":"d1","push_token":"00Ff"},"events":[]}"#)
      #expect(good.status == 200)
    }
  }

  @Test func `texts with U+0000 are refused in the management API, and the field is named`() async throws {
    try await TestServer.run { server in
      let campaign = #"{"name": "Spring", "triggers": [{"kind": "custom_event", "name": "a\u0000b"}]}"#
      for (path, body, field) in [
        ("/campaigns", campaign, "triggers[0].name"), ("/audiences", #"{"name": "x\u0000"}"#, "name"),
        ("/keys", #"{"name": "k\u0000", "scope": "device"}"#, "name"),
      ] {
        let answer = try await server.manage("POST", path, body)
        #expect(answer.status == 400 && answer.json["field"] == .string(field), "\(path): \(answer.text)")
      }
      let searched = try await server.manage("GET", "/people?search=a%00b")
      #expect(searched.status == 400 && searched.json["field"] == "search", "\(searched.text)")
    }
  }

  @Test func `user ids that are a mistake are told with their number, and refused if the app wants that`()
    async throws
  {
    #expect(["null", "undefined", "None", "NaN", "0", "{}", " "].allSatisfy(DoubtfulUserID.contains))
    #expect(["ana", "null-7", "none@example.com", "00"].allSatisfy { !DoubtfulUserID.contains($0) })
    try await TestServer.run { server in
      func log(_ id: String, by user: String) async throws -> Wire.JSONValue? {
        let body =
          #"{"version":1,"sent_at":1,"user_id":"\#(user)","device":{"id":"d-\#(id)"},"events":[{"id":"\#(id)","kind":"session_start","at":1,"user_id":"\#(user)"}]}"#
        return try await server.device("/sdk/v1/sync", body).json["results"]?[0]
      }
      #expect(try await log("e1", by: "null")?["status"] == "stored")
      #expect(try await log("e2", by: "ana")?["status"] == "stored")
      let settings = try await server.manage("GET", "/settings").json
      guard case .object(var fields) = settings else { return #expect(Bool(false)) }
      #expect(fields["refuse_doubtful_user_ids"] == false)
      fields["refuse_doubtful_user_ids"] = true
      #expect(try await server.manage("PUT", "/settings", Wire.JSONValue.object(fields).text).status == 200)
      #expect(try await log("e3", by: "undefined")?["code"] == "user_id_refused")
      #expect(try await log("e4", by: "ben")?["status"] == "stored")
      let program = #"{"events":[{"id":"p","kind":"custom","name":"n","at":1,"user_id":"None"}]}"#
      #expect(
        try await server.manage("POST", "/events", program).json["results"]?[0]?["code"] == "user_id_refused")
    }
  }
}
