// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletCore
import MartletServer
import MartletWire
import Store
import Testing

@Suite("martlet lint", .timeLimit(.minutes(5)))
struct LintCommandTests {
  private static let message = #""message": {"kind": "modal", "message": "m"}"#

  private static func campaign(
    _ id: String, _ more: String = "", triggers: String = #"[{"kind": "session_start"}]"#
  ) -> String {
    #"{"id": "\#(id)", "triggers": \#(triggers), \#(message)\#(more.isEmpty ? "" : ", " + more)}"#
  }

  /// Two campaigns of which one never gets its turn.
  private static var shadowed: String {
    "["
      + campaign("best", #""name": "The best", "tags": ["loud"], "priority": {"bucket": "high", "order": 0}"#)
      + ", " + campaign("other")
      + "]"
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var status: Int32
    var says: String
  }

  static let cases: [Case] = [
    Case(testDescription: "one campaign", text: campaign("a"), status: 0, says: "No findings in 1 campaign."),
    Case(
      testDescription: "hints are no reason to fail",
      text: "[\(campaign("a", #""re_eligibility": {"type": "once"}"#)), \(campaign("b"))]",
      status: 0,
      says: "hint: “b”, priority: Same priority and trigger event as “a”"),
    Case(
      testDescription: "a campaign in another's shadow", text: shadowed, status: 1,
      says:
        "warning: “other”, priority: This campaign is never shown. “The best” matches all of the same events"),
    Case(
      testDescription: "a cap that holds both back makes no room",
      text: #"{"campaigns": \#(shadowed), "caps": [{"limit": 1, "within": "day"}]}"#, status: 1,
      says:
        "warning: “other”, priority: This campaign is never shown. “The best” matches all of the same events"),
    Case(
      testDescription: "a cap of the better one's tag makes room",
      text: #"{"campaigns": \#(shadowed), "caps": [{"limit": 1, "within": "day", "tag": "loud"}]}"#,
      status: 0,
      says: "No findings in 2 campaigns."),
    Case(
      testDescription: "a campaign that can never show", text: campaign("a", #""ends_at": 1"#), status: 1,
      says: "error: “a”, ends_at: The campaign has ended"),
    Case(
      testDescription: "an event that no app can log",
      text: campaign("a", triggers: #"[{"kind": "custom_event", "name": "$go"}]"#),
      status: 1,
      says: "error: “a”, triggers[0].name: No app can log this event: names that start with $"),
    Case(
      testDescription: "a purchase of more units than there can be",
      text: campaign(
        "a",
        triggers:
          #"[{"kind": "any_purchase", "filter": {"path": ["quantity"], "op": "greater", "value": 100}}]"#),
      status: 1,
      says: "warning: “a”, triggers[0].filter: A purchase has 1 to 100 units"),
    Case(
      testDescription: "a kind of trigger that is misspelt",
      text: campaign("a", triggers: #"[{"kind": "custom_evnt", "name": "go"}]"#),
      status: 2,
      says:
        "campaigns.json: triggers[0].kind: This version does not know the trigger; did you mean custom_event?"
    ),
    Case(
      testDescription: "an empty file", text: "", status: 2,
      says: "campaigns.json: line 1: The document is empty"),
    Case(testDescription: "no JSON", text: "{\n  \"id\": ", status: 2, says: "campaigns.json: line 2: "),
    Case(testDescription: "no campaign", text: "[1]", status: 2, says: "campaigns.json: [0]: "),
    Case(
      testDescription: "campaigns that are no list", text: #"{"campaigns": 1}"#, status: 2,
      says: "campaigns.json: campaigns: Expected"),
    Case(
      testDescription: "a field of the wrong type",
      text: #"{"campaigns": [\#(campaign("a", #""ends_at": "soon""#))]}"#, status: 2,
      says: "campaigns.json: campaigns[0].ends_at: "),
    Case(
      testDescription: "what no device would run", text: "[\(campaign("a", triggers: "[]"))]", status: 2,
      says: "campaigns.json: [0].triggers: The campaign has no trigger"),
    Case(
      testDescription: "an id twice", text: "[\(campaign("a")), \(campaign("a"))]", status: 2,
      says: "campaigns.json: [1].id: Another campaign has the same id, a."),
    Case(
      testDescription: "a cap of a stretch of time that is not known",
      text: #"{"campaigns": [], "caps": [{"limit": 1, "within": "moon"}]}"#, status: 2,
      says: "campaigns.json: caps[0].within: "),
  ]

  @Test(arguments: cases)
  func `each file gets its sentence and its exit status`(_ example: Case) async throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = folder + "/campaigns.json"
    try Data(example.text.utf8).write(to: URL(fileURLWithPath: file))
    let end = try await CommandTests.run(["lint", file])
    #expect(end.status == example.status, "\(end)")
    #expect((example.status == 2 ? end.standardError : end.standardOutput).contains(example.says), "\(end)")
    // Programs read the same.
    let json = try await CommandTests.run(["lint", "--json", file])
    #expect(json.status == example.status)
    #expect(json.standardError == "")
    let document = try Wire.decode(Wire.JSONValue.self, from: Array(json.standardOutput.utf8))
    guard case .array(let findings)? = document["findings"], case .array(let problems)? = document["problems"]
    else {
      Issue.record("\(document)")
      return
    }
    #expect(problems.isEmpty == (example.status != 2))
    #expect((findings.contains { $0["severity"]?.string != "hint" }) == (example.status == 1))
  }

  @Test
  func
    `campaigns of several files are looked at together, and a file that cannot be read does not hide the others`()
    async throws
  {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in [
      ("a", Self.campaign("best", #""priority": {"bucket": "high", "order": 0}"#)),
      ("b", Self.campaign("other")),
    ] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    let end = try await CommandTests.run(["lint", folder + "/a", folder + "/none", folder + "/b"])
    #expect(end.status == 2)
    #expect(end.standardError == "\(folder)/none: The file cannot be read.\n")
    #expect(end.standardOutput.contains("“best” matches all of the same events"), "\(end.standardOutput)")
  }

  @Test func `a server's data are looked at; a folder without any stays as it is`() async throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let none = try await CommandTests.run(["lint", "--data", folder])
    #expect(none.status == 2)
    #expect(none.standardError.contains("has no data"), "\(none.standardError)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    let data = folder + "/data"
    try await TestServer.run(storage: .directory(data)) { server in
      let first = try await CommandTests.run(["lint", "--data", data])
      #expect(first.status == 0, "\(first)")
      #expect(first.standardOutput == "No findings in 1 campaign.\n")
      let store = server.services.store
      let running = try #require(
        try await store.campaigns(app: FirstStart.sampleApp).first { $0.state == .running })
      var copy = running
      copy.id = "copy"
      copy.name = "The copy"
      copy.createdAt = running.createdAt + .seconds(1)
      try await store.insert(copy, by: .system)
      let second = try await CommandTests.run(["lint", "--data", data])
      #expect(second.status == 1)
      #expect(
        second.standardOutput.contains(
          "warning: “\(running.name)”, priority: This campaign is never shown. “\(copy.name)” matches all of"),
        "\(second)")
      // A limit for the better one's tag alone lets the other one through.
      copy.content.rules.tags = ["loud"]
      try await store.update(copy, expectedRevision: copy.revision, as: .edited, by: .system)
      let cap = Wire.Cap(tag: "loud", limit: 1, within: .known(.day))
      _ = try await store.changeSettings(app: FirstStart.sampleApp) {
        $0.caps = [cap]
        return []
      }
      let third = try await CommandTests.run(["lint", "--data", data])
      #expect(!third.standardOutput.contains("matches all of the same events"), "\(third)")
    }
  }

  @Test func `files and data at once are not understood`() async throws {
    let end = try await CommandTests.run(["lint", "a.json", "--data", "b"])
    #expect(end.status == 2)
    #expect(end.standardError == "martlet: Name files or a data folder with --data, not both.\n")
  }
}
