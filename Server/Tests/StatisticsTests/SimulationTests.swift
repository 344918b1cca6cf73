// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import ServerTestSupport
import Testing

@testable import Statistics

/// Whole experiments, again and again, with chance that repeats. The bounds are what is promised;
/// each has a counterpart that breaks it.
@Suite struct SimulationTests {
  /// How often experiments without any difference find one.
  private struct Errors {
    var running = 0
    var ours = 0
    /// A fixed interval of 95% at each look, as if it was the only one.
    var naive = 0
    /// A chance to be the best above 95% at some look.
    var chances = 0
  }

  /// - Parameters:
  ///   - people: New people of each arm, control first, each day.
  private static func errors(
    days: Int, people: [Int], rate: Double, runs: Int, seed: UInt64, withChances: Bool = false
  ) throws -> Errors {
    var chance = SeededGenerator(seed: seed)
    let plan = try ExperimentPlan(armCount: people.count, people: people.map { $0 * days })
    let matured = (1...days).map { day in people.map { $0 * day } }
    let moment = FinalMoment.first(of: plan, days: matured)
    #expect(moment?.day == days)
    var errors = Errors()
    for _ in 0..<runs {
      var (isRunning, isFinal, isNaive, isChance) = (false, false, false, false)
      var converted = people.map { _ in 0 }
      for day in 1...days {
        for arm in people.indices { converted[arm] += chance.conversions(of: people[arm], rate: rate) }
        let arms = people.indices.map { Rate(converted[$0], people[$0] * day) }
        let readout = try ExperimentReadout(
          rates: arms.map { RateArm($0) }, plan: plan, sampleRatio: nil, final: day == days ? moment : nil)
        for comparison in readout.comparisons {
          guard let found = comparison.reading.comparison else { continue }
          if found.view == .running {
            isRunning = isRunning || found.difference.interval.excludesZero
          } else {
            isFinal = isFinal || found.difference.interval.excludesZero
          }
          isNaive =
            isNaive
            || compare(arms[comparison.pair.arm], arms[comparison.pair.baseline], critical: Rate.critical)
              .difference.interval.excludesZero
        }
        if withChances { isChance = isChance || readout.chances?.contains { $0.probability > 0.95 } == true }
      }
      errors.running += isRunning ? 1 : 0
      errors.ours += isRunning || isFinal ? 1 : 0
      errors.naive += isNaive ? 1 : 0
      errors.chances += isChance ? 1 : 0
    }
    return errors
  }

  @Test(
    arguments: [
      (28, [100, 100], 0.02, 21), (28, [1_000, 1_000], 0.02, 22), (28, [1_000, 111], 0.02, 23),
      (84, [200, 200], 0.05, 24),
    ]
      as [(Int, [Int], Double, UInt64)])
  func
    `looking every day finds a difference that is not there in at most 1 of 100 experiments, and 5 of 100 with the final view`(
      days: Int, people: [Int], rate: Double, seed: UInt64
    ) throws
  {
    let runs = TestCases.count(400, full: 1_000)
    let errors = try Self.errors(days: days, people: people, rate: rate, runs: runs, seed: seed)
    #expect(Double(errors.running) <= 0.01 * Double(runs), "\(errors)")
    #expect(Double(errors.ours) <= 0.05 * Double(runs), "\(errors)")
    #expect(errors.naive > runs * 15 / 100, "\(errors)")
  }

