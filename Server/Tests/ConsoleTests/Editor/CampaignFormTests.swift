// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import MartletCore
import MartletWire
import ServerTestSupport
import Testing

@testable import Console

struct CampaignFormTests {
  // MARK: - Round trips

  @Test(arguments: Contents.all.indices)
  func `a campaign comes back from its form as it was, as a browser sends it`(_ index: Int) {
    let content = Contents.all[index]
    let form = CampaignForm(name: "Name", content: content)
    #expect(CampaignForm(form.fields) == form)
    let reading = CampaignForm(form.fields).reading(over: content)
    #expect(reading.misreadings == [])
    #expect(reading.name == "Name")
    #expect(reading.content == content)
  }

  @Test(arguments: Contents.plain.indices)
  func `without what is stored, all that the form has fields for still comes back`(_ index: Int) {
    var content = Contents.plain[index]
    // The bottom edge goes without saying.
    if content.message?.slideFrom == .known(.bottom) { content.message?.slideFrom = nil }
    #expect(CampaignForm(name: "Name", content: content).reading().content == content)
  }

  @Test func `what a browser sends line by line has no carriage returns`() {
    let form = CampaignForm(FormFields([.init(name: "message", value: "a\r\nb")]))
    #expect(form["message"] == "a\nb")
  }

  // MARK: - Every field

  @Test(arguments: Field.all.indices)
  func `each field of the form leads to its part of the campaign`(_ index: Int) {
    let field = Field.all[index]
    var fields = CampaignForm().fields.all.filter { sent in !field.sent.contains { $0.name == sent.name } }
    fields += field.sent
    var expected = CampaignForm().reading().content
    field.change(&expected)
    let reading = CampaignForm(FormFields(fields)).reading()
    #expect(reading.misreadings == [])
    #expect(reading.content == expected)
  }

  // MARK: - What cannot be understood

  @Test(
    arguments: [
      ("starts_at", "next monday"), ("ends_at", "2026-02-30T10:00"), ("order", "first"), ("order", "1.5"),
      ("theme.light.text", "reddish"),
      ("theme.dark.background", "#12"), ("button.1.light.border", "#GGG"),
    ])
  func `what no campaign can hold is a problem beside its field, and comes back as it was typed`(
    _ name: String, _ value: String
  ) {
    var fields = CampaignForm().fields.all.filter { $0.name != name }
    fields.append(.init(name: name, value: value))
    let form = CampaignForm(FormFields(fields))
    #expect(form.reading().misreadings.map(\.field) == [name])
    #expect(form.fields[name] == value)
  }

  @Test(
    arguments: [
      ("", "number:greater", "20", "path"), ("a..b", "number:greater", "20", "path"),
      ("total", "number:greater", "much", "value"),
      ("total", "number:in", "1\ntwo", "value"), ("since", "date:less", "soon", "value"),
      ("total", "quite like", "20", "test"),
    ])
  func `a condition that means nothing is a problem beside its part`(
    _ path: String, _ test: String, _ value: String, _ part: String
  ) {
    let form = CampaignForm(writing: [
      "trigger.0.kind": "custom_event", "trigger.0.name": "e", "trigger.0.condition.1.path": path,
      "trigger.0.condition.1.test": test,
      "trigger.0.condition.1.value": value,
    ])
    let reading = form.reading()
    #expect(reading.misreadings.map(\.field) == ["trigger.0.condition.1.\(part)"])
    #expect(reading.content.triggers.map(\.filter) == [nil])
  }

  @Test func `a key that comes twice, and a trigger of which only the name is written, are problems`() {
    let form = CampaignForm(writing: [
      "extra.0.key": "a", "extra.0.value": "1", "extra.2.key": "a", "extra.2.value": "2",
      "trigger.0.name": "cart_viewed",
    ])
    let reading = form.reading()
    #expect(Set(reading.misreadings.map(\.field)) == ["extra.2.key", "trigger.0.kind"])
    #expect(reading.content.message?.extras == ["a": .string("1")])
    #expect(reading.content.triggers == [])
  }

  @Test func `a kept filter that was damaged on the way is a problem, not another filter`() {
    let form = CampaignForm(writing: [
      "trigger.0.kind": "custom_event", "trigger.0.name": "e", "trigger.0.kept": #"{"not": "#,
    ])
    #expect(form.reading().misreadings.map(\.field) == ["trigger.0.kind"])
  }

  // MARK: - Where problems belong

