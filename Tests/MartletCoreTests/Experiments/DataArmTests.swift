// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

/// Data of campaigns with an experiment, from the trigger on.
@Suite("Data in an experiment")
struct DataArmTests {
  private func engine(_ campaigns: [CampaignDefinition], isReady: Bool = true) -> DeliveryEngine {
    var engine = DeliveryEngine(policy: .init(minimumInterval: .seconds(30)), environment: .plain)
    _ = engine.handle(.definitionsReceived(campaigns), at: 0)
    _ = engine.handle(.reach(.ready(isReady)), at: 0)
    return engine
  }

  private func data(
    _ id: CampaignID, _ arm: ExperimentArm? = nil, _ change: (inout CampaignDefinition) -> Void = { _ in }
  ) -> CampaignDefinition {
    var campaign = CampaignDefinition.named(id)
    campaign.reach = ReachTraits(form: .data)
    campaign.arm = arm
    change(&campaign)
    return campaign
  }

  private func words(_ effects: [DeliveryEngine.Effect]) -> [String] {
    effects.compactMap { effect in
      switch effect {
      case .reach(.expose(let item)): "expose \(item.campaign.rawValue)"
      case .reach(.load(let item)): "load \(item.campaign.rawValue)"
      case .reach(.passOn(let item)): "pass on \(item.campaign.rawValue)"
      case .reach(.ended(let item, let outcome)): "end \(item.campaign.rawValue) \(outcome)"
      default: nil
      }
    }
  }

  private func tap(_ engine: inout DeliveryEngine, _ id: String = "e1", at now: Instant = 1) -> [String] {
    words(engine.handle(.eventLogged(.custom(id, "tap", at: now)), at: now))
  }

  @Test
  func `a variant is exposed right before its data is passed on, and once, also if it is passed on again`() {
    var engine = engine([data("a", .treated)])
    #expect(tap(&engine) == ["expose a", "pass on a"])
    _ = engine.handle(.reach(.ready(false)), at: 2)
    #expect(words(engine.handle(.reach(.ready(true)), at: 3)) == ["pass on a"])
  }

  @Test func `what is withheld ends where it would be passed on, and the next data is passed on at once`() {
    var engine = engine([data("a", .withheld) { $0.createdAt = 2 }, data("b") { $0.createdAt = 1 }])
    #expect(tap(&engine) == ["expose a", "end a withheld", "pass on b"])
  }

  @Test(arguments: ExperimentArm.all)
  func `what the server renders is exposed before it is loaded, and not again when it is there`(
    _ arm: ExperimentArm
  ) throws {
    var engine = engine([data("a", arm) { $0.isRenderedAtDisplay = true }])
    #expect(tap(&engine) == ["expose a", arm.isWithheld ? "end a withheld" : "load a"])
    guard let item = engine.reach.items.first else { return }
    #expect(words(engine.handle(.reach(.loaded(id: item.id)), at: 2)) == ["pass on a"])
  }

  @Test(arguments: ExperimentArm.all)
  func `until somebody takes data, it waits as in any arm`(_ arm: ExperimentArm) {
    var engine = engine([data("a", arm)], isReady: false)
    #expect(tap(&engine) == [])
    #expect(
      words(engine.handle(.reach(.ready(true)), at: 2)) == [
        "expose a", arm.isWithheld ? "end a withheld" : "pass on a",
      ])
  }

  @Test(
    arguments: ExperimentArm.all)
  func
    `data counts for the limits of its own campaign alone, whether it is passed on or withheld, and later triggers do and record the same`(
      _ arm: ExperimentArm
    ) throws
  {
    var engine = engine([
      data("a", arm) {
        $0.reEligibility = .once
        $0.tags = ["promo"]
      }
    ])
    #expect(tap(&engine, "e1", at: 10).first == "expose a")
    if let item = engine.reach.items.first {
      _ = engine.handle(.reach(.dataAnswered(id: item.id, .accepted)), at: 10)
    }
    let memory = engine.kept.memory
    #expect(memory.campaigns["a"]?.total == 1 && memory.tags.isEmpty && memory.all.total == 0)
    let again = engine.handle(.eventLogged(.custom("e2", "tap", at: 20)), at: 20)
    #expect(engine.reach.items.isEmpty && again.records.isEmpty)
  }

  @Test
  func
    `what a push brings has the person's present arm, and the content of a tapped push is shown in any case`()
  {
    var engine = engine([data("a", .withheld), banner("b", .withheld)], isReady: false)
    for id in ["a", "b"] as [CampaignID] {
      let form: ReachTraits.Form = id == "a" ? .data : .bannerAndContent
      let item = ReachItem(
        id: "push-\(id.rawValue)", campaign: id, traits: .init(form: form), source: .push, receivedAt: 1,
        arm: .withheld)
      _ = engine.handle(.reach(id == "a" ? .received(item) : .opened(item)), at: 1)
    }
    _ = engine.handle(.definitionsReceived([data("a", .treated), banner("b", .withheld)]), at: 2)
    _ = engine.handle(.reach(.phase(isActive: true)), at: 2)
    let effects = engine.handle(.reach(.ready(true)), at: 3)
    #expect(words(effects) == ["expose a", "pass on a"])
    #expect(engine.reach.current?.id == "push-b")
  }

  private func banner(_ id: CampaignID, _ arm: ExperimentArm) -> CampaignDefinition {
    data(id, arm) { $0.reach = ReachTraits(form: .bannerAndContent) }
  }
}
