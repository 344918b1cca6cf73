// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

/// A message with an experiment is recorded at the moment at which it would be displayed: not
/// earlier, not later, and in all arms alike.
@Suite("The moment that an experiment compares")
struct ExposureTests {
  @Test(arguments: ExperimentArm.all)
  func `the presenter always asks, because nothing of it is cleared before`(arm: ExperimentArm) {
    var engine = DeliveryEngine.holding([.tested(arm), .other()])
    let effects = engine.tap("e1", at: 5)
    #expect(effects.presented.map(\.id) == ["e1"] && effects.exposed.isEmpty)
    #expect(!engine.isCleared("e1"))
    _ = engine.handle(.outcomeReported(decisionID: "e1", .discarded(.byApp)), at: 5)
    _ = engine.open("e2", at: 6)
    #expect(engine.isCleared("e2"), "campaigns without an experiment are cleared as before")
  }

  @Test func `a treated message is exposed and then displayed; a withheld one is exposed and ends`() {
    for arm in ExperimentArm.all {
      var engine = DeliveryEngine.holding([.tested(arm)])
      let presentations = engine.tap("e1", at: 5).presented
      let effects = engine.ask("e1", at: 6)
      let end = OutcomeRecord(decisionID: "e1", campaign: "x", version: 1, outcome: .withheld)
      #expect(
        effects == presentations.map(DeliveryEngine.Effect.expose)
          + (arm.isWithheld ? [.withdraw(id: "e1", .withheld), .record(end)] : [.clear(id: "e1")]))
      #expect(engine.isLive("e1") == !arm.isWithheld)
    }
  }

  @Test(arguments: ExperimentArm.all)
  func `a delay comes first`(arm: ExperimentArm) {
    var engine = DeliveryEngine.holding([.tested(arm) { $0.delay = .seconds(10) }])
    #expect(engine.tap("e1", at: 5).outcomes == [.queued(.delay)])
    #expect(engine.ask("e1", at: 14).isEmpty && engine.handle(.timePassed, at: 14).isEmpty)
    let ended = engine.handle(.timePassed, at: 15)
    #expect(ended.presented.map(\.id) == ["e1"] && ended.exposed.isEmpty && !engine.isCleared("e1"))
    #expect(engine.ask("e1", at: 15).exposed == ["e1"])
  }

  @Test(arguments: ExperimentArm.all)
  func `an exception during the delay leaves nothing to compare`(arm: ExperimentArm) {
    var engine = DeliveryEngine.holding([
      .tested(arm) {
        $0.delay = .seconds(10)
        $0.exceptions = [.customEvent(name: "open", nil)]
      }
    ])
    _ = engine.tap("e1", at: 5)
    let effects = engine.open("e2", at: 6)
    #expect(effects.outcomes == [.discarded(.exceptionEvent)] && effects.exposed.isEmpty)
  }

  @Test(arguments: ExperimentArm.all)
  func `quiet hours are waited for`(arm: ExperimentArm) {
    // From 00:10 to 00:20.
    var engine = DeliveryEngine.holding([
      .tested(arm) { $0.schedule.quietHours = [QuietHours(from: 10, to: 20)] }
    ])
    _ = engine.tap("e1", at: 590)
    engine.wait("e1", at: 590)
    let early = engine.ask("e1", at: 600)
    #expect(early.held == [.seconds(600)] && early.exposed.isEmpty)
    #expect(engine.ask("e1", at: 1_200).exposed == ["e1"])
  }

  @Test(arguments: ExperimentArm.all)
  func `the minimum interval is waited for`(arm: ExperimentArm) {
    var engine = DeliveryEngine.holding([.tested(arm), .other()], interval: .seconds(30))
    _ = engine.tap("e1", at: 100)
    engine.wait("e1", at: 100)
    _ = engine.open("e2", at: 101)
    _ = engine.handle(.outcomeReported(decisionID: "e2", .shown), at: 102)
    let early = engine.ask("e1", at: 103)
    #expect(early.held == [.seconds(29)] && early.exposed.isEmpty)
    #expect(engine.ask("e1", at: 132).exposed == ["e1"])
  }

  @Test(arguments: ExperimentArm.all)
  func `so is another message that the same cap may count`(arm: ExperimentArm) {
    let caps = [SharedCap(FrequencyCap(2, within: .day))]
    var engine = DeliveryEngine.holding([.tested(arm), .other()], caps: caps)
    _ = engine.open("e2", at: 100)
    _ = engine.tap("e1", at: 101)
    #expect(engine.ask("e1", at: 101).held == [.seconds(1)])
    _ = engine.handle(.outcomeReported(decisionID: "e2", .shown), at: 102)
    #expect(engine.ask("e1", at: 102).exposed == ["e1"])
  }

  @Test(arguments: ExperimentArm.all, Outcome.QueueReason.allCases)
  func `a message that waits for anything is compared when its turn has come`(
    arm: ExperimentArm, reason: Outcome.QueueReason
  ) {
    var engine = DeliveryEngine.holding([.tested(arm)])
    _ = engine.tap("e1", at: 5)
    let told = engine.handle(.outcomeReported(decisionID: "e1", .queued(reason)), at: 6)
    #expect(told.outcomes == [.queued(reason)] && told.exposed.isEmpty)
    #expect(engine.handle(.timePassed, at: 50).isEmpty)
    #expect(engine.ask("e1", at: 60).exposed == ["e1"])
  }

  @Test(arguments: ExperimentArm.all)
  func `a message that no longer may be shown is not compared`(arm: ExperimentArm) {
    for isAsked in [true, false] {
      var engine = DeliveryEngine.holding([.tested(arm) { $0.schedule.endsAt = 100 }])
      _ = engine.tap("e1", at: 5)
      engine.wait("e1", at: 5)
      let effects = isAsked ? engine.ask("e1", at: 100) : engine.handle(.timePassed, at: 100)
      #expect(effects.outcomes == [.expired] && effects.exposed.isEmpty)
    }
    let caps = [SharedCap(FrequencyCap(1, within: .day))]
    var engine = DeliveryEngine.holding([.tested(arm), .other()], caps: caps)
    _ = engine.tap("e1", at: 5)
    engine.wait("e1", at: 5)
    _ = engine.open("e2", at: 6)
    _ = engine.handle(.outcomeReported(decisionID: "e2", .shown), at: 6)
    let capped = engine.ask("e1", at: 7)
    #expect(capped.outcomes == [.discarded(.noLongerEligible)] && capped.exposed.isEmpty)
  }

  @Test(arguments: ExperimentArm.all)
  func `nor is one of a campaign that was edited or paused while it waited`(arm: ExperimentArm) {
    for definitions in [[], [CampaignDefinition.tested(arm) { $0.version = 2 }]] {
      var engine = DeliveryEngine.holding([.tested(arm)])
      _ = engine.tap("e1", at: 5)
      let effects = engine.handle(.definitionsReceived(definitions), at: 6)
      #expect(effects.outcomes == [.recalled] && effects.exposed.isEmpty)
      #expect(engine.ask("e1", at: 7).isEmpty)
    }
  }

  @Test func `the arm at that moment counts: a newer one replaces the one at the trigger`() {
    var engine = DeliveryEngine.holding([.tested(.treated)])
    _ = engine.tap("e1", at: 5)
    #expect(engine.handle(.definitionsReceived([.tested(.withheld)]), at: 6).isEmpty)
    #expect(engine.ask("e1", at: 7).outcomes == [.withheld])
  }

  @Test func `a message that returns to the stack after its turn is compared once`() {
    var engine = DeliveryEngine.holding([.tested(.treated)])
    _ = engine.tap("e1", at: 5)
    #expect(engine.ask("e1", at: 6).exposed == ["e1"])
    engine.wait("e1", .reenqueuedByDelegate, at: 7)
    let again = engine.ask("e1", at: 8)
    #expect(again.cleared == ["e1"] && again.exposed.isEmpty)
    _ = engine.handle(.outcomeReported(decisionID: "e1", .shown), at: 9)
    #expect(engine.tap("e2", at: 10).presented.count == 1)
    #expect(engine.ask("e2", at: 11).exposed == ["e2"], "its next presentation has its own exposure")
  }

  @Test(arguments: ExperimentArm.all)
  func `a campaign that loses to another is compared only if it gets the turn`(arm: ExperimentArm) {
    var engine = DeliveryEngine.holding([.named("best", .high), .tested(arm)])
    let effects = engine.tap("e1", at: 5)
    #expect(effects.outcomes == [.suppressed(.priority)] && effects.exposed.isEmpty)
    #expect(
      engine.handle(.outcomeReported(decisionID: "e1", .discarded(.assetFailed)), at: 6).presented.map(\.id)
        == ["e1-2"])
    #expect(!engine.isCleared("e1-2"))
    #expect(engine.ask("e1-2", at: 7).exposed == ["e1-2"])
  }
}
