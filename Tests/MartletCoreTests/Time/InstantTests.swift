// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Testing

@Suite("Instants")
struct InstantTests {
  private func instant(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

  @Test func `adding and subtracting a duration moves by whole milliseconds, rounded toward zero`() {
    #expect(instant(5) + .milliseconds(7) == instant(12))
    #expect(instant(5) - .milliseconds(7) == instant(-2))
    #expect(instant(5) + .microseconds(1_999) == instant(6))
    #expect(instant(5) - .microseconds(1_999) == instant(4))
    #expect(instant(9).duration(since: instant(5)) == .milliseconds(4))
    #expect(instant(5).duration(since: instant(9)) == .milliseconds(-4))
  }

  @Test func `nothing overflows: results stop at the ends of time`() {
    #expect(instant(.max) + .milliseconds(1) == instant(.max))
    #expect(instant(.min) - .milliseconds(1) == instant(.min))
    #expect(instant(0) + .seconds(Int64.max) == instant(.max))
    #expect(instant(0) - .seconds(Int64.max) == instant(.min))
    #expect(instant(.max).duration(since: instant(.min)) == .milliseconds(Int64.max))
    #expect(instant(.min).duration(since: instant(.max)) == .milliseconds(Int64.min))
    #expect(Duration.seconds(Int64.min).wholeMilliseconds == .min)
    #expect((Duration.milliseconds(Int64.max) + .milliseconds(5)).wholeMilliseconds == .max)
    #expect((Duration.milliseconds(Int64.min) - .milliseconds(5)).wholeMilliseconds == .min)
  }
}
