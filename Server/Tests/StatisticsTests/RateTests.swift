// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ServerTestSupport
import Testing

@testable import Statistics

@Suite struct RateTests {
  @Test(
    arguments: [
      (0, 10, 0, 0.27753280), (1, 30, 0.00590859, 0.16670391), (5, 100, 0.02154368, 0.11175047),
      (120, 1_000, 0.10129926, 0.14160908),
      (30, 30, 0.88648661, 1), (2_500, 1_000_000, 0.00240402, 0.00259981),
    ] as [(Int, Int, Double, Double)])
  func `a rate has Wilson's interval`(successes: Int, people: Int, lower: Double, upper: Double) throws {
    let interval = try #require(Rate(successes, of: people)?.estimate).interval
    #expect(agrees(interval.lower, lower, decimals: 8) && agrees(interval.upper, upper, decimals: 8))
  }

  @Test
  func
    `the interval begins exactly at 0 without conversions, and ends exactly at 1 when everybody converted`()
    throws
  {
    for people in [1, 3, 7, 49, 1_001] {
      #expect(try #require(Rate(0, of: people)?.estimate).interval.lower == 0)
      #expect(try #require(Rate(people, of: people)?.estimate).interval.upper == 1)
    }
  }

  @Test func `what cannot be is no rate, and nobody has no share`() {
    #expect(Rate(-1, of: 3) == nil)
    #expect(Rate(4, of: 3) == nil)
    #expect(Rate(0, of: -1) == nil)
    #expect(Rate(0, of: 0)?.estimate == nil)
    #expect(Rate(0, of: 0)?.share == nil)
  }

  struct Row: Sendable {
    var treatment: Rate
    var control: Rate
    /// With the number of decimals that are known.
    var difference: [Double]
    var uplift: Double?
    var bounds: [Double]

    static let all: [Row] = [
      Row(
        treatment: Rate(120, 1_000), control: Rate(100, 1_000), difference: [0.02, -0.00749217, 0.04755067],
        uplift: 0.2,
        bounds: [-0.065411, 0.540621]),
      Row(
        treatment: Rate(30, 400), control: Rate(12, 410), difference: [0.04573171, 0.01521575, 0.07825573],
        uplift: 1.5625,
        bounds: [0.337541, 3.876756]),
      Row(
        treatment: Rate(5_300, 50_000), control: Rate(5_000, 50_000),
        difference: [0.006, 0.00223222, 0.00976824], uplift: 0.06,
        bounds: [0.021908, 0.099510]),
      Row(
        treatment: Rate(9, 100), control: Rate(10, 900), difference: [0.07888889, 0.03595955, 0.15132829],
        uplift: 7.1,
        bounds: [2.392212, 17.891053]),
      Row(
        treatment: Rate(5, 50), control: Rate(0, 50), difference: [0.1, 0.00897545, 0.21360231], uplift: nil,
        bounds: [0.156206, .infinity]),
      Row(
        treatment: Rate(0, 40), control: Rate(3, 40), difference: [-0.075, -0.19864234, 0.02547209],
        uplift: -1,
        bounds: [-1, 0.547036]),
    ]
  }

  @Test(arguments: Row.all) func `two rates have Newcombe's difference and the uplift of the same intervals`(
    row: Row
  ) {
    let (difference, uplift) = compare(row.treatment, row.control, critical: Rate.critical)
    #expect(agrees(difference.value, row.difference[0], decimals: 8))
    #expect(agrees(difference.interval.lower, row.difference[1], decimals: 8))
    #expect(agrees(difference.interval.upper, row.difference[2], decimals: 8))
    #expect(uplift.value == nil ? row.uplift == nil : agrees(uplift.value, row.uplift ?? .nan))
    #expect(agrees(uplift.interval.lower, row.bounds[0], decimals: 6))
    #expect(agrees(uplift.interval.upper, row.bounds[1], decimals: 6))
  }

