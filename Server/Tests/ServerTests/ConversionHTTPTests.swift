// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletServer
import MartletWire
import Testing

@Suite("Conversions of campaigns, over HTTP", .timeLimit(.minutes(5)))
struct ConversionHTTPTests {
  private static let order: Wire.JSONValue = [
    "name": "Order", "event": ["kind": "custom", "name": "order_placed"], "window_ms": 3_600_000,
    "revenue": "price",
  ]
  private static let back: Wire.JSONValue = ["name": "Back", "event": ["kind": "session_start"]]

  private static func launch(_ server: TestServer, _ name: String, _ conversions: Wire.JSONValue = [order])
    async throws -> String
  {
    let document: Wire.JSONValue = [
      "name": .string(name), "triggers": [["kind": "custom_event", "name": "cart_viewed"]],
      "message": ["kind": "slideup", "message": "Free delivery"], "conversions": conversions,
    ]
    let made = try await server.manage("POST", "/campaigns", document.text)
    let id = try #require(made.json["id"]?.string, "\(made.text)")
    let launched = try await server.manage("POST", "/campaigns/\(id)/launch")
    guard launched.status == 200 else { throw TestServer.Refused(text: launched.text) }
    return id
  }

  private static func impression(_ id: String, _ user: String, _ campaign: String, _ at: Int64)
    -> Wire.JSONValue
  {
    [
      "id": .string(id), "kind": "impression", "at": .int(at), "user_id": .string(user),
      "presentation_id": "p",
      "campaign_id": .string(campaign), "campaign_version": 1,
    ]
  }

  private static func order(_ id: String, _ user: String, _ price: Double, _ at: Int64) -> Wire.JSONValue {
    [
      "id": .string(id), "kind": "custom", "name": "order_placed", "at": .int(at), "user_id": .string(user),
      "properties": ["price": .double(price)],
    ]
  }

  @Test
  func
    `the report of a campaign without an experiment counts its conversions for the message that people saw last`()
    async throws
  {
    try await TestServer.run { server async throws in
      let first = try await Self.launch(server, "First", [Self.order, Self.back])
      let second = try await Self.launch(server, "Second")
      let none = try await Self.launch(server, "None", [])
      let begin = Environment.live.now().milliseconds - 36_000_000
      var events: [Wire.JSONValue] = []
      for number in 0..<40 {
        let user = "person-\(number)"
        events.append(Self.impression("a-\(number)", user, first, begin))
        // Ten of those who order saw the second campaign in between.
        if number < 10 { events.append(Self.impression("b-\(number)", user, second, begin + 60_000)) }
        if number < 16 { events.append(Self.order("o-\(number)", user, 2.5, begin + 120_000)) }
        // Too late.
        if number == 20 { events.append(Self.order("l-\(number)", user, 100, begin + 3_600_000)) }
      }
      let phone = try await server.makeDevice("phone")
      #expect(Set(try await phone.send(events).results) == ["stored"])
      let report = try await server.manage("GET", "/campaigns/\(first)/report").json
      let order = try #require(report["conversions"]?[0])
      #expect(order["name"] == "Order" && order["window_ms"] == 3_600_000)
      #expect(
        order["people"] == 40 && order["converted"] == 6 && order["conversions"] == 6
          && order["revenue"]?.number == 15, "\(order)")
      #expect(order["estimate"]?["value"]?.number == 0.15)
      let lower = try #require(order["estimate"]?["lower"]?.number)
      let upper = try #require(order["estimate"]?["upper"]?.number)
      #expect(lower > 0.06 && lower < 0.08 && upper > 0.28 && upper < 0.31)
      let back = try #require(report["conversions"]?[1])
      #expect(back["name"] == "Back" && back["converted"] == 0 && back["revenue"] == nil)
      let other = try await server.manage("GET", "/campaigns/\(second)/report").json["conversions"]?[0]
      #expect(
        other?["people"] == 10 && other?["converted"] == 10 && other?["revenue"]?.number == 25
          && other?["estimate"] == nil)
      #expect(try await server.manage("GET", "/campaigns/\(none)/report").json["conversions"] == [])
      let later = try await server.manage("GET", "/campaigns/\(first)/report?from=\(begin + 3_600_000)").json[
        "conversions"]?[0]
      #expect(later?["people"] == 0 && later?["conversions"] == 0)
      let until = try await server.manage(
        "GET", "/campaigns/\(first)/report?to=\(begin + 1)&include_test_devices=true"
      ).json
      #expect(until["conversions"]?[0]?["converted"] == 6)
      let counted = try await server.manage("GET", "/campaigns/\(first)/report?count_conversions=true").json[
        "conversions"]
      #expect(counted == report["conversions"])
      #expect(
        try await server.manage("GET", "/campaigns/\(first)/report?count_conversions=perhaps").status == 400)
      let breakdown = try await server.manage("GET", "/campaigns/\(first)/breakdown?by=platform").json
      #expect(breakdown["conversion"] == "Order" && breakdown["by"] == "platform")
      // The phone does not say what it is.
      #expect(breakdown["groups"] == [["people": 40, "clicked": 0, "converted": 6]], "\(breakdown)")
      let plain = try await server.manage("GET", "/campaigns/\(none)/breakdown?by=language&to=\(begin + 1)")
        .json
      #expect(plain["conversion"] == nil && plain["groups"] == [])
      for wrong in ["", "?by=first_seen", "?by=platform&count_all=perhaps", "?by=platform&from=5&to=5"] {
        #expect(try await server.manage("GET", "/campaigns/\(first)/breakdown\(wrong)").status == 400)
      }
      let file = try await server.manage("GET", "/campaigns/\(first)/report?format=csv").text
      let lines = file.split(whereSeparator: \.isNewline)
      #expect(lines.first == "starts_at,impressions,clicks,dismissals,not_shown")
      let impressions = lines.dropFirst().compactMap { line -> Int? in Int(line.split(separator: ",")[1]) }
      #expect(impressions.reduce(0, +) == 40, "\(file)")
      let conversions = try await server.manage("GET", "/campaigns/\(first)/report?format=csv&of=conversions")
        .text
      #expect(
        conversions == """
          conversion,people,converted,conversions,currency,revenue\r
          Order,40,6,6,,15\r
          Back,40,0,0,,\r\n
          """)
      #expect(try await server.manage("GET", "/campaigns/\(first)/report?format=csv&of=people").status == 400)
    }
  }

  @Test
  func `conversions need no experiment, and what shows nothing in the app is told that they never count`()
    async throws
  {
    try await TestServer.run { server async throws in
      let push: Wire.JSONValue = [
        "name": "Push", "push": ["title": "Hi", "body": "There"], "conversions": [Self.order],
      ]
      func codes(_ document: Wire.JSONValue) async throws -> [String] {
        let answer = try await server.manage("POST", "/campaigns/validate", document.text)
        guard case .array(let problems)? = answer.json["diagnostics"] else {
          throw TestServer.Refused(text: answer.text)
        }
        return problems.filter { $0["field"] == "conversions" }.map {
          "\($0["severity"]?.string ?? "") \($0["code"]?.string ?? "")"
        }
      }
      #expect(try await codes(push) == ["warning conversions_not_counted"])
      let message: Wire.JSONValue = [
        "name": "Message", "message": ["kind": "slideup", "message": "Hi"], "conversions": [Self.order],
      ]
      #expect(try await codes(message) == [])
    }
  }
}
