// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@Suite("The drawing of a sample of people")
struct AudienceSampleTests {
  @Test(arguments: [0, 1, 49, 50, 51, 1_000_000])
  func `draws each number at most once, and all if there are few`(last: Int) {
    let numbers = AudienceSample.Drawing(most: 50, seed: 7).numbers(upTo: last)
    #expect(numbers.count == min(50, last) && Set(numbers).count == numbers.count)
    #expect(numbers.allSatisfy { (1...Int64(max(1, last))).contains($0) })
  }

  @Test func `draws the same with the same seed, and something else with another`() {
    func draw(_ seed: UInt64, _ last: Int) -> [Int64] {
      AudienceSample.Drawing(most: 50, seed: seed).numbers(upTo: last)
    }
    for last in [40, 10_000] {
      #expect(draw(1, last) == draw(1, last))
      #expect(draw(1, last) != draw(2, last))
      #expect(draw(1, last) != draw(1, last).sorted())
    }
  }

  @Test func `draws every number with the same probability`() {
    // 500 seeds draw 20 of 100 numbers each, so each number 100 times. Chi-squared with 99 degrees,
    // where each number varies by 1 - 0.2 of the usual.
    var counts = [Int](repeating: 0, count: 100)
    for seed in 0..<500 {
      for number in AudienceSample.Drawing(most: 20, seed: UInt64(seed)).numbers(upTo: 100) {
        counts[Int(number) - 1] += 1
      }
    }
    let statistic = counts.reduce(0.0) { $0 + Double(($1 - 100) * ($1 - 100)) / 100 } / 0.8
    #expect((55.0...149.0).contains(statistic), "\(statistic)")
  }
}
