// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPTypes
import MartletCore
import MartletWire
import Store
import StoreSQLite
import Testing

@testable import Console

@Suite("The pages of audiences")
struct AudiencePagesTests {
  /// So many people that they are not counted at once. Every tenth is on the plan `pro`.
  private static func fill(_ store: any Store) async throws {
    let now = Samples.now
    for start in stride(from: 0, to: AudienceAuthoring.countedAtOnce + 500, by: 500) {
      let events = (start..<start + 500).map { number in
        Wire.EventRecord(
          id: "a\(number)", at: now, sessionID: nil, userID: "u\(number)",
          body: .attribute(key: "plan", value: number % 10 == 0 ? "pro" : "free"))
      }
      _ = try await store.ingest(
        IngestBatch(appID: "app", device: Wire.Device(id: "d"), receivedAt: now, events: events))
    }
  }

  @Test func `of many people, a page shows an estimate at once, and the exact number when it is asked for`()
    async throws
  {
    let browser = try await Browser()
    try await Self.fill(browser.store)
    try await browser.store.insert(
      Audience(
        id: "pro", appID: "app", name: "Pro", rule: ["attribute": "plan", "op": "equals", "value": "pro"],
        createdAt: Samples.now,
        updatedAt: Samples.now))
    let estimated = try await browser.get("/audiences/pro").html
    #expect(
      estimated.contains("<strong>About ") && estimated.contains("of about 5,500 people")
        && estimated.contains("95% interval"))
    #expect(estimated.contains(#"value="count_exactly""#) && !estimated.contains("Exact, as of"))
    let exact = try await browser.get("/audiences/pro?count=exact").html
    #expect(
      exact.contains("<strong>550</strong> of 5,500 people (10%)") && exact.contains("Exact, as of")
        && !exact.contains("count_exactly"))

    // The same for a rule that nobody has saved.
    func count(_ command: String) async throws -> String {
      let fields = [
        ("name", "New"), ("match", "all"), ("condition.0.subject", "attribute"), ("condition.0.name", "plan"),
        ("condition.0.attribute_test", "text:equals"), ("condition.0.attribute_value", "free"),
        ("do", command),
      ]
      return try await browser.post("/audiences/new", fields).html
    }
    #expect(try await count("count").contains("<strong>About "))
    let counted = try await count("count_exactly")
    #expect(counted.contains("<strong>4,950</strong> of 5,500 people (90%)"), "\(counted)")
  }

  @Test(arguments: [("count", false), ("save", true)])
  func `a rule that is still being written can be counted without an error, and not saved`(
    _ command: String, isRefused: Bool
  ) async throws {
    let browser = try await Browser()
    let answer = try await browser.post(
      "/audiences/new",
      [
        ("name", "New"), ("match", "all"), ("condition.0.subject", "attribute"), ("condition.0.name", ""),
        ("do", command),
      ])
    #expect(answer.status == (isRefused ? .unprocessableContent : .ok))
    #expect(answer.html.contains("aria-invalid"))
  }

  @Test func `a form offers every choice, and shows a condition with its fields`() async throws {
    let browser = try await Browser()
    let rules: [Wire.JSONValue] = [
      ["person": "app_version", "op": "greater", "value": "3.9"],
      [
        "did": ["kind": "custom", "name": "order", "within": ["days": 14]], "op": "greater_or_equal",
        "value": 2,
      ],
      ["random": "share", "op": "less", "value": 1_000],
      ["did": ["kind": "survey_answers", "name": "poll"], "op": "equals", "value": 0],
      ["not": ["audience": "a-2"]],
    ]
    for (id, name, rule) in [
      ("a-2", "Other", ["all": []]), ("a-1", "Everything", ["any": .array(rules)] as Wire.JSONValue),
    ] {
      try await browser.store.insert(
        Audience(
          id: AudienceID(id), appID: "app", name: name, rule: rule, createdAt: Samples.now,
          updatedAt: Samples.now))
    }
    let page = try await browser.get("/audiences/a-1").html.replacing(/name="csrf" value="[^"]*"/, with: "")
    // The survey is gone, which keeps nobody from opening the page.
    #expect(page.contains("There is no campaign poll."))
    #expect(page.contains("Condition \(rules.count)") && !page.contains("Condition \(rules.count + 1)"))
    #expect(try PageFile.difference(page, from: "audience", site: Console.site(navigation: [])) == nil)
  }

  @Test
  func
    `an author changes no audience or list that a campaign uses, however many audiences are between them; its page names the campaign`()
    async throws
  {
    let browser = try await Browser(role: .author)
    for (id, rule) in [
      ("list", Audience.listRule("list")), ("inner", ["all": [["list": "list"]]]),
      ("outer", ["not": ["audience": "inner"]]),
      ("free", ["all": []]),
    ] as [(AudienceID, Wire.JSONValue)] {
      try await browser.store.insert(
        Audience(
          id: id, appID: "app", name: id.rawValue, rule: rule, createdAt: Samples.now, updatedAt: Samples.now)
      )
    }
    let running = try #require(try await browser.store.campaigns(app: "app").first { $0.state == .running })
    var campaign = running
    campaign.content.audience = ["all": [["audience": "outer"]]]
    try await browser.store.update(
      campaign, expectedRevision: running.revision, as: .edited, by: .system, isAutomatic: false)
    for id in ["list", "inner", "outer"] {
      let path = id == "list" ? "/audiences/list/list" : "/audiences/\(id)"
      let page = try await browser.get(path).html
      #expect(page.contains("<a href=\"/campaigns/\(running.id)\">\(running.name)</a>"), "\(id)")
      let fields = [("name", "Changed"), ("text", "mallory"), ("rule", #"{"all":[]}"#), ("match", "all")]
      let refused = try await browser.post(path, fields)
      #expect(
        refused.status == .unprocessableContent && refused.html.contains("Ask somebody who may publish"),
        "\(id)")
      #expect(try await browser.post("/audiences/\(id)/delete", []).location != "/audiences")
    }
    #expect(
      try await browser.store.audiences(app: "app").map(\.name).sorted() == [
        "free", "inner", "list", "outer",
      ])
    #expect(
      try await browser.post("/audiences/free", [("name", "Changed"), ("match", "all")]).status == .seeOther)
  }

  @Test(arguments: [(0, "0"), (7, "7"), (99, "99"), (124_211, "120,000"), (999_999, "1,000,000")])
  func `an estimate shows two digits`(number: Int, words: String) {
    #expect(AudienceCountPart.rough(Double(number)) == words)
    #expect(
      AudienceCountPart.rough(123_456, .down) == "120,000"
        && AudienceCountPart.rough(123_456, .up) == "130,000")
  }
}
