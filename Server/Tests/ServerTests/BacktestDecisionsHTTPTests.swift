// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletServer
import MartletWire
import ServerTestSupport
import Testing

/// The past comes from real clients on test devices, which record each decision of their engines.
@Suite("Decisions of test devices in a backtest, over HTTP", .timeLimit(.minutes(5)))
struct BacktestDecisionsHTTPTests {
  private static let delay = 40

  /// Each can be stopped by another gate.
  private static func campaigns(club: String, start: Instant) -> [(
    name: String, fields: [String: Wire.JSONValue]
  )] {
    func on(_ event: String) -> Wire.JSONValue { [["kind": "custom_event", "name": .string(event)]] }
    func again(_ hours: Int64) -> Wire.JSONValue { ["type": "after", "after_ms": .int(hours * 3_600_000)] }
    return [
      ("Often", ["triggers": on("cart_viewed"), "re_eligibility": again(2)]),
      (
        "Large cart",
        [
          "triggers": [
            [
              "kind": "custom_event", "name": "cart_viewed",
              "filter": ["path": ["total"], "op": "greater", "value": 20],
            ]
          ], "priority": ["bucket": "high", "order": 0], "caps": [["limit": 3, "within": "week"]],
        ]
      ),
      (
        "Later",
        ["triggers": on("cart_viewed"), "starts_at": .int((start + .seconds(35 * 3_600)).milliseconds)]
      ),
      (
        "Buyers",
        [
          "triggers": on("searched"), "priority": ["bucket": "high", "order": 1], "re_eligibility": again(8),
          "audience": ["did": ["kind": "custom", "name": "bought"], "op": "greater_or_equal", "value": 1],
        ]
      ),
      (
        "Third search",
        [
          "triggers": [
            [
              "kind": "count", "times": 3, "match": "every", "within": ["type": "last", "ms": 172_800_000],
              "triggers": [["kind": "custom_event", "name": "searched"]],
            ]
          ]
        ]
      ),
      (
        "Wish",
        ["triggers": on("wished"), "delay_ms": .int(Int64(delay) * 1_000), "re_eligibility": again(15)]
      ),
      (
        "Tried",
        [
          "triggers": on("paid"), "caps": [["limit": 4, "within": "week"]],
          "experiment": ["control": 9_000, "variants": [["id": "a", "share": 1_000]]],
        ]
      ),
      ("Club", ["triggers": [["kind": "audience_entry", "name": .string(club)]]]),
      (
        "Banner",
        ["triggers": on("wished"), "banner": ["title": "New"], "paced": true, "re_eligibility": again(9)]
      ),
    ]
  }

  private static func made(_ server: TestServer, _ path: String, _ fields: [String: Wire.JSONValue])
    async throws -> String
  {
    let made = try await server.manage("POST", path, Wire.JSONValue.object(fields).text)
    guard let id = made.json["id"]?.string else { throw TestServer.Refused(text: made.text) }
    return id
  }

  private static func settings(_ server: TestServer, perDay: Int64) async throws {
    let body: Wire.JSONValue = ["decision_sample": 1, "caps": [["limit": .int(perDay), "within": "day"]]]
    #expect(try await server.manage("PUT", "/settings", body.text).status == 200)
  }

  @Test
  @MainActor
  func
    `a replay makes every decision that real clients made on test devices, with the same reasons, and says so if it does not`()
    async throws
  { try await PastClient.run(Self.story) }

  @MainActor
  private static func story(_ server: TestServer, _ clock: MovedClock, _ folder: URL) async throws {
    try await settings(server, perDay: 6)
    let club = try await made(
      server, "/audiences",
      [
        "name": "Club",
        "rule": ["did": ["kind": "custom", "name": "paid"], "op": "greater_or_equal", "value": 2],
      ])
    var ids: [String] = []
    for (name, fields) in campaigns(club: club, start: clock.environment.now()) {
      let message: Wire.JSONValue = [
        "kind": "modal", "header": "On us", "message": "Delivery is free.",
        "buttons": [["id": 0, "text": "No"]],
      ]
      let shown: [String: Wire.JSONValue] = fields["banner"] == nil ? ["message": message] : [:]
      let id = try await made(
        server, "/campaigns", fields.merging(shown.merging(["name": .string(name)]) { $1 }) { $1 })
      let launched = try await server.manage("POST", "/campaigns/\(id)/launch")
      #expect(launched.status == 200, "\(launched.text)")
      ids.append(id)
    }

    // Two test devices on five days. Whatever happens on them is drawn, and the same in every run.
    var random = SeededGenerator(seed: 6)
    var verdicts: Set<String> = []
    for person in 0..<2 {
      let client = try PastClient(server, clock, folder.appendingPathComponent("device-\(person)"))
      let device = try #require(await client.martlet.deviceId)
      #expect(try await server.manage("PUT", "/test-devices/\(device)").status == 204)
      if person > 0 { client.martlet.changeUser(userId: "tester") }
      for _ in 0..<5 {
        clock.move(by: .seconds(10 * 3_600))
        try await client.open()
        for _ in 0..<7 {
          clock.move(by: .seconds([20, 45, 3_000][Int(random.next() % 3)]))
          let event = ["cart_viewed", "searched", "bought", "wished", "paid"][Int(random.next() % 5)]
          try await client.log(event, ["total": Int(random.next() % 40)], delay: .seconds(delay))
        }
        clock.move(by: .seconds(20))
        try await client.leave()
      }
      verdicts.formUnion(client.verdicts)
    }
    clock.move(by: .seconds(3_600))

    let answer = try await server.manage("GET", "/campaigns/\(ids[0])/backtest?days=14")
    let decisions = answer.json["decisions"]
    let recorded = try #require(decisions?["recorded"]?.integer)
    #expect(recorded > 50 && decisions?["devices"] == 2)
    #expect(
      decisions?["reproduced"]?.integer == recorded && decisions?["different"] == 0,
      "\(decisions?.text ?? "")")
    #expect(
      decisions?["not_knowable"] == [:] && decisions?["not_recorded"] == 0 && decisions?["differences"] == [],
      "\(decisions?.text ?? "")")
    // The devices met each kind of gate, or this would show little.
    let gates: Set = [
      "chosen", "delivered", "filter", "history", "not_started", "re_eligibility", "cap", "delay_runs",
      "interval", "priority",
    ]
    #expect(verdicts.isSuperset(of: gates), "\(verdicts.sorted())")

    // A replay uses the present caps: with others, it decides otherwise than the devices did.
    try await settings(server, perDay: 1)
    let other = try await server.manage("GET", "/campaigns/\(ids[0])/backtest?days=14").json["decisions"]
    let different = try #require(other?["different"]?.integer)
    // A record that reached the server late, as on a busy machine, explains what differs after it.
    // What no cap concerns is decided as before.
    guard case .object(let causes)? = other?["not_knowable"] else {
      throw TestServer.Refused(text: "\(other?.text ?? "")")
    }
    let unknowable = causes.values.compactMap(\.integer).reduce(0, +)
    #expect(different > 0 && other?["recorded"]?.integer == recorded, "\(other?.text ?? "")")
    let reproduced = try #require(other?["reproduced"]?.integer)
    #expect(reproduced > 0 && reproduced + different + unknowable == recorded, "\(other?.text ?? "")")
    #expect(other?["differences"]?.count == min(different, 20))
    #expect(
      other?.text.contains("frequency cap of all messages: 1 of 1 a day") == true, "\(other?.text ?? "")")
  }
}
