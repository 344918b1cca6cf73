// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

@Suite("Delays")
struct DelaysTests {
  private func reminder(_ change: (inout CampaignDefinition) -> Void = { _ in }) -> CampaignDefinition {
    var campaign = CampaignDefinition.named("reminder")
    campaign.delay = .seconds(60)
    change(&campaign)
    return campaign
  }

  @Test func `a message with a delay is queued at the trigger, and presented when the delay is over`() {
    var engine = DeliveryEngine.holding([reminder()])
    let effects = engine.tap("e1", at: 10)
    #expect(effects.presented.isEmpty)
    #expect(effects.records.map(\.outcome) == [.queued(.delay)])
    #expect(engine.nextDeadline == 70)
    #expect(engine.handle(.timePassed, at: 69) == [])
    let due = engine.handle(.timePassed, at: 70)
    #expect(due.presented.map(\.id) == ["e1"])
    #expect(due.presented.map(\.triggeredAt) == [10])
    #expect(engine.isCleared("e1") && engine.nextDeadline == nil)
  }

  @Test func `another trigger of the campaign while its delay runs is suppressed; the first delay goes on`() {
    var engine = DeliveryEngine.holding([reminder()])
    _ = engine.tap("e1", at: 10)
    let again = engine.tap("e2", at: 30)
    #expect(again.verdicts == [.stopped(.delayRuns(until: 70))])
    #expect(again.records.map(\.outcome) == [.suppressed(.delayRuns)])
    #expect(again.withoutMatch.isEmpty)
    #expect(engine.handle(.timePassed, at: 70).presented.map(\.id) == ["e1"])
    #expect(engine.tap("e3", at: 71).records.map(\.outcome) == [.queued(.delay)])
  }

  @Test func `an exception event takes the delayed message back, and the person stays eligible`() {
    var engine = DeliveryEngine.holding([
      reminder {
        $0.exceptions = [.anyPurchase(.compare(Comparison(path: ["price"], operation: .greater(.double(5)))))]
        $0.reEligibility = .once
      }
    ])
    func purchase(_ id: String, _ price: Double) -> DeliveryEngine.Input {
      .eventLogged(
        Event(id: id, at: 0, kind: .purchase(Purchase(productID: "p", currency: "EUR", price: price))))
    }
    _ = engine.tap("e1", at: 0)
    #expect(engine.handle(purchase("e2", 5), at: 1).records.isEmpty)
    let effects = engine.handle(purchase("e3", 6), at: 2)
    #expect(effects.first == .withdraw(id: "e1", .discarded(.exceptionEvent)))
    #expect(effects.records.map(\.outcome) == [.discarded(.exceptionEvent)])
    #expect(engine.nextDeadline == nil)
    #expect(engine.tap("e4", at: 3).records.map(\.outcome) == [.queued(.delay)])
    // What was presented already is not taken back.
    _ = engine.handle(.timePassed, at: 63)
    #expect(engine.handle(purchase("e5", 6), at: 64).records.isEmpty)
  }

  @Test func `an exception that was logged while both events waited for a sync counts in their order`() {
    var engine = DeliveryEngine.holding([reminder { $0.exceptions = [.sessionStart] }])
    _ = engine.handle(.syncStarted, at: 0)
    _ = engine.tap("e1", at: 1)
    _ = engine.handle(.eventLogged(Event(id: "e2", at: 2, kind: .sessionStart)), at: 2)
    #expect(
      engine.handle(.syncEnded, at: 3).records.map(\.outcome) == [
        .queued(.delay), .discarded(.exceptionEvent),
      ])
    _ = engine.handle(.syncStarted, at: 4)
    _ = engine.handle(.eventLogged(Event(id: "e3", at: 4, kind: .sessionStart)), at: 4)
    _ = engine.tap("e4", at: 5)
    #expect(engine.handle(.syncEnded, at: 6).records.map(\.outcome) == [.queued(.delay)])
  }

  @Test
  func
    `a delay holds nothing: other campaigns show meanwhile, and the interval is asked again when it is over`()
  {
    var engine = DeliveryEngine.holding(
      [reminder(), .named("other", on: [.sessionStart])], interval: .seconds(30))
    _ = engine.tap("e1", at: 0)
    #expect(engine.remainingInterval(at: 1) == .zero)
    _ = engine.handle(.eventLogged(Event(id: "e2", at: 50, kind: .sessionStart)), at: 50)
    _ = engine.handle(.outcomeReported(decisionID: "e2", .shown), at: 50)
    let due = engine.handle(.timePassed, at: 60)
    #expect(due.records.map(\.outcome) == [.queued(.interval)])
    #expect(due.presented.map(\.id) == ["e1"] && !engine.isCleared("e1"))
    #expect(engine.handle(.displayRequested(id: "e1"), at: 70) == [.hold(id: "e1", .seconds(10))])
    #expect(engine.handle(.displayRequested(id: "e1"), at: 80) == [.clear(id: "e1")])
  }

  @Test
  func
    `while the delay runs the presenter knows nothing of the message: it gets no answer and cannot queue it`()
  {
    var engine = DeliveryEngine.holding([reminder()])
    _ = engine.tap("e1", at: 0)
    #expect(engine.handle(.displayRequested(id: "e1"), at: 1) == [])
    #expect(engine.handle(.outcomeReported(decisionID: "e1", .queued(.inBackground)), at: 1) == [])
    #expect(engine.handle(.timePassed, at: 60).presented.map(\.id) == ["e1"])
  }

  @Test func `a clock that is put back lengthens no delay beyond what it was`() {
    var engine = DeliveryEngine.holding([reminder()])
    _ = engine.tap("e1", at: 1_000_000)
    #expect(engine.handle(.timePassed, at: 100) == [])
    #expect(engine.nextDeadline == 160)
    #expect(engine.handle(.timePassed, at: 160).presented.map(\.id) == ["e1"])
  }

  @Test
  func `a campaign that is edited, or stops, is recalled while its delay runs; a change of user discards it`()
  {
    for (input, outcome) in [
      (DeliveryEngine.Input.definitionsReceived([reminder { $0.version = 2 }]), Outcome.recalled),
      (.definitionsReceived([]), .recalled),
      (.userChanged(userID: "u"), .discarded(.userChanged)), (.wiped, .discarded(.wiped)),
    ] {
      var engine = DeliveryEngine.holding([reminder()])
      _ = engine.tap("e1", at: 0)
      #expect(engine.handle(input, at: 1).records.map(\.outcome) == [outcome])
      #expect(engine.handle(.timePassed, at: 60) == [])
    }
  }
}
