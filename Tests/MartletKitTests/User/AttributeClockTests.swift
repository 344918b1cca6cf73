// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Testing

@testable import MartletKit

@Suite("The clock of attributes")
struct AttributeClockTests {
  @Test(
    arguments: [
      ([5, 5, 5], [5, 6, 7]), ([5, 5, 6, 9], [5, 6, 7, 9]), ([5, 3, 4], [5, 6, 7]),
      ([100_000, 40_001, 40_002], [100_000, 100_001, 100_002]),
      ([100_000, 40_000, 40_000], [100_000, 40_000, 40_001]),
    ])
  func `no two instants are the same, and a clock that was put back far is believed`(
    given: [Int64], expected: [Int64]
  ) {
    var clock = AttributeClock()
    #expect(given.map { clock.next(Instant(milliseconds: $0)).milliseconds } == expected)
  }
}
