// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletServer
import MartletWire
import ServerTestSupport
import Testing

/// The past of these tests comes from the real client: over HTTP, on a real port, with one clock
/// for the devices and the server.
@Suite("Backtests, over HTTP", .timeLimit(.minutes(3)))
struct BacktestHTTPTests {
  private static func campaign(_ name: String, on event: String, _ rules: String) -> String {
    """
    {"name": "\(name)", "triggers": [{"kind": "custom_event", "name": "\(event)"}], \(rules),
     "message": {"kind": "modal", "header": "On us", "message": "Delivery is free.", "buttons": [{"id": 0, "text": "No"}]}}
    """
  }

  @Test
  @MainActor
  func
    `a replay of what real clients did shows what they reported, impression by impression, and a campaign that ran does what its report says`()
    async throws
  { try await PastClient.run(Self.story) }

  @MainActor
  private static func story(_ server: TestServer, _ clock: MovedClock, _ folder: URL) async throws {
    func launch(_ document: String) async throws -> String {
      let id = try #require(try await server.manage("POST", "/campaigns", document).json["id"]?.string)
      #expect(try await server.manage("POST", "/campaigns/\(id)/launch").status == 200)
      return id
    }
    let often = try await launch(
      campaign("Often", on: "cart_viewed", #""re_eligibility": {"type": "after", "after_ms": 7200000}"#))
    let capped = try await launch(
      campaign("Capped", on: "searched", #""caps": [{"limit": 2, "within": "week"}]"#))
    let buyers = try await launch(
      campaign(
        "Buyers", on: "searched",
        #""priority": {"bucket": "high", "order": 0}, "audience": {"did": {"kind": "custom", "name": "bought"}, "op": "greater_or_equal", "value": 1}"#
      ))

    let tried = try await launch(
      campaign(
        "Tried", on: "paid", #""experiment": {"control": 5000, "variants": [{"id": "a", "share": 5000}]}"#))

    func unseen(_ name: String, on event: String, _ rest: String) -> String {
      #"{"name": "\#(name)", "triggers": [{"kind": "custom_event", "name": "\#(event)"}], \#(rest)}"#
    }
    let banner = try await launch(
      unseen(
        "Banner", on: "cart_viewed",
        #""banner": {"title": "New"}, "re_eligibility": {"type": "after", "after_ms": 10800000}"#))
    let text = try await launch(
      unseen(
        "Text", on: "bought",
        #""content": {"kind": "text", "body": "Thank you.", "exit_label": "Close"}, "paced": true, "caps": [{"limit": 2, "within": "week"}]"#
      ))

    // Three people on six days. Whatever they do is drawn, and the same in every run.
    var random = SeededGenerator(seed: 14)
    for person in 0..<3 {
      let client = try PastClient(server, clock, folder.appendingPathComponent("device-\(person)"))
      if person > 0 { client.martlet.changeUser(userId: "person-\(person)") }
      for _ in 0..<6 {
        clock.move(by: .seconds(10 * 3_600))
        try await client.open()
        for _ in 0..<4 {
          clock.move(by: .seconds([20, 45, 3_000][Int(random.next() % 3)]))
          try await client.log(["cart_viewed", "searched", "bought", "paid"][Int(random.next() % 4)])
        }
        try await client.leave()
      }
    }
    clock.move(by: .seconds(3_600))

    // What an experiment reports of each arm is what a backtest says of it.
    let arms = try await server.manage("GET", "/campaigns/\(tried)/backtest").json["arms"]
    let reported = try await server.manage("GET", "/campaigns/\(tried)/experiment").json["arms"]
    for place in 0..<2 {
      let (arm, report) = (arms?[place], reported?[place])
      #expect(
        arm?["name"] == report?["name"] && arm?["people"]?["count"] == report?["people"],
        "\(arm?.text ?? "") \(report?.text ?? "")")
      #expect(
        arm?["exposures"]?["count"] == report?["exposures"] && arm?["withheld"] == report?["withheld"],
        "\(arm?.text ?? "") \(report?.text ?? "")")
    }
    #expect(arms?.count == 2 && reported?.count == 2)

    for id in [often, capped, buyers, banner, text] {
      let shown = try #require(
        try await server.manage("GET", "/campaigns/\(id)/report").json["totals"]?["impressions"]?.integer)
      let answer = try await server.manage("GET", "/campaigns/\(id)/backtest?days=14&people=100")
      #expect(answer.status == 200, "\(answer.text)")
      let result = answer.json
      #expect(result["people"] == 3 && result["active"] == 3)
      #expect(result["fidelity"]?["grade"] == "good" && result["fidelity"]?["one"] == 0, "\(answer.text)")
      #expect(
        shown > 0 && result["impressions"]?["count"]?.integer == shown, "\(id): \(shown), \(answer.text)")
    }
  }

  @Test func `everybody is replayed as a job, which says how far it is and then what it found`() async throws
  {
    try await TestServer.run { server in
      let id = try #require(
        try await server.manage(
          "POST", "/campaigns", Self.campaign("Offer", on: "cart_viewed", #""tags": []"#)
        ).json["id"]?.string)
      let begun = try await server.manage("POST", "/campaigns/\(id)/backtest/jobs?days=7")
      let job = try #require(begun.json["id"]?.string, "\(begun.text)")
      #expect(begun.status == 202 && begun.json["days"] == 7)
      let path = "/campaigns/\(id)/backtest/jobs/\(job)"
      try await eventually("the job is done") { try await server.manage("GET", path).json["state"] == "done" }
      #expect(try await server.manage("GET", path).json["result"]?["active"] == 0)
      #expect(try await server.manage("DELETE", path).status == 204)
      #expect(try await server.manage("GET", path).json["state"] == "done")
      #expect(try await server.manage("GET", path + "x").json["code"] == "job_not_found")
      #expect(try await server.manage("POST", "/campaigns/\(id)/backtest/jobs?days=0").status == 400)
    }
  }

  @Test func `what cannot be asked is refused, and says why`() async throws {
    try await TestServer.run { server in
      let id = try #require(
        try await server.manage(
          "POST", "/campaigns", Self.campaign("Offer", on: "cart_viewed", #""tags": []"#)
        ).json["id"]?.string)
      for (query, field) in [
        ("days=0", "days"), ("days=91", "days"), ("people=0", "people"), ("people=many", "people"),
      ] {
        let answer = try await server.manage("GET", "/campaigns/\(id)/backtest?\(query)")
        #expect(answer.status == 400 && answer.json["field"]?.string == field, "\(answer.text)")
      }
      #expect(try await server.manage("GET", "/campaigns/nobody/backtest").status == 404)
      let empty = try await server.manage("GET", "/campaigns/\(id)/backtest").json
      #expect(
        empty["people"] == 0 && empty["fidelity"]?["grade"] == "unknown"
          && empty["impressions"]?["count"] == 0)
      let data =
        #"{"name": "Data", "triggers": [{"kind": "session_start"}], "data": {"type": "text", "body": "x"}}"#
      let made = try await server.manage("POST", "/campaigns", data)
      let other = try #require(made.json["id"]?.string, "\(made.text)")
      let answer = try await server.manage("GET", "/campaigns/\(other)/backtest")
      #expect(answer.status == 422 && answer.json["code"] == "nothing_seen")
    }
  }

  @Test func `martlet backtest says the same in a terminal, in words and as JSON, while the server runs`()
    async throws
  {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await TestServer.run(storage: .directory(folder)) { server in
      let id = try #require(
        try await server.manage(
          "POST", "/campaigns", Self.campaign("Offer", on: "cart_viewed", #""tags": []"#)
        ).json["id"]?.string)
      let phone = try await server.makeDevice("phone")
      let now = MartletCore.Environment.live.now().milliseconds
      _ = try await phone.send([
        ["id": "1", "kind": "session_start", "at": .int(now - 86_400_000), "user_id": "ada"],
        ["id": "2", "kind": "custom", "name": "cart_viewed", "at": .int(now - 86_390_000), "user_id": "ada"],
      ])
      #expect(try await server.manage("POST", "/campaigns/\(id)/launch").status == 200)
      #expect(try await server.manage("PUT", "/test-devices/bench").status == 204)
      let bench = try await server.makeDevice("bench")
      // The campaign ran only after that, so the replay cannot decide about it.
      _ = try await bench.send([
        ["id": "3", "kind": "session_start", "at": .int(now - 3_000), "user_id": "tester"],
        ["id": "4", "kind": "custom", "name": "cart_viewed", "at": .int(now - 2_000), "user_id": "tester"],
        [
          "id": "5", "kind": "decision", "at": .int(now - 2_000), "user_id": "tester", "decision_id": "4",
          "event": ["id": "4", "kind": "custom", "name": "cart_viewed"],
          "candidates": [["campaign_id": .string(id), "campaign_version": 1, "verdict": "chosen"]],
        ],
      ])
      let words = try await CommandTests.run(["backtest", id, "--data", folder])
      #expect(words.status == 0, "\(words)")
      for line in [
        "The one person who was active.", "It would have reached 1 person. ",
        "It would have been shown 1 time.", "u:ada",
        "Decisions of test devices: 0 of 1 reproduced. 1 differs", "cart_viewed, u:tester on bench",
        "Offer: recorded chosen; replayed not there",
      ] {
        #expect(words.standardOutput.contains(line.trimmingCharacters(in: .whitespaces)), "\(words)")
      }
      let json = try await CommandTests.run(["backtest", id, "--data", folder, "--days", "7", "--json"])
      let result = try Wire.decode(Wire.JSONValue.self, from: Array(json.standardOutput.utf8))
      #expect(
        json.status == 0 && result["impressions"]?["count"] == 1
          && result["samples"]?[0]?["person_id"] == "u:ada", "\(json)")
      #expect(
        result["decisions"]?["differences"]?[0]?["campaigns"]?[0]?["recorded"]?["verdict"] == "chosen",
        "\(json)")
      #expect(try await CommandTests.run(["backtest", "nobody", "--data", folder]).status != 0)
      #expect(try await CommandTests.run(["backtest", id, "--data", folder, "--days", "99"]).status == 64)
    }
  }

  @Test func `in a terminal, the days of an arm say from how many people the message was withheld`()
    async throws
  {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await TestServer.run(storage: .directory(folder)) { server in
      let experiment = #""experiment": {"control": 9990, "variants": [{"id": "a", "share": 10}]}"#
      let id = try #require(
        try await server.manage("POST", "/campaigns", Self.campaign("Tried", on: "cart_viewed", experiment))
          .json["id"]?.string)
      let at = MartletCore.Environment.live.now().milliseconds - 86_400_000
      for user in ["ada", "bob", "eve"] {
        _ = try await server.makeDevice("phone-\(user)").send([
          ["id": "1", "kind": "session_start", "at": .int(at), "user_id": .string(user)],
          [
            "id": "2", "kind": "custom", "name": "cart_viewed", "at": .int(at + 1_000),
            "user_id": .string(user),
          ],
        ])
      }
      let words = try await CommandTests.run(["backtest", id, "--data", folder])
      let lines = words.standardOutput.split(separator: "\n")
      let control = try #require(lines.firstIndex { $0.hasPrefix("  Control: withheld ") }, "\(words)")
      #expect(lines[control + 1].contains(" × from ") && !lines[control + 1].contains(" to "), "\(words)")
    }
  }
}
