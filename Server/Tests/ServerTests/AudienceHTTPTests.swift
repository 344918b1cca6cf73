// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import MartletCore
import MartletKit
import MartletServer
import MartletWire
import PushEndpoint
import Testing

@Suite("Campaigns for an audience, over HTTP", .timeLimit(.minutes(5)))
struct AudienceHTTPTests {
  private typealias Device = LoopDevice

  private static let pro: Wire.JSONValue = ["attribute": "plan", "op": "equals", "value": "pro"]

  private static func create(_ server: TestServer, _ name: String, _ rule: Wire.JSONValue) async throws
    -> String
  {
    let answer = try await server.manage(
      "POST", "/audiences", (["name": .string(name), "rule": rule] as Wire.JSONValue).text)
    guard answer.status == 201, let id = answer.json["id"]?.string else {
      throw TestServer.Refused(text: answer.text)
    }
    return id
  }

  /// A running campaign for these people.
  private static func launch(_ server: TestServer, _ name: String, _ audience: Wire.JSONValue?) async throws
    -> String
  {
    var fields: [String: Wire.JSONValue] = [
      "name": .string(name), "triggers": [["kind": "session_start"]],
      "message": ["kind": "slideup", "message": "Hi {{user.id}}"],
      "render": "at_display",
    ]
    fields["audience"] = audience
    let made = try await server.manage("POST", "/campaigns", Wire.JSONValue.object(fields).text)
    guard let id = made.json["id"]?.string else { throw TestServer.Refused(text: made.text) }
    let launched = try await server.manage("POST", "/campaigns/\(id)/launch")
    guard launched.status == 200 else { throw TestServer.Refused(text: launched.text) }
    return id
  }

  /// Without the sample campaign of a new server.
  private static func campaigns(_ answer: TestServer.Answer, among own: Set<String>) -> Set<String> {
    guard case .array(let campaigns)? = answer.json["definitions"]?["campaigns"] else { return [] }
    return Set(campaigns.compactMap { $0["id"]?.string }).intersection(own)
  }

  @Test
  func
    `a session start gets exactly the campaigns that are for the person, and an event that changes it makes the device ask again`()
    async throws
  {
    try await TestServer.run { server in
      let audience = try await Self.create(server, "Pro", Self.pro)
      let forPro = try await Self.launch(server, "For pro", ["audience": .string(audience)])
      let forOthers = try await Self.launch(server, "For others", ["not": ["audience": .string(audience)]])
      let forAll = try await Self.launch(server, "For all", nil)
      let own: Set = [forPro, forOthers, forAll]
      let phone = try await server.makeDevice("phone")
      let first = try await phone.sync("ana")
      #expect(Self.campaigns(first, among: own) == [forOthers, forAll])
      #expect(!first.text.contains("audience") && !first.text.contains("plan"))
      let tag = try #require(first.json["definitions"]?["tag"]?.string)
      // What changes nothing about the person keeps the tag.
      let viewed = try await phone.send([Device.event("e1", "ana", ["kind": "custom", "name": "viewed"])])
      // Without a user in the request, it is about the device's own person.
      #expect(viewed.results == ["stored"])
      let paid = try await phone.post(
        "events", ["user_id": "ana", "events": [Device.attribute("a1", "ana", "plan", "pro")]])
      #expect(paid.json["definitions_tag"]?.string != nil && paid.json["definitions_tag"]?.string != tag)
      let second = try await phone.sync("ana")
      #expect(Self.campaigns(second, among: own) == [forPro, forAll])
      #expect(try await Self.campaigns(phone.sync("ben"), among: own) == [forOthers, forAll])
      // Only what was offered counts as eligible.
      let report = try await server.manage("GET", "/campaigns/\(forPro)/report").json
      #expect(report["totals"]?["eligible"] == 1, "\(report)")
    }
  }

