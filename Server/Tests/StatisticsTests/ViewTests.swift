// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Statistics

@Suite struct ViewTests {
  @Test(
    arguments: [
      (0.05, 5_000, 100, 6.694389), (0.05, 5_000, 2_000, 3.123779), (0.05, 5_000, 5_000, 3.035209),
      (0.05, 5_000, 20_000, 3.127114),
      (0.01, 5_000, 100, 7.088407), (0.01, 5_000, 2_000, 3.647718), (0.01, 5_000, 5_000, 3.571630),
      (0.01, 5_000, 20_000, 3.653288),
      (0.01 / 2, 700, 700, 3.775416), (0.01 / 3, 700, 700, 3.888950), (0.01 / 4, 700, 700, 3.967261),
      (0.05, 5_000, 10_000, 3.0614772),
      (0.01, 30_000, 10_000, 3.6870423),
    ] as [(Double, Int, Int, Double)])
  func `the running view has the critical value of a confidence sequence`(
    alpha: Double, planned: Int, people: Int, expected: Double
  ) {
    #expect(
      agrees(
        ConfidenceSequence.critical(people: people, planned: planned, alpha: alpha), expected, within: 2e-7))
  }

  @Test func `the running view is narrowest near the plan, and always wider than a fixed interval`() {
    for alpha in [0.05, 0.01, 0.001] {
      let fixed = NormalDistribution.critical(alpha)
      let atPlan = ConfidenceSequence.critical(people: 5_000, planned: 5_000, alpha: alpha)
      for people in [1, 30, 60, 300, 1_000, 3_000, 10_000, 100_000, 10_000_000] {
        let critical = ConfidenceSequence.critical(people: people, planned: 5_000, alpha: alpha)
        #expect(critical > fixed)
        #expect(critical > atPlan * 0.999)
      }
    }
  }

  @Test(
    arguments: [
      (0.05, 5_000, 0.01270025, 0.05134332, 0.12010178, 0.58703591),
      (0.01, 30_000, 0.00874204, 0.05532067, 0.08102307, 0.64435086),
    ] as [(Double, Int, Double, Double, Double, Double)])
  func `with it, two rates have these intervals`(
    alpha: Double, planned: Int, lower: Double, upper: Double, least: Double, most: Double
  ) {
    let critical = ConfidenceSequence.critical(people: 10_000, planned: planned, alpha: alpha)
    let (difference, uplift) = compare(Rate(640, 5_000), Rate(480, 5_000), critical: critical)
    #expect(
      agrees(difference.interval.lower, lower, decimals: 8)
        && agrees(difference.interval.upper, upper, decimals: 8))
    #expect(
      agrees(uplift.interval.lower, least, decimals: 8) && agrees(uplift.interval.upper, most, decimals: 8))
  }

  @Test func `a plan compares each arm with control, or all arms with each other`() throws {
    func pairs(_ plan: ExperimentPlan) -> [[Int]] { plan.pairs.map { [$0.arm, $0.baseline] } }
    #expect(try pairs(ExperimentPlan(armCount: 3)) == [[1, 0], [2, 0]])
    #expect(try pairs(ExperimentPlan(armCount: 3, hasControl: false)) == [[1, 0], [2, 0], [2, 1]])
    #expect(
      try agrees(ExperimentPlan(armCount: 3).runningAlpha, 0.005)
        && agrees(ExperimentPlan(armCount: 3).finalAlpha, 0.02))
  }

  @Test func `a plan without two arms, or with people for other arms, is refused`() {
    #expect(throws: ExperimentPlanError.hasTooFewArms) { try ExperimentPlan(armCount: 1) }
    #expect(throws: ExperimentPlanError.hasWrongPeople) { try ExperimentPlan(armCount: 2, people: [100]) }
    #expect(throws: ExperimentPlanError.hasWrongPeople) { try ExperimentPlan(armCount: 2, people: [100, 0]) }
  }

  /// As many people a day, up to now.
  private func days(_ count: Int, _ each: [Int]) -> [[Int]] {
    (1...count).map { day in each.map { $0 * day } }
  }

  @Test(
    arguments: [
      // Enough people, not enough days.
      (13, [500, 500], nil), (14, [500, 500], 14),
      // Enough people on day 15: the moment is the end of that week.
      (20, [70, 70], nil), (21, [70, 70], 21),
      // Later days change nothing.
      (60, [70, 70], 21),
      // Every arm must be there.
      (27, [500, 40], nil), (28, [500, 40], 28),
    ] as [(Int, [Int], Int?)])
  func `the final moment is the first end of a whole week, from the second on, at which every arm is there`(
    count: Int, each: [Int], day: Int?
  ) throws {
    let moment = try FinalMoment.first(of: .two([1_000, 1_000]), days: days(count, each))
    #expect(moment?.day == day)
    #expect(moment?.people == day.map { day in each.map { $0 * day } })
  }

  @Test func `a plan without people has no final moment`() throws {
    #expect(try FinalMoment.first(of: .two(), days: days(100, [10_000, 10_000])) == nil)
    #expect(try FinalMoment.first(of: .two([10, 10]), days: []) == nil)
    #expect(try FinalMoment.first(of: .two([10, 10]), days: days(14, [100, 100, 100])) == nil)
  }
}
