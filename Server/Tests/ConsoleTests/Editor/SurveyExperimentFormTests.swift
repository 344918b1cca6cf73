// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@testable import Console

@Suite("The form of an experiment of surveys, and of data")
struct SurveyExperimentFormTests {
  private static let surfaces = CampaignSurfaces(
    banner: Wire.Banner(title: "Two minutes?"),
    content: Wire.Content(
      kind: .known(.survey), title: "Your opinion",
      questions: [
        Wire.Question(id: "how", kind: .known(.rating), title: "How was it?"),
        Wire.Question(
          id: "why", kind: .known(.single), title: "Why?", choices: [.init(id: "a", title: "Taste"), .init(id: "b", title: "Price")]),
      ]))

  private static func content(_ change: (inout Wire.Banner, inout Wire.Content) -> Void) -> CampaignContent {
    var content = CampaignContent(triggers: [], surfaces: surfaces)
    guard var banner = surfaces.banner, var shown = surfaces.content else { return content }
    change(&banner, &shown)
    let variant = Wire.Experiment.Variant(
      id: "b", name: "Short", share: 3_000, banner: banner == surfaces.banner ? nil : banner,
      content: shown == surfaces.content ? nil : shown)
    content.experiment = Wire.Experiment(id: "x", variants: [.init(id: "a", share: 5_000), variant], control: 2_000)
    return content
  }

  private static let other = Wire.Question(id: "new", kind: .known(.text), title: "Anything else?")

  static let changes: [(String, isInFields: Bool, @Sendable (inout Wire.Banner, inout Wire.Content) -> Void)] = [
    ("nothing", true, { _, _ in }), ("banner title", true, { banner, _ in banner.title = "One minute?" }),
    ("introduction", true, { _, content in content.body = "It is short." }),
    ("submit button", true, { _, content in content.actionLabel = "Done" }),
    ("a question’s words", true, { _, content in content.questions[1].title = "For which reason?" }),
    ("another question", false, { _, content in content.questions.append(other) }),
    ("one question less", false, { _, content in content.questions.removeFirst() }),
    ("another order", false, { _, content in content.questions.swapAt(0, 1) }),
    ("a choice’s words", false, { _, content in content.questions[1].choices[0].title = "Its taste" }),
  ]

  @Test("A stored experiment of a survey reads back as it was, whatever its variant changes", arguments: changes.map(\.0))
  func roundTrip(name: String) throws {
    let (_, isInFields, change) = try #require(Self.changes.first { $0.0 == name })
    let content = Self.content(change)
    let form = CampaignForm(name: "C", content: content)
    #expect(form["variant.1.json"].isEmpty == isInFields)
    let reading = form.reading(over: content)
    #expect(reading.misreadings == [] && reading.type == .survey && reading.content.experiment == content.experiment)
  }

  @Test("The words of a variant's question stay with it when the survey's questions are moved")
  func moved() {
    let content = Self.content { _, content in content.questions[1].title = "For which reason?" }
    var form = CampaignForm(name: "C", content: content)
    form.moveRow("question.1", by: -1)
    let shown = form.reading(over: content).content.experiment?.variants[1].content
    #expect(shown?.questions.map(\.title) == ["For which reason?", "How was it?"])
  }

