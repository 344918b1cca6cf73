// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import ServerTestSupport
import Testing

@testable import Statistics

@Suite struct BestChanceTests {
  struct Row: Sendable {
    var rates: [Rate]
    var chances: [Double]
    var losses: [Double]

    init(_ rates: [Rate], _ chances: [Double], _ losses: [Double]) {
      self.rates = rates
      self.chances = chances
      self.losses = losses
    }

    static let all: [Row] = [
      Row([Rate(100, 1_000), Rate(120, 1_000)], [0.07681656, 0.92318344], [0.0204447, 0.000484614]),
      Row([Rate(0, 40), Rate(3, 40)], [0.05789967, 0.94210033], [0.0727407, 0.00131213]),
      Row(
        [Rate(100, 1_000), Rate(110, 1_000), Rate(120, 1_000)], [0.04620831, 0.22690519, 0.72688650],
        [0.0222527, 0.0122727, 0.00229265]),
      Row(
        [Rate(20, 200), Rate(300, 2_500), Rate(25, 210), Rate(40, 380)],
        [0.13518817, 0.30934477, 0.44229905, 0.11316801],
        [0.0299977, 0.0136544, 0.0113166, 0.0266283]),
    ]
  }

  @Test(arguments: Row.all)
  func `the chance to be the best and the expected loss are those that were computed elsewhere`(row: Row) {
    let chances = BestChance.ofRates(row.rates)
    for (index, chance) in chances.enumerated() {
      #expect(agrees(chance.probability, row.chances[index], decimals: 8))
      // Six digits are known.
      #expect(agrees(chance.expectedLoss, row.losses[index], within: 5e-6))
    }
    #expect(chances.count == row.rates.count)
  }

  /// Exact for two arms, by a sum over the conversions of the second.
  private static func exact(_ a: Rate, _ b: Rate) -> Double {
    let (aA, bA) = (Double(a.successes) + 1, Double(a.people - a.successes) + 1)
    let (aB, bB) = (Double(b.successes) + 1, Double(b.people - b.successes) + 1)
    func beta(_ x: Double, _ y: Double) -> Double { lgamma(x) + lgamma(y) - lgamma(x + y) }
    return (0..<Int(aB)).reduce(0) { sum, index in
      let i = Double(index)
      return sum + exp(beta(aA + i, bA + bB) - log(bB + i) - beta(1 + i, bB) - beta(aA, bA))
    }
  }

  @Test func `two arms agree with the exact sum`() {
    var chance = SeededGenerator(seed: 3)
    for _ in 0..<60 {
      func rate() -> Rate {
        let people = Int.random(in: 30...3_000, using: &chance)
        return Rate(Int.random(in: 0...min(people, 300), using: &chance), people)
      }
      let (a, b) = (rate(), rate())
      let found = BestChance.ofRates([a, b])
      #expect(abs(found[1].probability - Self.exact(a, b)) < 1e-9, "\(a) \(b)")
      #expect(abs(found[0].probability + found[1].probability - 1) < 1e-9)
    }
  }

  private static func chances(_ means: [(mean: Double, error: Double)]) -> [BestChance] {
    BestChance.ofMeans(means.map { MeanEffect.Side(mean: $0.mean, variance: $0.error * $0.error) })
  }

  @Test func `means that are nearly normal have the same`() {
    let chances = Self.chances([(4.7, 0.51), (5.2, 0.53), (5, 0.52)]).map(\.probability)
    #expect(
      agrees(chances[0], 0.146301, decimals: 6) && agrees(chances[1], 0.523256, decimals: 6)
        && agrees(chances[2], 0.330444, decimals: 6))
  }

  @Test func `two means agree with the closed form`() {
    let chances = Self.chances([(1, 0.3), (1.4, 0.4)])
    #expect(agrees(chances[1].probability, NormalDistribution.below(0.4 / 0.5), within: 1e-9))
    // The mean of the larger of two normal values (Clark 1961), less 1.4.
    let loss = -0.4 * NormalDistribution.tail(0.8) + 0.5 * NormalDistribution.density(0.8)
    #expect(agrees(chances[1].expectedLoss, loss, within: 1e-9))
    #expect(agrees(chances[0].expectedLoss, loss + 0.4, within: 1e-9))
  }

  @Test func `chances add up to 1, and the order of arms does not matter`() {
    var chance = SeededGenerator(seed: 4)
    for _ in 0..<25 {
      let rates = (0..<Int.random(in: 2...6, using: &chance)).map { _ in
        let people = Int.random(in: 30...200_000, using: &chance)
        return Rate(Int.random(in: 0...people / 10, using: &chance), people)
      }
      let found = BestChance.ofRates(rates)
      #expect(abs(found.reduce(0) { $0 + $1.probability } - 1) < 1e-9, "\(rates)")
      let back = BestChance.ofRates(rates.reversed()).reversed()
      #expect(
        zip(found, back).allSatisfy {
          abs($0.probability - $1.probability) < 1e-12 && abs($0.expectedLoss - $1.expectedLoss) < 1e-12
        })
    }
  }
}