  @Test(
    arguments: [
      ("name", "name"), ("ends_at", "ends_at"), ("priority.bucket", "priority"), ("message.header", "header"),
      ("message.message", "message"), ("message.image_alt", "image_alt"),
      ("message.header_alignment", "header_alignment"), ("message.language", "language"),
      ("message.animate_out", "motion"),
      ("message.base_url", "base_url"), ("message.asset_urls[3]", "asset_urls"),
      ("message.set_aside", "page"),
      ("message.bridge.names[1]", "bridge_names"), ("message.bridge.ready_events", "ready_events"),
      ("message.bridge.allows[0]", "bridge.custom_event"),
      ("message.click_action.url", "action_url"),
      ("message.click_action.type", "action"), ("message.close.after_seconds", "close_seconds"),
      ("message.buttons[0].text", "button.1.text"),
      ("message.buttons[0].click_action.url", "button.1.url"),
      ("message.buttons[0].themes.dark.text", "button.1.dark.text"),
      ("message.buttons", "button.0.text"), ("message.themes.light.header_text", "theme.light.header_text"),
      ("message.extras.offer", "extra.1.value"), ("message.extras.", "extra.3.key"),
      ("message.extras.some.path", "extra.2.value"),
      ("triggers", "trigger.0.kind"),
      ("triggers[0].name", "trigger.1.name"),
      ("triggers[0].filter.all[1].value", "trigger.1.condition.2.value"),
      ("triggers[0].filter.all[0].path", "trigger.1.condition.0.path"), ("triggers[9]", "trigger.0.kind"),
      ("message", "message"),
      ("something.new", "name"),
    ])
  func `a problem of the domain stands beside the field that caused it, blank rows or not`(
    _ path: String, _ field: String
  ) {
    let form = CampaignForm(writing: [
      "button.1.text": "Go", "extra.1.key": "offer", "extra.1.value": "1", "extra.2.key": "some.path",
      "extra.2.value": "2",
      "extra.3.value": "3",
      "trigger.1.kind": "custom_event", "trigger.1.name": "e", "trigger.1.condition.0.path": "a",
      "trigger.1.condition.0.test": "text:equals", "trigger.1.condition.0.value": "1",
      "trigger.1.condition.2.path": "b",
      "trigger.1.condition.2.test": "text:equals", "trigger.1.condition.2.value": "2",
    ])
    #expect(form.reading().field(path) == field)
  }

  @Test
  func `a problem of a page stands beside the page, and one of the text that is set aside beside the text`() {
    var form = CampaignForm()
    form["kind"] = "html"
    #expect(form.reading().field("message.message") == "page")
    #expect(form.reading().field("message.set_aside") == "message")
    #expect(form.reading().field("message") == "page")
  }

  @Test func `what the kind does not use is no problem of the form, which hides it`() async throws {
    let browser = try await Browser()
    let answer = try await browser.post(
      "/campaigns/new/message",
      [("kind", "control"), ("header", "Left over"), ("button.0.text", "Go"), ("do", "preview")])
    #expect(answer.html.contains("value=\"Left over\""))
    #expect(!answer.html.contains("is kept but not sent"))
  }

  @Test func `every field that the domain may name is one that the page has`() {
    let validation = CampaignValidation { _, _ in { _ in true } }
    for content in Contents.all + Contents.wrong {
      let form = CampaignForm(name: "", content: content)
      let reading = form.reading(over: content)
      let names = Set(form.fields.all.map(\.name)).union(["extras"])
      for problem in reading.problems(validation.diagnostics(name: "", content: content, at: Samples.now)) {
        #expect(names.contains(problem.field), "\(problem)")
      }
    }
  }

  // MARK: - Hostile input

  @Test func `anything that can be sent is read, and nothing of it is lost where there is a field for it`() {
    for seed in 0..<300 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let names = CampaignForm(name: "", content: Contents.all[Int(seed) % Contents.all.count]).fields.all
        .map(\.name)
      let values = [
        "", "\u{0}", "<script>", "\"'&", "9999999999999999999", "-1", "🦆",
        String(repeating: "x", count: 5_000), "null", "{", "\n", "..",
      ]
      let fields = (0..<60).map { _ in
        FormFields.Field(
          name: Bool.random(using: &random)
            ? names.randomElement(using: &random)!
            : "trigger.\(Int.random(in: -2...9_999, using: &random)).condition.99999.path",
          value: values.randomElement(using: &random)!)
      }
      let form = CampaignForm(FormFields(fields))
      #expect(CampaignForm(form.fields) == form)
      _ = form.reading(over: Contents.all[0])
    }
  }

  @Test func `names of no field are not read, however many rows they claim to stand in`() {
    let deep = "trigger" + String(repeating: ".1", count: 5_000)
    #expect(
      CampaignForm(FormFields([.init(name: deep, value: "x"), .init(name: "name", value: "n")])).values == [
        "name": "n"
      ])
    #expect(
      CampaignForm(FormFields([.init(name: "trigger.3.part.0.condition.7.value", value: "x")])).values == [
        "trigger.0.part.0.condition.0.value": "x"
      ])
  }

  @Test func `thousands of rows are read in one go`() {
    let fields = (0..<FormFields.maximumCount).map {
      FormFields.Field(name: "trigger.\($0).kind", value: "session_start")
    }
    let reading = CampaignForm(FormFields(fields)).reading()
    #expect(reading.content.triggers.count == FormFields.maximumCount)
  }
}
