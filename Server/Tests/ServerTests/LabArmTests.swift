// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import MartletCore
import MartletKit
import MartletServer
import MartletWire
import Testing

@Suite("Phones of the lab take arms of experiments, and nobody else chooses one", .timeLimit(.minutes(5)))
struct LabArmTests {
  private static let campaign: Wire.JSONValue = [
    "name": "Compared", "triggers": [["kind": "custom_event", "name": "cart_viewed"]],
    "message": ["kind": "slideup", "message": "Hi {{user.id}}"], "render": "at_display",
    "experiment": [
      "control": 3000,
      "variants": [
        ["id": "a", "share": 4000],
        ["id": "b", "share": 3000, "message": ["kind": "slideup", "message": "Hi {{user.id}}, B"]],
      ],
    ],
  ]

  private static func launch(_ server: TestServer) async throws -> String {
    let made = try await server.manage("POST", "/campaigns", campaign.text)
    let id = try #require(made.json["id"]?.string, "\(made.text)")
    let launched = try await server.manage("POST", "/campaigns/\(id)/launch")
    guard launched.status == 200 else { throw TestServer.Refused(text: launched.text) }
    return id
  }

  private static func sent(_ id: String, in answer: TestServer.Answer) -> Wire.JSONValue? {
    guard case .array(let campaigns)? = answer.json["definitions"]?["campaigns"] else { return nil }
    return campaigns.first { $0["id"]?.string == id }
  }

  /// A phone that says which arm it takes.
  private struct Phone {
    let server: TestServer
    let id: String
    let key: String
    var arm: String?
    var user: String?

    func post(_ path: String, _ fields: [String: Wire.JSONValue] = [:]) async throws -> TestServer.Answer {
      var body = fields
      body["version"] = 1
      body["device"] = ["id": .string(id)]
      body["sent_at"] = .int(Environment.live.now().milliseconds)
      if path != "events" { body["user_id"] = user.map { .string($0) } }
      var headers = ["X-Martlet-Key": key]
      headers[LabHeader.arm] = arm
      return try await server.send(
        "POST", "/sdk/v1/" + path, headers: headers, body: Wire.encode(Wire.JSONValue.object(body)))
    }
  }

  private static func labKey(_ server: TestServer) -> String {
    server.services.keys.makeEphemeralKey(app: FirstStart.sampleApp, scope: .device, name: "Lab", isLab: true)
      .text
  }

  @Test
  func
    `the lab's phone gets the arm that it names, in a sync and in a render; without one, and with one that is not there, the campaign`()
    async throws
  {
    try await TestServer.run { server in
      let id = try await Self.launch(server)
      var phone = Phone(server: server, id: "in-the-lab", key: Self.labKey(server), user: "ana")
      let expected: [(String?, String?, String?)] = [
        (nil, nil, "slideup"), ("\(id):a", "a", "slideup"), ("\(id):b", "b", "slideup"),
        ("\(id):control", "control", "control"),
        ("\(id):c", nil, "slideup"), ("other:b", nil, "slideup"), (":", nil, "slideup"),
      ]
      var tags: [String?: String] = [:]
      for (arm, name, kind) in expected {
        phone.arm = arm
        let answer = try await phone.post("sync")
        let campaign = Self.sent(id, in: answer)
        #expect(
          campaign?["arm"]?["name"]?.string == name && campaign?["message"]?["kind"]?.string == kind,
          "\(arm ?? "-"): \(answer.text)")
        let tag = try #require(answer.json["definitions"]?["tag"]?.string)
        // Each arm has a tag of its own, and answers to events have the same one, so that the phone
        // does not fetch campaigns in vain.
        #expect(tags.updateValue(tag, forKey: name) ?? tag == tag)
        let event = Wire.JSONValue.object([
          "id": .string("e-\(arm ?? "")"), "kind": "custom", "name": "go", "at": .int(1_790_000_000_000),
          "user_id": "ana",
        ])
        #expect(
          try await phone.post("events", ["events": [event], "user_id": "ana"]).json["definitions_tag"]?
            .string == tag)
      }
      #expect(Set(tags.values).count == 4)
    }
  }

  @Test
  func
    `a device with the app's public key, and a test device, get what they would get without naming an arm`()
    async throws
  {
    try await TestServer.run { server in
      let id = try await Self.launch(server)
      #expect(try await server.manage("PUT", "/test-devices/marked").status == 204)
      for device in ["own", "marked"] {
        for number in 0..<12 {
          var phone = Phone(server: server, id: device, key: server.deviceKey, user: "person-\(number)")
          let session: Wire.JSONValue = [
            "id": .string("s-\(device)-\(number)"), "kind": "session_start",
            "at": .int(Environment.live.now().milliseconds),
            "user_id": .string("person-\(number)"),
          ]
          let plain = Self.sent(id, in: try await phone.post("sync", ["events": [session]]))
          #expect((plain?["arm"] == nil) == (device == "marked"))
          for arm in ["a", "b", "control"] {
            phone.arm = "\(id):\(arm)"
            #expect(Self.sent(id, in: try await phone.post("sync")) == plain)
          }
        }
      }
    }
  }

  @Test func `what the lab's phone reports from an arm counts for no arm, and gives nobody an arm`()
    async throws
  {
    try await TestServer.run { server in
      let id = try await Self.launch(server)
      let experiment = try #require(
        try await server.manage("GET", "/campaigns/\(id)").json["experiment"]?["id"]?.string)
      let own = Phone(server: server, id: "own", key: server.deviceKey, user: "ana")
      let session: Wire.JSONValue = [
        "id": "s-1", "kind": "session_start", "at": .int(Environment.live.now().milliseconds),
        "user_id": "ana",
      ]
      let before = try #require(Self.sent(id, in: try await own.post("sync", ["events": [session]])))
      let drawn = try #require(before["arm"]?["name"]?.string)
      let other = drawn == "b" ? "control" : "b"
      var phone = Phone(server: server, id: "in-the-lab", key: Self.labKey(server), user: "ana")
      phone.arm = "\(id):\(other)"
      let exposure: Wire.JSONValue = [
        "id": "x-1", "kind": "exposure", "at": .int(Environment.live.now().milliseconds), "user_id": "ana",
        "presentation_id": "p",
        "campaign_id": .string(id), "campaign_version": 1, "experiment_id": .string(experiment),
        "arm": .string(other),
      ]
      #expect(
        try await phone.post("events", ["events": [exposure]]).json["results"]?[0]?["status"] == "stored")
      let report = try await server.manage("GET", "/campaigns/\(id)/experiment").json
      for place in 0..<3 {
        #expect(report["arms"]?[place]?["people"] == 0 && report["arms"]?[place]?["exposures"] == 0)
      }
      #expect(Self.sent(id, in: try await own.post("sync"))?["arm"]?["name"]?.string == drawn)
    }
  }
}
