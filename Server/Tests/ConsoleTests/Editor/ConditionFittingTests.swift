// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import HTTPTypes
import MartletCore
import MartletWire
import StoreSQLite
import Testing

@testable import Console

/// The comparisons that a condition offers for what an app has sent.
struct ConditionFittingTests {
  private static let now = Samples.now

  /// Values of each type that an app may send.
  private static let values: [LoggedType: [Wire.JSONValue]] = [
    .text: [.string("a"), .string("b")], .wholeNumber: [.int(1), .int(2), .int(3)],
    .number: [.double(1), .double(1.5), .double(3)],
    .boolean: [.bool(true), .bool(false)],
    .date: [0, -3_600_000, 3_600_000, -864_000_000, 864_000_000].map {
      ["$date": .int(now.milliseconds + $0)]
    },
    .list: [.array([.string("a")]), .array([.string("b"), .string("c")])], .object: [["inner": .object([:])]],
    .nothing: [.null],
  ]

  /// What somebody may type as the value.
  private static func typed(_ test: ConditionTest) -> [String] {
    let words: [String]
    switch test.type {
    case .number: words = ["1", "2", "1.5"]
    case .date: words = ["2026-11-21T14:05", FormText.text(now)]
    case .ago, .fromNow: words = ["1 days", "1 hours"]
    case .text, .version, .list, .boolean, .any, .share: words = ["a", "b"]
    }
    switch test.operand {
    case .none: return [""]
    case .one: return words
    case .list: return words + [words.joined(separator: "\n")]
    case .two: return ["\(words[0])\n\(words[0])", words.sorted().prefix(2).joined(separator: "\n")]
    }
  }

  @Test(
    arguments: LoggedType.allCases)
  func `a comparison is offered for a type exactly if it can be true for some value of it`(_ type: LoggedType)
    throws
  {
    for test in ConditionTest.all {
      var isEverTrue = false
      for text in Self.typed(test) {
        let comparison = try test.comparison(path: ["x"], value: text)
        guard let filter = try? Wire.Filter.compare(comparison).translated(),
          let program = try? FilterProgram(filter, compilePattern: { pattern, _ in { $0.contains(pattern) } })
        else { continue }
        for value in Self.values[type] ?? [] where program.evaluate(Properties(["x": value]), at: Self.now) {
          isEverTrue = true
        }
      }
      // Something that is there is neither blank nor missing. These choices are for what only some
      // events have.
      let isAboutAbsence = [.isBlank, .doesNotExist].contains(test.operation)
      // Null is the value of nothing, and no choice of the author's.
      guard !isAboutAbsence, type != .nothing else { continue }
      #expect(test.fits([type]) == isEverTrue, "\(test.name)")
    }
  }

  // MARK: - In the editor

  private func browser() async throws -> Browser {
    let browser = try await Browser(campaigns: [])
    let properties: [String: Wire.JSONValue] = [
      "total": .double(12.5), "size": .int(3), "plan": .string("<pro>"),
      "note": .string(String(repeating: "a", count: 70)),
      "isNew": .bool(true), "at": ["$date": .int(1_790_000_000_000)], "tags": .array([.string("x")]),
      "cart": ["size": .int(2)],
      "mixed": .string("12"),
    ]
    let events: [Wire.EventRecord.Body] = [
      .custom(name: "cart_viewed", properties: properties),
      .custom(name: "cart_viewed", properties: ["mixed": .int(12)]),
      .screenView(name: "Home", properties: ["depth": .int(2)]),
      .purchase(productID: "socks", currency: "EUR", price: 9.9, quantity: 1, properties: [:]),
      .attribute(key: "age", value: .int(30)),
      .attribute(key: "plan", value: .string("pro")),
    ]
    _ = try await browser.store.ingest(
      IngestBatch(
        appID: "app", device: Wire.Device(id: "d"), receivedAt: Self.now,
        events: events.enumerated().map {
          Wire.EventRecord(id: "\($0)", at: Self.now, sessionID: "s", userID: "u", body: $1)
        }))
    return browser
  }

