// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import MartletCore
import MartletWire
import Testing

@testable import Console

struct SurfaceFormTests {
  @Test(arguments: SurfaceSamples.all.indices)
  func `a campaign without a message comes back from its form as it was`(_ index: Int) {
    let content = SurfaceSamples.all[index]
    let form = CampaignForm(name: "Name", content: content)
    #expect(CampaignForm(form.fields) == form)
    let reading = CampaignForm(form.fields).reading(over: content)
    #expect(reading.misreadings == [])
    #expect(reading.content == content)
  }

  @Test(arguments: SurfaceSamples.all.indices.dropLast())
  func `without what is stored, all that the form has fields for still comes back`(_ index: Int) {
    var content = SurfaceSamples.all[index]
    content.rules.reEligibility = nil
    var form = CampaignForm(name: "Name", content: content)
    form["again"] = "always"
    #expect(form.reading().content == content)
  }

  @Test(arguments: CampaignType.allCases)
  func `each type begins with a form that reads back as it is, and has its own parts`(_ type: CampaignType) {
    let form = CampaignForm(type)
    #expect(form.type == type)
    let reading = form.reading()
    #expect(reading.misreadings == [])
    #expect(CampaignType(reading.content) == type)
  }

  @Test func `each field leads to its part of the campaign`() {
    func changed(
      _ type: CampaignType, _ fields: KeyValuePairs<String, String>,
      _ change: (inout CampaignContent) -> Void
    ) {
      var form = CampaignForm(type)
      form.write(fields)
      var expected = CampaignForm(type).reading().content
      change(&expected)
      #expect(form.reading().content == expected, "\(fields)")
    }
    changed(.announcement, ["banner.title": "T"]) { $0.banner?.title = "T" }
    changed(.announcement, ["banner.text": "a\nb"]) { $0.banner?.text = "a\nb" }
    changed(.announcement, ["banner.icon": ""]) { $0.banner?.showsIcon = false }
    changed(.announcement, ["banner.closeable": ""]) { $0.banner?.isCloseable = false }
    changed(.announcement, ["banner.edge": "top"]) { $0.banner?.edge = .known(.top) }
    changed(.announcement, ["banner.image_url": " https://a.example/b.png ", "banner.image_alt": "B"]) {
      $0.banner?.imageURL = "https://a.example/b.png"
      $0.banner?.imageAlt = "B"
    }
    changed(.announcement, ["shows": "content"]) { $0.banner = nil }
    changed(.announcement, ["shows": "banner", "banner.action": "deep_link", "banner.action_url": "a://b"]) {
      $0.content = nil
      $0.banner?.action = Wire.ClickAction(type: .known(.url), url: "a://b")
    }
    changed(.announcement, ["content.kind": "html", "content.page": "<p>", "content.body": "left over"]) {
      $0.content?.kind = .known(.html)
      $0.content?.body = "<p>"
    }
    changed(
      .announcement,
      ["content.action_label": "Go", "content.action": "browser", "content.action_url": "https://a.example"]
    ) {
      $0.content?.actionLabel = "Go"
      $0.content?.action = Wire.ClickAction(type: .known(.url), url: "https://a.example")
    }
    changed(.announcement, ["language": "de"]) {
      $0.banner?.language = "de"
      $0.content?.language = "de"
    }
    changed(
      .announcement,
      ["screens": "home \n\n my cart", "delivery": "in_app", "category": " x ", "paced": "yes"]
    ) {
      $0.surfaceRules = Wire.SurfaceRules(
        category: "x", delivery: .known(.inApp), screens: ["home", "my cart"], isPaced: true)
    }
    changed(.announcement, ["content.theme.light.icon_background": "#123456"]) {
      $0.content?.themes = [
        "light": Wire.Theme(iconBackground: Wire.Color(argb: 0xFF12_3456)), "dark": Wire.Theme(),
      ]
    }
    changed(
      .survey,
      [
        "question.0.id": "q", "question.0.title": "Why?", "question.0.kind": "text",
        "question.0.required": "",
      ]
    ) {
      $0.content?.questions = [Wire.Question(id: "q", kind: .known(.text), title: "Why?", isRequired: false)]
    }
    changed(.data, ["data.type": "base64", "data.body": "AA\nEC \n"]) {
      $0.data = Wire.DataPush(type: .known(.base64), body: "AAEC")
    }
    changed(.data, ["data.body": "a b\n"]) { $0.data?.body = "a b\n" }
  }

  // MARK: - Questions

  private func survey(_ change: (inout CampaignForm) -> Void) -> FormReading {
    var form = CampaignForm(name: "Name", content: SurfaceSamples.survey)
    change(&form)
    return form.reading(over: SurfaceSamples.survey)
  }

