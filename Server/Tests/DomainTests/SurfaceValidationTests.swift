// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletKit
import MartletWire
import Testing

@Suite("Banners, content, data and pushes are validated while they are written")
struct SurfaceValidationTests {
  private func problems(_ surfaces: CampaignContent, message: Wire.Message? = nil) -> [String] {
    var content = surfaces
    content.triggers = [Wire.Trigger(kind: .known(.sessionStart))]
    content.message = message
    return CampaignValidation(environment: .live).diagnostics(
      name: "Name", content: content, at: Instant(milliseconds: 0)
    )
    .map { "\($0.severity == .error ? "" : "warning ")\($0.field): \($0.code)" }
  }

  private let banner = Wire.Banner(title: "Hello", language: "en")
  private func survey(_ questions: Wire.Question...) -> CampaignContent {
    CampaignContent(content: Wire.Content(kind: .known(.survey), questions: questions, language: "en"))
  }
  private func question(_ id: String, _ choices: String..., shownIf: Wire.Question.Condition? = nil)
    -> Wire.Question
  {
    Wire.Question(
      id: id, kind: .known(.single), title: "?",
      choices: choices.map { Wire.Question.Choice(id: $0, title: $0) }, shownIf: shownIf)
  }

  @Test func `a banner, an announcement, a survey and data are fine alone`() {
    #expect(problems(CampaignContent(banner: banner)) == [])
    let announcement = Wire.Content(kind: .known(.text), body: "News", exitLabel: "Close", language: "en")
    #expect(problems(CampaignContent(banner: banner, content: announcement)) == [])
    #expect(problems(survey(question("q", "yes", "no"))) == [])
    #expect(problems(CampaignContent(data: Wire.DataPush(type: .known(.base64), body: "AAEC"))) == [])
  }

  @Test func `surfaces that exclude each other are named`() {
    #expect(
      problems(CampaignContent())
        == ["message: surface_missing", "message: not_understood"].filter { $0.contains("surface") })
    #expect(
      problems(
        CampaignContent(banner: banner),
        message: Wire.Message(kind: .known(.slideup), message: "Hi", language: "en")
      )
      .contains("message: surfaces_exclude"))
    #expect(
      problems(CampaignContent(banner: banner, data: Wire.DataPush(body: "x"))).contains(
        "data: surfaces_exclude"))
  }

  @Test func `a banner needs something to read or see, and no address that runs code`() {
    #expect(problems(CampaignContent(banner: Wire.Banner(language: "en"))) == ["banner.title: text_missing"])
    var dangerous = banner
    dangerous.action = Wire.ClickAction(type: .known(.url), url: "javascript:alert(1)")
    #expect(problems(CampaignContent(banner: dangerous)) == ["banner.action.url: url_not_allowed"])
  }

  @Test func `texts have the limits of the protocol, with their fields`() {
    var long = banner
    long.title = String(repeating: "x", count: Wire.Limits.headerLength + 1)
    #expect(problems(CampaignContent(banner: long)) == ["banner.title: value_too_long"])
  }

  @Test func `an announcement without buttons cannot be closed`() {
    let closed = Wire.Content(kind: .known(.text), body: "News", language: "en")
    #expect(problems(CampaignContent(content: closed)) == ["content.exit_label: label_missing"])
    let page = Wire.Content(kind: .known(.html), body: "<p>News</p>", language: "en")
    #expect(problems(CampaignContent(content: page)) == ["warning content.exit_label: label_missing"])
  }

  @Test func `an action needs a label`() {
    let action = Wire.Content(
      kind: .known(.text), body: "News", action: .init(type: .known(.url), url: "https://example.com"),
      exitLabel: "Close", language: "en")
    #expect(problems(CampaignContent(content: action)) == ["content.action_label: label_missing"])
  }

  @Test func `questions have their own ids, two choices, and one default at most`() {
    #expect(problems(survey()) == ["content.questions: question_missing"])
    #expect(
      problems(survey(question("q", "a", "b"), question("q", "a", "b"))) == [
        "content.questions[1].id: duplicate"
      ])
    #expect(problems(survey(question("q", "a"))) == ["content.questions[0].choices: choice_missing"])
    #expect(problems(survey(question("q", "a", "a"))) == ["content.questions[0].choices[1].id: duplicate"])
    var defaults = question("q", "a", "b")
    for index in defaults.choices.indices { defaults.choices[index].isDefault = true }
    #expect(problems(survey(defaults)) == ["content.questions[0].choices: too_many_defaults"])
  }

  @Test func `a question that nobody can reach is named`() {
    let first = question("first", "yes", "no")
    #expect(
      problems(survey(question("q", "a", "b", shownIf: .init(questionID: "later")), first))
        == ["content.questions[0].shown_if.question_id: question_unreachable"])
    #expect(
      problems(survey(first, question("q", "a", "b", shownIf: .init(questionID: "first", anyOf: ["maybe"]))))
        == ["content.questions[1].shown_if.any_of[0]: question_unreachable"])
    #expect(
      problems(survey(first, question("q", "a", "b", shownIf: .init(questionID: "first", anyOf: ["no"]))))
        == [])
    let rating = Wire.Question(id: "first", kind: .known(.rating), title: "?", scale: .known(.stars))
    #expect(
      problems(
        survey(rating, question("q", "a", "b", shownIf: .init(questionID: "first", anyOf: ["0", "5"]))))
        == ["content.questions[1].shown_if.any_of[0]: question_unreachable"])
  }

  @Test func `data that is not Base64 is named`() {
    #expect(
      problems(CampaignContent(data: Wire.DataPush(type: .known(.base64), body: "?"))) == [
        "data.body: base64_invalid"
      ])
  }

  @Test func `a push alone needs no trigger, and says so if it has one`() {
    let push = CampaignContent(push: Wire.PushNotification(title: "Hi"))
    #expect(problems(push) == ["warning triggers: not_used"])
    let content = push
    let validation = CampaignValidation(environment: .live)
    #expect(validation.diagnostics(name: "Name", content: content, at: Instant(milliseconds: 0)) == [])
    // A tap on the push opens the content.
    let news = Wire.Content(kind: .known(.text), body: "News", exitLabel: "Close", language: "en")
    let opening = CampaignContent(triggers: [], content: news, push: push.push)
    #expect(validation.diagnostics(name: "Name", content: opening, at: Instant(milliseconds: 0)) == [])
  }

  @Test func `a banner or data without a trigger is brought by pushes, and the author is told`() {
    let validation = CampaignValidation(environment: .live)
    func codes(_ surfaces: CampaignContent) -> [String] {
      validation.diagnostics(
        name: "Name", content: surfaces, at: Instant(milliseconds: 0)
      )
      .map { "\($0.severity) \($0.code)" }
    }
    #expect(
      codes(CampaignContent(banner: banner, push: Wire.PushNotification(title: "Hi"))) == [
        "warning delivered_by_runs"
      ])
    #expect(codes(CampaignContent(data: Wire.DataPush(body: "refresh"))) == ["warning delivered_by_runs"])
    let alone = CampaignContent(
      content: Wire.Content(kind: .known(.text), body: "News", exitLabel: "Close", language: "en"))
    #expect(codes(alone) == ["error trigger_missing"])
  }

  @Test func `a push that is too long names its longest field`() {
    let push = Wire.PushNotification(
      title: "Hi", extras: ["story": .string(String(repeating: "ä", count: 3_000))])
    #expect(
      problems(CampaignContent(banner: banner, push: push)) == ["push.extras.story: payload_too_large"])
  }
}