  /// The comparison of the first condition as the page has it.
  private func part(_ html: String, _ id: String = "trigger-0-condition-0-test-part") throws -> Substring {
    let start = try #require(html.range(of: "id=\"\(id)\""))
    let rest = html[start.lowerBound...]
    return rest.prefix(upTo: rest.range(of: "Remove condition")?.lowerBound ?? rest.endIndex)
  }

  private func condition(
    _ browser: Browser, _ path: String, _ test: String = "", _ value: String = "",
    kind: String = "custom_event",
    name: String = "cart_viewed", more: [(String, String)] = [("do", "preview")]
  ) async throws -> Substring {
    let answer = try await browser.post(
      "/campaigns/new/message",
      [
        ("trigger.0.kind", kind), ("trigger.0.name", name), ("trigger.0.condition.0.path", path),
        ("trigger.0.condition.0.test", test),
        ("trigger.0.condition.0.value", value),
      ] + more)
    return try part(answer.html)
  }

  private func groups(_ part: Substring) -> [String] {
    part.matches(of: /<optgroup label="([^"]*)">/).map { String($0.1) }
  }

  @Test(
    arguments: [
      ("total", ["Number", "Any type"], "numbers"), ("size", ["Number", "Any type"], "whole numbers"),
      ("plan", ["Text", "Any type"], "text"),
      ("isNew", ["Yes or no", "Any type"], "yes or no"),
      ("at", ["Date and time (UTC)", "Relative time, such as 3 days", "Any type"], "dates"),
      ("tags", ["Text", "List", "Any type"], "lists"),
      ("cart.size", ["Number", "Any type"], "whole numbers"),
      ("mixed", ["Text", "Number", "Any type"], "text or whole numbers"),
    ])
  func `only the comparisons of the logged types are offered, with a sentence that says which they are`(
    _ path: String, _ offered: [String], _ words: String
  ) async throws {
    let part = try await condition(try await browser(), path)
    #expect(groups(part) == offered && part.contains("Values so far: \(words)."))
    #expect(part.contains("value=\"all.trigger.0.condition.0\""))
  }

  @Test func `nothing is left out for a property, an event or a trigger of which nothing is known`()
    async throws
  {
    let browser = try await browser()
    for part in [
      try await condition(browser, "never_sent"), try await condition(browser, ""),
      try await condition(browser, "total", name: "other"),
      try await condition(browser, "cart"), try await condition(browser, "total", kind: "session_start"),
    ] {
      #expect(
        groups(part).count == 7 && !part.contains("Values so far") && !part.contains("Show all comparisons"))
    }
  }

  @Test(
    arguments: [
      ("screen_view", "Home", "depth"), ("purchase", "socks", "price"), ("any_purchase", "", "price"),
      ("attribute_change", "age", "value"),
    ])
  func `screens, purchases and attributes have values too`(_ kind: String, _ name: String, _ path: String)
    async throws
  {
    let part = try await condition(try await browser(), path, kind: kind, name: name)
    #expect(groups(part) == ["Number", "Any type"])
  }

  @Test(
    arguments: [
      ("total", "", "", "="), ("isNew", "", "", "is true"), ("at", "", "", "before"),
      ("total", "", "12", "="),
      ("never_sent", "", "", "is"),
      ("plan", "number:greater", "", "&gt;"), ("isNew", "text:equals", "", "is"),
      ("total", "text:equals", "12", "is"),
      ("total", "any:exists", "", "exists"), ("plan", "invented", "x", "invented"),
    ])
  func
    `a comparison that nobody has chosen is one that fits, and any other stays as it is, with a warning if it does not fit`(
      _ path: String, _ test: String, _ value: String, _ label: String
    ) async throws
  {
    let part = try await condition(try await browser(), path, test, value)
    let chosen = try #require(part.firstMatch(of: /<option value="([^"]*)"[^>]*selected>([^<]*)</))
    #expect(chosen.1 == test && chosen.2 == label)
    let isWrong = !["", "any:exists", "invented"].contains(test)
    #expect(part.contains("Note: </span>It is never true for") == isWrong)
    if !value.isEmpty { #expect(part.contains(value)) }
  }

  @Test(
    arguments: [
      ("isNew", "", "", .bool(true)), ("total", "", "12", .int(12)), ("plan", "", "pro", .string("pro")),
      ("isNew", "text:equals", "", .string("")), ("isNew", "boolean:false", "", .bool(false)),
    ] as [(String, String, String, Wire.JSONValue)])
  func
    `what is saved is the comparison that the page shows, also if somebody saves before the page could offer it`(
      _ path: String, _ test: String, _ value: String, _ operand: Wire.JSONValue
    ) async throws
  {
    let browser = try await browser()
    let condition = [
      ("trigger.0.kind", "custom_event"), ("trigger.0.name", "cart_viewed"),
      ("trigger.0.condition.0.path", path),
      ("trigger.0.condition.0.test", test), ("trigger.0.condition.0.value", value),
    ]
    let answer = try await browser.post(
      "/campaigns/new/message", [("name", "Saved")] + condition + [("do", "save")])
    #expect(answer.status == .seeOther, "\(answer.html)")
    let expected = Wire.Filter.compare(
      Wire.Comparison(path: [path], operation: .known(.equals), value: operand))
    var campaign = try #require(try await browser.store.campaigns(app: "app").first { $0.name == "Saved" })
    #expect(campaign.content.triggers.first?.filter == expected)
    // The stored comparison is drawn as it is, and saving another field keeps it.
    let form = CampaignForm(name: campaign.name, content: campaign.content)
    #expect(form["trigger.0.condition.0.test"].isEmpty == false)
    let edit = "/campaigns/\(campaign.id.rawValue)/edit"
    let drawn = try part(try await browser.get(edit).html)
    #expect(drawn.contains("value=\"\(form["trigger.0.condition.0.test"])\""))
    let fields = form.values.filter { $0.key != "name" }.map { ($0.key, $0.value) }
    _ = try await browser.post(edit, fields + [("name", "Saved again"), ("do", "save")])
    campaign = try #require(try await browser.store.campaigns(app: "app").first { $0.name == "Saved again" })
    #expect(campaign.content.triggers.first?.filter == expected)
  }

  @Test func `a comparison that nobody has chosen still follows its property on the page of a refused form`()
    async throws
  {
    let browser = try await browser()
    let answer = try await browser.post(
      "/campaigns/new/message",
      [
        ("name", ""), ("trigger.0.kind", "custom_event"), ("trigger.0.name", "cart_viewed"),
        ("trigger.0.condition.0.path", "total"),
        ("trigger.0.condition.0.test", ""), ("trigger.0.condition.0.value", "12"), ("do", "launch"),
      ])
    #expect(answer.html.contains("Not launched"))
    let chosen = try #require(
      try part(answer.html).firstMatch(of: /<option value="([^"]*)"[^>]*selected>([^<]*)</))
    #expect(chosen.1 == "" && chosen.2 == "=")
  }

  @Test func `all comparisons can be asked for, and stay while the form is open`() async throws {
    let browser = try await browser()
    let part = try await condition(
      browser, "total", "number:equals", "1", more: [("do", "all.trigger.0.condition.0")])
    #expect(
      groups(part).count == 7 && !part.contains("Show all comparisons")
        && part.contains("Values so far: numbers."))
    #expect(part.contains("type=\"hidden\" name=\"trigger.0.condition.0.all\" value=\"yes\""))
    let again = try await condition(
      browser, "total", "number:equals", "1", more: [("trigger.0.condition.0.all", "yes"), ("do", "preview")])
    #expect(groups(again).count == 7)
    // A row that does not exist gets none.
    let other = try await browser.post("/campaigns/new/message", [("do", "all.trigger.7.condition.0")]).html
    #expect(!other.contains("trigger.7"))
  }

  @Test(
    arguments: [
      ("total", "number:greater", "12", "type=\"text\"", "inputmode=\"decimal\""),
      (
        "at", "date:less", "2026-11-21T14:05", "type=\"text\" data-suits=\"datetime-local\"",
        "value=\"2026-11-21T14:05\""
      ),
      // As the browser's field writes it. It would drop what it cannot read.
      ("at", "date:less", " 2026-1-5 9:05 ", "data-suits=\"datetime-local\"", "value=\"2026-01-05T09:05\""),
      (
        "at", "date:less", "2026-11-21 14:05:30.5", "data-suits=\"datetime-local\"",
        "value=\"2026-11-21T14:05:30.500\""
      ),
      ("at", "date:less", "soon", "type=\"text\" value=\"soon\"", "This is not a date and time."),
      ("at", "ago:less", "3 days", "type=\"text\"", "value=\"3 days\""),
      (
        "plan", "text:equals", "", "list=\"trigger-0-condition-0-test-part-samples\"",
        "<option value=\"&lt;pro&gt;\">"
      ),
      ("plan", "text:in", "a\nb", "<textarea", "a\nb"), ("plan", "text:equals", "a\nb", "<textarea", "a\nb"),
      ("total", "number:between", "", "<textarea", "rows=\"1\""),
    ])
  func `the value has a field that suits it, and what such a field would drop stays in a field for text`(
    _ path: String, _ test: String, _ value: String, _ first: String, _ second: String
  ) async throws {
    let part = try await condition(try await browser(), path, test, value)
    #expect(part.contains(first) && part.contains(second), "\(part)")
  }

  @Test func `a sample that was cut off is not suggested, because no value is equal to it`() async throws {
    #expect(!(try await condition(try await browser(), "note")).contains("<datalist"))
  }

  @Test func `a value that cannot be compared is refused beside its field, whichever field the page had`()
    async throws
  {
    let browser = try await browser()
    for (path, test, value, words) in [
      ("total", "number:greater", "lots", "This is not a number."),
      ("at", "date:less", "soon", "This is not a date and time."),
    ] {
      let part = try await condition(browser, path, test, value, more: [("name", "x"), ("do", "save")])
      #expect(
        part.contains(words) && part.contains("value=\"\(value)\"") && part.contains("aria-invalid=\"true\""))
    }
  }

  // MARK: - In audiences

  @Test func `the rule of an audience offers the comparisons of an attribute, and its names`() async throws {
    let browser = try await browser()
    func page(_ name: String, _ command: String) async throws -> String {
      try await browser.post(
        "/audiences/new",
        [
          ("match", "all"), ("condition.0.subject", "attribute"), ("condition.0.name", name),
          ("condition.0.attribute_test", ""),
          ("condition.0.attribute_value", ""), ("do", command),
        ]
      ).html
    }
    let id = "condition-0-attribute_test-part"
    let age = try await page("age", "preview")
    #expect(
      groups(
        try part(age, id).prefix(
          upTo: try #require(part(age, id).range(of: "condition-0-text_test-part")?.lowerBound))) == [
          "Number", "Any type",
        ])
    #expect(age.contains("<option value=\"age\">") && age.contains("<option value=\"plan\">"))
    #expect(age.contains("value=\"all.condition.0\""))
    let all = try await page("age", "all.condition.0")
    #expect(
      !all.contains("value=\"all.condition.0\"") && all.contains("name=\"condition.0.all\" value=\"yes\""))
    let plan = try await page("plan", "preview")
    #expect(plan.contains("<option value=\"pro\">") && plan.contains("Values so far: text."))
  }

  @Test
  func `an audience is saved with the comparison that its page shows, and keeps another one that was chosen`()
    async throws
  {
    let browser = try await browser()
    for (name, test, value, expected) in [
      ("age", "", "30", ["attribute": "age", "op": "equals", "value": 30]),
      ("plan", "", "pro", ["attribute": "plan", "op": "equals", "value": "pro"]),
      ("age", "text:equals", "", ["attribute": "age", "op": "equals", "value": ""]),
    ] as [(String, String, String, Wire.JSONValue)] {
      let answer = try await browser.post(
        "/audiences/new",
        [
          ("name", "Those \(name)\(test)"), ("match", "all"), ("condition.0.subject", "attribute"),
          ("condition.0.name", name),
          ("condition.0.attribute_test", test), ("condition.0.attribute_value", value), ("do", "save"),
        ])
      #expect(answer.status == .seeOther, "\(answer.html)")
      let audience = try #require(
        try await browser.store.audiences(app: "app").first { $0.name == "Those \(name)\(test)" })
      #expect(audience.rule == ["all": [expected]])
    }
  }
}
