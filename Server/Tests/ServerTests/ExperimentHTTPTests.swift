// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletServer
import MartletWire
import Testing

@Suite("Experiments, over HTTP", .timeLimit(.minutes(5)))
struct ExperimentHTTPTests {
  private typealias Device = LoopDevice

  private static let experiment: Wire.JSONValue = [
    "control": 3000, "holdout": 1000,
    "variants": [
      ["id": "a", "share": 4000],
      [
        "id": "b", "name": "Short", "share": 3000,
        "message": ["kind": "slideup", "message": "Hi {{user.id}}, B"],
      ],
    ],
  ]
  private static let order: Wire.JSONValue = [
    "name": "Order", "event": ["kind": "custom", "name": "order_placed"], "window_ms": 3_600_000,
    "revenue": "price",
  ]

  private static func document(
    _ experiment: Wire.JSONValue? = experiment, conversions: Wire.JSONValue = [order]
  ) -> [String: Wire
    .JSONValue]
  {
    var fields: [String: Wire.JSONValue] = [
      "name": "Test", "triggers": [["kind": "session_start"]],
      "message": ["kind": "slideup", "message": "Hi {{user.id}}"],
      "render": "at_display", "conversions": conversions,
    ]
    fields["experiment"] = experiment
    return fields
  }

  private static func launch(_ server: TestServer, _ fields: [String: Wire.JSONValue] = document())
    async throws -> String
  {
    let made = try await server.manage("POST", "/campaigns", Wire.JSONValue.object(fields).text)
    guard let id = made.json["id"]?.string else { throw TestServer.Refused(text: made.text) }
    let launched = try await server.manage("POST", "/campaigns/\(id)/launch")
    guard launched.status == 200 else { throw TestServer.Refused(text: launched.text) }
    return id
  }

  private static func campaign(_ id: String, in answer: TestServer.Answer) -> Wire.JSONValue? {
    guard case .array(let campaigns)? = answer.json["definitions"]?["campaigns"] else { return nil }
    return campaigns.first { $0["id"]?.string == id }
  }

  @Test func `each person gets the message of one arm, the same on every device, and nothing of the others`()
    async throws
  {
    try await TestServer.run { server in
      let id = try await Self.launch(server)
      let phone = try await server.makeDevice("phone")
      let tablet = try await server.makeDevice("tablet")
      var people: [String: Int] = [:]
      // Who is in which arm is drawn anew in each run: until the smallest arm has somebody.
      for number in 0..<600 where number < 40 || people.count < 4 {
        let user = "person-\(number)"
        let answer = try await phone.sync(
          user, [Device.event("s-\(number)", user, ["kind": "session_start"])])
        let campaign = try #require(Self.campaign(id, in: answer), "\(answer.text)")
        let arm = try #require(campaign["arm"]?["name"]?.string)
        people[arm, default: 0] += 1
        let isWithheld = arm == "control" || arm == "holdout"
        #expect(campaign["arm"]?["withheld"] == (isWithheld ? true : nil))
        #expect(campaign["message"]?["kind"]?.string == (isWithheld ? "control" : "slideup"))
        #expect(!answer.text.contains("variants") && !answer.text.contains("order_placed"))
        // A share as a value, because a time can contain its digits by chance.
        #expect(!answer.text.contains(/[:\[,]\s*3000\s*[,\]}]/))
        if number < 10 {
          #expect(try await Self.campaign(id, in: tablet.sync(user))?["arm"] == campaign["arm"])
          let rendered = try await phone.render(id, for: user).json["message"]?["message"]?.string
          #expect(rendered == ["a": "Hi \(user)", "b": "Hi \(user), B"][arm])
        }
      }
      #expect(Set(people.keys) == ["a", "b", "control", "holdout"], "\(people)")
    }
  }