  @Test func `several variants share the promise`() throws {
    let runs = TestCases.count(200, full: 600)
    let errors = try Self.errors(days: 28, people: [300, 300, 300, 300], rate: 0.05, runs: runs, seed: 25)
    #expect(
      Double(errors.running) <= 0.01 * Double(runs) && Double(errors.ours) <= 0.05 * Double(runs), "\(errors)"
    )
    #expect(errors.naive > runs * 40 / 100, "\(errors)")
  }

  @Test func `a chance to be the best above 95% is no rule to stop by`() throws {
    let errors = try Self.errors(
      days: 14, people: [40, 40], rate: 0.1, runs: 60, seed: 26, withChances: true)
    #expect(errors.chances > 60 * 15 / 100, "\(errors)")
  }

  @Test func `a difference of the planned size is found about as often as planned`() throws {
    var chance = SeededGenerator(seed: 27)
    let size = try #require(SampleSize(control: 0.1, arm: 0.11))
    let plan = try ExperimentPlan.two([size.control, size.arm])
    let moment = try #require(try plan.moment([size.control, size.arm]))
    let runs = 1_000
    var found = 0
    for _ in 0..<runs {
      let rates = [
        Rate(chance.conversions(of: size.control, rate: 0.1), size.control),
        Rate(chance.conversions(of: size.arm, rate: 0.11), size.arm),
      ]
      let readout = try ExperimentReadout(
        rates: rates.map { RateArm($0) }, plan: plan, sampleRatio: nil, final: moment)
      found += readout.comparisons[0].reading.comparison?.isAhead == true ? 1 : 0
    }
    #expect((760...840).contains(found))
  }

  @Test
  func
    `a look each day at the split raises a false alarm in fewer than 2 of 100 experiments, and finds a broken one`()
    throws
  {
    var chance = SeededGenerator(seed: 28)
    func alarms(share: Double, runs: Int) -> Int {
      (0..<runs).count { _ in
        var people = [0, 0]
        var isAlarm = false
        for _ in 1...60 {
          let first = chance.conversions(of: 1_000, rate: share)
          people[0] += first
          people[1] += 1_000 - first
          if let epoch = SampleRatio.Epoch(people: people, shares: [1, 1]),
            SampleRatio([epoch])?.isAlarm == true
          {
            isAlarm = true
          }
        }
        return isAlarm
      }
    }
    #expect(alarms(share: 0.5, runs: 500) < 10)
    #expect(alarms(share: 0.51, runs: 100) > 80)
  }

  @Test
  func
    `with epochs of uneven shares, the interval holds the truth as often as stated, where the usual one fails`()
    throws
  {
    var chance = SeededGenerator(seed: 30)
    // A tenth of the people at first, then one half; everybody converts more often in the second
    // epoch.
    let plan = try ExperimentPlan.two([700, 300])
    let moment = try #require(try plan.moment([700, 300]))
    let runs = 3_000
    var (missed, missedByUsual) = (0, 0)
    for _ in 0..<runs {
      func arm(_ people: [Int]) -> RateArm {
        RateArm(epochs: zip(people, [0.05, 0.08]).map { Rate(chance.conversions(of: $0, rate: $1), $0) })
      }
      let readout = try ExperimentReadout(
        rates: [arm([450, 250]), arm([50, 250])], plan: plan, sampleRatio: nil, final: moment)
      guard let found = readout.comparisons[0].reading.comparison else { continue }
      missed += found.difference.interval.excludesZero ? 1 : 0
      missedByUsual +=
        abs(found.difference.value) > NormalDistribution.critical(0.04) * found.standardError ? 1 : 0
    }
    #expect(Double(missed) <= 0.04 * Double(runs))
    #expect(Double(missedByUsual) > 0.045 * Double(runs))
  }

  @Test func `capped revenue with uneven buyers is covered about as often as stated`() throws {
    var chance = SeededGenerator(seed: 29)
    let runs = 600
    var covered = 0
    for _ in 0..<runs {
      // 3% buy. What they pay is lognormal, with a few very large sums.
      let arms = try (0..<2).map { _ in
        let buyers = chance.conversions(of: 2_000, rate: 0.03)
        let sums = (0..<buyers).map { _ in Int64(2_000 * exp(1.2 * chance.normal())) }
        return RevenueArm(
          currency: "EUR", epochs: [try #require(RevenueArm.Epoch(people: 2_000, sums: sums))])
      }
      let cap = RevenueCap(of: arms)
      let plan = try ExperimentPlan.two([2_000, 2_000])
      let readout = try ExperimentReadout(
        means: arms.map { $0.mean(cappedAt: cap) }, plan: plan, sampleRatio: nil,
        final: plan.moment([2_000, 2_000]))
      let comparison = try #require(readout.comparisons[0].reading.comparison)
      covered += comparison.difference.interval.excludesZero ? 0 : 1
    }
    // 96% are promised. A deviation is 0.8%.
    #expect(Double(covered) / Double(runs) > 0.94)
    #expect(covered < runs)
  }
}
