// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

@Suite("Schedules")
struct SchedulesTests {
  private func campaign(_ schedule: Schedule) -> CampaignDefinition {
    var campaign = CampaignDefinition.named("a")
    campaign.schedule = schedule
    return campaign
  }

  /// The wall is two hours ahead until 10 000 s, and one hour from then on.
  private var environment: Environment {
    var environment = Environment.plain
    environment.utcOffset = { $0 < 10_000 ? .seconds(7_200) : .seconds(3_600) }
    return environment
  }

  private func engine(_ schedule: Schedule) -> DeliveryEngine {
    var engine = DeliveryEngine(policy: .init(minimumInterval: .zero), environment: environment)
    _ = engine.handle(.definitionsReceived([campaign(schedule)]), at: 0)
    return engine
  }

  private func wall(_ seconds: Int64) -> LocalTime { LocalTime(milliseconds: seconds * 1_000) }

  @Test func `a start on the device's wall counts by the wall, not by UTC`() {
    var engine = engine(Schedule(startsAtLocally: wall(7_300)))
    #expect(engine.tap("e1", at: 99).verdicts == [.stopped(.notStarted(startsAt: 100))])
    #expect(engine.tap("e2", at: 100).verdicts == [.chosen])
  }

  @Test func `what waits for no trigger starts, rests and ends as messages do, by the device's wall`() {
    let quiet = QuietHours(from: 180, to: 240)
    let schedule = Schedule(startsAtLocally: wall(7_300), endsAtLocally: wall(20_000), quietHours: [quiet])
    func standing(_ instant: Instant) -> Schedule.Standing {
      schedule.standing(at: instant, utcOffset: environment.utcOffset)
    }
    #expect(standing(99) == .notStarted(until: 100))
    #expect(standing(100) == .open)
    #expect(standing(3_600) == .quiet(until: 7_200))
    #expect(standing(7_200) == .open)
    #expect(standing(20_000) == .ended(at: 16_400))
  }

  @Test
  func
    `an end on the device's wall is asked by the wall as it is then: a clock put back an hour gives another hour`()
  {
    var engine = engine(Schedule(endsAtLocally: wall(17_100)))
    #expect(engine.tap("e1", at: 9_899).verdicts == [.chosen])
    #expect(engine.tap("e2", at: 9_900).verdicts == [.stopped(.ended(endsAt: 9_900))])
    #expect(engine.tap("e3", at: 10_000).verdicts == [.chosen])
    #expect(engine.tap("e4", at: 13_500).verdicts == [.stopped(.ended(endsAt: 13_500))])
  }

  @Test func `of several ends the earliest counts`() {
    let schedule = Schedule(endsAt: 300, endsAtLocally: wall(7_200 + 200), expiresAfter: .seconds(100))
    var engine = engine(schedule)
    #expect(engine.tap("e1", at: 100).verdicts == [.stopped(.ended(endsAt: 100))])
  }

  @Test
  func
    `what expires after a time counts it from when the device first received it, through edits and absence`()
  {
    var engine = engine(Schedule(expiresAfter: .seconds(100)))
    _ = engine.handle(.definitionsReceived([]), at: 10)
    var edited = campaign(Schedule(expiresAfter: .seconds(100)))
    edited.version = 2
    _ = engine.handle(.definitionsReceived([edited]), at: 50)
    #expect(engine.tap("e1", at: 99).verdicts == [.chosen])
    #expect(engine.tap("e2", at: 100).verdicts == [.stopped(.ended(endsAt: 100))])
  }

  @Test func `a message that waits expires at its campaign's end, and nextDeadline names it`() {
    var engine = engine(Schedule(endsAt: 100))
    _ = engine.tap("e1", at: 0)
    #expect(engine.nextDeadline == nil)
    _ = engine.handle(.outcomeReported(decisionID: "e1", .queued(.otherMessageVisible)), at: 1)
    #expect(engine.nextDeadline == 100)
    #expect(engine.handle(.timePassed, at: 100).records.map(\.outcome) == [.expired])
    #expect(engine.nextDeadline == nil)
  }

  @Test func `a message that may be displayed within a time only expires after it, a delay included`() {
    var engine = engine(Schedule(displaysWithin: .seconds(30)))
    #expect(engine.tap("e1", at: 0).presented.map(\.endsAt) == [30])
    _ = engine.handle(.outcomeReported(decisionID: "e1", .queued(.inBackground)), at: 1)
    #expect(engine.handle(.displayRequested(id: "e1"), at: 30).records.map(\.outcome) == [.expired])

    var delayed = campaign(Schedule(displaysWithin: .seconds(30)))
    delayed.delay = .seconds(40)
    _ = engine.handle(.definitionsReceived([delayed]), at: 31)
    _ = engine.tap("e2", at: 31)
    #expect(engine.nextDeadline == 61)
    #expect(engine.handle(.timePassed, at: 61).records.map(\.outcome) == [.expired])
  }

  @Test func `a clock that is put back gives a waiting message no more time than it had`() {
    var engine = engine(Schedule(displaysWithin: .seconds(30)))
    _ = engine.tap("e1", at: 1_000_000)
    _ = engine.handle(.outcomeReported(decisionID: "e1", .queued(.inBackground)), at: 1_000_000)
    _ = engine.handle(.timePassed, at: 20_000)
    #expect(engine.nextDeadline == 20_030)
    #expect(engine.handle(.timePassed, at: 20_030).records.map(\.outcome) == [.expired])
  }
}