  @Test func `an audience is compared with the running campaigns, and counted once a day`() async throws {
    try await TestServer.run { server in
      let phone = try await server.makeDevice("phone")
      for (user, plan) in [("ana", "pro"), ("ben", "pro"), ("cem", "free")] {
        _ = try await phone.post(
          "events",
          ["user_id": .string(user), "events": [Device.attribute("plan-\(user)", user, "plan", plan)]])
      }
      let pro = try await Self.create(server, "Pro", Self.pro)
      let named = try await Self.create(server, "Known", ["person": "user_id", "op": "exists"])
      let forPro = try await Self.launch(server, "For pro", ["audience": .string(pro)])
      let forFree = try await Self.launch(
        server, "For free", ["attribute": "plan", "op": "equals", "value": "free"])
      let compare = "/audiences/\(pro)/overlap"
      guard case .int(let before)? = try await server.manage("GET", compare).json["for_everybody"] else {
        Issue.record("no figure")
        return
      }
      _ = try await Self.launch(server, "For all", nil)
      let overlap = try await server.manage("GET", compare).json
      #expect(overlap["people"] == 2)
      guard case .array(let campaigns)? = overlap["campaigns"] else {
        Issue.record("\(overlap)")
        return
      }
      // Newest first.
      #expect(campaigns.map { $0["id"] } == [.string(forFree), .string(forPro)])
      #expect(campaigns.map { $0["people"] } == [0, 2])
      #expect(overlap["not_compared"] == 0)
      #expect(overlap["for_everybody"] == .int(before + 1))
      #expect(try await server.manage("GET", "/audiences/none/overlap").status == 404)
      #expect(try await server.manage("GET", "/audiences/none/sizes").status == 404)
      let audiences = AudienceAuthoring(store: server.services.store, environment: .live)
      for audience in try await audiences.uncounted(app: FirstStart.sampleApp) {
        try await audiences.recordSize(of: audience)
      }
      #expect(try await audiences.uncounted(app: FirstStart.sampleApp).isEmpty)
      let sizes = try await server.manage("GET", "/audiences/\(named)/sizes").json
      guard case .array(let counts)? = sizes["sizes"], let count = counts.first, counts.count == 1 else {
        Issue.record("\(sizes)")
        return
      }
      #expect(count["people"] == 3 && count["reachable"] == 0)
    }
  }

