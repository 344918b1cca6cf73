// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import MartletCore
import MartletServer
import MartletWire
import Store
import Testing

/// Somebody who took the SDK key out of the app, against a team that uses names and explanations
/// every day.
@Suite("What strangers with the SDK key invent", .timeLimit(.minutes(3)))
struct InventionTests {
  private static let now = Instant(milliseconds: 1_790_000_000_000)
  private static let app = FirstStart.sampleApp

  /// One batch of a device.
  private static func send(
    _ server: TestServer, device: String, _ bodies: [Wire.EventRecord.Body], from first: Int = 0
  ) async throws -> Int {
    let events = bodies.enumerated().map {
      Wire.EventRecord(id: "\(device)-\(first + $0)", at: now, sessionID: nil, userID: nil, body: $1)
    }
    let request = Wire.EventsRequest(device: Wire.Device(id: device), sentAt: now, events: events)
    return try await server.device("/sdk/v1/events", String(decoding: Wire.encode(request), as: UTF8.self))
      .status
  }

  private static func invent(_ server: TestServer, devices: Range<Int>, names: Range<Int>) async throws {
    for device in devices {
      for start in stride(from: names.lowerBound, to: names.upperBound, by: 500) {
        let bodies = (start..<min(start + 500, names.upperBound)).map {
          Wire.EventRecord.Body.custom(name: "invented-\($0)", properties: [:])
        }
        #expect(try await send(server, device: "stranger-\(device)", bodies, from: start) == 200)
      }
    }
  }

  private static func launch(_ server: TestServer, waitingFor name: String) async throws -> String {
    let created = try await server.manage(
      "POST", "/campaigns",
      #"{"name":"Offer","triggers":[{"kind":"custom_event","name":"\#(name)"}],"message":{"kind":"slideup","message":"Hello"}}"#
    )
    let id = try #require(created.json["id"]?.string)
    #expect(try await server.manage("POST", "/campaigns/\(id)/launch").status == 200)
    return id
  }

  // MARK: - Names of events

  @Test
  func
    `invented names push out neither names that many people sent nor those that campaigns wait for, and give way themselves`()
    async throws
  {
    try await TestServer.run { server in
      let store = server.services.store
      for device in 0..<40 {
        #expect(
          try await Self.send(
            server, device: "customer-\(device)", [.custom(name: "order_placed", properties: [:])]) == 200)
      }
      try await Self.invent(server, devices: 0..<3, names: 0..<2_500)
      var names = try await store.customEventNames(app: Self.app, limit: 10_000)
      #expect(names.count == CountLimits.eventNames)
      #expect(names.first == "order_placed")

      // The editor offers the team's name first, and not the one that was sent most often by a few.
      let bulk = Array(
        repeating: Wire.EventRecord.Body.custom(name: "invented-1", properties: [:]), count: 400)
      #expect(try await Self.send(server, device: "stranger-0", bulk, from: 10_000) == 200)
      let session = try await server.signIn()
      let editor = try await server.send("GET", "/campaigns/new/message", headers: session).text
      let offered = editor.split(separator: "<option value=\"").map { String($0.prefix { $0 != "\"" }) }
      let first = offered.firstIndex { $0 == "order_placed" || $0.hasPrefix("invented-") }
      #expect(first.map { offered[$0] } == "order_placed", "\(offered.prefix(5))")

      // A campaign waits for a name that nobody had sent: it has its place all the same.
      _ = try await Self.launch(server, waitingFor: "basket_abandoned")
      #expect(
        try await Self.send(
          server, device: "customer-0", [.custom(name: "basket_abandoned", properties: [:])], from: 1) == 200)
      try await Self.invent(server, devices: 3..<5, names: 2_500..<5_000)
      names = try await store.customEventNames(app: Self.app, limit: 10_000)
      #expect(names.contains("basket_abandoned") && names.contains("order_placed"))

