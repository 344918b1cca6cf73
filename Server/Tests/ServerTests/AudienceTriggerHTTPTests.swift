// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire
import Testing

@Suite("Campaigns that wait for people to enter or leave an audience, over HTTP", .timeLimit(.minutes(5)))
struct AudienceTriggerHTTPTests {
  private static func make(
    _ server: TestServer, _ triggers: Wire.JSONValue, _ more: [String: Wire.JSONValue] = [:]
  ) async throws -> String {
    let fields: [String: Wire.JSONValue] = [
      "name": "Club", "triggers": triggers, "message": ["kind": "slideup", "message": "Welcome"],
    ]
    let made = try await server.manage(
      "POST", "/campaigns", Wire.JSONValue.object(fields.merging(more) { $1 }).text)
    guard let id = made.json["id"]?.string else { throw TestServer.Refused(text: made.text) }
    return id
  }

  private static func audience(_ server: TestServer, _ name: String, _ rule: Wire.JSONValue) async throws
    -> String
  {
    let made = try await server.manage(
      "POST", "/audiences", (["name": .string(name), "rule": rule] as Wire.JSONValue).text)
    guard let id = made.json["id"]?.string else { throw TestServer.Refused(text: made.text) }
    return id
  }

  @Test
  func
    `the definitions say of each audience that a running campaign waits for whether the person is in it, and a change asks the device to sync`()
    async throws
  {
    try await TestServer.run { server in
      let pro = try await Self.audience(server, "Pro", ["attribute": "plan", "op": "equals", "value": "pro"])
      let other = try await Self.audience(server, "Other", ["all": []])
      let campaign = try await Self.make(
        server, [["kind": "any", "triggers": [["kind": "audience_entry", "name": .string(pro)]]]])
      let phone = try await server.makeDevice("phone")
      #expect(try await phone.sync("ana").json["definitions"]?["audiences"] == nil)
      #expect(try await server.manage("POST", "/campaigns/\(campaign)/launch").status == 200)
      let first = try await phone.sync("ana").json["definitions"]
      #expect(first?["audiences"] == [pro: false])
      let paid = try await phone.post(
        "events", ["user_id": "ana", "events": [LoopDevice.attribute("a1", "ana", "plan", "pro")]])
      #expect(paid.json["definitions_tag"]?.string != first?["tag"]?.string)
      let second = try await phone.sync("ana").json["definitions"]
      #expect(second?["audiences"] == [pro: true])
      #expect(try await phone.sync("ben").json["definitions"]?["audiences"] == [pro: false])
      // The device stores what it found out.
      let entered = try await phone.send([
        LoopDevice.event("e1", "ana", ["kind": "audience_entry", "audience_id": .string(pro)])
      ])
      #expect(entered.results == ["stored"])
      #expect(try await server.manage("DELETE", "/audiences/\(pro)").status == 409)
      #expect(try await server.manage("DELETE", "/audiences/\(other)").status == 204)
      #expect(try await server.manage("POST", "/campaigns/\(campaign)/finish").status == 200)
      #expect(try await phone.sync("ana").json["definitions"]?["audiences"] == nil)
      #expect(try await server.manage("DELETE", "/audiences/\(pro)").status == 204)
    }
  }

  @Test
  func
    `a campaign that waits for an audience that is not there is not launched, and the problem names the trigger`()
    async throws
  {
    try await TestServer.run { server in
      let campaign = try await Self.make(
        server, [["kind": "session_start"], ["kind": "audience_exit", "name": "gone"]],
        ["exceptions": [["kind": "audience_entry", "name": "gone too"]]])
      let launched = try await server.manage("POST", "/campaigns/\(campaign)/launch")
      #expect(launched.status == 422)
      #expect(
        launched.text.contains(#""field":"triggers[1].name""#)
          && launched.text.contains(#""field":"exceptions[0].name""#))
    }
  }
}
