// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@testable import Console

@Suite("The form of an experiment of surveys, and of data")
struct SurveyExperimentFormTests {
  private static let surfaces = CampaignContent(
    banner: Wire.Banner(title: "Two minutes?"),
    content: Wire.Content(
      kind: .known(.survey), title: "Your opinion",
      questions: [
        Wire.Question(id: "how", kind: .known(.rating), title: "How was it?"),
        Wire.Question(
          id: "why", kind: .known(.single), title: "Why?",
          choices: [.init(id: "a", title: "Taste"), .init(id: "b", title: "Price")]),
      ]))

  private static func content(_ change: (inout Wire.Banner, inout Wire.Content) -> Void) -> CampaignContent {
    var content = surfaces
    guard var banner = surfaces.banner, var shown = surfaces.content else { return content }
    change(&banner, &shown)
    let variant = Wire.Experiment.Variant(
      id: "b", name: "Short", share: 3_000, banner: banner == surfaces.banner ? nil : banner,
      content: shown == surfaces.content ? nil : shown)
    content.experiment = Wire.Experiment(
      id: "x", variants: [.init(id: "a", share: 5_000), variant], control: 2_000)
    return content
  }

  private static let other = Wire.Question(id: "new", kind: .known(.text), title: "Anything else?")

  /// Where the form shows what a variant changes.
  enum Place: Sendable { case words, questions, json }

  static let changes: [(String, Place, @Sendable (inout Wire.Banner, inout Wire.Content) -> Void)] = [
    ("nothing", .words, { _, _ in }), ("banner title", .words, { banner, _ in banner.title = "One minute?" }),
    ("introduction", .words, { _, content in content.body = "It is short." }),
    ("submit button", .words, { _, content in content.actionLabel = "Done" }),
    ("a question’s words", .words, { _, content in content.questions[1].title = "For which reason?" }),
    ("another question", .questions, { _, content in content.questions.append(other) }),
    ("one question less", .questions, { _, content in content.questions.removeFirst() }),
    ("another order", .questions, { _, content in content.questions.swapAt(0, 1) }),
    ("a choice’s words", .questions, { _, content in content.questions[1].choices[0].title = "Its taste" }),
    (
      "a question after an answer, and other words around it", .questions,
      { banner, content in
        (banner.title, content.title) = ("One minute?", "Be honest")
        var after = other
        after.shownIf = Wire.Question.Condition(questionID: "why", anyOf: ["b"])
        content.questions.append(after)
      }
    ),
    ("the other button", .json, { _, content in content.exitLabel = "Not now" }),
  ]

