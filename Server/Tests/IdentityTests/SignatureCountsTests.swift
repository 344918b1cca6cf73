// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@testable import Identity

@Suite("What came in with and without a signature is counted for a day") struct SignatureCountsTests {
  private static func at(hour: Int, minute: Int = 0) -> Instant {
    Instant(milliseconds: Int64(hour * 60 + minute) * 60_000)
  }

  @Test func `the hour that runs and the 23 before it count, by reason`() {
    var counts = SignatureCounts()
    for hour in 0..<48 {
      counts.add(.vouched, at: Self.at(hour: hour, minute: 10))
      if hour % 2 == 0 { counts.add(.tolerated(.expired), at: Self.at(hour: hour, minute: 50)) }
    }
    #expect(counts.totals(at: Self.at(hour: 47, minute: 59)) == [.vouched: 24, .tolerated(.expired): 12])
    #expect(counts.totals(at: Self.at(hour: 70)) == [.vouched: 1])
    #expect(counts.totals(at: Self.at(hour: 71)).isEmpty)
  }

  @Test func `a clock that jumps loses nothing of the hour and keeps no more than a day`() {
    var counts = SignatureCounts()
    for step in 0..<10_000 { counts.add(.refused(.missing), at: Self.at(hour: step % 3 == 0 ? step : 5)) }
    let kept = counts.totals(at: Self.at(hour: 9_999))[.refused(.missing)] ?? 0
    #expect(kept > 0 && kept <= 72)
  }

  @Test func `what was taken all the same and what was refused for the same reason are told apart`() {
    var counts = SignatureCounts()
    for outcome in [
      SignatureOutcome.tolerated(.missing), .refused(.missing), .refused(.missing), .tolerated(.expired),
    ] {
      counts.add(outcome, at: Self.at(hour: 1))
    }
    #expect(
      counts.totals(at: Self.at(hour: 1)) == [
        .tolerated(.missing): 1, .refused(.missing): 2, .tolerated(.expired): 1,
      ])
  }

  @Test func `apps are counted apart`() {
    let ledger = SignatureLedger(startedAt: Self.at(hour: 1))
    ledger.add(.vouched, app: "shop", at: Self.at(hour: 2))
    ledger.add(.tolerated(.missing), app: "cafe", at: Self.at(hour: 2))
    #expect(ledger.totals(of: "shop", at: Self.at(hour: 2)) == [.vouched: 1])
    #expect(ledger.totals(of: "cafe", at: Self.at(hour: 2)) == [.tolerated(.missing): 1])
    #expect(ledger.totals(of: "other", at: Self.at(hour: 2)).isEmpty)
  }
}
