// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import ServerTestSupport
import Testing

@testable import Statistics

@Suite struct MeanTests {
  private static func compare(_ treatment: MeanEstimate, _ control: MeanEstimate, alpha: Double = 0.05) -> (
    degrees: Double, error: Double, difference: Estimate, uplift: Uplift?
  ) {
    let parts = [treatment, control].map { (variance: $0.variance, degrees: Double($0.people - 1)) }
    let degrees = MeanEffect.degrees(of: parts)
    let critical = StudentDistribution(degrees: degrees).critical(alpha)
    let (t, c) = (
      MeanEffect.Side(mean: treatment.mean, variance: treatment.variance),
      MeanEffect.Side(mean: control.mean, variance: control.variance)
    )
    return (
      degrees, (treatment.variance + control.variance).squareRoot(),
      MeanEffect.difference(t, c, critical: critical),
      MeanEffect.uplift(t, c, critical: critical)
    )
  }

  @Test func `two means have Welch's difference and Fieller's uplift`() {
    let result = Self.compare(
      MeanEstimate(1_000, sum: 5_200, squares: 310_000), MeanEstimate(1_000, sum: 4_700, squares: 280_000))
    #expect(agrees(result.error, 0.7358066, decimals: 7) && agrees(result.degrees, 1_993.7234, decimals: 4))
    #expect(agrees(result.difference.value, 0.5))
    #expect(agrees(result.difference.interval.lower, -0.94303055, decimals: 8))
    #expect(agrees(result.difference.interval.upper, 1.94303055, decimals: 8))
    #expect(agrees(result.uplift?.interval.lower, -0.17615000, decimals: 8))
    #expect(agrees(result.uplift?.interval.upper, 0.49306134))
  }

  private static func pairs(_ values: [(Double, Double)], zeros: Int = 0) -> PairMoments {
    var moments = PairMoments()
    for (first, second) in values { moments.add(first, second) }
    moments.addZeros(zeros)
    return moments
  }

