// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

@Suite("Campaigns in their quiet hours")
struct QuietHoursDeliveryTests {
  /// Quiet from 00:10 to 00:20.
  private func campaign(_ id: CampaignID = "a", _ priority: Priority = .medium, delay: Duration = .zero)
    -> CampaignDefinition
  {
    var campaign = CampaignDefinition.named(id, priority)
    campaign.schedule.quietHours = [QuietHours(from: 10, to: 20)]
    campaign.delay = delay
    return campaign
  }

  @Test func `an event in quiet hours does not show the message, and the decision says until when`() {
    var engine = DeliveryEngine.holding([campaign()])
    #expect(engine.tap("e1", at: 599).verdicts == [.chosen])
    let effects = engine.tap("e2", at: 600)
    #expect(effects.verdicts == [.stopped(.quietHours(until: 1_200))])
    #expect(effects.records.map(\.outcome) == [.suppressed(.quietHours)])
    #expect(engine.tap("e3", at: 1_200).verdicts == [.chosen])
  }

  @Test func `another campaign for the same event gets its turn`() {
    var engine = DeliveryEngine.holding([campaign("a", .high), .named("b", .low)])
    #expect(engine.tap("e1", at: 700).presented.map(\.campaign) == ["b"])
  }

  @Test func `the hours are those of the device's time zone, which may change while it is quiet`() {
    var environment = Environment.plain
    // An hour ahead until 300 s, two hours from then on, as where the clock is put forward.
    environment.utcOffset = { $0 < 300 ? .seconds(3_600) : .seconds(7_200) }
    var definition = campaign()
    // 01:00 to 02:10 on the wall.
    definition.schedule.quietHours = [QuietHours(from: 60, to: 130)]
    var engine = DeliveryEngine(policy: .init(minimumInterval: .zero), environment: environment)
    _ = engine.handle(.definitionsReceived([definition]), at: 0)
    #expect(engine.tap("e1", at: 0).verdicts == [.stopped(.quietHours(until: 600))])
    #expect(engine.tap("e2", at: 599).verdicts == [.stopped(.quietHours(until: 600))])
    #expect(engine.tap("e3", at: 600).verdicts == [.chosen])
  }

  @Test(
    arguments: [0, 299, 1_500, 3_598, 3_599] as [Int64])
  func `hours that end at a time that the clock skips end when it is put forward, whenever somebody asks`(
    asked: Int64
  ) {
    var environment = Environment.plain
    // The clock is put forward from 02:00 to 03:00 after an hour.
    environment.utcOffset = { $0 < 3_600 ? .seconds(3_600) : .seconds(7_200) }
    var definition = campaign()
    definition.schedule.quietHours = [QuietHours(from: 60, to: 150)]
    var engine = DeliveryEngine(policy: .init(minimumInterval: .zero), environment: environment)
    _ = engine.handle(.definitionsReceived([definition]), at: 0)
    let effects = engine.tap("e1", at: Instant(milliseconds: asked * 1_000))
    #expect(effects.verdicts == [.stopped(.quietHours(until: 3_600))])
    #expect(engine.tap("e2", at: 3_600).verdicts == [.chosen])
    #expect(
      Schedule(quietHours: definition.schedule.quietHours)
        .standing(at: Instant(milliseconds: asked * 1_000), utcOffset: environment.utcOffset)
        == .quiet(until: 3_600))
  }

  @Test
  func
    `hours over the time at which the clock is put back end when the wall clock shows their end for the second time`()
  {
    let quiet = Schedule(quietHours: [QuietHours(from: 60, to: 190)])
    // The clock is put back from 03:00 to 02:00 after two hours: 01:00 to 03:10 lasts 190 minutes.
    let standing = quiet.standing(at: 0) { $0 < 7_200 ? .seconds(3_600) : .seconds(0) }
    #expect(standing == .quiet(until: Instant(milliseconds: 190 * 60_000)))
  }

  @Test func `a delay that ends in quiet hours lasts until they are over`() {
    var engine = DeliveryEngine.holding([campaign(delay: .seconds(60))])
    _ = engine.tap("e1", at: 590)
    #expect(engine.nextDeadline == 650)
    let effects = engine.handle(.timePassed, at: 650)
    #expect(effects.presented.isEmpty)
    #expect(effects.records.map(\.outcome) == [.queued(.quietHours)])
    #expect(engine.nextDeadline == 1_200)
    #expect(engine.handle(.timePassed, at: 1_199).presented.isEmpty)
    #expect(engine.handle(.timePassed, at: 1_200).presented.map(\.campaign) == ["a"])
  }

  @Test func `a delay that ends in quiet hours expires with its message`() {
    var definition = campaign(delay: .seconds(60))
    definition.schedule.displaysWithin = .seconds(300)
    var engine = DeliveryEngine.holding([definition])
    _ = engine.tap("e1", at: 590)
    _ = engine.handle(.timePassed, at: 650)
    #expect(engine.nextDeadline == 890)
    #expect(engine.handle(.timePassed, at: 890).records.map(\.outcome) == [.expired])
  }

  @Test
  func
    `a message on the stack waits until the quiet hours are over, and its reason stays whatever a presenter says of it`()
  {
    var engine = DeliveryEngine.holding([campaign()])
    let presentation = engine.tap("e1", at: 590).presented[0]
    _ = engine.handle(.outcomeReported(decisionID: "e1", .queued(.otherMessageVisible)), at: 590)
    let effects = engine.handle(.displayRequested(id: "e1"), at: 650)
    #expect(
      effects == [.record(OutcomeRecord(presentation, .queued(.quietHours))), .hold(id: "e1", .seconds(550))])
    #expect(engine.handle(.outcomeReported(decisionID: "e1", .queued(.interval)), at: 650).isEmpty)
    #expect(engine.handle(.displayRequested(id: "e1"), at: 1_200) == [.clear(id: "e1")])
  }

  @Test func `one that waits for quiet hours does not hold up another message`() {
    var engine = DeliveryEngine.holding([campaign(), .named("b", on: [.customEvent(name: "open", nil)])])
    _ = engine.tap("e1", at: 590)
    _ = engine.handle(.outcomeReported(decisionID: "e1", .queued(.inBackground)), at: 590)
    _ = engine.handle(.displayRequested(id: "e1"), at: 650)
    let effects = engine.handle(.eventLogged(.custom("e2", "open", at: 651)), at: 651)
    #expect(effects.presented.map(\.campaign) == ["b"])
    #expect(engine.isCleared("e2"))
  }

  @Test func `a campaign in its quiet hours does not get the turn of one that failed`() {
    var engine = DeliveryEngine.holding([.named("a", .high), campaign("b"), .named("c", .low)])
    #expect(engine.tap("e1", at: 599).presented.map(\.campaign) == ["a"])
    #expect(
      engine.handle(.outcomeReported(decisionID: "e1", .discarded(.assetFailed)), at: 600).presented.map(
        \.campaign) == ["c"])
  }
}
