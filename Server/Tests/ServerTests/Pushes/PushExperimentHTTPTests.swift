// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletServer
import MartletWire
import PushEndpoint
import ServerTestSupport
import Testing

/// The whole way of an experiment of pushes: a campaign is launched, sent, opened, and its arms are
/// reported.
@Suite("Experiments of pushes, over HTTP", .timeLimit(.minutes(3)))
struct PushExperimentHTTPTests {
  private static let campaign: Wire.JSONValue = [
    "name": "Spring", "push": ["title": "Spring is here"],
    "experiment": [
      "control": 3000,
      "variants": [
        ["id": "a", "share": 3500],
        [
          "id": "b", "name": "Short", "share": 3500,
          "push": ["title": "20 % off", "action": ["type": "url", "url": "shop://spring"]],
        ],
      ],
    ],
    "conversions": [["name": "Order", "event": ["kind": "custom", "name": "order_placed"]]],
  ]

  @Test
  func
    `each person gets the push of one arm or nothing, in every run, and the report counts who opened it and converted`()
    async throws
  {
    try await PushRunHTTPTests.run { server, endpoint in
      // With three digits, tokens are whole bytes.
      let people = 100...139
      for number in people { try await PushRunHTTPTests.sync(server, number) }
      try await PushRunHTTPTests.uploadKey(server)
      let id = try await PushRunHTTPTests.launch(server, Self.campaign)
      var arms: [[String: String]] = []
      for run in ["first", "second"] {
        let asked: Wire.JSONValue = ["id": .string(run), "audience": "everybody"]
        #expect(try await server.manage("POST", "/campaigns/\(id)/runs", asked.text).status == 201)
        let outcomes = try await PushRunHTTPTests.finished(server, run)["counts"]?["outcomes"]
        guard
          case .array(let rows)? = try await server.manage("GET", "/runs/\(run)/deliveries").json[
            "deliveries"]
        else { return }
        arms.append(rows.reduce(into: [:]) { $0[$1["device_id"]?.string ?? ""] = $1["arm"]?.string })
        let withheld = rows.filter { $0["arm"] == "control" }
        #expect(rows.count == people.count && withheld.allSatisfy { $0["outcome"] == "withheld" })
        #expect(outcomes?["withheld"] == .int(Int64(withheld.count)), "\(rows)")
        #expect(
          try await server.manage("GET", "/runs/\(run)/deliveries?outcome=withheld").json["deliveries"]
            == .array(withheld))
      }
      #expect(arms[0] == arms[1] && Set(arms[0].values) == ["a", "b", "control"])
      for push in endpoint.accepted {
        let payload = try Wire.decode(Wire.JSONValue.self, from: push.payload)
        let isShort = arms[0]["d" + push.deviceToken.dropFirst(3)] == "b"
        #expect(payload["aps"]?["alert"]?["title"] == (isShort ? "20 % off" : "Spring is here"))
        #expect(payload["martlet"]?["url"] == (isShort ? "shop://spring" : nil))
      }
      // The first five open it, and everybody orders.
      for number in people {
        let now = Environment.live.now().milliseconds
        let answer = try await server.device(
          "/sdk/v1/events",
          #"""
          {"version":1,"sent_at":\#(now),"user_id":"u\#(number)","device":{"id":"d\#(number)"},"events":[
          {"id":"c","kind":"\#(number > 104 ? "session_start" : "push_click")","at":\#(now),"user_id":"u\#(number)","campaign_id":"\#(id)"},
          {"id":"o","kind":"custom","name":"order_placed","at":\#(now),"user_id":"u\#(number)"}]}
          """#)
        #expect(answer.status == 200, "\(answer.text)")
      }
      let report = try await server.manage("GET", "/campaigns/\(id)/experiment").json
      guard case .array(let reported)? = report["arms"] else { throw TestServer.Refused(text: "\(report)") }
      #expect(reported.map { $0["name"]?.string } == ["control", "a", "b"])
      for arm in reported {
        let own = Set(arms[0].filter { $0.value == arm["name"]?.string }.keys)
        let isWithheld = arm["name"] == "control"
        #expect(arm["people"] == .int(Int64(own.count)) && arm["exposures"] == .int(Int64(2 * own.count)))
        #expect(
          arm["shown"] == .int(Int64(isWithheld ? 0 : own.count)) && arm["withheld"] == .bool(isWithheld))
        #expect(arm["clicked"] == .int(Int64((100...104).count { own.contains("d\($0)") })))
      }
      #expect(report["conversions"]?[0]?["name"] == "Order" && report["begin"] != nil)
      // A person's page knows the arm, and what was withheld.
      // The first one came with the app.
      let standing = try await server.manage("GET", "/people/u:u100/campaigns")
      #expect(standing.json["campaigns"]?[1]?["arm"]?.string == arms[0]["d100"], "\(standing.text)")
    }
  }

  @Test func `a push on an event is sent, or withheld, by the same rules`() async throws {
    try await PushRunHTTPTests.run { server, endpoint in
      guard case .object(var fields) = Self.campaign else { return }
      fields["triggers"] = [["kind": "custom_event", "name": "shipped"]]
      fields["experiment"] = ["control": 9_999, "variants": [["id": "a", "share": 1]]]
      fields["re_eligibility"] = ["type": "once"]
      for number in 1...3 { try await PushRunHTTPTests.sync(server, number) }
      try await PushRunHTTPTests.uploadKey(server)
      let id = try await PushRunHTTPTests.launch(server, .object(fields))
      #expect(
        try await server.manage("POST", "/campaigns/\(id)/runs", #"{"id":"e","audience":"event"}"#).status
          == 201)
      try await eventually("the run sends") {
        try await server.manage("GET", "/runs/e").json["state"] == "sending"
      }
      func ship(_ event: String) async throws {
        for number in 1...3 {
          let now = Environment.live.now().milliseconds
          let answer = try await server.device(
            "/sdk/v1/events",
            #"""
            {"version":1,"sent_at":\#(now),"user_id":"u\#(number)","device":{"id":"d\#(number)",
            "push_token":"aa0\#(number)","push_environment":"development","push_authorization":"authorized"},"events":[
            {"id":"\#(event)","kind":"custom","name":"shipped","at":\#(now),"user_id":"u\#(number)"}]}
            """#)
          #expect(answer.status == 200, "\(answer.text)")
        }
      }
      try await ship("s1")
      var counts: Wire.JSONValue?
      try await eventually("nothing of the run waits") {
        counts = try await server.manage("GET", "/runs/e").json["counts"]
        return counts?["waiting"] == 0
      }
      let withheld = Int(counts?["outcomes"]?["withheld"]?.wholeNumber ?? 0)
      #expect(withheld >= 2 && withheld + endpoint.accepted.count == 3)
      // Once for each person, also for those to whom nothing was sent.
      try await ship("s2")
      #expect(try await server.manage("GET", "/runs/e").json["counts"]?["total"] == 3)
    }
  }
}