  @Test("The fields are those of a survey, and a button shows all of it as JSON, to ask other questions")
  func fields() throws {
    let content = Self.content { _, content in content.questions[1].title = "For which reason?" }
    var form = CampaignForm(name: "C", content: content)
    func part() -> EditorPage.ExperimentPart {
      EditorPage.ExperimentPart(.survey, EditorFields(form, [], FormSuggestions()), isLaunched: false)
    }
    let row = part().variants.rows[1]
    #expect(
      row.fields.map(\.label) == [
        "Name", "Share (%)", "Banner title", "Banner text", "Banner picture URL", "Survey title", "Introduction", "Submit button",
        "Question 1", "Question 2",
      ])
    #expect(row.fields.last?.value == "For which reason?" && part().keepsTurn == nil)
    let command = try #require(row.copy?.command)
    guard case .redraw(let edit?) = EditorCommand(command) else {
      Issue.record("\(command) is no edit")
      return
    }
    edit.apply(to: &form, over: content)
    let shown = part().variants.rows[1]
    #expect(shown.fields.map(\.label) == ["Name", "Share (%)", "Survey as JSON"] && shown.copy == nil)
    #expect(form.reading(over: content).content.experiment == content.experiment)
    // Once more, and for a row that is not there, it changes nothing.
    let before = form
    edit.apply(to: &form, over: content)
    FormEdit.copy(row: "variant.7").apply(to: &form, over: content)
    #expect(form == before)
    form["variant.1.json"] = form["variant.1.json"].replacing("For which reason?", with: "Because of what?")
    #expect(form.reading(over: content).content.experiment?.variants[1].content?.questions[1].title == "Because of what?")
    form["variant.1.json"] = "[]"
    #expect(form.reading(over: content).misreadings.map(\.message) == ["This is not a survey."])
  }

  @Test("The words of a variant's question have a translation of their own")
  func translations() {
    var content = Self.content { _, content in content.questions[1].title = "For which reason?" }
    content.languages = ["de": ["content.questions[1].title": "Warum?"]]
    content.experiment?.variants[1].languages = ["de": ["content.questions[1].title": "Aus welchem Grund?"]]
    let form = CampaignForm(name: "C", content: content)
    #expect(form.reading(over: content).content == content)
    #expect(form.values.values.contains("Aus welchem Grund?"))
  }

  // MARK: - Data

  private static func data(_ variant: Wire.DataPush, _ own: Wire.DataPush = .init(body: "lamp=39")) -> CampaignContent {
    var content = CampaignContent(triggers: [], surfaces: CampaignSurfaces(data: own))
    content.experiment = Wire.Experiment(
      id: "x", variants: [.init(id: "a", share: 5_000), .init(id: "b", share: 3_000, data: variant)], control: 2_000)
    return content
  }

  @Test(
    "A stored experiment of data reads back as it was",
    arguments: [
      (Wire.DataPush(body: "lamp=29"), true), (Wire.DataPush(body: "lamp=29\nsofa=1"), true),
      (Wire.DataPush(type: .known(.base64), body: "bGFtcA=="), false),
    ])
  func dataRoundTrip(variant: Wire.DataPush, isInFields: Bool) {
    let content = Self.data(variant)
    let form = CampaignForm(name: "C", content: content)
    #expect(form["variant.1.json"].isEmpty == isInFields)
    #expect(form.reading(over: content).content.experiment == content.experiment)
  }

  @Test("The field of data is code, and bytes that were pasted lose their line ends")
  func dataFields() {
    let content = Self.data(Wire.DataPush(type: .known(.base64), body: "bGFtcA=="), Wire.DataPush(type: .known(.base64), body: "AAAA"))
    var form = CampaignForm(name: "C", content: content)
    let part = EditorPage.ExperimentPart(.data, EditorFields(form, [], FormSuggestions()), isLaunched: false)
    #expect(part.variants.rows[1].fields.map(\.label) == ["Name", "Share (%)", "Data"])
    #expect(part.variants.rows[1].fields.last?.isCode == true && part.variants.rows[1].copy == nil && part.keepsTurn == nil)
    form["variant.1.data_body"] = "bGFt\ncA=="
    let reading = form.reading(over: content)
    #expect(reading.content.experiment?.variants[1].data?.body == "bGFtcA==")
    #expect(reading.field("experiment.variants[1].data.body") == "variant.1.data_body")
    form["variant.1.json"] = "{"
    #expect(form.reading(over: content).misreadings.map(\.message) == ["This is not data."])
  }
}
