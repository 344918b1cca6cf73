// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Testing

@testable import Domain

@Suite("What a sync brings of runs")
struct RunDeliveryTests {
  private static let now = Instant(milliseconds: 1_000_000)

  private static func delivery(
    _ outcome: PushOutcome?, detail: String? = nil, isHalted: Bool = false, expiresAt: Instant? = nil
  ) -> RunDelivery {
    RunDelivery(
      campaignID: "c", runID: "r", deviceID: "d", occurrence: 0, outcome: outcome, detail: detail,
      isHalted: isHalted, expiresAt: expiresAt)
  }

  @Test(
    arguments: PushOutcome.allCases)
  func `what the push cannot bring comes with the sync, and what a rule keeps from the person does not`(
    outcome: PushOutcome
  ) {
    let rules: Set<PushOutcome> = [
      .heldOut, .withheld, .notEligible, .capped, .expired, .missingValue, .userNotVerified, .personChanged,
      .cancelled,
    ]
    #expect(Self.delivery(outcome).comesWithSync(hasItem: true, at: Self.now) == !rules.contains(outcome))
  }

  @Test func `content alone was shown by its notification, so it only comes if that could not be sent`() {
    #expect(!Self.delivery(.sent).comesWithSync(hasItem: false, at: Self.now))
    #expect(Self.delivery(.notAllowed).comesWithSync(hasItem: false, at: Self.now))
  }

  @Test
  func
    `what waits for its time waits, what cannot be sent at all does not, and nothing comes after the end of its run`()
  {
    #expect(!Self.delivery(nil).comesWithSync(hasItem: true, at: Self.now))
    for reason in ["quiet_hours", "not_started"] {
      #expect(!Self.delivery(nil, detail: reason).comesWithSync(hasItem: true, at: Self.now))
    }
    #expect(Self.delivery(nil, detail: "Shutdown").comesWithSync(hasItem: true, at: Self.now))
    #expect(Self.delivery(nil, isHalted: true).comesWithSync(hasItem: true, at: Self.now))
    #expect(
      Self.delivery(.sent, expiresAt: Self.now + .seconds(1)).comesWithSync(hasItem: true, at: Self.now))
    #expect(!Self.delivery(.sent, expiresAt: Self.now).comesWithSync(hasItem: true, at: Self.now))
  }
}
