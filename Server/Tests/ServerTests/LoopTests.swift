// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import Logging
import MartletServer
import MartletWire
import Store
import StoreSQLite
import Testing

@Suite("The loop over a real port and a real file", .timeLimit(.minutes(5)))
struct LoopTests {
  private static let sync = #"{"version":1,"device":{"id":"d1"},"user_id":"u1","sent_at":1790000000000}"#

  @Test func `definitions come once: the same tag gets none, and a change made here is seen at once`()
    async throws
  {
    try await TestServer.run { server in
      let first = try await server.device("/sdk/v1/sync", Self.sync)
      #expect(first.json["definitions"]?["campaigns"]?.count == 1)
      let tag = first.json["definitions"]?["tag"]?.string ?? ""
      let held = Self.sync.dropLast() + ",\"definitions_tag\":\"\(tag)\"}"
      #expect(try await server.device("/sdk/v1/sync", String(held)).json["definitions"] == nil)
      let id = first.json["definitions"]?["campaigns"]?[0]?["id"]?.string ?? ""
      let report = try await server.manage("GET", "/campaigns/\(id)/report")
      #expect(report.json["totals"]?["eligible"]?.integer == 1)
      #expect(report.json["totals"]?["delivered"]?.integer == 1)
      #expect(try await server.manage("POST", "/campaigns/\(id)/pause").status == 200)
      let after = try await server.device("/sdk/v1/sync", String(held))
      #expect(after.json["definitions"]?["campaigns"]?.count == 0)
    }
  }

  @Test func `events sent again, in any order, split or merged, and after a restart, count once`()
    async throws
  {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let events = (0..<20).map {
      #"{"id":"e\#($0)","kind":"custom","at":1790000000000,"name":"n","properties":{}}"#
    }
    @Sendable func body(_ events: [String]) -> String {
      #"{"version":1,"device":{"id":"d1"},"sent_at":1790000000000,"events":[\#(events.joined(separator: ","))]}"#
    }
    try await TestServer.run(storage: .directory(folder)) { server in
      for batch in [
        body(Array(events.prefix(12))), body(events.reversed()), body(Array(events.dropFirst(5))),
        body(events),
      ] {
        let answer = try await server.device("/sdk/v1/events", batch)
        #expect(answer.status == 200)
      }
      let counts = try await server.manage("GET", "/events/counts")
      #expect(counts.json["total"]?.integer == 20)
    }
    try await TestServer.run(storage: .directory(folder)) { server in
      let again = try await server.device("/sdk/v1/events", body(events))
      #expect((0..<20).allSatisfy { again.json["results"]?[$0]?["status"] == "duplicate" })
      let counts = try await server.manage("GET", "/events/counts")
      #expect(counts.json["total"]?.integer == 20)
    }
  }

  @Test
  func
    `a store that is closed makes events fail with 503 and Retry-After, and readiness says why; liveness stays`()
    async throws
  {
    let store = try SQLiteStore.inMemory()
    try await TestServer.run(store: store) { server in
      try await store.close()
      let events =
        #"{"version":1,"device":{"id":"d1"},"sent_at":1790000000000,"events":[{"id":"e","kind":"session_start","at":1790000000000}]}"#
      let answer = try await server.device("/sdk/v1/events", events)
      #expect(answer.status == 503)
      #expect(answer.header("Retry-After") == "5")
      let ready = try await server.send("GET", "/readyz")
      #expect(ready.status == 503)
      #expect(ready.json["checks"]?["store"]?["reason"]?.string?.isEmpty == false)
      #expect(try await server.send("GET", "/livez").status == 200)
    }
  }

  // MARK: - Events from elsewhere