  @Test(arguments: changes.map(\.0))
  func `a stored experiment of a survey reads back as it was, whatever its variant changes`(name: String)
    throws
  {
    let (_, place, change) = try #require(Self.changes.first { $0.0 == name })
    let content = Self.content(change)
    let form = CampaignForm(name: "C", content: content)
    #expect(
      form["variant.1.json"].isEmpty == (place != .json)
        && form["variant.1.asks"].isEmpty == (place != .questions))
    let reading = form.reading(over: content)
    #expect(
      reading.misreadings == [] && reading.type == .survey && reading.content.experiment == content.experiment
    )
  }

  @Test func `the words of a variant's question stay with it when the survey's questions are moved`() {
    let content = Self.content { _, content in content.questions[1].title = "For which reason?" }
    var form = CampaignForm(name: "C", content: content)
    form.moveRow("question.1", by: -1)
    let shown = form.reading(over: content).content.experiment?.variants[1].content
    #expect(shown?.questions.map(\.title) == ["For which reason?", "How was it?"])
  }

  private static func variants(_ form: CampaignForm) -> [EditorElement.Row] {
    ExperimentForm.variants(of: .survey, EditorFields(form, [], FormSuggestions()), isLaunched: false).rows
  }

  private static func press(_ command: String, _ form: inout CampaignForm) throws {
    guard case .redraw(let edit?) = EditorCommand(command) else {
      Issue.record("\(command) is no edit")
      return
    }
    edit.apply(to: &form)
  }

  /// The second variant asks the survey's two questions, and another one between them.
  private static func askOneMore(_ form: inout CampaignForm) throws {
    try press("copy.variant.1", &form)
    try press("add.variant.1.question", &form)
    form["variant.1.question.2.title"] = "Who sent you?"
    form["variant.1.question.2.kind"] = "text"
    try press("up.variant.1.question.2", &form)
  }

  /// Gives `made-1`, `made-2` and so on.
  private struct Names {
    private var made = 0

    mutating func name(_ form: inout CampaignForm) {
      QuestionForm.name(&form) {
        made += 1
        return "made-\(made)"
      }
    }
  }

  @Test
  func
    `a button gives a variant a copy of the survey's questions, with its own words for them, and another takes it back`()
    throws
  {
    let content = Self.content { banner, content in
      banner.title = "One minute?"
      content.questions[1].title = "For which reason?"
    }
    var form = CampaignForm(name: "C", content: content)
    let row = Self.variants(form)[1]
    #expect(
      row.fields.map(\.label) == [
        "Name", "Share (%)", "Banner title", "Banner text", "Banner picture URL", "Survey title",
        "Introduction", "Submit button",
        "Question 1", "Question 2",
      ])
    #expect(
      row.fields.last?.value == "For which reason?" && row.questions?.own == nil)
    let command = try #require(row.questions?.command)
    try Self.press(command, &form)
    let shown = Self.variants(form)[1]
    #expect(shown.fields.map(\.label).last == "Submit button")
    let own = try #require(shown.questions?.own)
    #expect(own.questions.map(\.label) == ["Variant 2, question 1", "Variant 2, question 2"])
    let titles = own.questions.flatMap(\.line).flatMap(\.fields).filter { $0.label == "Question" }
    #expect(titles.map(\.value) == ["How was it?", "For which reason?"])
    #expect(
      own.questions.map(\.hiddenID.value) == ["how", "why"]
        && own.questions[1].choices.map(\.title.value) == ["Taste", "Price"])
    // The copy asks what the fields asked.
    #expect(form.reading(over: content).content.experiment == content.experiment)
    // Once more, and for a row that is not there, it changes nothing.
    let before = form
    try Self.press(command, &form)
    try Self.press("copy.variant.7", &form)
    #expect(form == before)
    try Self.press(try #require(shown.questions?.command), &form)
    #expect(Self.variants(form)[1].questions?.own == nil)
    #expect(form.reading(over: content).content.experiment?.variants[1].content == nil)
    #expect(form.reading(over: content).content.experiment?.variants[1].banner?.title == "One minute?")
  }

  @Test
  func
    `the copy has the translations of the survey's questions and of the variant's words, and takes them along when it is taken back`()
    throws
  {
    var content = Self.content { _, content in content.questions[1].title = "For which reason?" }
    content.languages = [
      "de": [
        "content.questions[0].title": "Wie war es?", "content.questions[1].title": "Warum?",
        "content.questions[1].choices[0].title": "Geschmack",
      ]
    ]
    content.experiment?.variants[1].languages = ["de": ["content.questions[1].title": "Aus welchem Grund?"]]
    var form = CampaignForm(name: "C", content: content)
    let before = form.reading(over: content).content
    try Self.askOneMore(&form)
    try Self.press("up.variant.1.question.1", &form)
    let texts = try #require(form.reading(over: content).content.experiment?.variants[1].languages["de"])
    #expect(
      texts == [
        "content.questions[1].title": "Wie war es?", "content.questions[2].title": "Aus welchem Grund?",
        "content.questions[2].choices[0].title": "Geschmack",
      ])
    form["translation.0.text-variant-1-question-0-title"] = "Wer?"
    try Self.press("uncopy.variant.1", &form)
    try Self.press("copy.variant.1", &form)
    #expect(!form.values.values.contains("Wer?") && !form.values.values.contains("Who sent you?"))
    var plain = before
    plain.experiment?.variants[1].content = nil
    plain.experiment?.variants[1].languages = [:]
    try Self.press("uncopy.variant.1", &form)
    #expect(form.reading(over: content).content.experiment == plain.experiment)
  }

  @Test func `the translations of two questions of which one's id begins with the other's both come along`()
    throws
  {
    var content = Self.surfaces
    content.content?.questions[0].id = "q1"
    content.content?.questions[1].id = "q10"
    var other = content.content
    other?.questions[0].title = "How did you like it?"
    other?.questions[1].title = "For which reason?"
    let words = [
      "content.questions[0].title": "Wie hat es gefallen?",
      "content.questions[1].title": "Aus welchem Grund?",
    ]
    content.languages = [
      "de": ["content.questions[0].title": "Wie war es?", "content.questions[1].title": "Warum?"]
    ]
    content.experiment = Wire.Experiment(
      id: "x",
      variants: [
        .init(id: "a", share: 5_000), .init(id: "b", share: 5_000, content: other, languages: ["de": words]),
      ])
    var form = CampaignForm(name: "C", content: content)
    try Self.press("copy.variant.1", &form)
    #expect(form.reading(over: content).content.experiment?.variants[1].languages == ["de": words])
  }

  @Test func `questions and choices in which nothing is written are copied without their ids`() throws {
    var form = CampaignForm(.survey)
    form["experiment"] = "variants"
    var ids = Names()
    ids.name(&form)
    form["question.0.choice.0.title"] = "Taste"
    try Self.press("copy.variant.1", &form)
    ids.name(&form)
    #expect(form["variant.1.question.0.choice.0.id"] == form["question.0.choice.0.id"])
    #expect(form["variant.1.question.0.choice.1.id"] != form["question.0.choice.1.id"])
    form["question.0.choice.0.title"] = ""
    try Self.press("copy.variant.0", &form)
    ids.name(&form)
    #expect(
      !form["variant.0.question.0.id"].isEmpty && form["variant.0.question.0.id"] != form["question.0.id"])
  }

  @Test
  func
    `own questions are added, moved and removed like the survey's, and new ones get ids that no other has`()
    throws
  {
    let content = Self.content { _, _ in }
    var form = CampaignForm(name: "C", content: content)
    try Self.askOneMore(&form)
    try Self.press("remove.variant.1.question.0", &form)
    try Self.press("add.variant.1.question.1.choice", &form)
    form["variant.1.question.1.choice.2.title"] = "Colour"
    var ids = Names()
    ids.name(&form)
    let id = form["variant.1.question.0.id"]
    form["variant.1.question.1.only.0.answer"] = AnswerName(question: id, answer: nil).text
    let reading = form.reading(over: content)
    let questions = try #require(reading.content.experiment?.variants[1].content?.questions)
    #expect(
      questions.map(\.title) == ["Who sent you?", "Why?"] && questions.map(\.id) == [id, "why"]
        && id.hasPrefix("made-"))
    #expect(
      questions[1].choices.map(\.title) == ["Taste", "Price", "Colour"]
        && questions[1].choices[2].id.hasPrefix("made-"))
    #expect(questions[1].shownIf == Wire.Question.Condition(questionID: id))
    #expect(reading.content.content?.questions == Self.surfaces.content?.questions)
    #expect(
      CampaignForm(name: "C", content: reading.content).reading(over: reading.content).content
        == reading.content)
  }

  @Test func `what is wrong with an own question is said beside its field`() throws {
    let content = Self.content { _, content in content.questions.append(Self.other) }
    var form = CampaignForm(name: "C", content: content)
    form["variant.1.question.0.kind"] = "text"
    form["variant.1.question.1.choice.0.title"] = ""
    form["variant.1.question.1.choice.1.title"] = ""
    let reading = form.reading(over: content)
    #expect(reading.field("experiment.variants[1].content.questions[0].id") == "variant.1.question.0.title")
    #expect(
      reading.field("experiment.variants[1].content.questions[1].choices")
        == "variant.1.question.1.choice.0.title")
    #expect(
      reading.field("experiment.variants[1].content.questions[2].title") == "variant.1.question.2.title")
    form["variant.1.question.2.title"] = ""
    form = CampaignForm(
      form.values.filter { !$0.key.hasPrefix("variant.1.question.") }.map { ($0.key, $0.value) })
    let none = form.reading(over: content)
    #expect(none.content.experiment?.variants[1].content?.questions == [])
    #expect(none.field("experiment.variants[1].content.questions") == "variant.1.question.0.title")
  }

  @Test func `what no field can say is JSON, which is read as it was typed and names what is wrong`() throws {
    let content = Self.content { _, content in content.exitLabel = "Not now" }
    var form = CampaignForm(name: "C", content: content)
    let row = Self.variants(form)[1]
    #expect(row.fields.map(\.label) == ["Name", "Share (%)", "Survey as JSON"] && row.questions == nil)
    try Self.press("copy.variant.1", &form)
    #expect(form["variant.1.asks"].isEmpty)
    form["variant.1.json"] = form["variant.1.json"].replacing("Not now", with: "Later")
    #expect(form.reading(over: content).content.experiment?.variants[1].content?.exitLabel == "Later")
    form["variant.1.json"] = "[]"
    #expect(form.reading(over: content).misreadings.map(\.message) == ["This is not a survey."])
  }

  @Test func `the words of a variant's question have a translation of their own`() {
    var content = Self.content { _, content in content.questions[1].title = "For which reason?" }
    content.languages = ["de": ["content.questions[1].title": "Warum?"]]
    content.experiment?.variants[1].languages = ["de": ["content.questions[1].title": "Aus welchem Grund?"]]
    let form = CampaignForm(name: "C", content: content)
    #expect(form.reading(over: content).content == content)
    #expect(form.values.values.contains("Aus welchem Grund?"))
  }

  @Test func `the words of an own question are translated, and follow it when it is moved`() {
    var content = Self.content { _, content in content.questions.insert(Self.other, at: 0) }
    content.languages = ["de": ["content.questions[1].title": "Warum?"]]
    content.experiment?.variants[1].languages = ["de": ["content.questions[0].title": "Noch etwas?"]]
    var form = CampaignForm(name: "C", content: content)
    #expect(form.reading(over: content).content == content)
    form.moveRow("variant.1.question.0", by: 1)
    let variant = form.reading(over: content).content.experiment?.variants[1]
    #expect(variant?.content?.questions.map(\.id) == ["how", "new", "why"])
    #expect(variant?.languages["de"]?["content.questions[1].title"] == "Noch etwas?")
  }

  // MARK: - Data

  private static func data(_ variant: Wire.DataPush, _ own: Wire.DataPush = .init(body: "lamp=39"))
    -> CampaignContent
  {
    var content = CampaignContent(triggers: [], data: own)
    content.experiment = Wire.Experiment(
      id: "x", variants: [.init(id: "a", share: 5_000), .init(id: "b", share: 3_000, data: variant)],
      control: 2_000)
    return content
  }

  @Test(
    arguments: [
      (Wire.DataPush(body: "lamp=29"), true), (Wire.DataPush(body: "lamp=29\nsofa=1"), true),
      (Wire.DataPush(type: .known(.base64), body: "bGFtcA=="), false),
    ])
  func `a stored experiment of data reads back as it was`(variant: Wire.DataPush, isInFields: Bool) {
    let content = Self.data(variant)
    let form = CampaignForm(name: "C", content: content)
    #expect(form["variant.1.json"].isEmpty == isInFields)
    #expect(form.reading(over: content).content.experiment == content.experiment)
  }

  @Test func `the field of data is code, and bytes that were pasted lose their line ends`() {
    let content = Self.data(
      Wire.DataPush(type: .known(.base64), body: "bGFtcA=="),
      Wire.DataPush(type: .known(.base64), body: "AAAA"))
    var form = CampaignForm(name: "C", content: content)
    let row = ExperimentForm.variants(
      of: .data, EditorFields(form, [], FormSuggestions()), isLaunched: false
    ).rows[1]
    #expect(row.fields.map(\.label) == ["Name", "Share (%)", "Data"])
    #expect(
      row.fields.last?.isCode == true && row.questions == nil)
    form["variant.1.data_body"] = "bGFt\ncA=="
    let reading = form.reading(over: content)
    #expect(reading.content.experiment?.variants[1].data?.body == "bGFtcA==")
    #expect(reading.field("experiment.variants[1].data.body") == "variant.1.data_body")
    form["variant.1.json"] = "{"
    #expect(form.reading(over: content).misreadings.map(\.message) == ["This is not data."])
  }
}
