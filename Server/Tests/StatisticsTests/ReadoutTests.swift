// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import ServerTestSupport
import Testing

@testable import Statistics

@Suite struct ReadoutTests {
  private static func readout(
    _ rates: [Rate], planned: [Int]? = nil, final: FinalMoment? = nil, ratio: SampleRatio? = nil
  ) throws -> ExperimentReadout {
    try ExperimentReadout(
      rates: rates.map { RateArm($0) }, plan: ExperimentPlan(armCount: rates.count, people: planned),
      sampleRatio: ratio, final: final)
  }

  private static func state(_ reading: Reading) -> String {
    switch reading {
    case .mismatch: "mismatch"
    case .tooEarly: "too early"
    case .armsOnly: "arms only"
    case .compared(let comparison): comparison.view == .running ? "running" : "final"
    }
  }

  @Test(
    arguments: [
      (Rate(7, 12), Rate(400, 4_000), "too early", false), (Rate(10, 29), Rate(10, 30), "too early", false),
      (Rate(10, 30), Rate(10, 30), "running", true), (Rate(4, 400), Rate(40, 400), "arms only", true),
      (Rate(5, 400), Rate(40, 400), "running", true), (Rate(396, 400), Rate(40, 400), "arms only", true),
      (Rate(395, 400), Rate(40, 400), "running", true), (Rate(0, 40), Rate(3, 40), "arms only", true),
    ] as [(Rate, Rate, String, Bool)])
  func `small numbers are shown as small numbers`(one: Rate, other: Rate, state: String, hasEstimate: Bool)
    throws
  {
    for rates in [[one, other], [other, one]] {
      let readout = try Self.readout(rates)
      #expect(Self.state(readout.comparisons[0].reading) == state)
      #expect((readout.chances != nil) == (state == "running"))
      #expect(readout.arms.allSatisfy { $0.estimate != nil } == hasEstimate)
    }
  }