  @Test
  func
    `D2: what a program sends updates a person and stands in their timeline, and no answer to a device holds anything of it`()
    async throws
  {
    try await TestServer.run { server in
      let before = try await server.device("/sdk/v1/sync", Self.sync).json
      let events =
        #"{"events":[{"id":"s1","kind":"custom","at":1790000000000,"user_id":"u1","name":"cart_viewed","properties":{"total":64}},"#
        + #"{"id":"s2","kind":"attribute","at":1790000000000,"user_id":"u1","key":"first_name","value":"Ana"},"#
        + #"{"id":"s3","kind":"attribute_change","at":1790000000000,"user_id":"u1","key":"visits","operation":"increment","value":2}]}"#
      let answer = try await server.manage("POST", "/events", events)
      #expect(answer.status == 200, "\(answer.text)")
      #expect((0..<3).allSatisfy { answer.json["results"]?[$0]?["status"] == "stored" })
      let again = try await server.manage("POST", "/events", events)
      #expect((0..<3).allSatisfy { again.json["results"]?[$0]?["status"] == "duplicate" })
      let attributes = try await server.manage("GET", "/people/u:u1").json["attributes"]
      #expect(attributes?[0]?["value"] == "Ana")
      #expect(attributes?[1]?["value"] == 2)
      let timeline = try await server.manage("GET", "/people/u:u1/timeline").json["entries"]
      #expect(timeline?.count == 3)
      #expect((0..<3).allSatisfy { timeline?[$0]?["device_id"] == nil })
      // The device is told the same as before, and nothing that happened.
      let after = try await server.device("/sdk/v1/sync", Self.sync).json
      #expect(after.without("device_credential") == before.without("device_credential"))
      #expect(try await server.device("/sdk/v1/events", events).status == 400)
    }
  }

