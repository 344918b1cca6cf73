// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@testable import Console

@Suite("Values and names in the console's forms")
struct ValueFieldTests {
  // MARK: - Values in texts

  private static let tag = "{{user.first_name}}"

  @Test(
    arguments: [
      ["header": tag], ["message": "Hi \(tag)"], ["button.0.text": tag],
      ["kind": "html", "page": "<p>\(tag)</p>"],
      ["image_url": "https://example.com/\(tag).png"], ["extra.0.key": "a", "extra.0.value": tag],
      [
        "header": "Hi", "language": "en", "translation.0.tag": "de",
        "translation.0.text-header": "Hallo \(tag)",
      ],
    ])
  func `a text with a value is filled in without a switch`(fields: [String: String]) {
    var form = CampaignForm(writing: ["name": "Greeting", "header": "Hi", "trigger.0.kind": "session_start"])
    for (name, value) in fields { form[name] = value }
    #expect(form.reading().content.rules.render == .known(.atDisplay))
  }

  @Test(
    arguments: [["header": "Hi"], ["kind": "html", "page": "<p>{{ message }}</p>"], ["name": tag]])
  func `a text without a value needs no server`(fields: [String: String]) {
    var form = CampaignForm(writing: ["name": "Greeting", "header": "Hi", "trigger.0.kind": "session_start"])
    for (name, value) in fields { form[name] = value }
    #expect(form.reading().content.rules.render == nil)
  }

  @Test func `the values for texts are those that the app has sent, as texts name them`() {
    var suggestions = FormSuggestions()
    suggestions.logged.properties = ["order_placed": ["total", "cart.size"]]
    var form = CampaignForm(.message)
    #expect(suggestions.values(in: form).first == "user.id")
    form["trigger.0.kind"] = "custom_event"
    form["trigger.0.name"] = "order_placed"
    let values = suggestions.values(in: form)
    #expect(
      values.contains("event.total") && values.contains("event.cart.size") && values.contains("device.locale")
    )
    #expect(values.allSatisfy { TemplatePath($0) != nil })
  }

  // MARK: - Languages

  static let languages: [(String, String?)] = [
    ("German", "de"), ("german", "de"), (" Norwegian ", "nb"), ("Portuguese (Brazil)", "pt-BR"),
    ("pt_br", "pt-br"), ("de-AT", "de-AT"),
    ("Chinese (traditional)", "zh-Hant"), ("Hebrew", "he"), ("Estonian", "et"), ("Klingonish", nil),
    ("deutsch!", nil),
    ("german language", nil),
  ]

  @Test(arguments: languages)
  func `the name of a language is understood, and what is none is refused beside the field`(
    typed: String, tag: String?
  ) {
    #expect(LanguageWords.tag(typed) == tag)
    let form = CampaignForm(writing: [
      "name": "Greeting", "header": "Hi", "language": "en", "trigger.0.kind": "session_start",
      "translation.0.tag": typed,
      "translation.0.text-header": "Hallo",
    ])
    let reading = form.reading()
    #expect(reading.content.languages.keys.sorted() == (tag.map { [$0] } ?? []))
    #expect(reading.misreadings.map(\.field) == (tag == nil ? ["translation.0.tag"] : []))
    let own = CampaignForm(writing: [
      "name": "Greeting", "header": "Hi", "language": typed, "trigger.0.kind": "session_start",
    ])
    #expect(own.reading().content.message?.language == tag ?? typed)
  }

  // MARK: - Facts about people

  static let facts: [(fact: String, typed: String, value: String?)] = [
    ("country", "Germany", "DE"), ("country", "germany", "DE"), ("country", "de", "DE"),
    ("country", "DE", "DE"), ("country", "USA", "US"),
    ("country", "UK", "GB"), ("country", "Türkiye", "TR"), ("country", "Turkey", "TR"),
    ("country", "Germoney", nil),
    ("country", "Deutschland", nil),
    ("country", "XX", nil), ("language", "German", "de"), ("language", "DE", "de"), ("language", "iw", "he"),
    ("language", "Portuguese (Brazil)", "pt"),
    ("language", "de-AT", nil), ("language", "Germanish", nil), ("platform", "iOS", "ios"),
    ("platform", "iPadOS", "ipados"),
    ("platform", "android", "android"), ("platform", "my phone", nil), ("model", "iPhone17,1", "iPhone17,1"),
  ]

  private func form(_ fact: String, _ test: String, _ typed: String) -> CampaignForm {
    var form = CampaignForm([])
    form["condition.0.subject"] =
      SubjectChoice.all.first { $0.subject([], nil) == .fact(AudienceFact(rawValue: fact) ?? .userID) }?.id
      ?? ""
    form["condition.0.text_test"] = test
    form["condition.0.text_value"] = typed
    return form
  }

  @Test(arguments: facts)
  func `names of countries, languages and platforms are understood, and others are refused beside the field`(
    fact: String, typed: String, value: String?
  ) {
    let reading = AudienceForm.read(form(fact, "text:equals", typed), AudienceNames())
    let condition: Wire.JSONValue? = value.map {
      ["person": .string(fact), "op": "equals", "value": .string($0)]
    }
    #expect(reading.rule == ["all": .array(condition.map { [$0] } ?? [])])
    #expect(reading.problems.map(\.field) == (value == nil ? ["condition.0.text_value"] : []))
  }

  @Test func `several names are read line by line, and parts of a value stay as they are`() {
    let several = AudienceForm.read(form("country", "text:in", "Germany\nAustria\n\nCH"), AudienceNames())
    #expect(
      several.rule == ["all": [["person": "country", "op": "in", "value": ["DE", "AT", "CH"]]]]
        && several.problems.isEmpty)
    let one = AudienceForm.read(form("country", "text:in", "Germany\nNowhere"), AudienceNames())
    #expect(one.problems.count == 1 && one.problems[0].message.contains("Nowhere"))
    #expect(AudienceForm.read(form("country", "text:starts_with", "Ger"), AudienceNames()).problems.isEmpty)
  }

  @Test func `a country is chosen from a list with its name, and a model from those that were seen`() {
    var suggestions = FormSuggestions()
    suggestions.facts = [.model: ["iPhone17,1"]]
    func comparison(_ fact: String) -> ComparisonFields? {
      let form = form(fact, "text:equals", "")
      let row = AudiencePage.row(form.rows(AudienceForm.list)[0], EditorFields(form, [], suggestions))
      return row.comparisons.first { $0.family == "text" }?.fields
    }
    #expect(
      comparison("country")?.choices?.list.contains(FactValues.Choice(value: "DE", name: "Germany")) == true)
    #expect(
      comparison("language")?.choices?.list.contains(FactValues.Choice(value: "de", name: "German")) == true)
    #expect(
      comparison("platform")?.choices?.list.contains(FactValues.Choice(value: "ios", name: "iOS")) == true)
    #expect(comparison("model")?.choices?.list.map(\.value) == ["iPhone17,1"])
    #expect(
      comparison("country")?.value.list == comparison("country")?.choices?.id
        && comparison("country")?.value.isLong == false)
    #expect(comparison("user_id")?.choices == nil)
  }
}