  @Test func `a ratio has the variance of the delta method over people`() throws {
    let treatment = try #require(
      Self.pairs([(20, 1), (35, 2), (50, 2), (15, 1), (90, 3), (10, 1)], zeros: 4).ratio)
    let control = try #require(
      Self.pairs([(10, 1), (25, 2), (30, 1), (15, 1), (40, 2), (12, 1)], zeros: 4).ratio)
    #expect(agrees(treatment.mean, 22) && agrees(control.mean, 16.5))
    #expect(
      agrees(treatment.variance, 9.88888889, decimals: 8) && agrees(control.variance, 6.25, decimals: 8))
    let result = Self.compare(treatment, control)
    #expect(agrees(result.degrees, 17.129183, decimals: 6))
    #expect(agrees(result.difference.interval.lower, -2.97094546))
    #expect(agrees(result.difference.interval.upper, 13.97094546))
    #expect(agrees(result.uplift?.interval.lower, -0.15143159, decimals: 8))
    #expect(agrees(result.uplift?.interval.upper, 1.12122829, decimals: 8))
  }

  @Test func `what people did before explains a part of what they do`() throws {
    let treatment = Self.pairs([(3, 2), (5, 4), (2, 1), (8, 7), (6, 5)])
    let control = Self.pairs([(2, 2), (3, 2), (4, 4), (6, 5), (5, 6)])
    var both = treatment
    both.merge(control)
    #expect(agrees(both.slope, 0.92134831, decimals: 8))
    let result = try Self.compare(
      #require(treatment.adjusted(slope: both.slope)), #require(control.adjusted(slope: both.slope)))
    #expect(agrees(result.difference.value, 0.8))
    #expect(agrees(result.difference.interval.lower, -0.15779656, decimals: 8))
    #expect(agrees(result.difference.interval.upper, 1.75779656, decimals: 8))
  }

  @Test func `a control that may be nothing has no uplift`() {
    let some = MeanEstimate(people: 100, mean: 5, variance: 0.1)
    #expect(Self.compare(some, MeanEstimate(people: 100, mean: 1, variance: 1)).uplift == nil)
    #expect(Self.compare(some, MeanEstimate(people: 100, mean: -3, variance: 0.01)).uplift == nil)
    #expect(Self.compare(some, MeanEstimate(people: 100, mean: 1, variance: 0.01)).uplift != nil)
  }

  @Test func `difference and uplift of means exclude 0 together, and swapped arms negate the difference`() {
    var chance = SeededGenerator(seed: 2)
    var (excluded, without) = (0, 0)
    for _ in 0..<2_000 {
      func estimate(_ chance: inout SeededGenerator) -> MeanEstimate {
        MeanEstimate(
          people: Int.random(in: 30...5_000, using: &chance),
          mean: Double.random(in: 0.5...3, using: &chance),
          variance: Double.random(in: 0.001...0.3, using: &chance))
      }
      let (one, other) = (estimate(&chance), estimate(&chance))
      let (result, back) = (Self.compare(one, other), Self.compare(other, one))
      #expect(abs(result.difference.interval.lower + back.difference.interval.upper) < 1e-12)
      guard let uplift = result.uplift else {
        without += 1
        continue
      }
      #expect(result.difference.interval.excludesZero == uplift.interval.excludesZero)
      #expect(uplift.interval.lower <= uplift.value ?? .nan && uplift.value ?? .nan <= uplift.interval.upper)
      excluded += uplift.interval.excludesZero ? 1 : 0
    }
    #expect(excluded > 200 && without > 20)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `the order of people and of batches does not matter, nor how large the values are`(seed: UInt64) throws
  {
    var chance = SeededGenerator(seed: seed)
    let values = (0..<200).map { _ in Double.random(in: 0...1, using: &chance) + (seed % 2 == 0 ? 1e9 : 0) }
    let mean = values.reduce(0, +) / 200
    let expected = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 199 / 200
    var (whole, batches) = (Moments(), Moments())
    var pairs = PairMoments()
    for value in values.shuffled(using: &chance) {
      whole.add(value)
      pairs.add(value, 1)
    }
    var rest = values[...]
    while !rest.isEmpty {
      var batch = Moments()
      for value in rest.prefix(Int.random(in: 1...40, using: &chance)) { batch.add(value) }
      rest = rest.dropFirst(batch.count)
      batches.merge(batch)
    }
    for estimate in try [#require(whole.estimate), #require(batches.estimate), #require(pairs.ratio)] {
      #expect(
        estimate.people == 200 && agrees(estimate.mean, mean, within: 1e-12)
          && agrees(estimate.variance, expected, within: 1e-6))
    }
  }

  @Test func `zeros count as people`() throws {
    var moments = Moments()
    for value in [4.0, 6, 0, 0, 0] { moments.add(value) }
    var short = Moments()
    for value in [4.0, 6] { short.add(value) }
    short.addZeros(3)
    #expect(short.count == 5 && agrees(short.mean, 2))
    #expect(try agrees(#require(short.estimate).variance, #require(moments.estimate).variance, within: 1e-12))
    var one = Moments()
    one.add(3)
    #expect(one.estimate == nil)
  }

  private static func arm(_ people: Int, _ sums: [Int64], currency: String = "EUR") throws -> RevenueArm {
    RevenueArm(currency: currency, epochs: [try #require(RevenueArm.Epoch(people: people, sums: sums))])
  }

  @Test(
    arguments: [
      (2_999, 40, 38), (3_000, 40, 37), (3_999, 40, 37), (3_000, 20, 18), (1_000_000, 30, 27),
      (600, 500, 499),
    ]
      as [(Int, Int, Int64)])
  func
    `the cap is the sum behind the largest thousandth of all arms together, and at most a tenth of those who paid`(
      people: Int, payers: Int, cap: Int64
    ) throws
  {
    // The sums 1, 2, 3 … in turn in each arm, and a refund.
    let one = try Self.arm(
      people - people / 2, stride(from: 1, through: payers, by: 2).map(Int64.init) + [-7])
    let other = try Self.arm(people / 2, stride(from: 2, through: payers, by: 2).map(Int64.init))
    #expect(RevenueCap(of: [one, other])?.amount == cap)
    #expect(RevenueCap(of: [other, one])?.amount == cap)
  }

  @Test func `capped and raw averages are over all people, refunds included`() throws {
    let arm = try Self.arm(1_500, [900, 100, -50])
    let cap = try #require(try RevenueCap(of: [arm, Self.arm(1_500, [700])]))
    #expect(cap.amount == 700)
    #expect(agrees(arm.mean(cappedAt: cap).epochs[0]?.mean, 750.0 / 1_500))
    #expect(agrees(arm.mean(cappedAt: nil).epochs[0]?.mean, 950.0 / 1_500))
    #expect(arm.mean(cappedAt: nil).contributors == 3 && arm.total == 950)
  }

  @Test func `few people cap at the second largest, and who paid nothing counts`() throws {
    #expect(try RevenueCap(of: [Self.arm(5, [10, 30, 20])])?.amount == 20)
    #expect(try RevenueCap(of: [Self.arm(5, [10])])?.amount == 0)
    #expect(try RevenueCap(of: [Self.arm(0, [])]) == nil)
  }

  @Test func `currencies are never added, and sums that do not fit are not wrong`() throws {
    #expect(try RevenueCap(of: [Self.arm(50, [1]), Self.arm(50, [1], currency: "USD")]) == nil)
    #expect(try Self.arm(2, [.max, 1]).total == nil)
    #expect(RevenueArm.Epoch(people: 1, sums: [1, 2]) == nil)
  }
}
