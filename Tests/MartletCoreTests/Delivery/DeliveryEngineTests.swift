// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

@Suite("Delivery engine")
struct DeliveryEngineTests {
  private func engine(_ campaigns: [CampaignDefinition], minimumInterval: Duration = .seconds(30))
    -> DeliveryEngine
  {
    var engine = DeliveryEngine(policy: .init(minimumInterval: minimumInterval), environment: .plain)
    _ = engine.handle(.definitionsReceived(campaigns), at: 0)
    return engine
  }

  private func verdicts(_ effects: [DeliveryEngine.Effect]) -> [Candidate.Verdict] {
    effects.decisions.flatMap(\.candidates).map(\.verdict)
  }

  @Test func `the campaign with the highest priority is presented and the others are recorded as suppressed`()
  {
    var engine = engine([.named("low", .low), .named("high", .high), .named("medium")])
    let event = Event.custom("e1", "tap", at: 1)
    let decision = Decision(
      id: "e1", event: event, at: 2, userID: nil,
      candidates: [
        Candidate(campaign: "high", version: 1, verdict: .chosen),
        Candidate(campaign: "medium", version: 1, verdict: .stopped(.priority(winner: "high"))),
        Candidate(campaign: "low", version: 1, verdict: .stopped(.priority(winner: "high"))),
      ])
    #expect(
      engine.handle(.eventLogged(event), at: 2) == [
        .decided(decision),
        .record(
          OutcomeRecord(decisionID: "e1", campaign: "medium", version: 1, outcome: .suppressed(.priority))),
        .record(
          OutcomeRecord(decisionID: "e1", campaign: "low", version: 1, outcome: .suppressed(.priority))),
        .present(
          Presentation(
            id: "e1", campaign: "high", version: 1, event: event, triggeredAt: 2, userID: nil, endsAt: nil)),
      ])
  }

  @Test func `equal priorities are settled by order, then by age, newest first, then by id`() {
    let campaigns: [CampaignDefinition] = [
      .named("f", .low, createdAt: 9), .named("e", createdAt: 1), .named("d", createdAt: 2),
      .named("c", createdAt: 2),
      .named("b", Priority(bucket: .medium, order: 1)), .named("a", Priority(bucket: .high, order: -5)),
    ]
    var engine = engine(campaigns)
    let effects = engine.handle(.eventLogged(.custom("e1", "tap")), at: 1)
    #expect(effects.decisions[0].candidates.map(\.campaign) == ["a", "b", "c", "d", "e", "f"])
  }

  @Test func `the delegate hears of an event without a match only when no trigger and filter match`() {
    let filter = Filter.compare(Comparison(path: ["x"], operation: .isNotBlank))
    var engine = engine([.named("a", on: [.customEvent(name: "tap", filter)])])
    for (id, event) in [
      ("e1", Event.custom("e1", "other")), ("e2", .custom("e2", "tap")),
      ("e3", Event(id: "e3", at: 0, kind: .sessionStart)),
    ] {
      let effects = engine.handle(.eventLogged(event), at: 1)
      #expect(effects.withoutMatch.map(\.id) == [id])
      #expect(effects.records.isEmpty)
      #expect(effects.decisions.count == 1)
    }
    #expect(engine.handle(.eventLogged(.custom("e4", "tap", ["x": .int(1)])), at: 1).presented.count == 1)
    let suppressed = engine.handle(.eventLogged(.custom("e5", "tap", ["x": .int(1)])), at: 1)
    #expect(suppressed.withoutMatch.isEmpty)
    #expect(suppressed.records.map(\.outcome) == [.suppressed(.interval)])
  }

  @Test func `a campaign shows from its start on, and no longer at its end`() {
    var engine = engine([.named("a", from: 10, to: 20)], minimumInterval: .zero)
    let at: [Instant] = [9, 10, 19, 20]
    let found = at.flatMap { now in
      verdicts(engine.handle(.eventLogged(.custom("e\(now.milliseconds)", "tap")), at: now))
    }
    #expect(found == [.stopped(.notStarted(startsAt: 10)), .chosen, .chosen, .stopped(.ended(endsAt: 20))])
  }

  @Test func `the first gate that stops a campaign is the reason: filter, schedule, interval, priority`() {
    let never = Filter.compare(Comparison(path: ["x"], operation: .isNotBlank))
    var engine = engine([
      .named("f", from: 100, on: [.customEvent(name: "tap", never)]), .named("s", from: 100), .named("t"),
      .named("u"),
    ])
    _ = engine.handle(.eventLogged(.custom("e1", "tap")), at: 1)
    let found = verdicts(engine.handle(.eventLogged(.custom("e2", "tap")), at: 11))
    let interval = Gate.interval(remaining: .seconds(20), minimum: .seconds(30))
    let miss = FilterMiss(path: ["x"], operation: .isNotBlank, actual: nil, isTypeMismatch: false)
    #expect(
      found == [
        .stopped(.filter(miss)), .stopped(.notStarted(startsAt: 100)), .stopped(interval), .stopped(interval),
      ])
  }

  @Test func `the interval runs from the display, not from the trigger`() {
    var engine = engine([.named("a")])
    _ = engine.handle(.eventLogged(.custom("e1", "tap")), at: 0)
    _ = engine.handle(.outcomeReported(decisionID: "e1", .shown), at: 8)
    #expect(engine.remainingInterval(at: 8) == .seconds(30))
    #expect(engine.handle(.eventLogged(.custom("e2", "tap")), at: 37).presented.isEmpty)
    #expect(engine.handle(.eventLogged(.custom("e3", "tap")), at: 38).presented.count == 1)
  }

  @Test
  func
    `a presentation that ends without having been shown frees the interval, and the display before counts again`()
  {
    var engine = engine([.named("a")])
    _ = engine.handle(.eventLogged(.custom("e1", "tap")), at: 0)
    _ = engine.handle(.outcomeReported(decisionID: "e1", .shown), at: 0)
    #expect(engine.handle(.eventLogged(.custom("e2", "tap")), at: 40).presented.count == 1)
    #expect(engine.remainingInterval(at: 41) == .seconds(29))
    #expect(engine.remainingInterval(at: 41, excluding: "e2") == .zero)
    _ = engine.handle(.outcomeReported(decisionID: "e2", .discarded(.byDelegate)), at: 41)
    #expect(engine.remainingInterval(at: 41) == .zero)
    #expect(engine.handle(.eventLogged(.custom("e3", "tap")), at: 41).presented.count == 1)
  }

  @Test func `a message that waits on the stack holds nothing, and its display starts the interval`() {
    var engine = engine([.named("a")])
    _ = engine.handle(.eventLogged(.custom("e1", "tap")), at: 0)
    #expect(
      engine.handle(.outcomeReported(decisionID: "e1", .queued(.inBackground)), at: 1).records.map(\.outcome)
        == [.queued(.inBackground)])
    #expect(engine.remainingInterval(at: 1) == .zero)
    #expect(engine.isLive("e1"))
    #expect(
      engine.handle(.outcomeReported(decisionID: "e1", .shown), at: 5).records.map(\.outcome) == [.shown])
    #expect(engine.remainingInterval(at: 5) == .seconds(30))
  }

  @Test(arguments: [Duration.zero, .seconds(-3)])
  func `without a minimum interval nothing waits; a negative one counts as none`(minimum: Duration) {
    var engine = engine([.named("a")], minimumInterval: minimum)
    for id in ["e1", "e2"] {
      #expect(engine.handle(.eventLogged(.custom(id, "tap")), at: 1).presented.count == 1)
      _ = engine.handle(.outcomeReported(decisionID: id, .shown), at: 1)
    }
  }

  @Test func `a clock that jumps backward blocks for the minimum interval at most`() {
    var engine = engine([.named("a")])
    _ = engine.handle(.eventLogged(.custom("e1", "tap")), at: 1_000_000)
    _ = engine.handle(.outcomeReported(decisionID: "e1", .shown), at: 1_000_000)
    #expect(engine.remainingInterval(at: 10) == .seconds(30))
    #expect(engine.remainingInterval(at: 39) == .seconds(1))
    #expect(engine.remainingInterval(at: 40) == .zero)
    #expect(engine.handle(.eventLogged(.custom("e2", "tap")), at: 40).presented.count == 1)
  }

  @Test func `a presentation has one final outcome; what is unknown, repeated or later is ignored`() {
    var engine = engine([.named("a")])
    _ = engine.handle(.eventLogged(.custom("e1", "tap")), at: 0)
    #expect(engine.handle(.outcomeReported(decisionID: "e9", .shown), at: 0) == [])
    #expect(engine.handle(.outcomeReported(decisionID: "e1", .queued(.inBackground)), at: 0).count == 1)
    #expect(engine.handle(.outcomeReported(decisionID: "e1", .queued(.inBackground)), at: 0) == [])
    #expect(
      engine.handle(.outcomeReported(decisionID: "e1", .queued(.otherMessageVisible)), at: 0).count == 1)
    #expect(
      engine.handle(.outcomeReported(decisionID: "e1", .expired), at: 0).records.map(\.outcome) == [.expired])
    #expect(engine.handle(.outcomeReported(decisionID: "e1", .shown), at: 0) == [])
    #expect(engine.remainingInterval(at: 0) == .zero)
  }

  @Test func `an event is decided once, however often it is logged`() {
    var engine = engine([.named("a")], minimumInterval: .zero)
    #expect(engine.handle(.eventLogged(.custom("e1", "tap")), at: 0).presented.count == 1)
    #expect(engine.handle(.eventLogged(.custom("e1", "tap")), at: 0) == [])
  }

  @Test func `events wait for the first definitions and are decided then, in their order, once`() {
    var engine = DeliveryEngine(policy: .init(minimumInterval: .zero), environment: .plain)
    #expect(engine.handle(.eventLogged(.custom("e1", "tap")), at: 0) == [])
    #expect(engine.handle(.eventLogged(.custom("e2", "tap")), at: 20) == [])
    #expect(engine.decide(.custom("e2", "tap"), at: 20) == nil)
    let effects = engine.handle(.definitionsReceived([.named("a")]), at: 301)
    #expect(effects.first == .undecided(.custom("e1", "tap"), .waitedTooLong))
    #expect(effects.presented.map(\.id) == ["e2"])
    #expect(effects.presented.map(\.triggeredAt) == [20])
    #expect(engine.handle(.definitionsReceived([.named("a")]), at: 302) == [])
  }

  @Test func `more events than can wait push out the oldest`() {
    var engine = DeliveryEngine(environment: .plain)
    let effects = (0...100).flatMap { engine.handle(.eventLogged(.custom("e\($0)", "tap")), at: 0) }
    #expect(effects == [.undecided(.custom("e0", "tap"), .tooMany)])
    #expect(engine.handle(.definitionsReceived([]), at: 1).decisions.count == 100)
  }

  @Test
  func
    `a campaign that is missing from new definitions, or was edited, is recalled; one that came again as it was is not`()
  {
    let recalled: [DeliveryEngine.Effect] = [
      .withdraw(id: "e1", .recalled),
      .record(OutcomeRecord(decisionID: "e1", campaign: "a", version: 1, outcome: .recalled)),
    ]
    for (definitions, rejections) in [
      ([], []), ([CampaignDefinition.named("a", version: 2)], []),
      (
        [CampaignDefinition.named("a", version: 2, on: [])],
        [DeliveryEngine.Effect.rejected(campaign: "a", diagnostics: [.noTrigger])]
      ),
    ] {
      var engine = engine([.named("a")], minimumInterval: .zero)
      _ = engine.handle(.eventLogged(.custom("e1", "tap")), at: 0)
      #expect(engine.handle(.definitionsReceived([.named("a"), .named("b")]), at: 1) == [])
      #expect(engine.handle(.definitionsReceived(definitions), at: 1) == rejections + recalled)
      #expect(!engine.isLive("e1"))
    }
  }

  @Test
  func
    `another user discards what is in flight and what was known of the one before; the same user changes nothing`()
  {
    var engine = engine([.named("a")], minimumInterval: .zero)
    _ = engine.handle(.eventLogged(.custom("e1", "tap")), at: 0)
    #expect(engine.handle(.userChanged(userID: nil), at: 0) == [])
    #expect(
      engine.handle(.userChanged(userID: "u"), at: 1) == [
        .withdraw(id: "e1", .discarded(.userChanged)),
        .record(
          OutcomeRecord(decisionID: "e1", campaign: "a", version: 1, outcome: .discarded(.userChanged))),
      ])
    #expect(engine.handle(.eventLogged(.custom("e2", "tap")), at: 2) == [])
    #expect(engine.handle(.definitionsReceived([.named("b")]), at: 3).presented.map(\.userID) == ["u"])
  }

  @Test func `a wipe forgets everything`() {
    var engine = engine([.named("a")])
    _ = engine.handle(.userChanged(userID: "u"), at: 0)
    _ = engine.handle(.definitionsReceived([.named("a")]), at: 0)
    _ = engine.handle(.eventLogged(.custom("e1", "tap")), at: 0)
    #expect(engine.handle(.wiped, at: 1).records.map(\.outcome) == [.discarded(.wiped)])
    #expect(!engine.hasDefinitions && engine.userID == nil)
    #expect(engine.remainingInterval(at: 1) == .zero)
  }

  @Test func `right before display the latest end of the campaign counts`() {
    var engine = engine([.named("a", to: 50), .named("b")])
    _ = engine.handle(.eventLogged(.custom("e1", "tap")), at: 0)
    #expect(engine.handle(.displayRequested(id: "e1"), at: 19) == [.clear(id: "e1")])
    _ = engine.handle(.definitionsReceived([.named("a", to: 20)]), at: 19)
    #expect(
      engine.handle(.displayRequested(id: "e1"), at: 20) == [
        .withdraw(id: "e1", .expired),
        .record(OutcomeRecord(decisionID: "e1", campaign: "a", version: 1, outcome: .expired)),
      ])
    #expect(engine.handle(.displayRequested(id: "unknown"), at: 50) == [])
  }

  @Test func `of too many waiting messages the one that waited longest makes room, with an outcome`() {
    var engine = engine([.named("a")], minimumInterval: .zero)
    for number in 0..<100 {
      _ = engine.handle(.eventLogged(.custom("e\(number)", "tap")), at: 0)
      if number > 0 {
        _ = engine.handle(.outcomeReported(decisionID: "e\(number)", .queued(.inBackground)), at: 0)
      }
    }
    let effects = engine.handle(.eventLogged(.custom("e100", "tap")), at: 0)
    #expect(effects.contains(.withdraw(id: "e1", .discarded(.stackFull))))
    #expect(effects.records.map(\.outcome) == [.discarded(.stackFull)])
    #expect(engine.isLive("e0") && engine.isLive("e100") && !engine.isLive("e1"))
    #expect(engine.violatedInvariants(at: 0) == [])
  }

  @Test func `remembered event ids are bounded, and the latest are the ones remembered`() {
    var recent = RecentEvents()
    let isNew = (0..<600).map { recent.insert(.custom("e\($0)", "tap"), at: 0, session: 0) }
    #expect(isNew.allSatisfy { $0 })
    #expect(recent.ids == Set((344..<600).map { "e\($0)" }))
    let again = recent.insert(.custom("e344", "tap"), at: 0, session: 0)
    let forgotten = recent.insert(.custom("e343", "tap"), at: 0, session: 0)
    #expect(!again && forgotten)
  }

  @Test
  func
    `a clock that is put back prolongs the interval to one whole at most, and never beyond, however often it is put back`()
  {
    var engine = DeliveryEngine.holding([.named("a")], interval: .seconds(30))
    engine.show("e1", at: 1_000)
    #expect(engine.remainingInterval(at: 1_020) == .seconds(10))
    // A minute back: 30 seconds from now on, as if it had been displayed now.
    #expect(engine.remainingInterval(at: 960) == .seconds(30))
    #expect(engine.remainingInterval(at: 980) == .seconds(10))
    #expect(engine.remainingInterval(at: 970) == .seconds(20))
    #expect(engine.remainingInterval(at: 900) == .seconds(30))
    #expect(engine.remainingInterval(at: 930) == .zero)
    // A minute forward: the time that the clock says has passed counts as passed.
    engine.show("e2", at: 1_000)
    #expect(engine.remainingInterval(at: 1_060) == .zero)
  }
}

extension DeliveryEngine {
  /// How long the next display has to wait; the presentation that is about to be displayed does not
  /// block itself.
  mutating func remainingInterval(at now: Instant, excluding presentationID: String? = nil) -> Duration {
    noteClock(now)
    return interval(at: now, excluding: presentationID)
  }
}
