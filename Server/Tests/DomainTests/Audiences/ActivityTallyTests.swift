// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Testing

@testable import Domain

@Suite struct ActivityTallyTests {
  private func sum(_ numbers: [Double]) -> Value? {
    let measure = AudienceActivity.Measure.sum(of: ["price"])
    var tally = ActivityTally()
    for (place, number) in numbers.enumerated() {
      tally.add(Instant(milliseconds: Int64(place)), ["price": .double(number)], for: measure)
    }
    return tally.value(measure)
  }

  @Test(
    arguments: [
      (Array(repeating: 0.1, count: 10), 1), (Array(repeating: 0.1, count: 30), 3), ([0.1, 0.2], 0.3),
      ([19.99, 5.01, -25], 0),
      ([1e9, 0.1, -1e9], 0.1), ([1e-30, 1e-30], 2e-30), (Array(repeating: 4.35, count: 1_000), 4_350),
      ([], 0),
      ([1e308, 1e308], .infinity), ([-0.5], -0.5),
    ] as [([Double], Double)])
  func `a sum is the one that people get, in whatever order`(numbers: [Double], expected: Double) {
    #expect(sum(numbers) == .double(expected))
    #expect(sum(numbers.reversed()) == .double(expected))
  }
}
