// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

/// Campaigns with a banner, from the trigger on.
@Suite("Delivery of banners")
struct ReachDeliveryTests {
  private func engine(_ campaigns: [CampaignDefinition], isReady: Bool = true, at now: Instant = 0)
    -> DeliveryEngine
  {
    var engine = DeliveryEngine(policy: .init(minimumInterval: .zero), environment: .plain)
    _ = engine.handle(.definitionsReceived(campaigns), at: now)
    _ = engine.handle(.reach(.ready(isReady)), at: now)
    _ = engine.handle(.reach(.phase(isActive: true)), at: now)
    return engine
  }

  private func banner(_ id: CampaignID, _ change: (inout CampaignDefinition) -> Void = { _ in })
    -> CampaignDefinition
  {
    var campaign = CampaignDefinition.named(id)
    campaign.reach = ReachTraits(form: .bannerOnly)
    change(&campaign)
    return campaign
  }

  /// `present`, `offer`, `ended expired`, of each effect that has an id.
  private func words(_ effects: [DeliveryEngine.Effect]) -> [String] {
    effects.compactMap { effect in
      switch effect {
      case .present(let presentation): "present \(presentation.campaign.rawValue)"
      case .reach(.offer(let item, _, _)): "offer \(item.campaign.rawValue)"
      case .reach(.ended(let item, let outcome)): "end \(item.campaign.rawValue) \(outcome)"
      default: nil
      }
    }
  }

  @Test func `of a message and a banner that one event brings, the message is first`() {
    var engine = engine([banner("a banner"), .named("message")])
    #expect(words(engine.handle(.eventLogged(.custom("e1", "tap")), at: 1)) == ["present message"])
    #expect(engine.reach.items.map(\.campaign) == ["a banner"])
    #expect(
      words(engine.handle(.outcomeReported(decisionID: "e1", .discarded(.byDelegate)), at: 2)) == [
        "offer a banner"
      ])
  }

  @Test
  func `an end that counts from the receipt or the trigger does not move away with a clock that is set back`()
  {
    let campaigns = [
      banner("receipt") { $0.schedule.expiresAfter = .seconds(500) },
      banner("trigger") { $0.schedule.displaysWithin = .seconds(300) },
      banner("fixed") { $0.schedule.endsAt = 1_000_500 },
    ]
    var engine = engine(campaigns, isReady: false, at: 1_000_000)
    _ = engine.handle(.eventLogged(.custom("e1", "tap", at: 1_000_000)), at: 1_000_000)
    _ = engine.handle(.timePassed, at: 5_000)
    #expect(engine.nextDeadline == 5_300)
    #expect(words(engine.handle(.timePassed, at: 5_300)) == ["end trigger expired"])
    #expect(words(engine.handle(.timePassed, at: 5_500)) == ["end receipt expired"])
    #expect(engine.reach.items.map(\.campaign) == ["fixed"])
  }
}
