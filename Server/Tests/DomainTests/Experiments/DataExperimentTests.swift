// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@Suite("Experiments of data")
struct DataExperimentTests {
  private static func content(_ change: (inout CampaignContent) -> Void = { _ in }) -> CampaignContent {
    var content = CampaignContent(
      triggers: [Wire.Trigger(kind: .known(.customEvent), name: "go")],
      data: Wire.DataPush(body: "lamp=39"))
    content.experiment = Wire.Experiment(
      id: "x",
      variants: [
        .init(id: "a", share: 4_000), .init(id: "b", share: 4_000, data: Wire.DataPush(body: "lamp=29")),
      ],
      control: 2_000)
    change(&content)
    return content
  }

  private static func campaign(_ content: CampaignContent) -> Campaign {
    Campaign(
      id: "c", appID: "shop", name: "Prices", content: content, createdAt: Draft.now, updatedAt: Draft.now)
  }

  @Test(arguments: [true, false])
  func `each arm has its data, and control has none, but the form of the others`(hasTrigger: Bool) throws {
    let content = Self.content { if !hasTrigger { $0.triggers = [] } }
    #expect(content.experimentSubject == .data)
    let campaign = Self.campaign(content).sentDefinition
    let arms = ExperimentArms(try #require(content.experiment))
    let sent = ["a", "b", "control"].map { arms.campaign(campaign, for: $0) }
    #expect(sent.map(\.data?.body) == ["lamp=39", "lamp=29", nil])
    #expect(sent.map { $0.arm?.form } == [nil, nil, .known(.data)])
    let definitions = try sent.map { try $0.definition() }
    #expect(definitions.map { $0.reach?.form } == [.data, .data, .data])
    #expect(content.armChoices.map(\.label) == ["Variant A", "Variant B", "Control (no data)"])
  }

  @Test func `a variant's data is in the person's language`() {
    let content = Self.content {
      $0.languages = ["de": ["data.body": "lampe=39"]]
      $0.experiment?.variants[1].languages = ["de": ["data.body": "lampe=29"]]
    }
    #expect(
      CampaignTrial(Self.campaign(content), locale: "de").arms.map(\.campaign.data?.body) == [
        "lampe=39", "lampe=29", nil,
      ])
  }

  static let mistakes:
    [(name: String, change: @Sendable (inout CampaignContent) -> Void, expected: [String])] = [
      ("nothing", { _ in }, []),
      ("no trigger", { $0.triggers = [] }, []),
      (
        "empty data", { $0.experiment?.variants[1].data = Wire.DataPush(body: "") },
        ["experiment.variants[1].data.body: text_missing"]
      ),
      (
        "bytes that are none",
        { $0.experiment?.variants[1].data = Wire.DataPush(type: .known(.base64), body: "x") },
        ["experiment.variants[1].data.body: base64_invalid"]
      ),
      (
        "a banner in a variant", { $0.experiment?.variants[1].banner = Wire.Banner(title: "Hi") },
        ["experiment.variants[1].banner: not_used_here"]
      ),
      (
        "a push beside it", { $0.push = Wire.PushNotification(isSilent: true) },
        ["push: not_used_here"]
      ),
      (
        "a banner beside it", { $0.banner = Wire.Banner(title: "Hi", language: "en") },
        ["data: surfaces_exclude", "experiment: not_used_here"]
      ),
    ]

  @Test(arguments: mistakes.map(\.name))
  func `what is wrong with an experiment of data is named with its field`(name: String) throws {
    let (_, change, expected) = try #require(Self.mistakes.first { $0.name == name })
    let found = Draft.validation.diagnostics(name: "Prices", content: Self.content(change), at: Draft.now)
    #expect(found.filter { $0.severity == .error }.map { "\($0.field): \($0.code)" } == expected, "\(found)")
  }

  @Test func `data keeps no turn`() {
    let found = Draft.validation.diagnostics(
      name: "Prices", content: Self.content { $0.experiment?.keepsTurn = true }, at: Draft.now)
    #expect(found.contains { $0.field == "experiment.keeps_turn" && $0.severity == .warning })
  }
}