  @Test func `a broken split shows the alarm and compares nothing`() throws {
    let ratio = try SampleRatio.ofHalves([5_180, 4_820])
    let readout = try Self.readout([Rate(480, 5_180), Rate(640, 4_820)], ratio: ratio)
    #expect(readout.comparisons[0].reading == .mismatch(ratio))
    #expect(readout.chances == nil && readout.arms.allSatisfy { $0.estimate == nil })
    let fine = try SampleRatio.ofHalves([5_100, 4_900])
    #expect(
      try Self.readout([Rate(480, 5_100), Rate(640, 4_900)], ratio: fine).comparisons[0].reading.comparison
        != nil)
  }

  @Test func `the running view is a confidence sequence over the plan's people`() throws {
    let comparison = try #require(
      try Self.readout([Rate(480, 5_000), Rate(640, 5_000)], planned: [15_000, 15_000]).comparisons[0].reading
        .comparison)
    #expect(comparison.view == .running && comparison.people == 10_000 && agrees(comparison.level, 0.99))
    #expect(agrees(comparison.difference.interval.lower, 0.00874204, decimals: 8))
    #expect(agrees(comparison.difference.interval.upper, 0.05532067, decimals: 8))
    #expect(agrees(comparison.uplift?.interval.lower, 0.08102307, decimals: 8))
    #expect(agrees(comparison.uplift?.interval.upper, 0.64435086, decimals: 8))
    #expect(comparison.isAhead)
  }

  @Test func `the final view has the fixed interval, for exactly the people of its moment`() throws {
    let plan = try ExperimentPlan.two([1_000, 1_000])
    let rates = [Rate(100, 1_000), Rate(120, 1_000)]
    let moment = try #require(try plan.moment([1_000, 1_000]))
    let comparison = try #require(
      try Self.readout(rates, planned: plan.people, final: moment).comparisons[0].reading.comparison)
    #expect(comparison.view == .final(moment) && agrees(comparison.level, 0.96))
    #expect(agrees(comparison.difference.interval.lower, -0.00881746, decimals: 8))
    #expect(agrees(comparison.difference.interval.upper, 0.04888148, decimals: 8))
    // A day later, the moment is over.
    let later = try Self.readout([Rate(100, 1_000), Rate(130, 1_050)], planned: plan.people, final: moment)
    #expect(later.comparisons[0].reading.comparison?.view == .running)
  }

  @Test func `several comparisons share the chance of an error`() throws {
    let rates = [Rate(480, 5_000), Rate(600, 5_000), Rate(640, 5_000)]
    let readout = try Self.readout(rates)
    #expect(readout.comparisons.map { [$0.pair.arm, $0.pair.baseline] } == [[1, 0], [2, 0]])
    for (comparison, arm) in zip(readout.comparisons, [1, 2]) {
      let critical = ConfidenceSequence.critical(people: 10_000, planned: 5_000, alpha: 0.005)
      let expected = compare(rates[arm], rates[0], critical: critical)
      #expect(comparison.reading.comparison?.difference == expected.difference)
      #expect(comparison.reading.comparison?.uplift == expected.uplift)
    }
  }

  @Test func `epochs are compared one by one, so that a change of shares makes no difference of its own`()
    throws
  {
    // Together, the arm seems to have 40% more: most of its people came when everybody converted
    // more often.
    let control = RateArm(epochs: [Rate(450, 9_000), Rate(500, 5_000)])
    let arm = RateArm(epochs: [Rate(50, 1_000), Rate(520, 5_000)])
    #expect(agrees(570.0 / 6_000 / (950.0 / 14_000) - 1, 0.4))
    let readout = try ExperimentReadout(rates: [control, arm], plan: .two(), sampleRatio: nil)
    let comparison = try #require(readout.comparisons[0].reading.comparison)
    #expect(
      agrees(comparison.difference.value, 0.002) && agrees(comparison.standardError, 0.00472796, decimals: 8))
    #expect(!comparison.difference.interval.excludesZero)
    #expect(comparison.people == 20_000)
    // The arms' own figures can be compared by eye, too.
    let own = readout.arms.compactMap { $0.estimate?.value }
    #expect(agrees(own[1] - own[0], 0.002))
    let chances = try #require(readout.chances)
    #expect(agrees(chances[1].probability, NormalDistribution.below(0.002 / 0.00472796), within: 1e-4))
  }

  @Test func `with equal rates in both epochs, the interval is that of one epoch of all people`() throws {
    let plan = try ExperimentPlan.two()
    let one = try ExperimentReadout(
      rates: [RateArm(Rate(400, 4_000)), RateArm(Rate(520, 4_000))], plan: plan, sampleRatio: nil)
    let two = try ExperimentReadout(
      rates: [
        RateArm(epochs: [Rate(200, 2_000), Rate(200, 2_000)]),
        RateArm(epochs: [Rate(260, 2_000), Rate(260, 2_000)]),
      ], plan: plan,
      sampleRatio: nil)
    let (single, double) = try (
      #require(one.comparisons[0].reading.comparison), #require(two.comparisons[0].reading.comparison)
    )
    #expect(agrees(double.difference.value, single.difference.value, within: 1e-12))
    #expect(agrees(double.standardError, single.standardError, within: 1e-12))
    #expect(agrees(double.difference.interval.lower, single.difference.interval.lower, within: 1e-9))
    #expect(agrees(double.difference.interval.upper, single.difference.interval.upper, within: 1e-9))
  }

  @Test func `an epoch in which an arm was not open is left out of its comparison`() throws {
    let control = RateArm(epochs: [Rate(900, 1_000), Rate(100, 1_000)])
    let late = RateArm(epochs: [Rate(0, 0), Rate(150, 1_000)])
    let always = RateArm(epochs: [Rate(900, 1_000), Rate(100, 1_000)])
    let readout = try ExperimentReadout(
      rates: [control, late, always], plan: ExperimentPlan(armCount: 3), sampleRatio: nil)
    #expect(readout.comparisons[0].reading.comparison?.people == 2_000)
    #expect(agrees(readout.comparisons[0].reading.comparison?.difference.value, 0.05))
    #expect(readout.comparisons[1].reading.comparison?.people == 4_000)
    let never = try ExperimentReadout(
      rates: [RateArm(epochs: [Rate(50, 1_000), Rate(0, 0)]), late], plan: .two(), sampleRatio: nil)
    #expect(never.comparisons[0].reading == .armsOnly(.common))
  }

  @Test func `arms that do not fit the plan or each other are refused`() throws {
    let plan = try ExperimentPlan.two()
    let arm = RateArm(Rate(10, 100))
    #expect(throws: ExperimentReadoutError.hasWrongArms) {
      try ExperimentReadout(rates: [arm], plan: plan, sampleRatio: nil)
    }
    #expect(throws: ExperimentReadoutError.hasWrongEpochs) {
      try ExperimentReadout(
        rates: [arm, RateArm(epochs: [Rate(1, 2), Rate(1, 2)])], plan: plan, sampleRatio: nil)
    }
    #expect(throws: ExperimentReadoutError.hasWrongEpochs) {
      try ExperimentReadout(rates: [RateArm(epochs: []), RateArm(epochs: [])], plan: plan, sampleRatio: nil)
    }
  }

  private static func mean(_ people: Int, _ mean: Double, _ variance: Double, contributors: Int) -> MeanArm {
    MeanArm(
      epochs: [MeanEstimate(people: people, mean: mean, variance: variance)], people: people,
      contributors: contributors)
  }

  @Test(
    arguments: [
      (29, 29, 1_000, 500, "too early"), (1_000, 29, 1_000, 500, "arms only"),
      (1_000, 30, 1_000, 500, "running"),
      (500, 299, 1_251, 900, "arms only"), (500, 300, 1_251, 900, "running"),
      (500, 30, 1_250, 900, "running"),
    ] as [(Int, Int, Int, Int, String)])
  func `means need people who paid, and more of them when the shares are uneven`(
    people: Int, payers: Int, others: Int, otherPayers: Int, state: String
  ) throws {
    let arms = [
      Self.mean(people, 5, 0.1, contributors: payers), Self.mean(others, 5.5, 0.1, contributors: otherPayers),
    ]
    for arms in [arms, arms.reversed()] {
      let readout = try ExperimentReadout(means: arms, plan: .two(), sampleRatio: nil)
      #expect(Self.state(readout.comparisons[0].reading) == state)
      #expect((readout.chances != nil) == (state == "running"))
    }
  }

  @Test func `chance does not decide whether revenue of a planned split of 20, 40 and 40 is compared`() throws
  {
    var chance = SeededGenerator(seed: 31)
    for _ in 0..<200 {
      let people = 2_000
      let control = chance.conversions(of: people, rate: 0.2)
      let first = chance.conversions(of: people - control, rate: 0.5)
      let arms = [control, first, people - control - first].map { Self.mean($0, 5, 0.1, contributors: 40) }
      let readout = try ExperimentReadout(means: arms, plan: ExperimentPlan(armCount: 3), sampleRatio: nil)
      #expect(
        readout.comparisons.map { Self.state($0.reading) } == ["running", "running"], "\(arms.map(\.people))")
    }
  }

  @Test func `means that never vary are not compared`() throws {
    let arms = [Self.mean(100, 5, 0, contributors: 100), Self.mean(100, 6, 0.1, contributors: 100)]
    #expect(
      try ExperimentReadout(means: arms, plan: .two(), sampleRatio: nil).comparisons[0].reading
        == .armsOnly(.common))
  }

  @Test func `means have Welch's interval in the final view, and the sequence in the running one`() throws {
    let arms = [
      MeanArm(epochs: [MeanEstimate(1_000, sum: 4_700, squares: 280_000)], people: 1_000, contributors: 300),
      MeanArm(epochs: [MeanEstimate(1_000, sum: 5_200, squares: 310_000)], people: 1_000, contributors: 300),
    ]
    let plan = try ExperimentPlan.two([1_000, 1_000])
    func comparison(_ final: FinalMoment?) throws -> ArmComparison {
      try #require(
        try ExperimentReadout(means: arms, plan: plan, sampleRatio: nil, final: final).comparisons[0].reading
          .comparison)
    }
    let final = try comparison(plan.moment([1_000, 1_000]))
    #expect(agrees(final.difference.value, 0.5) && agrees(final.standardError, 0.7358066, decimals: 7))
    let critical = StudentDistribution(degrees: 1_993.7234).critical(0.04)
    #expect(agrees(final.difference.interval.upper, 0.5 + critical * 0.7358066, within: 1e-6))
    let running = try comparison(nil)
    #expect(agrees(running.difference.interval.upper, 0.5 + 3.571630 * 0.7358066, within: 1e-6))
  }

  @Test func `means are compared epoch by epoch, too`() throws {
    func arm(_ first: (Int, Double), _ second: (Int, Double)) -> MeanArm {
      MeanArm(
        epochs: [first, second].map { MeanEstimate(people: $0.0, mean: $0.1, variance: 4 / Double($0.0)) },
        people: first.0 + second.0,
        contributors: 1_000)
    }
    // Everybody spends 5 more in the second epoch, in which the arm has half of the people instead
    // of a tenth.
    let readout = try ExperimentReadout(
      means: [arm((9_000, 5), (5_000, 10)), arm((1_000, 5), (5_000, 10))], plan: .two(), sampleRatio: nil)
    let comparison = try #require(readout.comparisons[0].reading.comparison)
    #expect(abs(comparison.difference.value) < 1e-12)
    #expect(
      agrees(
        comparison.standardError, (0.25 * (4.0 / 9_000 + 4.0 / 1_000 + 8.0 / 5_000)).squareRoot(),
        within: 1e-12))
  }
}