  @Test func `test devices are not counted and get the campaign as it is`() async throws {
    try await TestServer.run { server in
      let id = try await Self.launch(server)
      let phone = try await server.makeDevice("phone")
      #expect(try await server.manage("PUT", "/test-devices/phone", #"{"name":"My phone"}"#).status < 300)
      for number in 0..<8 {
        let user = "person-\(number)"
        let answer = try await phone.sync(
          user, [Device.event("s-\(number)", user, ["kind": "session_start"])])
        #expect(
          Self.campaign(id, in: answer)?["arm"] == nil
            && Self.campaign(id, in: answer)?["message"]?["kind"] == "slideup")
      }
    }
  }

  @Test func `the results compare the arms once there are enough people, and say why they do not before`()
    async throws
  {
    try await TestServer.run { server in
      var fields = Self.document()
      fields["experiment"] = ["control": 5000, "variants": [["id": "b", "name": "Short", "share": 5000]]]
      let id = try await Self.launch(server, fields)
      let experiment = try #require(
        try await server.manage("GET", "/campaigns/\(id)").json["experiment"]?["id"]?.string)
      #expect(experiment.count >= 16)
      let early = try await server.manage("GET", "/campaigns/\(id)/experiment").json
      #expect(early["conversions"]?[0]?["rates"]?["comparisons"]?[0]?["reading"] == "too_early", "\(early)")
      let hundredHoursAgo = Environment.live.now().milliseconds - 360_000_000
      for arm in ["control", "b"] {
        var events: [Wire.JSONValue] = []
        for number in 0..<600 {
          let user = "\(arm)-\(number)"
          events.append([
            "id": .string("x-\(user)"), "kind": "exposure", "at": .int(hundredHoursAgo),
            "user_id": .string(user), "presentation_id": "p",
            "campaign_id": .string(id), "campaign_version": 1, "experiment_id": .string(experiment),
            "arm": .string(arm),
          ])
          if number % 10 < (arm == "b" ? 4 : 1) {
            events.append([
              "id": .string("o-\(user)"), "kind": "custom", "name": "order_placed",
              "at": .int(hundredHoursAgo + 60_000),
              "user_id": .string(user),
              "properties": ["price": .double(Double(10 + number % 7))],
            ])
          }
        }
        let phone = try await server.makeDevice("phone-\(arm)")
        for start in stride(from: 0, to: events.count, by: 400) {
          let answer = try await phone.send(Array(events[start..<min(start + 400, events.count)]))
          #expect(Set(answer.results) == ["stored"], "\(answer.text.prefix(300))")
        }
      }
      let answer = try await server.manage("GET", "/campaigns/\(id)/experiment").json
      #expect(
        answer["arms"]?[0]?["name"] == "control" && answer["arms"]?[0]?["people"] == 600
          && answer["arms"]?[1]?["exposures"] == 600)
      #expect(answer["split"]?["alarm"] == false)
      let rates = answer["conversions"]?[0]?["rates"]
      #expect(rates?["arms"]?[0]?["converted"] == 60 && rates?["arms"]?[1]?["converted"] == 240)
      let comparison = rates?["comparisons"]?[0]
      #expect(comparison?["view"] == "running" && comparison?["reading"] == "compared")
      let words = comparison?["words"]?.string ?? ""
      #expect(words.hasPrefix("Short converts 30.0 points more than Control (likely "), "\(words)")
      #expect(
        answer["conversions"]?[0]?["revenue"]?["comparisons"]?[0]?["reading"] == "compared", "\(answer)")
      #expect(answer["final"] == nil)
    }
  }

  static let mistakes: [(Wire.JSONValue, String)] = [
    (
      ["variants": [["id": "a", "share": 5000], ["id": "b", "share": 4000]]],
      "experiment.variants shares_do_not_add_up"
    ),
    (
      ["control": 5000, "variants": [["id": "control", "share": 5000]]],
      "experiment.variants[0].id id_invalid"
    ),
    (
      ["variants": [["id": "a", "share": 5000], ["id": "a", "share": 5000]]],
      "experiment.variants[1].id duplicate"
    ),
    (["variants": [["id": "a", "share": 10000]]], "experiment.variants nothing_to_compare"),
    (
      ["control": 10000, "variants": [["id": "a", "share": 0]]], "experiment.variants[0].share share_missing"
    ),
    (
      ["control": 5000, "variants": [["id": "a", "share": 5000, "message": ["kind": "slideup"]]]],
      "experiment.variants[0].message.message text_missing"
    ),
  ]

  @Test(arguments: mistakes)
  func `what is wrong with an experiment is named with its field`(
    experiment: Wire.JSONValue, expected: String
  ) async throws {
    try await TestServer.run { server in
      let made = try await server.manage(
        "POST", "/campaigns", Wire.JSONValue.object(Self.document(experiment)).text)
      let id = try #require(made.json["id"]?.string, "\(made.text)")
      let refused = try await server.manage("POST", "/campaigns/\(id)/launch")
      guard case .array(let errors)? = refused.json["errors"] else {
        throw TestServer.Refused(text: refused.text)
      }
      #expect(errors.map { "\($0["field"]?.string ?? "") \($0["code"]?.string ?? "")" } == [expected])
    }
  }

  @Test
  func
    `a conversion that is the trigger is refused, and so are a fifth one, one without events and a guardrail that decides`()
    async throws
  {
    try await TestServer.run { server async throws in
      func codes(_ conversions: Wire.JSONValue) async throws -> [String] {
        let made = try await server.manage(
          "POST", "/campaigns", Wire.JSONValue.object(Self.document(conversions: conversions)).text)
        let refused = try await server.manage("POST", "/campaigns/\(made.json["id"]?.string ?? "")/launch")
        guard case .array(let errors)? = refused.json["errors"] else { return [refused.text] }
        return errors.map { "\($0["field"]?.string ?? "") \($0["code"]?.string ?? "")" }
      }
      #expect(
        try await codes([["name": "S", "event": ["kind": "session_start"]]]) == [
          "conversions[0].event conversion_is_trigger"
        ])
      #expect(
        try await codes([["name": "S", "event": ["name": "x"]]]) == ["conversions[0].event.kind word_unknown"]
      )
      let decides: Wire.JSONValue = ["name": "S", "event": ["kind": "purchase"], "guardrail": true]
      #expect(try await codes([decides]) == ["conversions[0].guardrail guardrail_decides"])
      let five = (0..<5).map { ["name": .string("G\($0)"), "event": ["kind": "purchase"]] as Wire.JSONValue }
      #expect(try await codes(.array(five)) == ["conversions too_many_conversions"])
    }
  }

  @Test func `a change of shares begins an epoch for people who have no arm yet, and a new id starts again`()
    async throws
  {
    try await TestServer.run { server in
      let id = try await Self.launch(server)
      let stored = try await server.manage("GET", "/campaigns/\(id)").json
      let experiment = try #require(stored["experiment"]?["id"]?.string)
      func put(_ experiment: Wire.JSONValue, _ revision: Int64) async throws -> TestServer.Answer {
        var fields = Self.document(experiment)
        fields["revision"] = .int(revision)
        return try await server.manage("PUT", "/campaigns/\(id)", Wire.JSONValue.object(fields).text)
      }
      let revision = stored["revision"]?.wholeNumber ?? 0
      let half: Wire.JSONValue = ["control": 5000, "variants": [["id": "a", "share": 5000]]]
      let refused = try await put(half, revision)
      #expect(refused.status == 422 && refused.text.contains("variants_moved"), "\(refused.text)")
      let phone = try await server.makeDevice("phone")
      func arm(_ user: String, _ number: Int) async throws -> String? {
        let answer = try await phone.sync(
          user, [Device.event("s-\(user)-\(number)", user, ["kind": "session_start"])])
        return Self.campaign(id, in: answer)?["arm"]?["name"]?.string
      }
      var kept: [String: String] = [:]
      for number in 0..<30 {
        let user = "person-\(number)"
        let name = try #require(try await arm(user, 0))
        guard number < 15 else { continue }
        kept[user] = name
        let exposure: Wire.JSONValue = [
          "kind": "exposure", "presentation_id": "p", "campaign_id": .string(id), "campaign_version": 1,
          "experiment_id": .string(experiment),
          "arm": .string(name),
        ]
        guard case .object(let fields) = exposure else { return }
        #expect(try await phone.send([Device.event("x-\(user)", user, fields)]).results == ["stored"])
      }
      guard case .object(var onlyA) = Self.experiment else { return }
      (onlyA["control"], onlyA["holdout"]) = (0, 0)
      onlyA["variants"] = [["id": "a", "share": 10_000], ["id": "b", "name": "Short", "share": 0]]
      let closed = try await put(.object(onlyA), revision)
      #expect(
        closed.status == 200 && closed.json["experiment"]?["epochs"]?[0]?["control"] == 3_000,
        "\(closed.text)")
      for number in 0..<30 {
        let user = "person-\(number)"
        #expect(try await arm(user, 1) == kept[user] ?? "a")
      }
      let report = try await server.manage("GET", "/campaigns/\(id)/experiment").json
      #expect(
        report["shares_changed"]?[0] == closed.json["experiment"]?["epochs"]?[0]?["until"]
          && report["verdict"]?["state"] != "winner")
      let same = try await put(Self.experiment, closed.json["revision"]?.wholeNumber ?? 0)
      guard case .array(let epochs)? = same.json["experiment"]?["epochs"] else {
        throw TestServer.Refused(text: same.text)
      }
      #expect(epochs.count == 2)
      #expect(same.json["experiment"]?["id"]?.string == experiment, "\(same.text)")
      #expect(
        try await server.manage("DELETE", "/campaigns/\(id)/experiment/winner").text.contains("no_winner"))
      guard case .object(var again) = half else { return }
      again["id"] = "another-round"
      let changed = try await put(.object(again), same.json["revision"]?.wholeNumber ?? 0)
      #expect(changed.json["experiment"]?["id"] == "another-round", "\(changed.text)")
      let copy = try await server.manage("POST", "/campaigns/\(id)/duplicate").json
      #expect(copy["experiment"]?["id"]?.string != "another-round")
    }
  }
}
