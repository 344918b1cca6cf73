// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

@Suite("Re-eligibility")
struct ReEligibilityTests {
  private func campaign(_ rule: ReEligibility) -> CampaignDefinition {
    var campaign = CampaignDefinition.named("a")
    campaign.reEligibility = rule
    return campaign
  }

  @Test func `once is once for ever, also after an edit`() {
    var engine = DeliveryEngine.holding([campaign(.once)])
    engine.show("e1", at: 5)
    let later = engine.tap("e2", at: 1_000_000_000)
    #expect(later.verdicts == [.stopped(.reEligibility(lastShown: 5, again: nil))])
    #expect(later.records.map(\.outcome) == [.suppressed(.reEligibility)])
    var edited = campaign(.once)
    edited.version = 2
    _ = engine.handle(.definitionsReceived([edited]), at: 1_000_000_001)
    #expect(engine.tap("e3", at: 1_000_000_002).presented.isEmpty)
  }

  @Test func `again after a time counts from the last impression, not from the trigger`() {
    var engine = DeliveryEngine.holding([campaign(.after(.seconds(100)))])
    _ = engine.tap("e1", at: 0)
    _ = engine.handle(.outcomeReported(decisionID: "e1", .shown), at: 10)
    #expect(engine.tap("e2", at: 109).verdicts == [.stopped(.reEligibility(lastShown: 10, again: 110))])
    #expect(engine.tap("e3", at: 110).verdicts == [.chosen])
  }

  @Test func `always is always`() {
    var engine = DeliveryEngine.holding([campaign(.always)])
    for number in 0..<5 { engine.show("e\(number)", at: 1) }
    #expect(engine.tap("e9", at: 1).verdicts == [.chosen])
  }

  @Test func `an impression that a clock put back leaves in the future happened now`() {
    var engine = DeliveryEngine.holding([campaign(.after(.seconds(100)))])
    engine.show("e1", at: 1_000_000)
    #expect(engine.tap("e2", at: 50).verdicts == [.stopped(.reEligibility(lastShown: 50, again: 150))])
    #expect(engine.tap("e3", at: 150).verdicts == [.chosen])
  }

  @Test(arguments: [
    (ReEligibility.always, 5 as Int64?, true), (.once, nil, true), (.once, 5, false),
    (.after(.milliseconds(10)), nil, true), (.after(.milliseconds(10)), 90, true),
    (.after(.milliseconds(10)), 91, false),
  ])
  func `the rule itself says whether somebody can have it again, for pushes as for messages`(
    rule: ReEligibility, last: Int64?, isAllowed: Bool
  ) {
    #expect(
      (rule.gate(last: last.map { Instant(milliseconds: $0) }, at: Instant(milliseconds: 100)) == nil)
        == isAllowed)
  }
}
