// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import ServerTestSupport
import Testing

@testable import Statistics

/// Whether a figure equals one that was computed elsewhere, to six digits.
func agrees(_ value: Double?, _ expected: Double, within tolerance: Double = 1e-6) -> Bool {
  guard let value else { return false }
  return value == expected || abs(value - expected) <= tolerance * abs(expected)
}

/// For expected figures that are written with few digits: half of the last one.
func agrees(_ value: Double?, _ expected: Double, decimals: Int) -> Bool {
  guard let value else { return false }
  return value == expected || abs(value - expected) <= 0.5000001 * pow(10, -Double(decimals))
}

extension SeededGenerator {
  /// From 0 to 1, 1 excluded.
  mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }

  /// How many of so many people convert. It counts the gaps between them, so few conversions cost
  /// little.
  mutating func conversions(of people: Int, rate: Double) -> Int {
    let miss = log1p(-rate)
    var (place, count) = (0, 0)
    while true {
      place += Int(log(1 - unit()) / miss) + 1
      if place > people { return count }
      count += 1
    }
  }

  mutating func normal() -> Double { NormalDistribution.quantile(tail: max(unit(), 1e-16)) }
}

extension Rate {
  init(_ successes: Int, _ people: Int) {
    guard let rate = Rate(successes, of: people) else { fatalError("\(successes) of \(people) is no rate") }
    self = rate
  }
}

extension MeanEstimate {
  /// From a sum and a sum of squares, which is how other programs take them.
  init(_ people: Int, sum: Double, squares: Double) {
    let n = Double(people)
    self.init(people: people, mean: sum / n, variance: (squares - sum * sum / n) / (n - 1) / n)
  }
}

extension ExperimentPlan {
  static func two(_ people: [Int]? = nil) throws -> ExperimentPlan {
    try ExperimentPlan(armCount: 2, people: people)
  }

  /// The moment at which everybody who was planned is there after two weeks.
  func moment(_ people: [Int]) throws -> FinalMoment? {
    FinalMoment.first(of: self, days: [[Int]](repeating: people, count: 14))
  }
}

extension SampleRatio {
  /// The test of two arms that should have equally many people.
  static func ofHalves(_ people: [Int]) throws -> SampleRatio {
    let epoch = try #require(SampleRatio.Epoch(people: people, shares: [1, 1]))
    return try #require(SampleRatio([epoch]))
  }
}

/// Two rates compared at any critical value. Only tests can do that.
func compare(_ treatment: Rate, _ control: Rate, critical: Double) -> (difference: Estimate, uplift: Uplift) {
  let (t, c) = (treatment.wilson(critical: critical), control.wilson(critical: critical))
  return (RateEffect.difference(t, c), RateEffect.uplift(t, c))
}