  @Test func `with the final critical value the interval is wider`() {
    let (difference, _) = compare(
      Rate(120, 1_000), Rate(100, 1_000), critical: NormalDistribution.critical(0.04))
    #expect(
      agrees(difference.interval.lower, -0.00881746, decimals: 8)
        && agrees(difference.interval.upper, 0.04888148, decimals: 8))
  }

  @Test
  func
    `a rate of several epochs is worth as many people as its variance says, and never more than by its weights`()
  {
    // The epoch with few people varies most: by the weights alone it would be worth 198 people.
    let uneven = RateArm(epochs: [Rate(25, 50), Rate(50, 5_000)])
    let worth = 0.255 * 0.745 / (0.25 * 0.25 / 50 + 0.25 * 0.0099 / 5_000)
    #expect(worth < 152)
    let expected = Rate.wilson(share: 0.255, people: worth, critical: 2)
    let found = uneven.share(weights: [0.5, 0.5], critical: 2)
    #expect(agrees(found.value, 0.255, within: 1e-12))
    #expect(agrees(found.interval.lower, expected.interval.lower, within: 1e-9))
    #expect(agrees(found.interval.upper, expected.interval.upper, within: 1e-9))
    // Nobody converted, so nothing varies.
    let nobody = RateArm(epochs: [Rate(0, 50), Rate(0, 50)]).share(weights: [0.5, 0.5], critical: 2)
    #expect(
      nobody.interval.lower == 0
        && agrees(nobody.interval.upper, Rate(0, 100).wilson(critical: 2).interval.upper, within: 1e-12))
  }

  private static func random(_ chance: inout SeededGenerator) -> Rate {
    let people = Int.random(in: 1...Int.random(in: 1...5_000, using: &chance), using: &chance)
    let most = Bool.random(using: &chance) ? people : min(people, 12)
    return Rate(Int.random(in: 0...most, using: &chance), people)
  }

  @Test func `swapped arms negate the difference, and difference and uplift exclude 0 together`() {
    var chance = SeededGenerator(seed: 1)
    var excluded = 0
    for _ in 0..<20_000 {
      let (one, other) = (Self.random(&chance), Self.random(&chance))
      let critical = Double.random(in: 1...5, using: &chance)
      let (difference, uplift) = compare(one, other, critical: critical)
      let (back, _) = compare(other, one, critical: critical)
      let scale = 1e-12
      #expect(
        abs(difference.value + back.value) < scale
          && abs(difference.interval.lower + back.interval.upper) < scale)
      #expect(difference.interval.lower <= difference.value && difference.value <= difference.interval.upper)
      #expect(difference.interval.lower >= -1 && difference.interval.upper <= 1)
      #expect(uplift.interval.lower >= -1)
      if let value = uplift.value {
        #expect(
          uplift.interval.lower <= value + scale && value <= uplift.interval.upper * (1 + scale) + scale)
      } else {
        #expect(other.successes == 0 && uplift.interval.upper == .infinity)
      }
      // At the very edge, rounding may decide.
      if abs(difference.interval.lower) > scale {
        #expect((difference.interval.lower > 0) == (uplift.interval.lower > 0), "\(one) \(other) \(critical)")
      }
      if abs(difference.interval.upper) > scale {
        #expect((difference.interval.upper < 0) == (uplift.interval.upper < 0), "\(one) \(other) \(critical)")
      }
      excluded += difference.interval.excludesZero ? 1 : 0
    }
    #expect((2_000...19_000).contains(excluded))
  }

  /// The chance that the interval holds the truth, over all outcomes: no random numbers.
  private static func coverage(_ people: Int, _ rate: Double, _ interval: (Rate) -> Interval) -> Double {
    zip(0...people, Binomial.chances(people, rate)).reduce(0) { sum, outcome in
      guard outcome.1 > 1e-15 else { return sum }
      let interval = interval(Rate(outcome.0, people))
      return interval.lower <= rate && rate <= interval.upper ? sum + outcome.1 : sum
    }
  }

  private static func wald(_ rate: Rate) -> Interval {
    let (p, half) = (Double(rate.successes) / Double(rate.people), Rate.critical * rate.variance.squareRoot())
    return Interval(p - half, p + half)
  }

  @Test(
    arguments: [
      (30, 0.01, 0.963852, 0.260077), (100, 0.01, 0.920627, 0.633433), (100, 0.05, 0.965891, 0.877463),
      (1_000, 0.01, 0.963536, 0.926955),
      (100_000, 0.05, 0.950712, 0.949822),
    ] as [(Int, Double, Double, Double)])
  func `Wilson's interval holds the truth as often as stated, where the usual one fails`(
    people: Int, rate: Double, wilson: Double, wald: Double
  ) {
    #expect(
      agrees(Self.coverage(people, rate) { $0.wilson(critical: Rate.critical).interval }, wilson, decimals: 6)
    )
    #expect(agrees(Self.coverage(people, rate, Self.wald), wald, decimals: 6))
  }

  @Test(
    arguments: [
      (30, 0.1, 30, 0.1, 0.974029), (200, 0.05, 1_800, 0.05, 0.951974), (500, 0.03, 4_500, 0.02, 0.951622),
    ]
      as [(Int, Double, Int, Double, Double)])
  func `Newcombe's interval holds the true difference as often as stated`(
    people: Int, rate: Double, others: Int, otherRate: Double, expected: Double
  ) {
    let control = Array(Binomial.chances(others, otherRate).enumerated()).filter { $0.element > 1e-12 }
    let limits = control.map { Rate($0.offset, others).wilson(critical: Rate.critical) }
    var coverage = 0.0
    for (x, chance) in Binomial.chances(people, rate).enumerated() where chance > 1e-12 {
      let treatment = Rate(x, people).wilson(critical: Rate.critical)
      for (other, limits) in zip(control, limits) {
        let interval = RateEffect.difference(treatment, limits).interval
        if interval.lower <= rate - otherRate, rate - otherRate <= interval.upper {
          coverage += chance * other.element
        }
      }
    }
    #expect(agrees(coverage, expected, decimals: 6))
  }
}

/// The chances of all numbers of successes.
enum Binomial {
  static func chances(_ people: Int, _ rate: Double) -> [Double] {
    // From the most likely number outward, so that nothing underflows on the way.
    let peak = Int(Double(people + 1) * rate)
    var chances = [Double](repeating: 0, count: people + 1)
    chances[peak] = 1
    let odds = rate / (1 - rate)
    for x in stride(from: peak, to: people, by: 1) {
      chances[x + 1] = chances[x] * odds * Double(people - x) / Double(x + 1)
    }
    for x in stride(from: peak, to: 0, by: -1) {
      chances[x - 1] = chances[x] / odds * Double(x) / Double(people - x + 1)
    }
    let sum = chances.reduce(0, +)
    return chances.map { $0 / sum }
  }
}
