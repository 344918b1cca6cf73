// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

/// What a message that nobody sees counts for, and who gets its turn.
@Suite("Messages that an experiment withholds")
struct WithheldTests {
  @Test(arguments: ExperimentArm.all)
  func `they count for the campaign's own limits as if they had been seen`(arm: ExperimentArm) {
    var once = DeliveryEngine.holding([.tested(arm) { $0.reEligibility = .once }])
    #expect(once.tapAndAsk("e1", at: 5).exposed == ["e1"])
    #expect(once.tap("e2", at: 6).verdicts == [.stopped(.reEligibility(lastShown: 5, again: nil))])
    var after = DeliveryEngine.holding([.tested(arm) { $0.reEligibility = .after(.seconds(60)) }])
    #expect(after.tapAndAsk("e1", at: 5).exposed == ["e1"])
    #expect(after.tap("e2", at: 64).verdicts == [.stopped(.reEligibility(lastShown: 5, again: 65))])
    #expect(after.tapAndAsk("e3", at: 65).exposed == ["e3"])
    var capped = DeliveryEngine.holding([.tested(arm) { $0.caps = [FrequencyCap(2, within: .day)] }])
    #expect(capped.tapAndAsk("e1", at: 5).exposed == ["e1"])
    #expect(capped.tapAndAsk("e2", at: 6).exposed == ["e2"])
    #expect(
      capped.tap("e3", at: 7).verdicts == [.stopped(.cap(.campaign, FrequencyCap(2, within: .day), count: 2))]
    )
    #expect(capped.tapAndAsk("e4", at: 86_405).exposed == ["e4"])
  }

  @Test(arguments: [nil, "promo"])
  func `they count for no cap that other campaigns share`(tag: String?) {
    let caps = [SharedCap(tag: tag, FrequencyCap(1, within: .day))]
    for arm in ExperimentArm.all {
      var engine = DeliveryEngine.holding(
        [.tested(arm) { $0.tags = ["promo"] }, .other(tags: ["promo"])], caps: caps)
      #expect(engine.tapAndAsk("e1", at: 5).exposed == ["e1"])
      #expect(engine.open("e2", at: 6).presented.isEmpty == !arm.isWithheld)
    }
  }

  @Test func `they do not start the minimum interval: the next message is displayed at once`() {
    for arm in ExperimentArm.all {
      var engine = DeliveryEngine.holding([.tested(arm), .other()], interval: .seconds(30))
      #expect(engine.tapAndAsk("e1", at: 5).exposed == ["e1"])
      #expect(engine.open("e2", at: 5).presented.map(\.id) == (arm.isWithheld ? ["e2"] : []))
      #expect(engine.isCleared("e2") == arm.isWithheld)
    }
  }

  @Test
  func
    `until their turn has come they hold the interval as any message, so that arms differ in nothing before`()
  {
    for arm in ExperimentArm.all {
      var engine = DeliveryEngine.holding([.tested(arm), .other()], interval: .seconds(30))
      _ = engine.tap("e1", at: 5)
      #expect(engine.open("e2", at: 6).outcomes == [.suppressed(.interval)])
    }
  }

  @Test func `the next candidate of the decision gets the turn, and is displayed without another question`() {
    var engine = DeliveryEngine.holding([.tested(.withheld), .named("second", .low)], interval: .seconds(30))
    #expect(engine.tap("e1", at: 5).outcomes == [.suppressed(.priority)])
    let effects = engine.ask("e1", at: 6)
    #expect(effects.outcomes == [.withheld])
    let next = effects.presented
    #expect(
      next.map(\.id) == ["e1-2"] && next.map(\.campaign) == ["second"] && next.map(\.succeeds) == ["e1"])
    #expect(engine.isCleared("e1-2"))
  }

  @Test(arguments: [ExperimentArm.keeping, .treated])
  func `with keeps_turn nobody gets it, and with the message shown neither`(arm: ExperimentArm) {
    var engine = DeliveryEngine.holding([.tested(arm), .named("second", .low)])
    let effects = engine.tapAndAsk("e1", at: 5)
    #expect(effects.exposed == ["e1"] && effects.presented.map(\.id) == ["e1"])
    #expect(engine.livePresentations.isEmpty)
  }

  @Test func `the turn passes through several experiments, each with its own exposure`() {
    var engine = DeliveryEngine.holding([
      .tested(.withheld, "first", .high), .tested(.withheld, "second", .medium),
      .tested(.treated, "third", .low),
    ])
    _ = engine.tap("e1", at: 5)
    #expect(engine.ask("e1", at: 6).presented.map(\.campaign) == ["second"])
    #expect(engine.ask("e1-2", at: 7).presented.map(\.campaign) == ["third"])
    let last = engine.ask("e1-3", at: 8)
    #expect(last.exposed == ["e1-3"] && last.cleared == ["e1-3"])
  }

  @Test func `a candidate that its own limits stop is passed over`() {
    var once = CampaignDefinition.named("second")
    once.reEligibility = .once
    var engine = DeliveryEngine.holding([.tested(.withheld, "first", .high), once, .named("third", .low)])
    _ = engine.tap("e1", at: 5)
    _ = engine.ask("e1", at: 5)
    _ = engine.handle(.outcomeReported(decisionID: "e1-2", .shown), at: 5)
    _ = engine.tap("e2", at: 6)
    #expect(engine.ask("e2", at: 6).presented.map(\.campaign) == ["third"])
  }

  @Test(arguments: [ExperimentArm.withheld, .keeping])
  func `a withheld message has ended: later requests and reports change nothing`(arm: ExperimentArm) {
    var engine = DeliveryEngine.holding([.tested(arm)])
    _ = engine.tap("e1", at: 5)
    let effects = engine.ask("e1", at: 6)
    #expect(effects.outcomes == [.withheld] && effects.presented.isEmpty)
    #expect(engine.ask("e1", at: 7).isEmpty, "a second request has no result")
    #expect(
      engine.handle(.outcomeReported(decisionID: "e1", .shown), at: 7).isEmpty,
      "and a late report counts nothing")
  }
}
