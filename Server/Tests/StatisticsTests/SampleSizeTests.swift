// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ServerTestSupport
import Testing

@testable import Statistics

@Suite struct SampleSizeTests {
  @Test(
    arguments: [
      (0.10, 0.11, 1, 1.959963984540054, 14_750.79), (0.02, 0.025, 1, 1.959963984540054, 13_808.92),
      (0.10, 0.12, 4, 1.959963984540054, 2_444.56), (0.10, 0.11, 1, 2.053748910631823, 15_754.95),
      (0.02, 0.025, 1, 2.053748910631823, 14_748.97), (0.10, 0.12, 4, 2.053748910631823, 2_613.40),
      (0.10, 0.11, 1, 2.474739560, 20_669.81), (0.02, 0.025, 1, 2.474739560, 19_350.02),
      (0.10, 0.12, 4, 2.474739560, 3_440.71),
    ] as [(Double, Double, Double, Double, Double)])
  func `a rate needs so many people in control`(
    control: Double, arm: Double, ratio: Double, critical: Double, people: Double
  ) {
    #expect(
      agrees(
        SampleSize.people(control: control, arm: arm, ratio: ratio, critical: critical, power: 0.8), people,
        decimals: 2))
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
    let exact = SampleSize.people(
      difference: 2, deviations: (30, 30), ratio: 1, critical: 1.959963984540054, power: 0.8)
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

  private static func days(
    _ people: Int, _ share: Double, _ each: Double, _ maturing: Double = 5
  ) -> Int? {
    SampleSize.days(
      people: people, share: share, firstTriggersEachDay: each, maturing: .seconds(maturing * 86_400))
  }

  @Test(
    arguments: [
      (500, 0.5, 1_000, 14), (4_500, 0.5, 1_000, 14), (4_501, 0.5, 1_000, 21), (50_000, 0.5, 1_000, 105),
      (0, 0.5, 5, 14),
      // Each of 20%, 40% and 40% waits for the smallest.
      (4_500, 1.0 / 3, 1_000, 21), (4_500, 0.2, 1_000, 28), (4_500, 0.1, 1_000, 56),
      // A third is no exact number.
      (3_000, 1.0 / 3, 1_000, 14),
    ] as [(Int, Double, Double, Int)])
  func `days are whole weeks, at least two, until the smallest arm has its matured people`(
    people: Int, share: Double, each: Double, days: Int
  ) {
    #expect(Self.days(people, share, each) == days)
  }

  @Test func `the final moment comes on the day that was planned`() throws {
    var chance = SeededGenerator(seed: 32)
    for _ in 0..<200 {
      let share = Double.random(in: 0.1...0.5, using: &chance)
      let (each, window) = (
        Double(Int.random(in: 50...2_000, using: &chance)), Int.random(in: 1...30, using: &chance)
      )
      let people = Int.random(in: 1...20_000, using: &chance)
      let days = try #require(Self.days(people, share, each, Double(window + 2)))
      let matured = (1...days).map { day in
        [share, 1 - share].map { Int((Double(max(0, day - window - 2)) * each * $0 + 1e-6).rounded(.down)) }
      }
      #expect(FinalMoment.first(of: try .two([people, people]), days: matured)?.day == days)
    }
  }

  @Test func `nobody waits for ever`() {
    #expect(Self.days(100, 0.5, 0) == nil)
    #expect(Self.days(.max, 0.5, 1) == nil)
    #expect(Self.days(100, 1.5, 1) == nil)
  }

  @Test
  func
    `a guardrail that nothing harms passes about as often as planned, and far less at the size of the experiment`()
    throws
  {
    var chance = SeededGenerator(seed: 33)
    let rate = 0.4
    func passes(_ people: Int) throws -> Int {
      let plan = try ExperimentPlan.two([people, people])
      let moment = try #require(try plan.moment([people, people]))
      return try (0..<400).count { _ in
        let rates = (0..<2).map { _ in RateArm(Rate(chance.conversions(of: people, rate: rate), people)) }
        let readout = try ExperimentReadout(rates: rates, plan: plan, sampleRatio: nil, final: moment)
        let uplift = try #require(readout.comparisons[0].reading.comparison?.uplift)
        return uplift.interval.lower > WinnerRule.guardrailFloor
      }
    }
    let size = try #require(SampleSize(guardrail: rate))
    #expect((290...350).contains(try passes(size.arm)))
    #expect(try passes(SampleSize(control: 0.2, arm: 0.25).map(\.arm) ?? 0) < 80)
    #expect(SampleSize(guardrail: 0) == nil && SampleSize(guardrail: 1) == nil)
  }
}
