// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import Crypto
import Domain
import MartletCore
import MartletKit
import MartletServer
import MartletWire
import PushEndpoint
import Pushing
import ServerTestSupport
import Store
import Testing

/// The whole way: devices report tokens, a key is uploaded, a campaign is launched, a run is
/// started, APNs receives it.
@Suite(.timeLimit(.minutes(5)))
struct PushRunHTTPTests {
  private static let secret = P256.Signing.PrivateKey()
  static let campaign: Wire.JSONValue = [
    "name": "Spring", "push": ["title": "Hello {{user.id}}", "text": "Spring is here."],
  ]

  /// Runs a test with a server that sends to an endpoint of our own.
  static func run(
    _ script: EndpointScript = EndpointScript(),
    _ body: @escaping @Sendable (TestServer, APNsEndpoint) async throws -> Void
  ) async throws {
    let key = try SigningKey(p8: secret.pemRepresentation, keyID: "ABC1234567", teamID: "DEF8901234")
    let registered = try RegisteredKey(keyID: key.keyID, teamID: key.teamID, publicKeyPEM: key.publicKeyPEM)
    var configuration = APNsEndpoint.Configuration(
      keys: [registered], identity: try EndpointIdentity(), environment: .live)
    configuration.script = script
    let endpoint = try await APNsEndpoint(configuration)
    do {
      try await TestServer.run(
        configure: { $0.pushHosts = PushHosts(production: endpoint.host, development: endpoint.host) },
        { try await body($0, endpoint) })
    } catch {
      await endpoint.stop()
      throw error
    }
    await endpoint.stop()
  }

  static func uploadKey(_ server: TestServer) async throws {
    let key: Wire.JSONValue = [
      "key_id": "ABC1234567", "team_id": "DEF8901234", "topic": "com.example.app",
      "private_key": .string(secret.pemRepresentation),
    ]
    #expect(try await server.manage("POST", "/push-keys", key.text).status == 201)
  }

