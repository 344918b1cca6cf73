// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@Suite("Experiments of surveys")
struct SurveyExperimentTests {
  private static let how = Wire.Question(
    id: "how", kind: .known(.rating), title: "How was it?", scale: .known(.stars))
  private static let why = Wire.Question(
    id: "why", kind: .known(.single), title: "Why?",
    choices: [.init(id: "taste", title: "The taste"), .init(id: "price", title: "The price")])

  private static func survey(_ questions: [Wire.Question]) -> Wire.Content {
    Wire.Content(kind: .known(.survey), title: "Your opinion", questions: questions, language: "en")
  }

  private static func content(_ change: (inout CampaignContent) -> Void = { _ in }) -> CampaignContent {
    var content = CampaignContent(
      triggers: [Wire.Trigger(kind: .known(.customEvent), name: "go")],
      banner: Wire.Banner(title: "Two minutes?", language: "en"), content: survey([how, why]))
    var asked = how
    asked.title = "How do you like it?"
    content.experiment = Wire.Experiment(
      id: "x",
      variants: [
        .init(id: "a", share: 4_000), .init(id: "b", name: "Short", share: 4_000, content: survey([asked])),
      ],
      control: 2_000)
    change(&content)
    return content
  }

  private static func campaign(_ content: CampaignContent) -> Campaign {
    Campaign(
      id: "c", appID: "shop", name: "Opinion", content: content, createdAt: Draft.now, updatedAt: Draft.now)
  }

  @Test func `each arm has its banner and its questions, and control has neither, but what decides`() throws {
    let content = Self.content()
    #expect(content.experimentSubject == .survey)
    let campaign = Self.campaign(content).sentDefinition
    let arms = ExperimentArms(try #require(content.experiment))
    let sent = ["a", "b", "control"].map { arms.campaign(campaign, for: $0) }
    #expect(sent.map(\.banner?.title) == ["Two minutes?", "Two minutes?", nil])
    #expect(
      sent.map { $0.content?.questions.map(\.title) } == [
        ["How was it?", "Why?"], ["How do you like it?"], nil,
      ])
    let definitions = try sent.map { try $0.definition() }
    #expect(definitions.map(\.reach) == Array(repeating: definitions[0].reach, count: 3))
    #expect(definitions[2].arm?.isWithheld == true && definitions[2].reach?.form == .bannerAndContent)
    #expect(content.armChoices.map(\.label) == ["Variant A", "Short", "Control (nothing is shown)"])
  }

  @Test
  func
    `the questions that people can be asked are each there once, also those and the choices that only a variant has`()
  {
    let content = Self.content {
      var why = Self.why
      why.choices = [.init(id: "taste", title: "Its taste"), .init(id: "look", title: "Its look")]
      $0.experiment?.variants[1].content = Self.survey([
        why, Wire.Question(id: "else", kind: .known(.text), title: "Anything else?"),
      ])
    }
    let asked = content.askedQuestions
    #expect(asked.map(\.question.id) == ["how", "why", "else"])
    #expect(asked.map(\.variants) == [["Variant A"], nil, ["Short"]])
    #expect(
      asked[1].question.title == "Why?"
        && asked[1].question.choices.map(\.title) == ["The taste", "The price", "Its look"])
    let names = AudienceNames(campaigns: [Self.campaign(content)], audiences: [])
    #expect(names.surveys["c"]?.map(\.id) == ["how", "why", "else"])
    #expect(Self.content { $0.experiment = nil }.askedQuestions.map(\.variants) == [nil, nil])
    #expect(Self.content { $0.content = nil }.askedQuestions.isEmpty)
  }

  @Test
  func `a variant's question is translated on its own, and what it has in common with the campaign as there`()
  {
    let content = Self.content {
      $0.languages = [
        "de": [
          "banner.title": "Zwei Minuten?", "content.title": "Ihre Meinung",
          "content.questions[0].title": "Wie war es?",
          "content.questions[1].title": "Warum?", "content.questions[1].choices[0].title": "Der Geschmack",
          "content.questions[1].choices[1].title": "Der Preis",
        ]
      ]
    }
    #expect(
      content.languageCompleteness.map(\.words) == ["1 of 7 texts is missing: question 1 text of Short"])
    let translated = CampaignTrial(Self.campaign(content), locale: "de").arms.map {
      $0.campaign.content?.questions.map(\.title)
    }
    #expect(translated == [["Wie war es?", "Warum?"], ["How do you like it?"], nil])
  }

  static let mistakes:
    [(name: String, change: @Sendable (inout CampaignContent) -> Void, expected: [String])] = [
      ("nothing", { _ in }, []),
      ("no banner", { $0.banner = nil }, []),
      (
        "a banner of its own",
        {
          $0.banner = nil
          $0.experiment?.variants[1].banner = Wire.Banner(title: "Hi", language: "en")
        }, ["experiment.variants[1].banner: variants_differ"]
      ),
      (
        "a text in a variant",
        {
          $0.experiment?.variants[1].content = Wire.Content(
            kind: .known(.text), body: "Hi", exitLabel: "Close", language: "en")
        },
        ["experiment.variants[1].content.kind: variants_differ"]
      ),
      (
        "no questions", { $0.experiment?.variants[1].content = survey([]) },
        ["experiment.variants[1].content.questions: question_missing"]
      ),
      (
        "another type of question with the same id",
        {
          $0.experiment?.variants[1].content = survey([
            Wire.Question(id: "how", kind: .known(.text), title: "How?")
          ])
        },
        ["experiment.variants[1].content.questions[0].id: variants_differ"]
      ),
      (
        "another scale",
        {
          $0.experiment?.variants[1].content = survey([
            Wire.Question(id: "how", kind: .known(.rating), title: "How?")
          ])
        },
        ["experiment.variants[1].content.questions[0].id: variants_differ"]
      ),
      (
        "two variants that differ",
        {
          $0.experiment?.variants[0].content = survey([
            Wire.Question(id: "new", kind: .known(.text), title: "How?")
          ])
          $0.experiment?.variants[1].content = survey([
            Wire.Question(id: "new", kind: .known(.rating), title: "How?")
          ])
        }, ["experiment.variants[1].content.questions[0].id: variants_differ"]
      ),
      (
        "the same mistake in the same place, in questions of their own",
        {
          $0.content?.questions[0].title = ""
          $0.experiment?.variants[1].content?.questions[0].title = ""
        },
        [
          "content.questions[0].title: value_empty",
          "experiment.variants[1].content.questions[0].title: value_empty",
        ]
      ),
      (
        "a mistake in questions that a variant asks in other words",
        {
          $0.content?.questions[0].title = ""
          var own = $0.content
          own?.questions[1].title = "In other words?"
          $0.experiment?.variants[1].content = own
        }, ["content.questions[0].title: value_empty"]
      ),
      (
        "data in a variant", { $0.experiment?.variants[1].data = Wire.DataPush(body: "x") },
        ["experiment.variants[1].data: not_used_here"]
      ),
      (
        "a push beside it", { $0.push = Wire.PushNotification(title: "Hi") }, ["push: not_used_here"]
      ),
    ]

  @Test(arguments: mistakes.map(\.name))
  func `what is wrong with an experiment of a survey is named with its field`(name: String) throws {
    let (_, change, expected) = try #require(Self.mistakes.first { $0.name == name })
    let found = Draft.validation.diagnostics(name: "Opinion", content: Self.content(change), at: Draft.now)
    #expect(found.filter { $0.severity == .error }.map { "\($0.field): \($0.code)" } == expected, "\(found)")
  }
}
