// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

@Suite("Users of the device")
struct UsersTests {
  private func once() -> CampaignDefinition {
    var campaign = CampaignDefinition.named("a")
    campaign.reEligibility = .once
    return campaign
  }

  /// Whether the user, on this device, may see the campaign at the instant.
  private func isChosen(_ engine: inout DeliveryEngine, _ userID: String?, at now: Instant) -> Bool {
    _ = engine.handle(.userChanged(userID: userID), at: now)
    _ = engine.handle(.definitionsReceived([once()]), at: now)
    return engine.decide(.custom("asked", "tap"), at: now)?.chosen != nil
  }

  @Test func `what was seen is remembered for each person, also after others used the device`() {
    var engine = DeliveryEngine.holding([once()])
    #expect(isChosen(&engine, "u1", at: 0))
    engine.show("e1", at: 0)
    #expect(isChosen(&engine, "u2", at: 1))
    #expect(!isChosen(&engine, "u1", at: 2))
    #expect(isChosen(&engine, nil, at: 3))
  }

  @Test func `who identifies has seen what they saw as an anonymous person, once merged and for nobody else`()
  {
    var engine = DeliveryEngine.holding([once()])
    engine.show("e1", at: 0)
    #expect(!isChosen(&engine, "u1", at: 1))
    #expect(isChosen(&engine, "u2", at: 2))
    #expect(isChosen(&engine, nil, at: 3))
  }

  @Test func `an anonymous person's counts go on when they identify, and end when another signs in`() {
    let campaign = CampaignDefinition.named(
      "a", on: [.count(.customEvent(name: "tap", nil), Repetition(.exactly, 3, within: .session))])
    var engine = DeliveryEngine.holding([campaign])
    _ = engine.tap("e1", at: 0)
    _ = engine.handle(.userChanged(userID: "u1"), at: 1)
    _ = engine.handle(.definitionsReceived([campaign]), at: 1)
    _ = engine.tap("e2", at: 1)
    _ = engine.handle(.userChanged(userID: "u2"), at: 2)
    _ = engine.handle(.definitionsReceived([campaign]), at: 2)
    #expect(engine.tap("e3", at: 2).presented.isEmpty)
    _ = engine.handle(.userChanged(userID: "u1"), at: 3)
    _ = engine.handle(.definitionsReceived([campaign]), at: 3)
    #expect(engine.tap("e4", at: 3).presented.count == 1)
  }

  @Test func `the last four users are remembered beside the present one`() {
    var engine = DeliveryEngine.holding([once()])
    for number in 1...6 {
      #expect(isChosen(&engine, "u\(number)", at: Instant(milliseconds: Int64(number))))
      engine.show("e\(number)", at: Instant(milliseconds: Int64(number)))
    }
    #expect(!isChosen(&engine, "u2", at: 1))
    #expect(isChosen(&engine, "u1", at: 1))
  }

  @Test func `nothing triggered for one person is answered, cleared or presented for another`() {
    var delayed = CampaignDefinition.named("later", on: [.sessionStart])
    delayed.delay = .seconds(10)
    var engine = DeliveryEngine.holding([.named("a"), delayed])
    _ = engine.tap("e1", at: 0)
    _ = engine.handle(.eventLogged(Event(id: "e2", at: 0, kind: .sessionStart)), at: 0)
    let effects = engine.handle(.userChanged(userID: "u1"), at: 1)
    #expect(effects.records.map(\.outcome) == [.discarded(.userChanged), .discarded(.userChanged)])
    _ = engine.handle(.definitionsReceived([.named("a"), delayed]), at: 1)
    #expect(engine.handle(.displayRequested(id: "e1"), at: 2) == [])
    #expect(engine.handle(.outcomeReported(decisionID: "e1", .shown), at: 2) == [])
    #expect(engine.handle(.timePassed, at: 20) == [])
    #expect(!engine.isCleared("e1"))
  }

  @Test func `a wipe forgets what every person saw, and every event`() {
    var engine = DeliveryEngine.holding([once()])
    _ = isChosen(&engine, "u1", at: 0)
    engine.show("e1", at: 0)
    _ = isChosen(&engine, "u2", at: 1)
    _ = engine.handle(.wiped, at: 2)
    #expect(engine.saved == DeliveryEngine.Saved())
    #expect(isChosen(&engine, "u1", at: 3))
    #expect(engine.tap("e1", at: 3).presented.count == 1)
  }
}
