// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

@Suite("The turn of the next campaign")
struct TurnsTests {
  private func engine(_ change: (inout [CampaignDefinition]) -> Void = { _ in }, interval: Duration = .zero)
    -> DeliveryEngine
  {
    var campaigns: [CampaignDefinition] = [.named("first", .high), .named("second"), .named("third", .low)]
    change(&campaigns)
    return DeliveryEngine.holding(campaigns, interval: interval)
  }

  static let handingOn: [Outcome.DiscardReason] = [
    .assetFailed, .timedOut, .orientation, .unsupportedKind, .invalidContent, .renderFailed, .withdrawn,
  ]
  static let keeping: [Outcome.DiscardReason] = [
    .byDelegate, .byApp, .disabled, .noHost, .dismissedBeforeShown, .relaunched,
  ]

  @Test(arguments: handingOn)
  func `a message that could not be shown hands its turn to the next, and that one to the one after it`(
    reason: Outcome.DiscardReason
  ) {
    var engine = engine(interval: .seconds(30))
    let event = Event.custom("e1", "tap", at: 5)
    _ = engine.tap("e1", at: 5)
    let second = engine.handle(.outcomeReported(decisionID: "e1", .discarded(reason)), at: 6)
    #expect(second.records.map(\.outcome) == [.discarded(reason)])
    #expect(
      second.presented == [
        Presentation(
          id: "e1-2", campaign: "second", version: 1, event: event, triggeredAt: 5, userID: nil, endsAt: nil,
          succeeds: "e1")
      ])
    #expect(engine.isCleared("e1-2"))
    let third = engine.handle(.outcomeReported(decisionID: "e1-2", .discarded(reason)), at: 7)
    #expect(third.presented.map(\.id) == ["e1-3"] && third.presented.map(\.succeeds) == ["e1-2"])
    #expect(engine.handle(.outcomeReported(decisionID: "e1-3", .discarded(reason)), at: 8).presented.isEmpty)
  }

  @Test(arguments: keeping)
  func `a message that somebody refused or ended hands nothing on`(reason: Outcome.DiscardReason) {
    var engine = engine()
    _ = engine.tap("e1", at: 5)
    #expect(engine.handle(.outcomeReported(decisionID: "e1", .discarded(reason)), at: 6).presented.isEmpty)
  }

  @Test func `a candidate that may not show now, or was edited, is passed over`() {
    for change: (inout CampaignDefinition) -> Void in [
      { $0.schedule.endsAt = 6 }, { $0.schedule.displaysWithin = .seconds(1) }, { $0.version = 2 },
      { $0.id = "other" },
    ] {
      var engine = engine { $0[1].schedule.endsAt = 100 }
      _ = engine.tap("e1", at: 5)
      var campaigns: [CampaignDefinition] = [.named("first", .high), .named("second"), .named("third", .low)]
      change(&campaigns[1])
      _ = engine.handle(.definitionsReceived(campaigns), at: 5)
      let next = engine.handle(.outcomeReported(decisionID: "e1", .discarded(.assetFailed)), at: 6).presented
      #expect(next.map(\.campaign) == ["third"] && next.map(\.id) == ["e1-2"])
    }
  }

  @Test
  func `the delay of a successor runs from the trigger too; what is over of it is not waited for again`() {
    var engine = engine { $0[1].delay = .seconds(10) }
    _ = engine.tap("e1", at: 5)
    let effects = engine.handle(.outcomeReported(decisionID: "e1", .discarded(.timedOut)), at: 8)
    #expect(effects.records.map(\.outcome) == [.discarded(.timedOut), .queued(.delay)])
    #expect(engine.nextDeadline == 15)
    #expect(engine.handle(.timePassed, at: 15).presented.map(\.id) == ["e1-2"])
    _ = engine.tap("e2", at: 20)
    #expect(
      engine.handle(.outcomeReported(decisionID: "e2", .discarded(.timedOut)), at: 50).presented.map(\.id)
        == ["e2-2"])
  }

  @Test func `within the interval of another display nobody gets the turn`() {
    var engine = engine { $0.append(.named("other", on: [.sessionStart])) }
    engine = DeliveryEngine.holding(
      [.named("first", .high), .named("second"), .named("other", on: [.sessionStart])], interval: .seconds(30)
    )
    _ = engine.tap("e1", at: 0)
    _ = engine.handle(.outcomeReported(decisionID: "e1", .queued(.inBackground)), at: 0)
    _ = engine.handle(.eventLogged(Event(id: "e2", at: 1, kind: .sessionStart)), at: 1)
    _ = engine.handle(.outcomeReported(decisionID: "e2", .shown), at: 1)
    #expect(
      engine.handle(.outcomeReported(decisionID: "e1", .discarded(.assetFailed)), at: 2).presented.isEmpty)
  }
}
