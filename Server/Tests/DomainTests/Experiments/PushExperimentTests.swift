// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@Suite("Experiments of pushes")
struct PushExperimentTests {
  private static func content(_ change: (inout CampaignContent) -> Void = { _ in }) -> CampaignContent {
    var content = CampaignContent(
      triggers: [],
      push: Wire.PushNotification(title: "Spring is here", text: "For three days."))
    content.experiment = Wire.Experiment(
      id: "x",
      variants: [
        .init(id: "a", share: 4_000),
        .init(id: "b", share: 4_000, push: Wire.PushNotification(title: "20 % off", text: "For three days.")),
      ], control: 2_000)
    content.languages = ["de": ["push.title": "Der Frühling ist da", "push.text": "Drei Tage lang."]]
    content.experiment?.variants[1].languages = ["de": ["push.title": "20 % weniger"]]
    change(&content)
    return content
  }

  private static func campaign(_ content: CampaignContent) -> Wire.Campaign {
    Campaign(
      id: "c", appID: "shop", name: "Spring", content: content, createdAt: Draft.now, updatedAt: Draft.now
    ).definition
  }

  @Test
  func
    `an experiment compares the message of a campaign, its announcement, its survey, its data, or a push that stands alone`()
  {
    #expect(Draft.content.experimentSubject == .message && Self.content().experimentSubject == .push)
    let others: [(CampaignContent, ExperimentSubject?)] = [
      (
        CampaignContent(banner: Wire.Banner(title: "Hi"), push: Wire.PushNotification(title: "Hi")),
        .announcement
      ),
      (
        CampaignContent(
          content: Wire.Content(kind: .known(.text)), push: Wire.PushNotification(title: "Hi")), .announcement
      ),
      (
        CampaignContent(
          content: Wire.Content(kind: .known(.survey)), push: Wire.PushNotification(title: "Hi")), .survey
      ),
      (CampaignContent(data: Wire.DataPush(body: "x"), push: Wire.PushNotification(title: "Hi")), .data),
      (CampaignContent(banner: Wire.Banner(title: "Hi"), data: Wire.DataPush(body: "x")), nil),
    ]
    for (surfaces, subject) in others {
      let content = Self.content {
        ($0.banner, $0.content, $0.data, $0.push) = (
          surfaces.banner, surfaces.content, surfaces.data, surfaces.push
        )
      }
      #expect(content.experimentSubject == subject && Self.campaign(content).pushExperiment == nil)
      #expect(content.experiment.map { content.shown(in: $0.variants[1]) } == .some(nil))
    }
    // A message's experiment leaves the push as it is for everybody.
    var both = Self.campaign(Self.content { $0.message = Draft.content.message })
    both.experiment?.variants[1].message = Wire.Message(kind: .known(.slideup), message: "Hi")
    #expect(both.pushExperiment == nil && both.variantsOfPush.isEmpty)
    let arms = ExperimentArms(both.experiment ?? Wire.Experiment(variants: []))
    #expect(
      arms.campaign(both, for: "b").push == both.push && arms.campaign(both, for: "control").push == both.push
    )
  }

  @Test func `each arm has its push, and those that get nothing have none`() {
    let campaign = Self.campaign(Self.content())
    let arms = ExperimentArms(campaign.experiment ?? Wire.Experiment(variants: []))
    #expect(
      ["a", "b", "control"].map { arms.campaign(campaign, for: $0).push?.title } == [
        "Spring is here", "20 % off", nil,
      ])
    #expect(
      arms.campaign(campaign, for: "control").message == nil && arms.campaign(campaign, for: nil) == campaign)
    #expect(campaign.variantsOfPush.map(\.id) == ["a", "b"])
    // With the texts that it has in common, a variant has the campaign's translations.
    #expect(
      campaign.runPushes.map { "\($0.title ?? "") \($0.text ?? "")" } == [
        "Spring is here For three days.", "Der Frühling ist da Drei Tage lang.",
        "Spring is here For three days.",
        "Der Frühling ist da Drei Tage lang.", "20 % off For three days.", "20 % weniger Drei Tage lang.",
      ])
  }

  @Test func `what a variant lacks in a language is named, and what it has in common is not asked for again`()
  {
    #expect(Self.content().languageCompleteness.map(\.words) == [nil])
    let lacking = Self.content { $0.experiment?.variants[1].languages = [:] }.languageCompleteness
    #expect(lacking.map(\.total) == [3] && lacking.first?.words?.hasSuffix("title of variant B") == true)
  }

  @Test func `a run follows the present shares of the same experiment with the same variants`() throws {
    let own = try #require(Self.content().experiment)
    var present = own
    (present.control, present.holdout, present.variants[1].share) = (0, 500, 6_000)
    present.variants[1].push?.title = "Later"
    let following = own.following(sharesOf: present.following(own, at: Draft.now))
    #expect(
      following.divides(like: present) && following.epochs.count == 1
        && following.variants[1].push == own.variants[1].push)
    var wider = present
    wider.variants.append(.init(id: "c", share: 0))
    var another = present
    another.id = "y"
    for other in [wider, another, nil] { #expect(own.following(sharesOf: other) == own) }
  }

  static let mistakes:
    [(name: String, change: @Sendable (inout CampaignContent) -> Void, expected: [String])] = [
      ("nothing", { _ in }, []),
      (
        "a message", { $0.experiment?.variants[1].message = Draft.content.message },
        ["experiment.variants[1].message: not_used_here"]
      ),
      (
        "no text", { $0.experiment?.variants[1].push = Wire.PushNotification() },
        ["experiment.variants[1].push.title: text_missing"]
      ),
      (
        "too long", { $0.experiment?.variants[1].push?.text = String(repeating: "x", count: 4_000) },
        ["experiment.variants[1].push.text: payload_too_large"]
      ),
      (
        "code", { $0.experiment?.variants[1].push?.actions = ["open": Wire.PushAction(url: "javascript:x")] },
        ["experiment.variants[1].push.actions.open.url: url_not_allowed"]
      ),
      (
        "silent", { $0.experiment?.variants[1].push?.isSilent = true },
        ["experiment.variants[1].push.silent: variants_differ"]
      ),
      (
        "capped", { $0.push?.isCapped = true },
        ["experiment.variants[1].push.capped: variants_differ"]
      ),
      (
        "more than a push", { $0.banner = Wire.Banner(title: "Hi", language: "en") },
        ["experiment.variants[1].push: not_used_here"]
      ),
      ("shares", { $0.experiment?.control = 1_000 }, ["experiment.variants: shares_do_not_add_up"]),
    ]

  @Test(arguments: mistakes.map(\.name))
  func `what is wrong with an experiment of pushes is named with its field`(name: String) throws {
    let (_, change, expected) = try #require(Self.mistakes.first { $0.name == name })
    let found = Draft.validation.diagnostics(
      name: "Spring",
      content: Self.content {
        $0.languages = [:]
        $0.experiment?.variants[1].languages = [:]
        change(&$0)
      }, at: Draft.now)
    #expect(
      found.filter { $0.severity == .error && $0.field.hasPrefix("experiment") }.map {
        "\($0.field): \($0.code)"
      } == expected)
    #expect(
      found.filter {
        $0.severity == .error && !$0.field.hasPrefix("experiment") && name != "more than a push"
      }.isEmpty)
  }

  @Test
  func
    `a message's variant has no push, a push keeps no turn, and conversions of a compared push are counted`()
  {
    let message = Draft.diagnostics {
      $0.experiment = Wire.Experiment(
        id: "x",
        variants: [
          .init(id: "a", share: 5_000),
          .init(id: "b", share: 5_000, push: Wire.PushNotification(title: "Hi")),
        ])
    }
    #expect(message.map(\.field).contains("experiment.variants[1].push"))
    func warned(_ change: (inout CampaignContent) -> Void) -> [String] {
      let content = Self.content {
        $0.conversions = [Wire.Conversion(name: "Order", event: ["kind": "custom", "name": "order"])]
        change(&$0)
      }
      return Draft.validation.diagnostics(name: "S", content: content, at: Draft.now).filter {
        $0.severity == .warning
      }.map(\.field)
    }
    #expect(warned { $0.experiment?.keepsTurn = true } == ["experiment.keeps_turn"] && warned { _ in } == [])
    #expect(warned { $0.experiment = nil } == ["conversions"])
  }
}
