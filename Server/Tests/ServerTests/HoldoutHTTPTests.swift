// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletKit
import MartletServer
import MartletWire
import PushEndpoint
import Store
import Synchronization
import Testing

@Suite("The global holdout, over HTTP", .timeLimit(.minutes(5)))
struct HoldoutHTTPTests {
  /// The middle of a quarter, and what a test adds.
  private final class Clock: Sendable {
    private let moved = Mutex(Duration.zero)

    func move(by duration: Duration) { moved.withLock { $0 += duration } }

    var environment: MartletCore.Environment {
      var environment = MartletCore.Environment.live
      environment.now = { HoldoutHTTPTests.begin + self.moved.withLock { $0 } }
      return environment
    }
  }

  /// 15 November 2026.
  private static let begin = Instant(milliseconds: 1_794_700_800_000)
  private static let day = Duration.seconds(86_400)

  private static func set(_ share: Int64, _ server: TestServer) async throws {
    let body: Wire.JSONValue = ["decision_sample": 1, "caps": [], "global_holdout": ["share": .int(share)]]
    let answer = try await server.manage("PUT", "/settings", body.text)
    #expect(answer.status == 200 && answer.json["global_holdout"]?["share"] == .int(share), "\(answer.text)")
  }

  private static func launch(_ server: TestServer, _ fields: [String: Wire.JSONValue]) async throws -> String
  {
    let all: [String: Wire.JSONValue] = ["name": "Test", "triggers": [["kind": "session_start"]]].merging(
      fields
    ) { $1 }
    let made = try await server.manage("POST", "/campaigns", Wire.JSONValue.object(all).text)
    guard let id = made.json["id"]?.string else { throw TestServer.Refused(text: made.text) }
    let launched = try await server.manage("POST", "/campaigns/\(id)/launch")
    guard launched.status == 200 else { throw TestServer.Refused(text: launched.text) }
    return id
  }

  private static func campaigns(_ answer: TestServer.Answer) -> Set<String>? {
    guard case .array(let campaigns)? = answer.json["definitions"]?["campaigns"] else { return nil }
    return Set(campaigns.compactMap { $0["id"]?.string })
  }

  private static func sync(_ user: String, on phone: LoopDevice, _ at: Instant, _ number: Int = 0)
    async throws -> TestServer.Answer
  {
    try await phone.sync(
      user,
      [
        [
          "id": .string("s-\(user)-\(number)"), "kind": "session_start", "at": .int(at.milliseconds),
          "user_id": .string(user),
        ]
      ])
  }

  private static let message: [String: Wire.JSONValue] = [
    "message": ["kind": "slideup", "message": "Hi {{user.id}}"], "render": "at_display",
  ]

