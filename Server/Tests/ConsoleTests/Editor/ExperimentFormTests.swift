// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire
import Testing

@testable import Console

@Suite("The form of an experiment")
struct ExperimentFormTests {
  private static var message: Wire.Message {
    var message = Wire.Message(kind: .known(.modal))
    (message.header, message.message) = ("Delivery is on us", "Until Sunday")
    message.buttons = [Wire.Button(id: 0, text: "Shop")]
    return message
  }

  private static func content(_ change: (inout Wire.Message) -> Void) -> CampaignContent {
    var content = CampaignContent(triggers: [Wire.Trigger(kind: .known(.sessionStart))], message: message)
    var other = message
    change(&other)
    content.experiment = Wire.Experiment(
      id: "x",
      variants: [
        .init(id: "a", share: 4_950), .init(id: "short", name: "Short", share: 3_000, message: other),
      ], control: 1_050,
      holdout: 1_000, keepsTurn: true, plannedPeople: 5_000)
    content.conversions = [
      Wire.Conversion(
        name: "Order", event: ["kind": "custom", "name": "order_placed"], windowMilliseconds: 43_200_000,
        revenue: "price"),
      Wire.Conversion(name: "Visit", event: ["kind": "session_start"], isGuardrail: true),
      Wire.Conversion(
        name: "Music",
        event: ["kind": "purchase", "where": ["path": ["kind"], "op": "equals", "value": "music"]]),
    ]
    return content
  }

  static let changes: [(String, @Sendable (inout Wire.Message) -> Void)] = [
    ("header", { $0.header = "Free delivery" }), ("text", { $0.message = "Today\nonly" }),
    ("image", { $0.imageURL = "https://example.com/a.png" }),
    ("button", { $0.buttons[0].text = "Go" }), ("nothing", { _ in }),
    ("a field that the form does not have", { $0.icon = "🦉" }),
    ("no header", { $0.header = nil }),
  ]

  @Test(arguments: changes.map(\.0))
  func `a stored experiment reads back as it was, whatever its variant changes`(name: String) throws {
    let change = try #require(Self.changes.first { $0.0 == name }?.1)
    let content = Self.content(change)
    let reading = CampaignForm(name: "C", content: content).reading(over: content)
    #expect(reading.misreadings == [])
    #expect(reading.content.conversions == content.conversions)
    #expect(
      reading.content.experiment?.variants.map(\.share) == [4_950, 3_000]
        && reading.content.experiment?.id == "x")
    let expected = content.experiment?.variants[1].message
    // A variant that changes nothing has the campaign's message.
    #expect(reading.content.experiment?.variants[1].message == (name == "nothing" ? nil : expected))
  }

  @Test func `what the fields cannot say is JSON that people can read`() {
    let form = CampaignForm(name: "C", content: Self.content { $0.icon = "🦉" })
    for field in ["variant.1.json", "conversion.2.json"] {
      let lines = form[field].split(separator: "\n")
      #expect(lines.first == "{" && lines.count > 4 && lines[1].hasPrefix("  \""), "\(form[field])")
    }
  }

  @Test func `the variant of a page is a page`() throws {
    var form = CampaignForm(name: "C", content: Self.content { $0.message = "Today" })
    func text() throws -> EditorField {
      let fields = EditorFields(form, [], FormSuggestions())
      let variants = ExperimentForm.variants(of: .message, fields, isLaunched: false)
      return try #require(variants.rows[1].fields.first { $0.name == "variant.1.text" })
    }
    #expect(try text().label == "Text" && (try text().code) == nil)
    form["kind"] = "html"
    #expect(try text().label == "Page" && (try text().code?.limit) == CampaignLimits.pageBytes)
  }

  @Test func `shares that are left blank get even parts of the rest`() {
    #expect(ExperimentForm.filled([nil, nil], control: 1_000) == [4_500, 4_500])
    #expect(ExperimentForm.filled([nil, nil, nil], control: 0) == [3_334, 3_333, 3_333])
    #expect(ExperimentForm.filled([2_000, nil], control: 1_000) == [2_000, 7_000])
    #expect(ExperimentForm.filled([9_000, nil], control: 5_000) == [9_000, 0])
  }

  @Test
  func `a form without an experiment has none, and an edited text of the campaign reaches its variants`() {
    let content = Self.content { $0.header = "Free delivery" }
    var form = CampaignForm(name: "C", content: content)
    form["message"] = "Until Monday"
    #expect(form.reading(over: content).content.experiment?.variants[1].message?.message == "Until Monday")
    form["experiment"] = ""
    #expect(form.reading(over: content).content.experiment == nil)
    form["experiment"] = ExperimentForm.on
    form["experiment.restart"] = "yes"
    form["experiment.control"] = "12 %"
    let reading = form.reading(over: content)
    #expect(
      reading.content.experiment?.id == Wire.Experiment.newID && reading.content.experiment?.control == 1_200)
    form["experiment.control"] = "twelve"
    #expect(form.reading(over: content).misreadings.map(\.field) == ["experiment.control"])
  }
}
