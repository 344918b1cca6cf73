// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@testable import Console

@Suite("The form of other languages")
struct TranslationFormTests {
  private static var content: CampaignContent {
    var content = CampaignContent(
      triggers: [Wire.Trigger(kind: .known(.sessionStart))],
      message: Wire.Message(
        kind: .known(.modal), header: "Delivery is on us", message: "Until Sunday", language: "en"))
    content.message?.buttons = [
      Wire.Button(
        id: 0, text: "Shop", clickAction: Wire.ClickAction(type: .known(.url), url: "https://example.com/en")),
      Wire.Button(id: 1, text: "Later"),
    ]
    var short = content.message
    short?.header = "Free delivery"
    content.experiment = Wire.Experiment(
      id: "x",
      variants: [
        .init(id: "a", share: 5_000),
        .init(
          id: "b", name: "Short", share: 5_000, message: short,
          languages: ["de": ["message.header": "Frei Haus", "message.message": "Nur bis Sonntag"]]),
      ])
    content.languages = [
      "de": [
        "message.header": "Versand frei", "message.buttons[1].text": "Später",
        "message.buttons[0].click_action.url": "https://example.com/de",
      ],
      "fr": [:],
    ]
    return content
  }

  @Test func `languages read back as they were, those of variants too`() {
    let reading = CampaignForm(name: "C", content: Self.content).reading(over: Self.content)
    #expect(reading.misreadings == [] && reading.content == Self.content)
  }

  @Test func `a translation is a field beside the text's own, and problems lead to it`() {
    var form = CampaignForm(name: "C", content: Self.content)
    #expect(form["translation.0.tag"] == "de" && form["translation.1.tag"] == "fr")
    #expect(
      form["translation.0.text-button-1-text"] == "Später"
        && form["translation.0.text-variant-1-header"] == "Frei Haus")
    form["translation.1.text-header"] = "Livraison offerte"
    form["translation.0.text-variant-1-header"] = ""
    let reading = form.reading(over: Self.content)
    #expect(reading.content.languages["fr"] == ["message.header": "Livraison offerte"])
    #expect(
      reading.content.experiment?.variants[1].languages == ["de": ["message.message": "Nur bis Sonntag"]])
    #expect(
      reading.field("languages.fr.message.buttons[0].click_action.url") == "translation.1.text-button-0-url")
    #expect(reading.field("languages.fr") == "translation.1.tag")
    #expect(
      reading.field("experiment.variants[1].languages.de.message.header")
        == "translation.0.text-variant-1-header")
  }

  @Test func `a language can be added, renamed and removed, and one without a tag or there twice is told`() {
    var form = CampaignForm(name: "C", content: Self.content)
    form.addRow(to: "translation")
    #expect(form.reading(over: Self.content).content.languages.count == 2)
    form["translation.2.text-header"] = "Levering gratis"
    #expect(form.reading(over: Self.content).misreadings.map(\.field) == ["translation.2.tag"])
    form["translation.2.tag"] = "FR"
    #expect(form.reading(over: Self.content).misreadings.map(\.field) == ["translation.2.tag"])
    form["translation.2.tag"] = "nl"
    #expect(form.reading(over: Self.content).content.languages["nl"] == ["message.header": "Levering gratis"])
    form["translation.0.tag"] = "de-AT"
    let renamed = form.reading(over: Self.content).content
    #expect(renamed.languages["de-AT"] == Self.content.languages["de"] && renamed.languages["de"] == nil)
    #expect(renamed.experiment?.variants[1].languages.keys.sorted() == ["de-AT"])
    form.removeRow("translation.0")
    let removed = form.reading(over: Self.content).content
    #expect(
      removed.languages.keys.sorted() == ["fr", "nl"] && removed.experiment?.variants[1].languages == [:])
  }

  @Test func `a text that is gone has no translation, and one that its type of message hides keeps it`() {
    var form = CampaignForm(name: "C", content: Self.content)
    form["button.0.text"] = ""
    form["button.0.url"] = ""
    form["button.0.action"] = "close"
    form["kind"] = "slideup"
    let reading = form.reading(over: Self.content)
    // The second button is the first now, and its translation comes along.
    #expect(
      reading.content.languages["de"] == [
        "message.header": "Versand frei", "message.buttons[0].text": "Später",
      ])
    let slots = TranslationForm.slots(of: reading, form)
    #expect(slots.first { $0.text.field == "message.header" }?.isUsed == false)
  }

  @Test func `translations of a survey follow its questions when they move or go`() {
    var content = CampaignType.survey.newContent
    let questions = ["One", "Two", "Three"].map { title in
      Wire.Question(
        id: title, kind: .known(.single), title: title,
        choices: ["x", "y"].map { Wire.Question.Choice(id: title + $0, title: title + $0) })
    }
    content.content?.questions = questions
    content.languages = ["de": [:]]
    for (index, title) in ["Eins", "Zwei", "Drei"].enumerated() {
      content.languages["de"]?["content.questions[\(index)].title"] = title
      content.languages["de"]?["content.questions[\(index)].choices[1].title"] = title + "y"
    }
    func german(_ form: CampaignForm) -> [String] {
      let reading = form.reading(over: content).content
      guard let languages = reading.languageSet else { return [] }
      let shown = reading.translated(languages, for: "de").content?.questions ?? []
      return shown.map { ([$0.title] + $0.choices.map(\.title)).joined(separator: " ") }
    }
    var form = CampaignForm(name: "C", content: content)
    #expect(german(form) == ["Eins Onex Einsy", "Zwei Twox Zweiy", "Drei Threex Dreiy"])
    form.moveRow("question.0", by: 1)
    #expect(german(form) == ["Zwei Twox Zweiy", "Eins Onex Einsy", "Drei Threex Dreiy"])
    form.removeRow("question.1")
    #expect(german(form) == ["Zwei Twox Zweiy", "Drei Threex Dreiy"])
    form.removeRow("question.0.choice.0")
    #expect(german(form) == ["Zwei Zweiy", "Drei Threex Dreiy"])
  }

  @Test func `the page has a fold for each language, with what is missing and what people get instead`()
    throws
  {
    var form = CampaignForm(name: "C", content: Self.content)
    form.addRow(to: "translation")
    let part = EditorPage.TranslationPart(EditorFields(form, [], FormSuggestions()))
    #expect(part.rows.map(\.title) == ["German", "French", "New language"])
    #expect(part.rows.map(\.isOpen) == [false, false, true])
    #expect(part.rows[0].words == "2 of 5 texts are missing: text, button 1")
    let german = part.rows[0].fields.map(\.field)
    #expect(
      german.map(\.label) == [
        "Header", "Text", "Button 1", "Button 1 URL", "Button 2", "Header of Short", "Text of Short",
      ])
    #expect(german[1].hint == "Missing: people get “Until Sunday”" && german[4].hint == "“Later”")
    #expect(german[3].isOptional && !german[4].isOptional)
    #expect(part.rows[0].hidden.isEmpty)
  }

  @Test func `history names the field with the words of the form`() {
    let before = CampaignSnapshot(name: "C", content: Self.content)
    var after = before
    after.content.languages["de"]?["message.buttons[1].text"] = "Nachher"
    let changes = VersionDifference(from: before, to: after, FormSuggestions()).changes
    #expect(changes.map(\.label) == ["Languages, German: Button 2"])
    #expect(changes.map { [$0.before, $0.after] } == [["Später", "Nachher"]])
  }
}