  static func sync(_ server: TestServer, _ number: Int) async throws {
    let answer = try await server.device(
      "/sdk/v1/sync",
      #"""
      {"version":1,"sent_at":1,"user_id":"u\#(number)","device":{"id":"d\#(number)","push_token":"aa0\#(number)",
      "push_environment":"development","push_authorization":"authorized"},
      "events":[{"id":"e","kind":"session_start","at":1,"user_id":"u\#(number)"}]}
      """#)
    #expect(answer.status == 200)
  }

  /// Creates and launches the campaign, and returns its id.
  static func launch(_ server: TestServer, _ campaign: Wire.JSONValue = campaign) async throws -> String {
    let created = try await server.manage("POST", "/campaigns", campaign.text)
    guard case .string(let id)? = created.json["id"] else { return "" }
    #expect(try await server.manage("POST", "/campaigns/\(id)/launch").status == 200)
    return id
  }

  static func finished(_ server: TestServer, _ run: String) async throws -> Wire.JSONValue {
    var last = Wire.JSONValue.null
    try await eventually("the run ends") {
      let answer = try await server.manage("GET", "/runs/\(run)")
      last = answer.json
      return last["state"] == "finished" || answer.status != 200
    }
    return last
  }

  @Test func `a person who said that they want no notifications gets none, and the run says since when`()
    async throws
  {
    try await Self.run { server, endpoint in
      for number in 1...2 { try await Self.sync(server, number) }
      let said = try await server.device(
        "/sdk/v1/sync",
        #"""
        {"version":1,"sent_at":1777800000000,"user_id":"u1","device":{"id":"d1","push_token":"aa01","push_environment":"development",
        "push_authorization":"authorized"},"events":[{"id":"o","kind":"attribute","at":1777800000000,"user_id":"u1","key":"push_subscription",
        "value":"unsubscribed"}]}
        """#)
      #expect(said.status == 200)
      try await Self.uploadKey(server)
      let id = try await Self.launch(server)
      let asked: Wire.JSONValue = ["id": "spring-1", "audience": "everybody"]
      #expect(try await server.manage("POST", "/campaigns/\(id)/runs", asked.text).status == 201)
      let run = try await Self.finished(server, "spring-1")
      #expect(run["counts"]?["outcomes"]?["sent"] == 1 && run["counts"]?["outcomes"]?["opted_out"] == 1)
      #expect(endpoint.accepted.map(\.deviceToken) == ["aa02"])
      let pushes = try await server.manage("GET", "/people/u:u1/pushes").json["pushes"]
      #expect(pushes?[0]?["campaign_id"] == .string(id) && pushes?[0]?["delivery"]?["outcome"] == "opted_out")
      let rows = try await server.manage("GET", "/runs/spring-1/deliveries?outcome=opted_out")
      #expect(
        rows.json["deliveries"]?[0]?["device_id"] == "d1" && rows.json["deliveries"]?[0]?["detail"] != nil)
    }
  }

  @Test func `a run for devices sends to those, and says by field what is wrong with the list`() async throws
  {
    try await Self.run { server, endpoint in
      for number in 1...3 { try await Self.sync(server, number) }
      try await Self.uploadKey(server)
      let id = try await Self.launch(server)
      for (fields, field): (Wire.JSONValue, String) in [
        (["audience": "devices"], "devices"), (["audience": "devices", "devices": []], "devices"),
        (["audience": "devices", "devices": [1]], "devices[0]"),
        (["audience": "devices", "devices": ["d1", ""]], "devices[1]"),
        (["audience": "everybody", "devices": ["d1"]], "devices"),
        (["audience": "devices", "devices": .array((0...1_000).map { .string("d\($0)") })], "devices"),
      ] {
        let answer = try await server.manage("POST", "/campaigns/\(id)/runs", fields.text)
        #expect(
          [400, 422].contains(answer.status) && answer.json["errors"]?[0]?["field"] == .string(field),
          "\(answer.text)")
      }
      let asked: Wire.JSONValue = ["id": "some", "audience": "devices", "devices": ["d3", "d1", "nobody"]]
      let started = try await server.manage("POST", "/campaigns/\(id)/runs", asked.text)
      #expect(started.status == 201 && started.json["audience"] == "devices", "\(started.text)")
      let run = try await Self.finished(server, "some")
      #expect(run["counts"]?["outcomes"] == ["sent": 2])
      #expect(Set(endpoint.accepted.map(\.deviceToken)) == ["aa01", "aa03"])
    }
  }

  @Test func `a push is sent on each event of a person that a device reports, with what the event says`()
    async throws
  {
    try await Self.run { server, endpoint in
      let backend = await AppBackend()
      try await server.authenticate("optional", [backend])
      var phones: [LoopDevice] = []
      for number in 1...2 {
        var phone = try await server.makeDevice("d\(number)")
        phone.token = "aa0\(number)"
        _ = try await phone.sync(
          "u\(number)", [LoopDevice.event("e", "u\(number)", ["kind": "session_start"])],
          signature: try await backend.signature(for: "u2"))
        phones.append(phone)
      }
      try await Self.uploadKey(server)
      let campaign: Wire.JSONValue = [
        "name": "Shipped", "push": ["title": "Order {{event.order}}", "text": "It is on its way."],
        "triggers": [["kind": "custom_event", "name": "shipped"]],
      ]
      let created = try await server.manage("POST", "/campaigns", campaign.text)
      #expect(created.status == 201, "\(created.text)")
      let id = try #require(created.json["id"]?.string)
      #expect(try await server.manage("POST", "/campaigns/\(id)/launch").status == 200)
      func start(_ fields: Wire.JSONValue) async throws -> TestServer.Answer {
        try await server.manage("POST", "/campaigns/\(id)/runs", fields.text)
      }
      // What its texts name must come from somewhere.
      for (fields, field): (Wire.JSONValue, String) in [
        (["audience": "everybody"], "data"),
        (["audience": "users", "users": ["u1", ["id": "u2", "data": ["order": 1]]]], "users[0].data"),
        (["audience": "users", "users": [["id": "u1", "orders": 1]]], "users[0].orders"),
        (["audience": "users", "users": [["id": "u1", "data": 1]]], "users[0].data"),
        (["audience": "event", "data": ["order": 1]], "data"),
        (
          ["audience": "everybody", "data": ["order": .string(String(repeating: "x", count: 5_000))]], "data"
        ),
      ] {
        let answer = try await start(fields)
        #expect(
          [400, 422].contains(answer.status) && answer.json["errors"]?[0]?["field"] == .string(field),
          "\(answer.text)")
      }
      let started = try await start(["id": "shipped", "audience": "event"])
      #expect(started.status == 201 && started.json["audience"] == "event", "\(started.text)")
      try await eventually("the run sends") {
        try await server.manage("GET", "/runs/shipped").json["state"] == "sending"
      }
      let shipped = LoopDevice.event(
        "s1", "u1", ["kind": "custom", "name": "shipped", "properties": ["order": 7]])
      for _ in 0..<2 { #expect(try await phones[0].send([shipped]).status == 200) }
      try await eventually("one push is sent") {
        try await server.manage("GET", "/runs/shipped").json["counts"]?["outcomes"]?["sent"] == 1
      }
      // The same campaign by a call, with data for the call.
      #expect(
        try await start(["id": "call", "audience": "users", "users": [["id": "u2", "data": ["order": 8]]]])
          .status == 201)
      #expect(try await Self.finished(server, "call")["counts"]?["outcomes"]?["sent"] == 1)
      let titles = try endpoint.accepted.map {
        try Wire.decode(Wire.JSONValue.self, from: $0.payload)["aps"]?["alert"]?["title"]
      }
      #expect(titles == ["Order 7", "Order 8"] && endpoint.accepted.map(\.deviceToken) == ["aa01", "aa02"])
      #expect(try await server.manage("POST", "/runs/shipped/cancel").status == 200)
      #expect(try await server.manage("GET", "/runs/shipped").json["state"] == "cancelled")
    }
  }

  @Test(arguments: [
    (#"[]"#, "triggers_missing"),
    (#"[{"kind":"any","triggers":[{"kind":"session_start"}]}]"#, "trigger_not_supported"),
    (#"[{"kind":"attribute_change","name":"plan"}]"#, "trigger_not_supported"),
  ])
  func `a run by events needs triggers that the server can evaluate`(triggers: String, code: String)
    async throws
  {
    try await Self.run { server, _ in
      try await Self.uploadKey(server)
      let created = try await server.manage(
        "POST", "/campaigns", #"{"name":"Shipped","push":{"title":"Hello"},"triggers":\#(triggers)}"#)
      let id = try #require(created.json["id"]?.string)
      #expect(try await server.manage("POST", "/campaigns/\(id)/launch").status == 200)
      let answer = try await server.manage("POST", "/campaigns/\(id)/runs", #"{"audience":"event"}"#)
      #expect(answer.status == 422 && answer.json["errors"]?[0]?["code"] == .string(code), "\(answer.text)")
    }
  }

  @Test func `devices find out who enters an audience that a campaign with nothing but a push waits for`()
    async throws
  {
    try await Self.run { server, _ in
      try await Self.uploadKey(server)
      let audience = try await server.manage(
        "POST", "/audiences", #"{"name":"Pro","rule":{"attribute":"plan","op":"equals","value":"pro"}}"#)
      let pro = try #require(audience.json["id"]?.string)
      let created = try await server.manage(
        "POST", "/campaigns",
        #"{"name":"Welcome","push":{"title":"Hello"},"triggers":[{"kind":"audience_entry","name":"\#(pro)"}]}"#
      )
      let id = try #require(created.json["id"]?.string)
      #expect(try await server.manage("POST", "/campaigns/\(id)/launch").status == 200)
      let phone = try await server.makeDevice("phone")
      #expect(try await phone.sync("ana").json["definitions"]?["audiences"] == [pro: false])
    }
  }

  @Test func `a push is written, launched and sent to everybody, and its figures are read`() async throws {
    try await Self.run { server, endpoint in
      for number in 1...5 { try await Self.sync(server, number) }
      // Without a key, the campaign can be written but not launched.
      let draft = try await server.manage("POST", "/campaigns", Self.campaign.text)
      #expect(draft.status == 201, "\(draft.text)")
      guard case .string(let unlaunched)? = draft.json["id"] else { return }
      let refused = try await server.manage("POST", "/campaigns/\(unlaunched)/launch")
      #expect(
        refused.status == 422 && refused.text.contains("push_key_missing")
          && refused.text.contains("Settings"))
      #expect(
        try await server.manage("POST", "/campaigns/\(unlaunched)/validate").json["can_launch"] == false)
      try await Self.uploadKey(server)
      let id = try await Self.launch(server)
      let asked: Wire.JSONValue = ["id": "spring-1", "audience": "everybody"]
      let started = try await server.manage("POST", "/campaigns/\(id)/runs", asked.text)
      #expect(
        started.status == 201 && started.header("Location") == "/api/v1/runs/spring-1", "\(started.text)")
      // Repeated because the answer was lost: still one run.
      #expect(try await server.manage("POST", "/campaigns/\(id)/runs", asked.text).status == 200)
      let run = try await Self.finished(server, "spring-1")
      #expect(
        run["counts"]?["outcomes"]?["sent"] == 5 && run["counts"]?["total"] == 5
          && run["counts"]?["waiting"] == 0)
      #expect(
        endpoint.accepted.count == 5
          && Set(endpoint.accepted.map(\.deviceToken)) == Set((1...5).map { "aa0\($0)" }))
      let payload = try Wire.decode(
        Wire.JSONValue.self, from: endpoint.accepted.first { $0.deviceToken == "aa03" }?.payload ?? [])
      #expect(payload["aps"]?["alert"]?["title"] == "Hello u3")
      let rows = try await server.manage("GET", "/runs/spring-1/deliveries?outcome=sent&limit=2")
      #expect(
        rows.json["deliveries"]?.count == 2 && rows.json["next"] != nil
          && rows.json["deliveries"]?[0]?["person_id"] == "u:u1")
      #expect(try await server.manage("GET", "/campaigns/\(id)/runs").json["runs"]?.count == 1)
      // A campaign with nothing but a push is not for devices.
      let definitions = try await server.device(
        "/sdk/v1/sync", #"{"version":1,"sent_at":1,"device":{"id":"d9"},"events":[]}"#)
      #expect(!definitions.text.contains(id))
    }
  }

  @Test func `a run for some users reaches only them, and wrong requests name the field`() async throws {
    try await Self.run { server, endpoint in
      for number in 1...4 { try await Self.sync(server, number) }
      try await Self.uploadKey(server)
      let id = try await Self.launch(server)
      func start(_ body: Wire.JSONValue) async throws -> TestServer.Answer {
        try await server.manage("POST", "/campaigns/\(id)/runs", body.text)
      }
      for (body, field): (Wire.JSONValue, String) in [
        ([:], "audience"), (["audience": "vip"], "audience"), (["audience": "users"], "users"),
        (["audience": "everybody", "users": ["u1"]], "users"), (["audience": "users", "users": []], "users"),
        (["audience": "device", "device": "d1"], "device"),
        (["audience": "everybody", "per_minute": 0], "per_minute"),
        (["audience": "everybody", "expires_at": 1], "expires_at"),
        (["audience": "everybody", "id": "a b"], "id"),
      ] {
        let answer = try await start(body)
        #expect(
          [400, 422].contains(answer.status) && answer.json["field"] == .string(field),
          "\(body.text): \(answer.text)")
      }
      #expect(
        try await start(["id": "r", "audience": "users", "users": ["u2", "u4", "nobody"]]).status == 201)
      let run = try await Self.finished(server, "r")
      #expect(run["counts"]?["outcomes"]?["sent"] == 2)
      #expect(Set(endpoint.accepted.map(\.deviceToken)) == ["aa02", "aa04"])
      let unknown = try await server.manage("GET", "/runs/none")
      #expect(unknown.status == 404 && unknown.json["code"] == "run_not_found")
    }
  }

  @Test func `a scheduled run is paused, resumed and cancelled, and a draft is sent to a test device only`()
    async throws
  {
    try await Self.run { server, endpoint in
      try await Self.sync(server, 1)
      try await Self.uploadKey(server)
      let draft = try await server.manage("POST", "/campaigns", Self.campaign.text)
      guard case .string(let id)? = draft.json["id"] else { return }
      func start(_ body: Wire.JSONValue) async throws -> TestServer.Answer {
        try await server.manage("POST", "/campaigns/\(id)/runs", body.text)
      }
      let early = try await start(["audience": "everybody"])
      #expect(early.status == 409 && early.json["code"] == "not_allowed_in_state")
      try await server.services.store.setTestDevice(
        "d1", true, app: "sample", at: server.services.environment.now())
      #expect(try await start(["id": "test", "audience": "device", "device": "d1"]).status == 201)
      #expect(try await Self.finished(server, "test")["counts"]?["outcomes"]?["sent"] == 1)
      #expect(try await server.manage("POST", "/campaigns/\(id)/launch").status == 200)
      let later = Wire.JSONValue.int(server.services.environment.now().milliseconds + 3_600_000)
      #expect(
        try await start(["id": "later", "audience": "everybody", "starts_at": later]).json["state"]
          == "scheduled")
      for (action, state) in [("pause", "paused"), ("resume", "scheduled"), ("cancel", "cancelled")] {
        #expect(try await server.manage("POST", "/runs/later/\(action)").json["state"] == .string(state))
      }
      let ended = try await server.manage("POST", "/runs/later/resume")
      #expect(ended.status == 409 && ended.json["code"] == "not_allowed_in_state")
      #expect(endpoint.accepted.count == 1)
    }
  }
}