  @Test
  func
    `a list of user ids is uploaded, changed, exported and followed by devices, and wrong lines change nothing`()
    async throws
  {
    try await TestServer.run { server async throws in
      let made = try await server.manage("POST", "/audiences", #"{"name":"VIP","list":["ana","ben"]}"#)
      let id = try #require(made.json["id"]?.string, "\(made.text)")
      #expect(made.status == 201 && made.json["rule"] == ["list": .string(id)])
      let campaign = try await Self.launch(server, "For VIPs", ["audience": .string(id)])
      let others = try await Self.launch(server, "For others", ["not": ["list": .string(id)]])
      let phone = try await server.makeDevice("phone")
      #expect(Self.campaigns(try await phone.sync("cem"), among: [campaign, others]) == [others])
      let wrong = try await server.manage(
        "PUT", "/audiences/\(id)/list?change=add", "cem\n\(String(repeating: "x", count: 300))\n")
      #expect(wrong.status == 422 && wrong.text.contains(#""field":"line 2""#))
      let added = try await server.manage(
        "PUT", "/audiences/\(id)/list?change=add&skip_wrong_lines=true",
        "cem\n\(String(repeating: "x", count: 300))\n")
      #expect(added.json == ["user_ids": 3, "wrong_lines": 1])
      // The server knows cem from the first event on.
      let known = [Device.attribute("c1", "cem", "city", "Rome")]
      #expect(Self.campaigns(try await phone.sync("cem", known), among: [campaign, others]) == [campaign])
      let file = try await server.manage("GET", "/audiences/\(id)/people.csv")
      // ana and ben were never seen.
      #expect(file.text == "person_id,user_id\r\nu:cem,cem\r\n")
      #expect(
        try await server.manage("PUT", "/audiences/\(id)/list?change=all", "x").json["field"] == "change")
      let rule = try await Self.create(server, "Pro", Self.pro)
      #expect(
        try await server.manage("PUT", "/audiences/\(rule)/list", "x").text.contains("audience_is_rule"))
      let turned = try await server.manage(
        "PUT", "/audiences/\(id)", (["name": "VIP", "rule": Self.pro, "revision": 1] as Wire.JSONValue).text)
      #expect(turned.status == 422 && turned.text.contains("audience_is_list"))
      #expect(try await server.manage("DELETE", "/audiences/\(id)").status == 409)
    }
  }

  @Test
  func `each running campaign says why it is for a person, or which condition keeps them out, with values`()
    async throws
  {
    try await TestServer.run { server async throws in
      let audience = try await Self.create(server, "Pro", Self.pro)
      let own: [(String, Wire.JSONValue?, String)] = [
        (
          "1 pro", ["audience": .string(audience)],
          "Not in its audience: plan is “free”; wanted: plan is “pro”"
        ),
        ("2 not pro", ["not": ["audience": .string(audience)]], "In its audience"),
        ("3 all", nil, "For everybody"),
        (
          "4 city", ["attribute": "city", "op": "exists"],
          "Not in its audience: city is missing; wanted: city exists"
        ),
        (
          "5 twice",
          [
            "did": ["kind": "custom", "name": "order", "within": ["days": 14]], "op": "greater_or_equal",
            "value": 2,
          ],
          "Not in its audience: number of event order in the last 14 days is 0; wanted: number of event order in the last 14 days ≥ 2"
        ),
      ]
      for (name, audience, _) in own { _ = try await Self.launch(server, name, audience) }
      let phone = try await server.makeDevice("phone")
      _ = try await phone.sync("ana", [Device.attribute("a1", "ana", "plan", "free")])
      let answer = try await server.manage("GET", "/people/u:ana/campaigns")
      guard case .array(let campaigns)? = answer.json["campaigns"] else {
        throw TestServer.Refused(text: answer.text)
      }
      let found = campaigns.filter { campaign in own.contains { $0.0 == campaign["name"]?.string } }
      #expect(found.map { $0["words"]?.string ?? "" } == own.map(\.2))
      #expect(found.map { $0["eligible"] } == [false, true, true, false, false])
      #expect(try await server.manage("GET", "/people/u:nobody/campaigns").status == 404)
    }
  }

  @Test func `who has left the audience since the last session gets no rendered message`() async throws {
    try await TestServer.run { server in
      let campaign = try await Self.launch(server, "For pro", Self.pro)
      let phone = try await server.makeDevice("phone")
      _ = try await phone.sync("ana", [Device.attribute("a1", "ana", "plan", "pro")])
      #expect(try await phone.render(campaign, for: "ana").json["message"]?["message"] == "Hi ana")
      let left =
        #"{"events":[{"id":"p1","kind":"attribute","at":1890000000000,"user_id":"ana","key":"plan","value":"free"}]}"#
      #expect(try await server.manage("POST", "/events", left).text.contains(#""status":"stored""#))
      #expect(try await phone.render(campaign, for: "ana").json["withdrawn"]?["reason"] == "not_eligible")
    }
  }

  @Test func `a changed audience takes effect at the next session, and one in use cannot be deleted`()
    async throws
  {
    try await TestServer.run { server in
      let audience = try await Self.create(server, "Pro", Self.pro)
      let campaign = try await Self.launch(server, "For pro", ["audience": .string(audience)])
      let phone = try await server.makeDevice("phone")
      #expect(try await Self.campaigns(phone.sync("ana"), among: [campaign]) == [])
      let refused = try await server.manage("DELETE", "/audiences/\(audience)")
      #expect(refused.status == 409 && refused.text.contains("For pro"), "\(refused.text)")
      let changed = try await server.manage(
        "PUT", "/audiences/\(audience)",
        (["name": "All", "rule": ["all": []], "revision": 1] as Wire.JSONValue).text)
      #expect(changed.status == 200 && changed.json["revision"] == 2, "\(changed.text)")
      #expect(try await Self.campaigns(phone.sync("ana"), among: [campaign]) == [campaign])
      let old = try await server.manage(
        "PUT", "/audiences/\(audience)",
        (["name": "Old", "rule": ["all": []], "revision": 1] as Wire.JSONValue).text)
      #expect(old.status == 409)
      #expect(try await server.manage("POST", "/campaigns/\(campaign)/finish").status == 200)
      #expect(try await server.manage("DELETE", "/audiences/\(audience)").status == 204)
    }
  }

  @Test
  func
    `what is wrong with an audience is named: a missing one, a circle, a name that is taken, a rule that cannot be read`()
    async throws
  {
    try await TestServer.run { server in
      let one = try await Self.create(server, "One", Self.pro)
      let two = try await Self.create(server, "Two", ["not": ["audience": .string(one)]])
      func code(_ method: String, _ path: String, _ body: Wire.JSONValue) async throws -> [String] {
        let answer = try await server.manage(method, path, body.text)
        guard case .array(let errors)? = answer.json["errors"] else {
          return ["\(answer.status) \(answer.text)"]
        }
        return errors.map { "\($0["field"]?.string ?? "") \($0["code"]?.string ?? "")" }
      }
      #expect(try await code("POST", "/audiences", ["name": "One", "rule": Self.pro]) == ["name name_taken"])
      #expect(try await code("POST", "/audiences", ["name": " ", "rule": Self.pro]) == ["name name_missing"])
      #expect(
        try await code(
          "POST", "/audiences", ["name": "X", "rule": ["all": [["person": "age", "op": "exists"]]]]) == [
            "rule.all[0].person word_unknown"
          ])
      #expect(
        try await code("POST", "/audiences", ["name": "X", "rule": ["audience": "nobody"]]) == [
          "rule audience_missing"
        ])
      let seen: Wire.JSONValue = ["not": ["campaign": ["id": "nothing", "step": "seen"], "op": "exists"]]
      let asked: Wire.JSONValue = [
        "did": ["kind": "survey_answers", "name": "nothing"], "op": "greater", "value": 0,
      ]
      for rule in [seen, asked] {
        #expect(
          try await code("POST", "/audiences", ["name": "X", "rule": rule]) == ["rule campaign_missing"])
        #expect(
          try await code("PUT", "/audiences/\(one)", ["name": "One", "rule": rule, "revision": 1]) == [
            "rule campaign_missing"
          ])
        #expect(try await code("POST", "/audiences/count", ["rule": rule]) == ["rule campaign_missing"])
        #expect(try await code("POST", "/audiences/estimate", ["rule": rule]) == ["rule campaign_missing"])
      }
      #expect(
        try await code(
          "PUT", "/audiences/\(one)", ["name": "One", "rule": ["audience": .string(two)], "revision": 1]) == [
            "rule audience_circle"
          ])
      #expect(
        try await code("POST", "/audiences/count", ["rule": ["any": 7]]) == ["rule.any field_wrong_type"])
      let made = try await server.manage(
        "POST", "/campaigns",
        #"{"name":"C","triggers":[{"kind":"session_start"}],"message":{"kind":"slideup","message":"Hi"},"audience":{"audience":"nobody"}}"#
      )
      let id = try #require(made.json["id"]?.string)
      #expect(try await code("POST", "/campaigns/\(id)/launch", [:]) == ["audience audience_missing"])
      let content = #""triggers":[{"kind":"session_start"}],"message":{"kind":"slideup","message":"Hi"}"#
      let others = try await server.manage(
        "POST", "/campaigns",
        #"{"name":"D",\#(content),"audience":\#(seen.text),"conversions":[{"name":"A","event":\#(asked["did"]!.text),"window_ms":86400000}]}"#
      )
      #expect(
        try await code("POST", "/campaigns/\(#require(others.json["id"]?.string))/launch", [:]) == [
          "audience campaign_missing", "conversions[0].event campaign_missing",
        ])
    }
  }

  @Test func `a draft that a rule names is deleted only after the rule has changed`() async throws {
    try await TestServer.run { server in
      let made = try await server.manage(
        "POST", "/campaigns",
        #"{"name":"D","triggers":[{"kind":"session_start"}],"message":{"kind":"slideup","message":"Hi"}}"#)
      let draft = try #require(made.json["id"]?.string)
      let audience = try await Self.create(
        server, "Saw it", ["campaign": ["id": .string(draft), "step": "seen"], "op": "exists"])
      let refused = try await server.manage("DELETE", "/campaigns/\(draft)")
      #expect(
        refused.status == 422 && refused.json["errors"]?[0]?["code"] == "campaign_in_use", "\(refused.text)")
      #expect(try await server.manage("GET", "/campaigns/\(draft)").status == 200)
      #expect(try await server.manage("DELETE", "/audiences/\(audience)").status == 204)
      #expect(try await server.manage("DELETE", "/campaigns/\(draft)").status == 204)
    }
  }

  @Test func `the people of a rule are counted exactly, with a sample and whom a notification can reach`()
    async throws
  {
    try await TestServer.run { server in
      for number in 1...30 {
        let plan = number % 3 == 0 ? "pro" : "free"
        let body =
          #"{"events":[{"id":"a\#(number)","kind":"attribute","at":1790000000000,"user_id":"u\#(number)","key":"plan","value":"\#(plan)"}]}"#
        #expect(try await server.manage("POST", "/events", body).results == ["stored"])
      }
      let count = try await server.manage(
        "POST", "/audiences/count", (["rule": Self.pro] as Wire.JSONValue).text
      ).json
      #expect(count["people"] == 10 && count["total"] == 30 && count["reachable"] == 0, "\(count)")
      guard case .array(let sample)? = count["sample"] else { throw TestServer.Refused(text: "no sample") }
      #expect(Set(sample) == Set((1...10).map { .string("u:u\($0 * 3)") }))
    }
  }

  @Test func `an estimate comes with its interval, and a rule that cannot be asked is refused`() async throws
  {
    try await TestServer.run { server in
      let body =
        #"{"events":[{"id":"a1","kind":"attribute","at":1790000000000,"user_id":"ana","key":"plan","value":"pro"}]}"#
      #expect(try await server.manage("POST", "/events", body).results == ["stored"])
      let rule = Wire.JSONValue.object(["rule": Self.pro]).text
      let answer = try await server.manage("POST", "/audiences/estimate", rule).json
      #expect(
        answer["people"] == ["value": 1, "lower": 1, "upper": 1] && answer["asked"] == 1
          && answer["sample"] == ["u:ana"], "\(answer)")
      let refused = try await server.manage("POST", "/audiences/estimate", #"{"rule":{"any":7}}"#)
      #expect(refused.status == 422 && refused.text.contains("rule.any"))
    }
  }

  @Test func `a push goes only to people in the audience, and a device for trying gets it in any case`()
    async throws
  {
    try await PushRunHTTPTests.run { server, endpoint in
      for number in 1...2 { try await PushRunHTTPTests.sync(server, number) }
      try await PushRunHTTPTests.uploadKey(server)
      let body =
        #"{"events":[{"id":"a1","kind":"attribute","at":1790000000000,"user_id":"u1","key":"plan","value":"pro"}]}"#
      #expect(try await server.manage("POST", "/events", body).results == ["stored"])
      let id = try await PushRunHTTPTests.launch(
        server, ["name": "Spring", "push": ["title": "Hi"], "audience": Self.pro])
      let started = try await server.manage(
        "POST", "/campaigns/\(id)/runs", #"{"id":"all","audience":"everybody"}"#)
      #expect(started.status == 201, "\(started.text)")
      let counts = try await PushRunHTTPTests.finished(server, "all")["counts"]?["outcomes"]
      #expect(counts == ["sent": 1, "not_eligible": 1])
      #expect(endpoint.accepted.map(\.deviceToken) == ["aa01"])
    }
  }
}
