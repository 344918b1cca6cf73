// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

/// Experiments when the person changes, the data is deleted, or the process ends.
@Suite("Experiments and people")
struct ExperimentPeopleTests {
  private func once(_ arm: ExperimentArm) -> CampaignDefinition { .tested(arm) { $0.reEligibility = .once } }

  @Test(arguments: ExperimentArm.all)
  func `a message that waits when somebody signs in is never compared`(arm: ExperimentArm) {
    var engine = DeliveryEngine.holding([.tested(arm)])
    _ = engine.tap("e1", at: 5)
    let effects = engine.handle(.userChanged(userID: "ada"), at: 6)
    #expect(effects.outcomes == [.discarded(.userChanged)] && effects.exposed.isEmpty)
    _ = engine.handle(.definitionsReceived([.tested(arm)]), at: 7)
    #expect(engine.ask("e1", at: 8).isEmpty)
  }

  @Test(arguments: ExperimentArm.all)
  func `what was withheld from an anonymous person counts for the one who signs in, and for nobody else`(
    arm: ExperimentArm
  ) {
    var engine = DeliveryEngine.holding([once(arm)])
    #expect(engine.tapAndAsk("e1", at: 5).exposed == ["e1"])
    _ = engine.handle(.userChanged(userID: "ada"), at: 6)
    // The server can assign the person to another arm than the anonymous one.
    for later in ExperimentArm.all {
      _ = engine.handle(.definitionsReceived([once(later)]), at: 7)
      #expect(engine.decide(.custom("q", "tap", at: 8), at: 8)?.chosen == nil)
    }
    _ = engine.handle(.userChanged(userID: "ben"), at: 9)
    _ = engine.handle(.definitionsReceived([once(arm)]), at: 9)
    let shown = engine.tapAndAsk("e2", at: 10)
    #expect(shown.exposed == ["e2"] && shown.decisions.map(\.userID) == ["ben"])
    _ = engine.handle(.userChanged(userID: "ada"), at: 11)
    _ = engine.handle(.definitionsReceived([once(arm)]), at: 11)
    #expect(engine.tap("e3", at: 12).verdicts == [.stopped(.reEligibility(lastShown: 5, again: nil))])
  }

  @Test(arguments: ExperimentArm.all)
  func `a wipe ends what waits and forgets what was withheld`(arm: ExperimentArm) {
    var engine = DeliveryEngine.holding([once(arm)])
    #expect(engine.tapAndAsk("e1", at: 5).exposed == ["e1"])
    _ = engine.handle(.wiped, at: 6)
    _ = engine.handle(.definitionsReceived([once(arm)]), at: 7)
    _ = engine.tap("e2", at: 8)
    let effects = engine.handle(.wiped, at: 9)
    #expect(effects.outcomes == [.discarded(.wiped)] && effects.exposed.isEmpty)
    _ = engine.handle(.definitionsReceived([once(arm)]), at: 10)
    #expect(engine.tapAndAsk("e3", at: 11).exposed == ["e3"])
  }

  @Test(arguments: ExperimentArm.all)
  func `a message that waits when the process ends is not compared; what was withheld before still counts`(
    arm: ExperimentArm
  ) {
    let campaigns = [once(arm), CampaignDefinition.tested(arm, "y", .low)]
    var engine = DeliveryEngine.holding(campaigns)
    #expect(engine.tapAndAsk("e1", at: 5).exposed.first == "e1")
    _ = engine.tap("e2", at: 6)
    engine.wait("e2", at: 6)
    var next = DeliveryEngine(policy: engine.policy, environment: .plain)
    _ = next.handle(.definitionsReceived(campaigns), at: 6)
    next.resume(engine.saved, engine.inFlight)
    let effects = next.handle(.relaunched, at: 7)
    #expect(effects.outcomes.last == .discarded(.relaunched) && effects.exposed.isEmpty)
    #expect(next.ask("e2", at: 8).isEmpty)
    #expect(next.tap("e3", at: 9).verdicts == [.stopped(.reEligibility(lastShown: 5, again: nil)), .chosen])
  }

  @Test func `an engine that continues another's run does not record an exposure again`() {
    var engine = DeliveryEngine.holding([.tested(.treated)])
    _ = engine.tap("e1", at: 5)
    #expect(engine.ask("e1", at: 6).exposed == ["e1"])
    var copy = DeliveryEngine.holding([.tested(.treated)])
    copy.resume(engine.saved, engine.inFlight)
    copy.wait("e1", at: 7)
    #expect(copy.ask("e1", at: 8) == [.clear(id: "e1")])
  }
}
