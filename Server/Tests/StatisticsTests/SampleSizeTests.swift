// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Statistics

@Suite struct SampleSizeTests {
  @Test(
    arguments: [
      (0.10, 0.11, 1, 1.959963984540054, 14_750.79), (0.02, 0.025, 1, 1.959963984540054, 13_808.92),
      (0.10, 0.12, 4, 1.959963984540054, 2_444.56), (0.10, 0.11, 1, 2.053748910631823, 15_754.95),
      (0.02, 0.025, 1, 2.053748910631823, 14_748.97), (0.10, 0.12, 4, 2.053748910631823, 2_613.40),
      (0.10, 0.11, 1, 2.474739560, 20_669.81), (0.02, 0.025, 1, 2.474739560, 19_350.02), (0.10, 0.12, 4, 2.474739560, 3_440.71),
    ] as [(Double, Double, Double, Double, Double)])
  func `a rate needs so many people in control`(control: Double, arm: Double, ratio: Double, critical: Double, people: Double) {
    #expect(agrees(SampleSize.people(control: control, arm: arm, ratio: ratio, critical: critical, power: 0.8), people, decimals: 2))
  }

  @Test func `people are rounded up, the arm's from the exact number`() throws {
    let even = try #require(SampleSize(control: 0.1, arm: 0.11))
    #expect(even.control == 15_755 && even.arm == 15_755)
    let uneven = try #require(SampleSize(control: 0.1, arm: 0.12, ratio: 4))
    #expect(uneven.control == 2_614 && uneven.arm == 10_454)
    let several = try #require(SampleSize(control: 0.1, arm: 0.11, comparisons: 3))
    #expect(several.control == 20_670)
  }

  @Test func `a mean needs so many people`() throws {
    let exact = SampleSize.people(difference: 2, deviations: (30, 30), ratio: 1, critical: 1.959963984540054, power: 0.8)
    #expect(agrees(exact, 3_532.00, decimals: 2))
    #expect(try #require(SampleSize(difference: -2, deviations: (30, 30))).control == 3_773)
  }

  @Test func `what cannot be found has no size`() {
    #expect(SampleSize(control: 0.1, arm: 0.1) == nil)
    #expect(SampleSize(control: 0, arm: 0.1) == nil)
    #expect(SampleSize(control: 0.1, arm: 1) == nil)
    #expect(SampleSize(control: 0.1, arm: 0.2, ratio: 0) == nil)
    #expect(SampleSize(control: 0.1, arm: 0.2, comparisons: 0) == nil)
    #expect(SampleSize(control: 0.1, arm: 0.2, power: 1) == nil)
    #expect(SampleSize(control: 0.1, arm: 0.1 + 1e-9) == nil)
    #expect(SampleSize(difference: 0, deviations: (1, 1)) == nil)
    #expect(SampleSize(difference: 1, deviations: (0, 0)) == nil)
  }

  @Test(
    arguments: [(1_000, 1_000, 14), (14_000, 1_000, 14), (14_001, 1_000, 21), (100_000, 1_000, 105), (0, 5, 14)] as [(Int, Double, Int)])
  func `days are whole weeks, at least two`(people: Int, each: Double, days: Int) {
    #expect(SampleSize.days(people: people, firstTriggersEachDay: each) == days)
  }

  @Test func `nobody waits for ever`() {
    #expect(SampleSize.days(people: 100, firstTriggersEachDay: 0) == nil)
    #expect(SampleSize.days(people: .max, firstTriggersEachDay: 1) == nil)
  }
}
