// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

/// Banners and content of campaigns with an experiment, from the trigger on.
@Suite("Announcements in an experiment")
struct AnnouncementArmTests {
  private func engine(_ campaigns: [CampaignDefinition], caps: [SharedCap] = [], isReady: Bool = true)
    -> DeliveryEngine
  {
    var engine = DeliveryEngine(policy: .init(minimumInterval: .seconds(30)), environment: .plain)
    _ = engine.handle(.definitionsReceived(campaigns, caps: caps), at: 0)
    _ = engine.handle(.reach(.ready(isReady)), at: 0)
    _ = engine.handle(.reach(.phase(isActive: true)), at: 0)
    return engine
  }

  private func banner(
    _ id: CampaignID, _ arm: ExperimentArm? = nil, isPaced: Bool = false,
    _ change: (inout CampaignDefinition) -> Void = { _ in }
  ) -> CampaignDefinition {
    var campaign = CampaignDefinition.named(id)
    campaign.reach = ReachTraits(form: .bannerAndContent, isPaced: isPaced)
    campaign.arm = arm
    change(&campaign)
    return campaign
  }

  /// What happens to items, in order.
  private func words(_ effects: [DeliveryEngine.Effect]) -> [String] {
    effects.compactMap { effect in
      switch effect {
      case .reach(.expose(let item)): "expose \(item.campaign.rawValue)"
      case .reach(.offer(let item, _, _)): "offer \(item.campaign.rawValue)"
      case .reach(.load(let item)): "load \(item.campaign.rawValue)"
      case .reach(.open(let item)): "open \(item.campaign.rawValue)"
      case .reach(.ended(let item, let outcome)): "end \(item.campaign.rawValue) \(outcome)"
      default: nil
      }
    }
  }

  private func tap(_ engine: inout DeliveryEngine, _ id: String = "e1", at now: Instant = 1) -> [String] {
    words(engine.handle(.eventLogged(.custom(id, "tap", at: now)), at: now))
  }

  @Test
  func
    `a variant is exposed right before its banner is offered, and once, also if it is postponed and offered again`()
    throws
  {
    var engine = engine([banner("a", .treated)])
    #expect(tap(&engine) == ["expose a", "offer a"])
    let current = try #require(engine.reach.current)
    _ = engine.handle(.reach(.answered(id: current.id, attempt: current.attempt, .postpone)), at: 2)
    #expect(words(engine.handle(.reach(.screenChanged("B")), at: 3)) == ["offer a"])
  }

  @Test(
    arguments: [ExperimentArm.withheld, .keeping])
  func `what is withheld ends where it would be offered, and the next item has its turn at once`(
    _ arm: ExperimentArm
  ) {
    var engine = engine([banner("a", arm) { $0.createdAt = 2 }, banner("b") { $0.createdAt = 1 }])
    #expect(tap(&engine) == ["expose a", "end a withheld", "offer b"])
    #expect(engine.reach.items.map(\.campaign) == ["b"])
  }

  @Test(arguments: ExperimentArm.all)
  func `what the server renders, and content that opens by itself, is exposed before it is loaded or opened`(
    _ arm: ExperimentArm
  ) {
    var rendered = engine([banner("a", arm) { $0.isRenderedAtDisplay = true }])
    #expect(tap(&rendered) == ["expose a", arm.isWithheld ? "end a withheld" : "load a"])
    var alone = engine([banner("a", arm) { $0.reach?.form = .contentOnly }])
    #expect(tap(&alone) == ["expose a", arm.isWithheld ? "end a withheld" : "open a"])
  }

  @Test(
    arguments: ExperimentArm.all)
  func
    `until its turn comes, an item waits as in any arm: for somebody who shows it, its screen, its delay and the item before it`(
      _ arm: ExperimentArm
    ) throws
  {
    var engine = engine(
      [
        banner("a") { $0.createdAt = 3 }, banner("b", arm) { $0.reach?.screens = ["B"] },
        banner("c", arm) { $0.delay = .seconds(10) },
      ],
      isReady: false)
    #expect(tap(&engine) == [])
    #expect(words(engine.handle(.reach(.ready(true)), at: 2)) == ["offer a"])
    #expect(words(engine.handle(.reach(.screenChanged("B")), at: 3)) == ["offer a"])
    let current = try #require(engine.reach.current)
    _ = engine.handle(.reach(.bannerAppeared(id: current.id)), at: 4)
    let ended = words(engine.handle(.reach(.bannerClosed(id: current.id)), at: 5))
    #expect(ended == ["end a exited", "expose b", arm.isWithheld ? "end b withheld" : "offer b"])
  }

  @Test
  func `what is withheld counts for the limits of its own campaign, and for no shared cap and no interval`() {
    let cap = SharedCap(FrequencyCap(1, within: .lifetime))
    var engine = engine(
      [
        banner("a", .withheld, isPaced: true) {
          $0.reEligibility = .once
          $0.tags = ["news"]
        }, .other(tags: ["news"]),
      ], caps: [cap])
    #expect(tap(&engine) == ["expose a", "end a withheld"])
    #expect(
      engine.kept.lastDisplay == nil && engine.kept.memory.all.last == nil && engine.kept.memory.tags.isEmpty)
    // A message is shown at once, and the campaign itself not again.
    _ = engine.open("e2", at: 2)
    #expect(engine.isCleared("e2"))
    let again = engine.handle(.eventLogged(.custom("e4", "tap", at: 3)), at: 3)
    #expect(words(again) == [])
    #expect(again.records.map(\.outcome) == [.suppressed(.reEligibility)])
  }

  @Test
  func
    `new campaigns bring the person's present arm to what waits; without one, it is shown and not exposed`()
  {
    var engine = engine([banner("a", .withheld)], isReady: false)
    #expect(tap(&engine) == [])
    _ = engine.handle(.definitionsReceived([banner("a", .treated)]), at: 2)
    _ = engine.handle(.definitionsReceived([banner("a")]), at: 3)
    #expect(words(engine.handle(.reach(.ready(true)), at: 4)) == ["offer a"])
  }
}