  private func questions(_ reading: FormReading) -> [Wire.Question] {
    reading.content.content?.questions ?? []
  }

  @Test func `questions that change places keep their ids, choices and conditions`() {
    let moved = questions(
      survey { form in
        FormEdit.move(row: "question.2", by: -1).apply(to: &form)
        FormEdit.move(row: "question.1", by: -1).apply(to: &form)
      })
    let stored = SurfaceSamples.questions
    #expect(moved == [stored[2], stored[0], stored[1]])
    for edit in [
      FormEdit.move(row: "question.0", by: -1), .move(row: "question.2", by: 1), .move(row: "name", by: 1),
    ] {
      #expect(questions(survey { edit.apply(to: &$0) }) == stored)
    }
    #expect(EditorCommand("up.question.1") == .redraw(.move(row: "question.1", by: -1)))
    #expect(EditorCommand("down.question.1") == .redraw(.move(row: "question.1", by: 1)))
  }

  @Test func `new questions and choices get ids of their own, and those that have one keep it`() {
    var form = CampaignForm(name: "Name", content: SurfaceSamples.survey)
    FormEdit.add(list: "question").apply(to: &form)
    FormEdit.add(list: "question.1.choice").apply(to: &form)
    var number = 0
    func makeID() -> String {
      number += 1
      return "new-\(number)" + String(repeating: "x", count: 100)
    }
    QuestionForm.name(&form, makeID)
    let ids = form.rows("question").map { $0["id"] }
    #expect(ids.prefix(3) == ["how", "why", "else"])
    #expect(ids[3].count == Wire.Limits.questionIDLength)
    #expect(form["question.1.choice.0.id"] == "taste")
    let choices = form.rows("question").flatMap { question -> [String] in
      question.rows("choice").map { $0["id"] }
    }
    #expect(Set(choices).count == 9)
  }

  @Test func `a question in which nothing is written is none, and neither is a choice without text`() {
    let reading = survey { form in
      FormEdit.add(list: "question").apply(to: &form)
      FormEdit.add(list: "question.1.choice").apply(to: &form)
    }
    #expect(questions(reading) == SurfaceSamples.questions)
  }

  @Test func `a condition names answers to one question. Any answer includes all`() {
    func condition(_ answers: [AnswerName]) -> FormReading {
      survey { form in
        for (number, answer) in answers.enumerated() {
          form["question.2.only.\(number).answer"] = answer.text
        }
      }
    }
    let price = AnswerName(question: "why", answer: "price")
    #expect(questions(condition([price]))[2].shownIf == .init(questionID: "why", anyOf: ["price"]))
    #expect(
      questions(condition([price, AnswerName(question: "why", answer: nil)]))[2].shownIf
        == .init(questionID: "why"))
    let mixed = condition([price, AnswerName(question: "how", answer: "1")])
    #expect(mixed.misreadings.map(\.field) == ["question.2.only.1.answer"])
    #expect(
      survey { $0["question.2.only.0.answer"] = "[" }.misreadings.map(\.field) == ["question.2.only.0.answer"]
    )
  }

  @Test(
    arguments: [
      ("question.0.title", "", "question.0.title"), ("question.0.scale", "thumbs", "question.0.scale"),
      ("question.1.choice.0.title", "", "question.1.choice.0.title"),
      (
        "question.2.only.0.answer", AnswerName(question: "gone", answer: nil).text, "question.2.only.0.answer"
      ),
      (
        "question.2.only.0.answer", AnswerName(question: "why", answer: "gone").text,
        "question.2.only.0.answer"
      ),
      ("question.1.kind", "matrix", "question.1.kind"), ("banner.title", "", "banner.title"),
      ("banner.image_url", "javascript:1", "banner.image_url"), ("language", "English please", "language"),
      ("category", String(repeating: "c", count: 70), "category"),
      ("content.exit_label", String(repeating: "c", count: 70), "content.exit_label"),
    ])
  func `what is wrong with a survey is said beside its field`(
    _ field: String, _ value: String, _ place: String
  ) {
    let reading = survey { $0[field] = value }
    let diagnostics = CampaignValidation { _, _ in { _ in true } }.diagnostics(
      name: reading.name, content: reading.content, at: Samples.now)
    let errors = (reading.misreadings + reading.problems(diagnostics)).filter { $0.severity == .error }
    #expect(errors.map(\.field) == [place], "\(errors)")
  }

  @Test func `a field that stands for two parts of the campaign says the same only once`() {
    let reading = survey { $0["language"] = "" }
    let diagnostics = CampaignValidation { _, _ in { _ in true } }.diagnostics(
      name: reading.name, content: reading.content, at: Samples.now)
    #expect(reading.problems(diagnostics).filter { $0.field == "language" }.count == 1)
  }
}
