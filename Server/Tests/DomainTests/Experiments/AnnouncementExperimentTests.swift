// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@Suite("Experiments of announcements")
struct AnnouncementExperimentTests {
  private static let text = Wire.Content(
    kind: .known(.text), body: "20 % on everything green.", exitLabel: "Close", language: "en")

  private static func content(_ change: (inout CampaignContent) -> Void = { _ in }) -> CampaignContent {
    var content = CampaignContent(
      triggers: [Wire.Trigger(kind: .known(.customEvent), name: "go")],
      banner: Wire.Banner(title: "Spring is here", text: "For three days.", language: "en"), content: text)
    content.experiment = Wire.Experiment(
      id: "x",
      variants: [
        .init(id: "a", share: 4_000),
        .init(
          id: "b", share: 4_000,
          banner: Wire.Banner(title: "20 % off", text: "For three days.", language: "en")),
      ], control: 2_000)
    content.languages = [
      "de": [
        "banner.title": "Der Frühling ist da", "banner.text": "Drei Tage lang.",
        "content.body": "20 % auf alles Grüne.",
        "content.exit_label": "Schließen",
      ]
    ]
    content.experiment?.variants[1].languages = ["de": ["banner.title": "20 % weniger"]]
    change(&content)
    return content
  }

  private static func campaign(_ content: CampaignContent) -> Campaign {
    Campaign(
      id: "c", appID: "shop", name: "Spring", content: content, createdAt: Draft.now, updatedAt: Draft.now)
  }

  @Test
  func `each arm has its banner and its content, and those that get nothing have neither, but what decides`()
    throws
  {
    var content = Self.content { $0.experiment?.keepsTurn = true }
    content.surfaceRules.screens = ["shop"]
    let campaign = Self.campaign(content).sentDefinition
    let arms = ExperimentArms(try #require(content.experiment))
    let sent = ["a", "b", "control"].map { arms.campaign(campaign, for: $0) }
    #expect(sent.map(\.banner?.title) == ["Spring is here", "20 % off", nil])
    #expect(sent.map(\.content?.body) == ["20 % on everything green.", "20 % on everything green.", nil])
    #expect(
      sent.map(\.arm?.name) == ["a", "b", "control"]
        && sent.map { $0.arm?.isWithheld } == [false, false, true])
    #expect(
      sent.allSatisfy {
        $0.surfaceRules == campaign.surfaceRules && $0.triggers == campaign.triggers
          && $0.arm?.keepsTurn == false
      })
    // Devices know the same of all arms before the moment that is compared.
    let definitions = try sent.map { try $0.definition() }
    #expect(definitions.map(\.reach) == Array(repeating: definitions[0].reach, count: 3))
    #expect(definitions[0].reach?.form == .bannerAndContent)
  }

  static let forms: [(CampaignContent, ReachTraits.Form)] = [
    (CampaignContent(banner: Wire.Banner(title: "Hi")), .bannerOnly),
    (CampaignContent(content: text), .contentOnly),
    (CampaignContent(banner: Wire.Banner(title: "Hi"), content: text), .bannerAndContent),
  ]

  @Test(arguments: forms.indices)
  func `control says which surfaces the others have`(place: Int) throws {
    let (surfaces, form) = Self.forms[place]
    let content = Self.content { ($0.banner, $0.content) = (surfaces.banner, surfaces.content) }
    let sent = ExperimentArms(try #require(content.experiment)).campaign(
      Self.campaign(content).sentDefinition, for: "control")
    #expect(sent.arm?.form == .known(form) && sent.surfaces.isEmpty)
    #expect(try sent.definition().reach?.form == form)
  }

  @Test
  func
    `a person gets the variant in their language, with the campaign's translations of what it has in common`()
    throws
  {
    let trial = CampaignTrial(Self.campaign(Self.content()), locale: "de-AT")
    #expect(trial.arms.map(\.choice.label) == ["Variant A", "Variant B", "Control (nothing is shown)"])
    #expect(trial.arms.map(\.campaign.banner?.title) == ["Der Frühling ist da", "20 % weniger", nil])
    #expect(trial.arms.map(\.campaign.banner?.text) == ["Drei Tage lang.", "Drei Tage lang.", nil])
    #expect(
      trial.arms.map(\.campaign.content?.body) == ["20 % auf alles Grüne.", "20 % auf alles Grüne.", nil])
    #expect(Self.content().languageCompleteness.map(\.words) == [nil])
    let lacking = Self.content { $0.experiment?.variants[1].languages = [:] }.languageCompleteness
    #expect(lacking.first?.words?.hasSuffix("title of variant B") == true, "\(lacking)")
  }

  static let mistakes:
    [(name: String, change: @Sendable (inout CampaignContent) -> Void, expected: [String])] = [
      ("nothing", { _ in }, []),
      ("only a banner", { $0.content = nil }, []),
      (
        "a message", { $0.experiment?.variants[1].message = Draft.content.message },
        ["experiment.variants[1].message: not_used_here"]
      ),
      (
        "a push in a variant", { $0.experiment?.variants[1].push = Wire.PushNotification(title: "Hi") },
        ["experiment.variants[1].push: not_used_here"]
      ),
      (
        "a push beside it", { $0.push = Wire.PushNotification(title: "Hi") }, ["push: not_used_here"]
      ),
      (
        "no text", { $0.experiment?.variants[1].banner = Wire.Banner(language: "en") },
        ["experiment.variants[1].banner.title: text_missing"]
      ),
      (
        "a banner of its own", { $0.banner = nil },
        ["experiment.variants[1].banner: variants_differ"]
      ),
      (
        "content of its own",
        {
          $0.content = nil
          $0.experiment?.variants[1].content = Self.text
        }, ["experiment.variants[1].content: variants_differ"]
      ),
      (
        "a survey in a variant",
        {
          $0.experiment?.variants[1].content = Wire.Content(
            kind: .known(.survey), questions: [Wire.Question(id: "q", kind: .known(.text), title: "Why?")],
            language: "en")
        }, ["experiment.variants[1].content.kind: variants_differ"]
      ),
      (
        "code",
        {
          $0.experiment?.variants[0].content = Wire.Content(
            kind: .known(.text), body: "x", actionLabel: "Go",
            action: .init(type: .known(.url), url: "javascript:x"), language: "en")
        },
        ["experiment.variants[0].content.action.url: url_not_allowed"]
      ),
    ]

  @Test(arguments: mistakes.map(\.name))
  func `what is wrong with an experiment of an announcement is named with its field`(name: String) throws {
    let (_, change, expected) = try #require(Self.mistakes.first { $0.name == name })
    let found = Draft.validation.diagnostics(
      name: "Spring",
      content: Self.content {
        $0.languages = [:]
        $0.experiment?.variants[1].languages = [:]
        change(&$0)
      }, at: Draft.now)
    #expect(found.filter { $0.severity == .error }.map { "\($0.field): \($0.code)" } == expected, "\(found)")
  }

  @Test func `an announcement keeps no turn`() {
    let kept = Draft.validation.diagnostics(
      name: "S", content: Self.content { $0.experiment?.keepsTurn = true }, at: Draft.now)
    #expect(kept.contains { $0.field == "experiment.keeps_turn" && $0.severity == .warning })
  }
}