      // A name that becomes usual takes the place of one that few sent.
      for device in 0..<40 {
        #expect(
          try await Self.send(
            server, device: "customer-\(device)", [.custom(name: "gift_chosen", properties: [:])], from: 2)
            == 200)
      }
      try await Self.invent(server, devices: 5..<6, names: 5_000..<6_000)
      names = try await store.customEventNames(app: Self.app, limit: 10_000)
      #expect(Set(names.prefix(2)) == ["order_placed", "gift_chosen"] && names.contains("basket_abandoned"))
      #expect(try await store.otherEvents(app: Self.app).count > 0)
      let counts = try await store.eventCounts(app: Self.app)
      #expect(counts["custom"] == 40 + 3 * 2_500 + 400 + 1 + 2 * 2_500 + 40 + 1_000)
    }
  }

  @Test func `programs list the names, forget one, or all that no campaign waits for`() async throws {
    try await TestServer.run { server in
      _ = try await Self.launch(server, waitingFor: "order_placed")
      let bodies = ["order_placed", "gift chosen/ä", "page_seen", "page_seen"].map {
        Wire.EventRecord.Body.custom(name: $0, properties: [:])
      }
      #expect(try await Self.send(server, device: "customer", bodies) == 200)
      func names(_ query: String = "") async throws -> [String]? {
        let answer = try await server.manage("GET", "/events/names" + query)
        #expect(answer.status == 200 && answer.json["other_events"] != nil)
        guard case .array(let names)? = answer.json["names"] else { return nil }
        return names.compactMap(\.string)
      }
      #expect(try await names().map(Set.init) == ["order_placed", "gift chosen/ä", "page_seen"])
      #expect(try await names("?limit=1") == ["page_seen"])
      #expect(try await server.manage("GET", "/events/names?limit=0").status == 400)

      #expect(try await server.manage("DELETE", "/events/names/gift%20chosen%2F%C3%A4").status == 204)
      #expect(try await names().map(Set.init) == ["order_placed", "page_seen"])
      let unknown = try await server.manage("DELETE", "/events/names/Page_seen")
      #expect(unknown.status == 404 && unknown.json["code"]?.string == "event_name_not_found")
      #expect(try await server.manage("GET", "/events/names").json["other_events"] == .int(1))

      for query in ["", "?unused=false", "?unused=yes"] {
        let refused = try await server.manage("DELETE", "/events/names" + query)
        #expect(refused.status == 400 && refused.json["field"]?.string == "unused", "\(query)")
      }
      let forgotten = try await server.manage("DELETE", "/events/names?unused=true")
      #expect(forgotten.status == 200 && forgotten.json["forgotten"] == .int(1))
      #expect(try await names() == ["order_placed"])
      // A device's key is no key for programs.
      #expect(try await server.device("/api/v1/events/names", "{}").status != 200)
    }
  }

  @Test func `a team makes room in the console: one name, or all that no campaign waits for`() async throws {
    try await TestServer.run { server in
      let store = server.services.store
      _ = try await Self.launch(server, waitingFor: "order_placed")
      #expect(
        try await Self.send(server, device: "customer", [.custom(name: "order_placed", properties: [:])])
          == 200)
      try await Self.invent(server, devices: 0..<1, names: 0..<2_200)
      var headers = try await server.signIn()
      let page = try await server.send("GET", "/settings/app", headers: headers).text
      #expect(
        page.contains("Remove all names that no campaign uses") && page.contains("event names is reached"))
      let token = try #require(page.firstMatch(of: /name="csrf" value="([^"]+)"/)?.1)
      headers["Content-Type"] = "application/x-www-form-urlencoded"
      func forget(_ fields: String) async throws -> TestServer.Answer {
        try await server.send(
          "POST", "/settings/names", headers: headers, body: Array("csrf=\(token)&\(fields)".utf8))
      }
      let name = try #require(
        try await store.customEventNames(app: Self.app, limit: 9_999).first { $0.hasPrefix("invented") })
      #expect(try await forget("do=name&name=\(name)").status == 303)
      #expect(try await !store.customEventNames(app: Self.app, limit: 9_999).contains(name))
      #expect(
        try await store.customEventNames(app: Self.app, limit: 9_999).count >= CountLimits.eventNames - 1)
      #expect(try await forget("do=unused").status == 303)
      #expect(try await store.customEventNames(app: Self.app, limit: 9_999) == ["order_placed"])
      #expect(try await store.otherEvents(app: Self.app).count == 2_200)
      #expect(
        try await !server.send("GET", "/settings/app", headers: headers).text.contains(
          "event names is reached"))
      #expect(
        try await server.send("POST", "/settings/names", headers: headers, body: Array("do=unused".utf8))
          .status == 403)
    }
  }

  // MARK: - Decisions

  private static func decision(_ id: String, _ campaign: String) -> Wire.EventRecord.Body {
    .decision(
      Wire.DecisionRecord(
        decisionID: id, eventID: "event", eventKind: "custom", eventName: "order_placed",
        candidates: [
          Wire.DecisionRecord.Candidate(
            campaignID: campaign, campaignVersion: 1, verdict: "interval", detail: [:])
        ]))
  }

  @Test
  func
    `explanations of the team's own devices stay, when one device and when a hundred send thousands for the same reason on the same day`()
    async throws
  {
    try await TestServer.run { server in
      let id = try await Self.launch(server, waitingFor: "order_placed")
      func genuine() async throws -> Set<String> {
        let answer = try await server.manage("GET", "/campaigns/\(id)/explain?limit=500")
        let all = (0..<500).compactMap { answer.json["decisions"]?[$0]?["person_id"]?.string }
        #expect(all.count <= DecisionLimits.perDay)
        return Set(all.filter { $0.hasPrefix("d:customer-") })
      }
      let customers = Set((0..<20).map { "d:customer-\($0)" })
      for device in 0..<20 {
        #expect(try await Self.send(server, device: "customer-\(device)", [Self.decision("own", id)]) == 200)
      }
      #expect(try await genuine() == customers)
      for batch in 0..<8 {
        let flood = (0..<400).map { Self.decision("flood-\($0)", id) }
        #expect(try await Self.send(server, device: "stranger", flood, from: batch * 400) == 200)
      }
      #expect(try await genuine() == customers)
      for device in 0..<100 {
        let flood = (0..<20).map { Self.decision("flood-\($0)", id) }
        #expect(try await Self.send(server, device: "stranger-\(device)", flood) == 200)
      }
      #expect(try await genuine() == customers)
      let ofOne = try await server.manage("GET", "/campaigns/\(id)/explain?person_id=d:customer-3")
      #expect(ofOne.json["decisions"]?.count == 1)
      let session = try await server.signIn()
      #expect(try await server.send("GET", "/people/d:customer-3", headers: session).status == 200)
    }
  }

  @Test func `what is longer than a request may be is refused before it is read`() async throws {
    try await TestServer.run { server in
      let long = String(repeating: " ", count: Wire.Limits.bodyBytes + 1)
      let answer = try await server.device("/sdk/v1/events", long)
      #expect(answer.status == 413)
      let many = (0...Wire.Limits.eventsPerRequest).map { _ in
        Wire.EventRecord.Body.custom(name: "a", properties: [:])
      }
      #expect(try await Self.send(server, device: "stranger", many) == 413)
      #expect(try await server.services.store.eventCounts(app: Self.app).isEmpty)
    }
  }

  private enum DecisionLimits {
    static let perDay = 250
  }
}
