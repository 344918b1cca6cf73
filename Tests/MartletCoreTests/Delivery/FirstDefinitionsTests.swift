// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

/// What happens before the first definitions is decided when they come, if that still makes sense,
/// or says why it is not.
@Suite("Before the first definitions")
struct FirstDefinitionsTests {
  private func engine() -> DeliveryEngine {
    DeliveryEngine(policy: .init(minimumInterval: .zero), environment: .plain)
  }

  private func sessionStart(_ id: String, at: Instant) -> DeliveryEngine.Input {
    .eventLogged(Event(id: id, at: at, kind: .sessionStart))
  }

  private let welcome = CampaignDefinition.named("welcome", on: [.sessionStart])

  @Test(arguments: [(40, true), (300, true), (301, false)])
  func `an answer that takes long decides what waited, up to five minutes`(seconds: Int64, isDecided: Bool) {
    var engine = engine()
    _ = engine.handle(.sessionStarted, at: 0)
    _ = engine.handle(.syncStarted, at: 0)
    _ = engine.handle(sessionStart("e1", at: 0), at: 0)
    let at = Instant(milliseconds: seconds * 1_000)
    if let deadline = engine.nextDeadline, deadline <= at {
      #expect(
        engine.handle(.timePassed, at: at) == [
          .undecided(Event(id: "e1", at: 0, kind: .sessionStart), .waitedTooLong)
        ])
    }
    let effects = engine.handle(.definitionsReceived([welcome]), at: at)
    #expect(effects.presented.map(\.id) == (isDecided ? ["e1"] : []))
  }

  @Test func `a failed attempt ends nothing: what waits goes on waiting`() {
    var engine = engine()
    _ = engine.tap("e1", at: 0)
    for second in 1...8 {
      _ = engine.handle(.syncStarted, at: Instant(milliseconds: Int64(second) * 10_000))
      #expect(engine.handle(.syncEnded, at: Instant(milliseconds: Int64(second) * 10_000 + 1)) == [])
    }
    #expect(engine.handle(.definitionsReceived([.named("a")]), at: 90).presented.map(\.id) == ["e1"])
  }

  @Test
  func
    `a session that is over is not answered in the next one; what was logged before the first session belongs to it`()
  {
    var engine = engine()
    _ = engine.tap("early", at: 0)
    #expect(engine.handle(.sessionStarted, at: 1) == [])
    _ = engine.tap("first", at: 2)
    let over = engine.handle(.sessionStarted, at: 60)
    #expect(
      over == [
        .undecided(.custom("early", "tap", at: 0), .sessionEnded),
        .undecided(.custom("first", "tap", at: 2), .sessionEnded),
      ])
    _ = engine.tap("second", at: 61)
    #expect(engine.handle(.definitionsReceived([.named("a")]), at: 62).decisions.map(\.id) == ["second"])
  }

  @Test func `with definitions a new session takes nothing away from what waits for an answer`() {
    var engine = DeliveryEngine.holding([.named("a")])
    _ = engine.handle(.sessionStarted, at: 0)
    _ = engine.handle(.syncStarted, at: 1)
    _ = engine.tap("e1", at: 2)
    #expect(engine.handle(.sessionStarted, at: 3) == [])
    #expect(engine.handle(.syncEnded, at: 4).presented.map(\.id) == ["e1"])
  }

  @Test(
    arguments: [
      (DeliveryEngine.Input.userChanged(userID: "ada"), DeliveryEngine.UndecidedReason.userChanged),
      (.wiped, .wiped),
      (.relaunched, .relaunched),
    ])
  func `whatever ends it, the event leaves its reason`(
    input: DeliveryEngine.Input, reason: DeliveryEngine.UndecidedReason
  ) {
    var engine = engine()
    _ = engine.tap("e1", at: 0)
    #expect(engine.handle(input, at: 1) == [.undecided(.custom("e1", "tap", at: 0), reason)])
    // The session after it is a new one, whatever ran before.
    _ = engine.tap("e2", at: 2)
    #expect(engine.handle(.sessionStarted, at: 3) == [])
  }

  @Test
  func
    `a message that had to be shown within a time of its event is not decided for after it, and the next one gets the turn`()
  {
    var soon = CampaignDefinition.named("soon", .high)
    soon.schedule.displaysWithin = .seconds(30)
    var engine = engine()
    _ = engine.tap("e1", at: 0)
    let effects = engine.handle(.definitionsReceived([soon, .named("later")]), at: 40)
    #expect(
      effects.decisions.map(\.candidates).first?.map(\.verdict) == [.stopped(.ended(endsAt: 30)), .chosen])
    #expect(effects.presented.map(\.campaign) == ["later"])

    var inTime = self.engine()
    _ = inTime.tap("e1", at: 0)
    #expect(inTime.handle(.definitionsReceived([soon]), at: 20).presented.map(\.endsAt) == [30])
  }

  @Test func `a delay runs from the event, not from the answer`() {
    var later = CampaignDefinition.named("later")
    later.delay = .seconds(60)
    var engine = engine()
    _ = engine.tap("e1", at: 0)
    #expect(engine.handle(.definitionsReceived([later]), at: 40).records.map(\.outcome) == [.queued(.delay)])
    #expect(engine.nextDeadline == 60)
    var over = self.engine()
    _ = over.tap("e1", at: 0)
    #expect(over.handle(.definitionsReceived([later]), at: 70).presented.map(\.id) == ["e1"])
  }

  @Test func `what is under way at a moment brings along whether a session runs`() {
    for runs in [false, true] {
      var first = engine()
      if runs { _ = first.handle(.sessionStarted, at: 0) }
      _ = first.tap("e1", at: 1)
      var second = engine()
      second.resume(first.saved, first.inFlight)
      #expect(first.handle(.sessionStarted, at: 2) == second.handle(.sessionStarted, at: 2))
    }
  }
}
