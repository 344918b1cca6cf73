// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletServer
import MartletWire
import Testing

/// The whole way of an experiment of announcements: a campaign is launched, delivered in each arm,
/// reported on, and its arms are compared.
@Suite("Experiments of announcements, over HTTP", .timeLimit(.minutes(5)))
struct AnnouncementExperimentHTTPTests {
  private typealias Device = LoopDevice

  private static let campaign: Wire.JSONValue = [
    "name": "Spring", "triggers": [["kind": "custom_event", "name": "cart_viewed"]], "render": "at_display",
    "banner": ["title": "Spring, {{user.id}}"],
    "content": ["kind": "text", "body": "Green.", "exit_label": "Close"],
    "experiment": [
      "control": 3000,
      "variants": [
        ["id": "a", "share": 3500],
        ["id": "b", "name": "Short", "share": 3500, "banner": ["title": "20 % off, {{user.id}}"]],
      ],
    ],
    "conversions": [["name": "Order", "event": ["kind": "custom", "name": "order_placed"]]],
  ]

  private static func sent(_ id: String, in answer: TestServer.Answer) -> Wire.JSONValue? {
    guard case .array(let campaigns)? = answer.json["definitions"]?["campaigns"] else { return nil }
    return campaigns.first { $0["id"]?.string == id }
  }

  @Test
  func
    `each person gets the banner of one arm and nothing of the others, and the report counts who saw and opened it`()
    async throws
  {
    try await TestServer.run { server in
      let made = try await server.manage("POST", "/campaigns", Self.campaign.text)
      let id = try #require(made.json["id"]?.string, "\(made.text)")
      #expect(try await server.manage("POST", "/campaigns/\(id)/launch").status == 200)
      let experiment = try #require(
        try await server.manage("GET", "/campaigns/\(id)").json["experiment"]?["id"]?.string)
      let phone = try await server.makeDevice("phone")
      var people: [String: [String]] = [:]
      // Who is in which arm is drawn anew in each run: until each arm has somebody.
      for number in 0..<600 where number < 30 || people.count < 3 {
        let user = "person-\(number)"
        let answer = try await phone.sync(
          user, [Device.event("s-\(number)", user, ["kind": "session_start"])])
        let campaign = try #require(Self.sent(id, in: answer), "\(answer.text)")
        let arm = try #require(campaign["arm"]?["name"]?.string)
        people[arm, default: []].append(user)
        let isWithheld = arm == "control"
        #expect(campaign["arm"]?["form"]?.string == (isWithheld ? "banner_and_content" : nil))
        #expect((campaign["banner"] == nil) == isWithheld && (campaign["content"] == nil) == isWithheld)
        #expect(!answer.text.contains("variants") && !answer.text.contains("order_placed"))
        let rendered = try await phone.render(id, for: user).json["banner"]?["title"]?.string
        #expect(rendered == ["a": "Spring, \(user)", "b": "20 % off, \(user)"][arm])
        var events: [Wire.JSONValue] = []
        func report(_ kind: String, _ fields: [String: Wire.JSONValue]) {
          var event = fields
          event["presentation_id"] = .string("p-\(number)")
          (event["campaign_id"], event["campaign_version"], event["kind"]) = (.string(id), 1, .string(kind))
          events.append(Device.event("\(kind)-\(number)", user, event))
        }
        report("exposure", ["surface": "banner", "experiment_id": .string(experiment), "arm": .string(arm)])
        if isWithheld {
          report("outcome", ["outcome": "withheld"])
        } else {
          report("impression", ["surface": "banner"])
          if number.isMultiple(of: 2) { report("click", ["surface": "banner"]) }
        }
        let sent = try await phone.send(events)
        #expect(Set(sent.results) == ["stored"], "\(sent.text)")
      }
      let report = try await server.manage("GET", "/campaigns/\(id)/experiment").json
      for (place, arm) in ["control", "a", "b"].enumerated() {
        let own = people[arm, default: []]
        let clicked = own.count { (Int($0.dropFirst("person-".count)) ?? 0).isMultiple(of: 2) }
        let figures = report["arms"]?[place]
        #expect(figures?["name"]?.string == arm && figures?["people"]?.integer == own.count, "\(report)")
        #expect(figures?["shown"]?.integer == (arm == "control" ? 0 : own.count))
        #expect(figures?["clicked"]?.integer == (arm == "control" ? 0 : clicked))
      }
      // Once exposed, a person keeps the arm, also when the shares change.
      let changed: Wire.JSONValue = [
        "control": 0,
        "variants": [
          ["id": "a", "share": 0],
          ["id": "b", "name": "Short", "share": 10_000, "banner": ["title": "20 % off"]],
        ],
      ]
      guard case .object(var fields) = Self.campaign else { return }
      fields["experiment"] = changed
      fields["revision"] = try await server.manage("GET", "/campaigns/\(id)").json["revision"]
      let saved = try await server.manage("PUT", "/campaigns/\(id)", Wire.JSONValue.object(fields).text)
      #expect(saved.status == 200, "\(saved.text)")
      for (arm, own) in people {
        #expect(Self.sent(id, in: try await phone.sync(own[0]))?["arm"]?["name"]?.string == arm)
      }
    }
  }
}