  @Test
  func `who is held out gets no campaign of any surface, is told why, and gets what ignores the holdout`()
    async throws
  {
    let clock = Clock()
    try await TestServer.run(environment: clock.environment) { server in
      let message = try await Self.launch(server, Self.message)
      let banner = try await Self.launch(server, ["banner": ["title": "Hi"]])
      let receipt = try await Self.launch(
        server, Self.message.merging(["ignores_global_holdout": true]) { $1 })
      let experiment = try await Self.launch(
        server,
        Self.message.merging(["experiment": ["control": 5000, "variants": [["id": "a", "share": 5000]]]]) {
          $1
        })
      #expect(try await server.manage("GET", "/campaigns/\(receipt)").json["ignores_global_holdout"] == true)
      #expect(try await server.manage("GET", "/campaigns/\(message)").json["ignores_global_holdout"] == nil)
      try await Self.set(2_000, server)
      let phone = try await server.makeDevice("phone")
      var (heldOut, others): ([String], [String]) = ([], [])
      // Who is drawn follows from the order in which people came.
      for number in 0..<80 {
        let user = "person-\(number)"
        let got = try #require(Self.campaigns(try await Self.sync(user, on: phone, Self.begin)))
        if got == [receipt] { heldOut.append(user) } else { others.append(user) }
        // Everybody else also gets the sample that every server has.
        #expect(got == [receipt] || got.isSuperset(of: [message, banner, receipt, experiment]))
      }
      let (out, other) = (try #require(heldOut.first), try #require(others.first))
      #expect((4...30).contains(heldOut.count), "\(heldOut.count)")
      let refused = try await phone.render(message, for: out).json["withdrawn"]
      #expect(
        refused?["reason"] == "not_eligible" && refused?["detail"] == "The person is in the global holdout.",
        "\(refused as Any)")
      #expect(try await phone.render(receipt, for: out).json["message"]?["message"]?.string == "Hi \(out)")
      #expect(
        try await phone.render(message, for: other).json["message"]?["message"]?.string == "Hi \(other)")
      guard
        case .array(let standings)? = try await server.manage("GET", "/people/u:\(out)/campaigns").json[
          "campaigns"]
      else {
        throw TestServer.Refused(text: "no campaigns")
      }
      for standing in standings {
        let isReceipt = standing["campaign_id"]?.string == receipt
        #expect(standing["eligible"] == .bool(isReceipt) && standing["arm"] == nil)
        #expect(standing["held_out_until"] == (isReceipt ? nil : 1_798_761_600_000))
        #expect(
          isReceipt || standing["words"]?.string?.hasPrefix("In the global holdout until 2027-01-01") == true,
          "\(standing)")
      }
      // A test device gets everything, whoever uses it.
      #expect(try await server.manage("PUT", "/test-devices/phone", #"{"name":"My phone"}"#).status < 300)
      #expect(
        Self.campaigns(try await phone.sync(out))?.isSuperset(of: [message, banner, receipt, experiment])
          == true)
    }
  }

  @Test func `a change of the share and the turn of the period change what devices get at their next sync`()
    async throws
  {
    let clock = Clock()
    try await TestServer.run(environment: clock.environment) { server in
      let id = try await Self.launch(server, Self.message)
      let phone = try await server.makeDevice("phone")
      func heldOut(_ round: Int) async throws -> Set<Int> {
        var found: Set<Int> = []
        for number in 0..<60 {
          let answer = try await Self.sync("person-\(number)", on: phone, clock.environment.now(), round)
          let got = try #require(Self.campaigns(answer), "\(answer.text)")
          if got.isEmpty { found.insert(number) } else { #expect(got.contains(id)) }
        }
        return found
      }
      #expect(try await heldOut(0).isEmpty)
      try await Self.set(1_000, server)
      let few = try await heldOut(1)
      try await Self.set(2_000, server)
      let more = try await heldOut(2)
      #expect(!more.isEmpty && few.isSubset(of: more) && few != more)
      #expect(try await heldOut(3) == more)
      clock.move(by: Self.day * 47)
      let next = try await heldOut(4)
      #expect(!next.isEmpty && next != more)
      try await Self.set(0, server)
      #expect(try await heldOut(5).isEmpty)
    }
  }

  @Test
  func `what changes the share is said, and a program that does not know the holdout leaves it as it is`()
    async throws
  {
    let clock = Clock()
    try await TestServer.run(environment: clock.environment) { server in
      #expect(try await server.manage("GET", "/settings").json["global_holdout"] == ["share": 0])
      try await Self.set(500, server)
      let stored = try await server.manage("GET", "/settings")
      #expect(stored.json["global_holdout"] == ["share": 500, "changed_at": .int(Self.begin.milliseconds)])
      #expect(try await server.manage("PUT", "/settings", stored.text).json == stored.json)
      #expect(
        try await server.manage("PUT", "/settings", #"{"decision_sample":1,"caps":[]}"#).json == stored.json)
      for (holdout, expected) in [
        (["share": 2_001], "global_holdout.share out_of_range"),
        (["share": -1], "global_holdout.share out_of_range"),
        (["share": "5%"], "global_holdout.share field_wrong_type"),
        ([:], "global_holdout.share field_missing"),
        (["share": 5, "until": 7], "global_holdout.until field_unknown"),
      ] as [(Wire.JSONValue, String)] {
        let body: Wire.JSONValue = ["decision_sample": 1, "caps": [], "global_holdout": holdout]
        let refused = try await server.manage("PUT", "/settings", body.text)
        guard case .array(let errors)? = refused.json["errors"] else {
          throw TestServer.Refused(text: refused.text)
        }
        let found = errors.map { "\($0["field"]?.string ?? "") \($0["code"]?.string ?? "")" }
        #expect(found.contains(expected), "\(refused.text)")
      }
    }
  }

  @Test
  func `the result compares everybody in the holdout with everybody else, 14 days after the share changed`()
    async throws
  {
    let clock = Clock()
    try await TestServer.run(environment: clock.environment) { server async throws in
      func result(_ query: String = "?event=custom:order_placed") async throws -> Wire.JSONValue {
        try await server.manage("GET", "/global-holdout" + query).json
      }
      #expect(try await result()["state"] == "off")
      try await Self.set(2_000, server)
      let phone = try await server.makeDevice("phone")
      let seen = Set((0..<600).map { "p\($0)" })
      for start in stride(from: 0, to: 600, by: 200) {
        let events = (start..<start + 200).map { number -> Wire.JSONValue in
          [
            "id": .string("s\(number)"), "kind": "session_start", "at": .int(Self.begin.milliseconds),
            "user_id": .string("p\(number)"),
          ]
        }
        #expect(Set(try await phone.send(events).results) == ["stored"])
      }
      let waiting = try await result()
      #expect(
        waiting["state"] == "waiting"
          && waiting["counted_from"] == .int((Self.begin + Self.day * 14).milliseconds), "\(waiting)")
      clock.move(by: Self.day * 20)
      var heldOut: Set<String> = []
      let holdout = try Holdout.global(period: "2026-q4", share: 2_000)
      func isHeldOut(_ person: String) async throws -> Bool {
        holdout.holdsOut(
          try #require(
            try await server.services.store.experimentStanding(of: person, app: FirstStart.sampleApp)))
      }
      for user in seen where try await isHeldOut("u:" + user) { heldOut.insert(user) }
      // The phone was somebody before the first of them signed in.
      let phoneOut = try await isHeldOut(PersonID.of(userID: nil, deviceID: "phone")) ? 1 : 0
      var events: [Wire.JSONValue] = []
      func order(_ user: String, day: Int) {
        events.append([
          "id": .string("o\(user)-\(day)"), "kind": "custom", "name": "order_placed",
          "user_id": .string(user),
          "at": .int((Self.begin + Self.day * day).milliseconds),
        ])
      }
      // Everybody in the first 14 days, which do not count, then most of those who get campaigns.
      for user in heldOut.prefix(30) { order(user, day: 3) }
      for user in heldOut.prefix(10) { order(user, day: 16) }
      for user in seen.subtracting(heldOut).prefix(300) {
        order(user, day: 15)
        order(user, day: 17)
      }
      for start in stride(from: 0, to: events.count, by: 200) {
        #expect(
          Set(try await phone.send(Array(events[start..<min(start + 200, events.count)])).results) == [
            "stored"
          ])
      }
      let counted = try await result()
      #expect(
        counted["state"] == "counted" && counted["share"] == 2_000 && counted["period"] == "2026-q4",
        "\(counted)")
      #expect(counted["held_out"] == ["people": .int(Int64(heldOut.count + phoneOut)), "converted": 10])
      #expect(counted["others"] == ["people": .int(Int64(601 - heldOut.count - phoneOut)), "converted": 300])
      #expect(counted["split"]?["alarm"] == false)
      let comparison = counted["rates"]?["comparisons"]?[0]
      #expect(
        comparison?["arm"] == "others" && comparison?["baseline"] == "held_out"
          && comparison?["view"] == "running")
      let words = comparison?["words"]?.string ?? ""
      #expect(
        words.hasPrefix("Everybody else converts ")
          && words.contains(" points more than the holdout (likely "), "\(words)")
      #expect(try await result("?period=2026-q3")["state"] == "unknown")
      for wrong in ["?period=2027-q1", "?period=now", "?event=nothing", "?event=custom:a&event=custom:b"] {
        #expect(try await server.manage("GET", "/global-holdout" + wrong).status == 400, "\(wrong)")
      }
    }
  }

  @Test func `a push reaches nobody in the holdout, and the run counts them with their own reason`()
    async throws
  {
    try await PushRunHTTPTests.run { server, endpoint in
      try await PushRunHTTPTests.uploadKey(server)
      try await Self.set(2_000, server)
      let now = MartletCore.Environment.live.now()
      let holdout = GlobalHoldout(share: 2_000, changedAt: now - .seconds(1))
      var heldOut: Set<Int> = []
      // Who is drawn follows from the order in which people came and from the period, so there are
      // some after a while.
      var count = 0
      while count < 9 || heldOut.count < 2 {
        count += 1
        try #require(count < 90)
        let answer = try await server.device(
          "/sdk/v1/sync",
          #"""
          {"version":1,"sent_at":1,"user_id":"u\#(count)","device":{"id":"d\#(count)","push_token":"a\#(100 + count)",
          "push_environment":"development","push_authorization":"authorized"},
          "events":[{"id":"e","kind":"session_start","at":1,"user_id":"u\#(count)"}]}
          """#)
        try #require(answer.status == 200)
        let standing = try await server.services.store.experimentStanding(
          of: "u:u\(count)", app: FirstStart.sampleApp)
        if holdout.end(for: try #require(standing), at: now) != nil { heldOut.insert(count) }
      }
      // One of them is on a test device.
      let tester = try #require(heldOut.min())
      #expect(
        try await server.manage("PUT", "/test-devices/d\(tester)", #"{"name":"My phone"}"#).status < 300)
      for isExempt in [false, true] {
        let campaign: Wire.JSONValue = [
          "name": "Spring", "push": ["title": "Hi"], "ignores_global_holdout": .bool(isExempt),
        ]
        let id = try await PushRunHTTPTests.launch(server, campaign)
        let run = "run-\(isExempt)"
        let body = "{\"id\":\"\(run)\",\"audience\":\"everybody\"}"
        #expect(try await server.manage("POST", "/campaigns/\(id)/runs", body).status == 201)
        let counts = try await PushRunHTTPTests.finished(server, run)["counts"]?["outcomes"]
        let out = Int64(heldOut.count - 1)
        #expect(
          counts
            == (isExempt
              ? ["sent": .int(Int64(count))] : ["sent": .int(Int64(count) - out), "held_out": .int(out)]))
        guard !isExempt else { continue }
        let listed = try await server.manage("GET", "/runs/\(run)/deliveries?outcome=held_out").json[
          "deliveries"]
        #expect(
          listed?[0]?["detail"]?.string == PushOutcome.day(HoldoutPeriod(containing: now).end),
          "\(listed as Any)")
      }
      #expect(endpoint.accepted.count == count * 2 - heldOut.count + 1)
    }
  }
}