  @Test
  func
    `D2: an event from a program that a device could only tell, or that names no user, is refused alone, with its field`()
    async throws
  {
    try await TestServer.run { server in
      let custom = #""kind":"custom","at":1790000000000,"name":"n","properties":{}"#
      let answer = try await server.manage(
        "POST", "/events",
        #"{"events":[{"id":"1","kind":"session_start","at":1790000000000,"user_id":"u1"},{"id":"2",\#(custom)},"#
          + #"{"id":"3","user_id":"u1",\#(custom)},{"id":"4","user_id":"u1","kind":"custom","at":"soon"},7,"#
          + #"{"id":"5","user_id":"u1","kind":"attribute_change","at":1790000000000,"key":"n","operation":"increment","value":"1"}]}"#
      )
      #expect(answer.status == 200, "\(answer.text)")
      let results = try #require(answer.json["results"])
      let expected: [(status: Wire.JSONValue, field: Wire.JSONValue?)] = [
        ("rejected", "kind"), ("rejected", "user_id"), ("stored", nil), ("rejected", "at"), ("rejected", ""),
        ("rejected", "value"),
      ]
      for (index, expected) in expected.enumerated() {
        #expect(results[index]?["status"] == expected.status, "\(index)")
        #expect(results[index]?["field"] == expected.field, "\(index)")
      }
      #expect(try await server.manage("POST", "/events", #"{"event":[]}"#).status == 400)
      let many = #"{"events":[\#(Array(repeating: "0", count: 501).joined(separator: ","))]}"#
      #expect(try await server.manage("POST", "/events", many).status == 413)
      #expect(
        try await server.send("POST", "/api/v1/events", headers: ["X-Martlet-Key": server.deviceKey]).status
          == 401)
    }
  }

  // MARK: - Rendering, settings and recall

  private static let greeting =
    #"{"name":"Greeting","render":"at_display","triggers":[{"kind":"custom_event","name":"cart_viewed"}],"message":{"kind":"slideup","message":"Hello {{user.first_name}}, {{event.total}} left"}}"#

  /// A launched campaign that is rendered at display.
  private static func launched(_ server: TestServer) async throws -> String {
    let created = try await server.manage("POST", "/campaigns", greeting)
    #expect(created.status == 201, "\(created.text)")
    let id = try #require(created.json["id"]?.string)
    #expect(try await server.manage("POST", "/campaigns/\(id)/launch").status == 200)
    return id
  }

  private static func rendering(
    _ id: String, user: String = "u1", version: Int = 1, properties: String = #"{"total":42.5}"#
  ) -> String {
    #"{"version":1,"device":{"id":"d1","platform":"ios"},"user_id":"\#(user)","presentation_id":"e9","campaign_id":"\#(id)","#
      + #""campaign_version":\#(version),"sent_at":1790000000000,"#
      + #""event":{"id":"e9","kind":"custom","at":1790000000000,"user_id":"\#(user)","name":"cart_viewed","properties":\#(properties)}}"#
  }

  private static let attribute =
    #"{"version":1,"device":{"id":"d1"},"sent_at":1790000000000,"events":[{"id":"a1","kind":"attribute","at":1790000000000,"user_id":"u1","key":"first_name","value":"Ana"}]}"#

  @Test
  func
    `a message is rendered with what is known of the person and with the event, and withdrawn when a value is missing`()
    async throws
  {
    try await TestServer.run { server in
      let id = try await Self.launched(server)
      #expect(
        try await server.device("/sdk/v1/events", Self.attribute).json["results"]?[0]?["status"] == "stored")
      // Who has only the key, and knows a device and a user, is told nothing of them.
      let stranger = try await server.device("/sdk/v1/render", Self.rendering(id)).json
      #expect(stranger["withdrawn"]?["reason"] == "missing_value")
      let first = try await server.device("/sdk/v1/sync", Self.sync).json
      let credential = try #require(first["device_credential"]?.string)
      @Sendable func render(_ body: String, _ credential: String) async throws -> TestServer.Answer {
        let headers = ["X-Martlet-Key": server.deviceKey, "X-Martlet-Device-Credential": credential]
        return try await server.send("POST", "/sdk/v1/render", headers: headers, body: Array(body.utf8))
      }
      let answer = try await render(Self.rendering(id), credential)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.json["message"]?["message"] == "Hello Ana, 42.5 left")
      // A device of a stranger's own that says it is hers.
      let other = try await server.device("/sdk/v1/sync", Self.sync.replacing("d1", with: "d2")).json
      let own = try #require(other["device_credential"]?.string)
      let forged = try await render(Self.rendering(id).replacing(#""id":"d1""#, with: #""id":"d2""#), own)
        .json
      #expect(forged["withdrawn"]?["reason"] == "missing_value")
      #expect(answer.json["withdrawn"] == nil)
      for (body, name) in [
        (Self.rendering(id, user: "u2"), "user.first_name"),
        (Self.rendering(id, properties: "{}"), "event.total"),
      ] {
        let withdrawn = try await render(body, credential).json
        #expect(withdrawn["message"] == nil)
        #expect(withdrawn["withdrawn"]?["reason"] == "missing_value")
        #expect(withdrawn["withdrawn"]?["detail"]?.string?.contains(name) == true)
      }
    }
  }

  @Test func `a banner and its content are rendered together, also for a push that brings no event`()
    async throws
  {
    try await TestServer.run { server in
      let body =
        #"{"name":"News","render":"at_display","triggers":[{"kind":"custom_event","name":"cart_viewed"}],"banner":{"title":"{{user.id}}{{#event.total}}, {{event.total}}{{/event.total}}","language":"en"},"content":{"kind":"text","body":"Hello {{user.id}}","exit_label":"Close","language":"en"}}"#
      let created = try await server.manage("POST", "/campaigns", body)
      let id = try #require(created.json["id"]?.string, "\(created.text)")
      #expect(try await server.manage("POST", "/campaigns/\(id)/launch").status == 200)
      let answer = try await server.device("/sdk/v1/render", Self.rendering(id)).json
      #expect(
        answer["banner"]?["title"] == "u1, 42.5" && answer["content"]?["body"] == "Hello u1"
          && answer["message"] == nil)
      var request = try Wire.decode(Wire.RenderRequest.self, from: Array(Self.rendering(id).utf8))
      request.event = nil
      let pushed = try await server.device(
        "/sdk/v1/render", String(decoding: Wire.encode(request), as: UTF8.self))
      #expect(pushed.json["banner"]?["title"] == "u1", "\(pushed.text)")
    }
  }

  @Test
  func
    `a rendering is withdrawn once the campaign was edited, is paused, or is not there; a malformed request names the field`()
    async throws
  {
    try await TestServer.run { server in
      let id = try await Self.launched(server)
      func reason(_ body: String) async throws -> Wire.JSONValue? {
        try await server.device("/sdk/v1/render", body).json["withdrawn"]?["reason"]
      }
      let edited = Self.greeting.replacing("left", with: "more")
      let etag = try #require(try await server.manage("GET", "/campaigns/\(id)").header("ETag"))
      #expect(
        try await server.manage("PUT", "/campaigns/\(id)", edited, headers: ["If-Match": etag]).status == 200)
      #expect(try await reason(Self.rendering(id)) == "changed")
      #expect(try await server.manage("POST", "/campaigns/\(id)/pause").status == 200)
      #expect(try await reason(Self.rendering(id, version: 2)) == "not_running")
      #expect(try await reason(Self.rendering("nobody-knows-it")) == "not_running")
      let malformed = try await server.device(
        "/sdk/v1/render", Self.rendering(id).replacing(#""campaign_id""#, with: #""campaign""#))
      #expect(malformed.status == 400)
      #expect(malformed.json["field"] == "campaign_id")
      #expect(try await server.device("/sdk/v1/render", Self.rendering(id), key: "wrong").status == 401)
    }
  }

  @Test
  func
    `the answer to events names the definitions that are right now, and another tag as soon as a campaign is paused`()
    async throws
  {
    try await TestServer.run { server in
      let id = try await Self.launched(server)
      let tag = try await server.device("/sdk/v1/sync", Self.sync).json["definitions"]?["tag"]
      #expect(tag?.string?.isEmpty == false)
      #expect(try await server.device("/sdk/v1/events", Self.attribute).json["definitions_tag"] == tag)
      #expect(try await server.manage("POST", "/campaigns/\(id)/pause").status == 200)
      let after = try await server.device("/sdk/v1/events", Self.attribute).json["definitions_tag"]
      #expect(after?.string?.isEmpty == false)
      #expect(after != tag)
    }
  }

  @Test
  func
    `what the app's settings say of caps and reported decisions arrives with the next sync; a test device reports every decision`()
    async throws
  {
    try await TestServer.run { server in
      let before = try await server.device("/sdk/v1/sync", Self.sync).json
      #expect(before["settings"]?["decision_sample"].flatMap(\.double) == 1)
      let caps: Wire.JSONValue = [
        ["limit": 2, "within": "day"], ["limit": 1, "tag": "promo", "within": "week"],
      ]
      let body = Wire.JSONValue.object(["decision_sample": 0.25, "caps": caps])
      let stored = try await server.manage(
        "PUT", "/settings", String(decoding: Wire.encode(body), as: UTF8.self))
      #expect(stored.status == 200, "\(stored.text)")
      let after = try await server.device("/sdk/v1/sync", Self.sync).json
      #expect(after["definitions"]?["caps"] == caps)
      #expect(after["definitions"]?["tag"] != before["definitions"]?["tag"])
      #expect(after["settings"]?["decision_sample"].flatMap(\.double) == 0.25)
      #expect(try await server.manage("PUT", "/test-devices/d1").status == 204)
      let tag = after["definitions"]?["tag"]?.string ?? ""
      let held = String(Self.sync.dropLast() + ",\"definitions_tag\":\"\(tag)\"}")
      let test = try await server.device("/sdk/v1/sync", held).json
      #expect(test["definitions"] == nil)
      #expect(test["settings"]?["decision_sample"].flatMap(\.double) == 1)
      let other = try await server.device("/sdk/v1/sync", held.replacing(#""id":"d1""#, with: #""id":"d2""#))
        .json
      #expect(other["settings"]?["decision_sample"].flatMap(\.double) == 0.25)
    }
  }

  @Test
  func `settings that make no sense are refused with the fields; a field that does not exist is one of them`()
    async throws
  {
    try await TestServer.run { server in
      let wrong = try await server.manage(
        "PUT", "/settings", #"{"decision_sample":2,"caps":[{"limit":0,"within":"day"}]}"#)
      #expect(wrong.status == 422)
      #expect(wrong.json["errors"]?.count == 2)
      #expect(wrong.json["field"] == "decision_sample")
      #expect(
        try await server.manage("PUT", "/settings", #"{"decision_sample":1,"caps":[],"colour":1}"#).status
          == 400)
      #expect(try await server.manage("PUT", "/settings", #"{"caps":[]}"#).json["field"] == "decision_sample")
      let unchanged = try await server.manage("GET", "/settings").json
      #expect(unchanged["caps"]?.count == 0)
      #expect(unchanged["decision_sample"].flatMap(\.double) == 1)
    }
  }

  @Test func `a port in use is one clear problem`() async throws {
    try await TestServer.run { server in
      let port = Int(server.url.split(separator: ":").last ?? "") ?? 0
      let second = try await ServerApplication.build(
        configuration: ServerConfiguration(port: port, storage: .memory, logLevel: .critical))
      await #expect(throws: StartProblem.portInUse(host: "127.0.0.1", port: port)) { try await second.run() }
    }
  }
}

extension Wire.JSONValue {
  /// Of a whole number too.
  fileprivate var double: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
}
