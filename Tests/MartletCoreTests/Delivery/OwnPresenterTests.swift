// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

/// A presenter of the app's own may have several messages that it was allowed to display and has
/// not displayed yet.
@Suite("Delivery engine with a presenter that takes its time")
struct OwnPresenterTests {
  private static let tap = Trigger.customEvent(name: "tap", nil)
  private static let open = Trigger.customEvent(name: "open", nil)

  /// `e1` is cleared for the campaign on `tap`, `e2` was handed over for the one on `open`.
  private func engine(
    caps: [SharedCap] = [],
    _ change: (inout CampaignDefinition, inout CampaignDefinition) -> Void = { _, _ in }
  )
    -> DeliveryEngine
  {
    var (first, second) = (
      CampaignDefinition.named("first", on: [Self.tap]), CampaignDefinition.named("second", on: [Self.open])
    )
    change(&first, &second)
    var engine = DeliveryEngine.holding([first, second], caps: caps)
    _ = engine.tap("e1", at: 5)
    _ = engine.handle(.eventLogged(.custom("e2", "open", at: 6)), at: 6)
    return engine
  }

  private static let one = [SharedCap(FrequencyCap(1, within: .day))]

  @Test
  func
    `what a cap counts together with a message on its way waits until that one was seen, and then no longer fits`()
  {
    var engine = engine(caps: Self.one)
    #expect(engine.isCleared("e1") && !engine.isCleared("e2"))
    let first = engine.handle(.displayRequested(id: "e2"), at: 7)
    #expect(first.records.map(\.outcome) == [.queued(.interval)])
    #expect(first.last == .hold(id: "e2", .seconds(1)))
    #expect(engine.handle(.displayRequested(id: "e2"), at: 8) == [.hold(id: "e2", .seconds(1))])
    _ = engine.handle(.outcomeReported(decisionID: "e1", .shown), at: 9)
    let last = engine.handle(.displayRequested(id: "e2"), at: 9)
    #expect(last.records.map(\.outcome) == [.discarded(.noLongerEligible)])
  }

  @Test(
    arguments: [Outcome.discarded(.byApp), .queued(.inBackground)])
  func `when the message on its way was taken out or put back, the other one is cleared`(outcome: Outcome) {
    var engine = engine(caps: Self.one)
    _ = engine.handle(.displayRequested(id: "e2"), at: 7)
    _ = engine.handle(.outcomeReported(decisionID: "e1", outcome), at: 8)
    #expect(engine.handle(.displayRequested(id: "e2"), at: 8) == [.clear(id: "e2")])
  }

  @Test func `a message of which nothing is heard for 30 seconds stands in nobody's way any more`() {
    var engine = engine(caps: Self.one)
    #expect(engine.handle(.displayRequested(id: "e2"), at: 34).last == .hold(id: "e2", .seconds(1)))
    #expect(engine.handle(.displayRequested(id: "e2"), at: 35) == [.clear(id: "e2")])
  }

  @Test func `only what a cap or the same campaign's re-eligibility counts together waits`() {
    func holds(_ engine: DeliveryEngine) -> Bool {
      var engine = engine
      return engine.handle(.displayRequested(id: "e2"), at: 7).last == .hold(id: "e2", .seconds(1))
    }
    let tagged = [SharedCap(tag: "a", FrequencyCap(1, within: .day))]
    #expect(!holds(engine()))
    #expect(!holds(engine(caps: tagged) { first, second in (first.tags, second.tags) = (["a"], ["b"]) }))
    #expect(holds(engine(caps: tagged) { first, second in (first.tags, second.tags) = (["a", "b"], ["a"]) }))
    #expect(
      !holds(
        engine { first, second in
          (first.reEligibility, second.caps) = (.once, [FrequencyCap(1, within: .day)])
        }))
    // Two triggers of one campaign.
    #expect(
      holds(
        engine { first, second in
          (first.triggers, first.reEligibility, second.triggers) = (
            [Self.tap, Self.open], .once, [.sessionStart]
          )
        }
      ))
    #expect(
      !holds(
        engine { first, second in
          (first.triggers, second.triggers) = ([Self.tap, Self.open], [.sessionStart])
        }))
  }
}
