// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import ServerTestSupport
import Testing

@testable import Personalisation

@Suite("What rendering may cost")
struct RenderBudgetTests {
  /// Lists in lists, long texts, and objects: what makes a template repeat itself.
  private static let attributes: [String: Wire.JSONValue] = [
    "long": .string(String(repeating: "<long>", count: 5_000)),
    "list": .array(Array(repeating: .string(String(repeating: "&", count: 3_000)), count: 10)),
    "numbers": .array((0..<10).map { .int($0) }),
    "matrix": .array(Array(repeating: .array(Array(repeating: .string("cell"), count: 10)), count: 10)),
    "rows": .array(
      Array(
        repeating: .object(["name": "row", "cells": .array(Array(repeating: .int(1), count: 10))]), count: 10)
    ),
  ]

  private static var values: TemplateValues {
    TemplateValues(
      userID: "u", attributes: attributes, event: attributes, device: Wire.Device(id: "d", platform: "ios"))
  }

  private static let sections = [
    "user.list", "event.list", "user.numbers", "user.matrix", "user.rows", "cells", ".", "user.long", "user",
    "enumerated(user)",
    "reversed(event.list)", "sorted(event)", "uppercased(user.long)",
  ]
  private static let tags = [
    "{{.}}", "{{{.}}}", "{{user.long}}", "{{&user.long}}", "{{user}}", "{{user.list}}", "{{name}}",
    "{{value}}", "{{index()}}",
    "{{uppercased(user.long)}}", "{{count(user.matrix)}}", "{{event.numbers}}",
    "{{#user.long}}{{.}}{{/user.long}}", "{{text}}", "",
  ]

  /// Templates of up to 6 KB whose length comes from their sections, which is enough to repeat them
  /// beyond every limit.
  private static func template(_ seed: UInt64) -> String {
    var chance = SeededGenerator(seed: seed)
    func pick(_ choices: [String]) -> String { choices[Int.random(in: 0..<choices.count, using: &chance)] }
    let names = (0..<Int.random(in: 1...2, using: &chance)).map { _ in pick(sections) }
    let tag = pick(tags)
    let literal = String(repeating: "x", count: Int.random(in: 0...20, using: &chance))
    let length = Int.random(in: 500...6_000, using: &chance)
    let body = String(
      repeating: tag + literal + "y", count: length / (tag.utf8.count + literal.utf8.count + 1))
    return names.map { "{{#\($0)}}" }.joined() + body + names.reversed().map { "{{/\($0)}}" }.joined()
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `whatever a template repeats, its values and its result are bounded`(seed: UInt64) {
    let text = Self.template(seed)
    for kind in [[TemplateKind.html, .text, .address][Int(seed % 3)]] {
      let budget = RenderBudget()
      let templates = Templates { body in [body(text, "message.page", kind)] }
      let result = Result { () throws(TemplateProblem) in
        try templates.render(Self.values, maximumBytes: CampaignTemplate.maximumBytes, budget: budget)
      }
      // The last step is the first one beyond the limit.
      #expect(budget.steps <= RenderBudget.steps + 10, "\(text.prefix(200))")
      #expect(budget.bytes <= RenderBudget.bytes + 100_000, "\(text.prefix(200))")
      switch result {
      case .success(let rendered): #expect(rendered[0].utf8.count <= CampaignTemplate.maximumBytes)
      case .failure(let problem):
        #expect([.tooMuch, .tooLong, .unreadable("message.page")].contains(problem), "\(text.prefix(200))")
      }
    }
  }

  @Test(
    arguments: [
      ("{{user.long}}", "longer than"), ("{{#user.none}}{{/user.none}}", "repeat too much"),
      ("{{#count(user.long)}}{{/count(user.long)}}", "repeat too much"),
    ])
  func `6,000 tags in two sections over a text of 30 KB end with a reason that says what to do`(
    tag: String, reason: String
  ) throws {
    let body = String(repeating: tag, count: 6_000)
    // Sections stand in each other twice at most.
    let inner = tag.hasPrefix("{{#") ? body : "{{#event.list}}\(body){{/event.list}}"
    let page = "{{#user.list}}\(inner){{/user.list}}"
    let campaign = Wire.Campaign(
      id: "c", createdAt: Instant(milliseconds: 0), triggers: [],
      message: Wire.Message(kind: .known(.modal), message: page))
    let answer = CampaignTemplate(campaign).render(Self.values)
    #expect(answer.message == nil)
    #expect(answer.withdrawn?.detail?.contains(reason) == true, "\(answer.withdrawn?.detail ?? "")")
  }

  @Test func `a long page with lists is rendered as before, to the last byte`() throws {
    let row = "<li>{{name}} {{#cells}}<b>{{.}}</b>{{/cells}}</li>"
    let filler = String(repeating: "<p>Text</p>", count: 3_000)
    let page =
      "\(filler){{#user.rows}}\(row){{/user.rows}}{{^user.none}}none{{/user.none}}{{#user.long}}{{user.id}}{{/user.long}}"
    let expected =
      filler + String(repeating: "<li>row " + String(repeating: "<b>1</b>", count: 10) + "</li>", count: 10)
      + "noneu"
    #expect(
      try Templates { body in body(page, "p", .html) }.render(Self.values, maximumBytes: 131_072) == expected)
    let transforms =
      "{{count(user.matrix)}} {{uppercased(user.id)}} {{#reversed(user.numbers)}}{{.}}{{/reversed(user.numbers)}}"
    #expect(
      try Templates { body in body(transforms, "p", .text) }.render(Self.values, maximumBytes: 100)
        == "10 U 9876543210")
  }

  @Test func `rendering ends when nobody waits for it any more`() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return Result { () throws(TemplateProblem) in
        try Templates { body in body("Hello {{user.id}}", "p", .text) }.render(Self.values, maximumBytes: 100)
      }
    }
    #expect(await task.value == .failure(.tooMuch))
  }
}
