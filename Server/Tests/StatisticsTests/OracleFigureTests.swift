// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import ServerTestSupport
import Testing

@testable import Statistics

/// Writes figures of random cases for `scripts/test-oracles`, which asks other libraries for the
/// same.
///
/// The environment variable `MARTLET_FIGURE_CASES` names the file; without it nothing is written.
/// One JSON object a line.
@Suite struct OracleFigureTests {
  static let file = ProcessInfo.processInfo.environment["MARTLET_FIGURE_CASES"]

  @Test(.enabled(if: file != nil)) func `figures of random cases are written for the oracles`() throws {
    var cases = OracleFigures(seed: 1)
    for _ in 0..<150 {
      cases.addFunctions()
      cases.addRates()
      try cases.addMeans()
      cases.addChecks()
    }
    for _ in 0..<20 { cases.addChances() }
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let lines = try cases.all.map { String(decoding: try encoder.encode($0), as: UTF8.self) + "\n" }
    try lines.joined().write(toFile: #require(Self.file), atomically: true, encoding: .utf8)
  }
}

/// Cases with our figures.
struct OracleFigures {
  struct Case: Encodable {
    var kind: String
    var input: [Double]
    var figures: [Double]
  }

  private(set) var all: [Case] = []
  private var chance: SeededGenerator

  init(seed: UInt64) { chance = SeededGenerator(seed: seed) }

  private mutating func add(_ kind: String, _ input: [Double], _ figures: [Double]) {
    all.append(Case(kind: kind, input: input, figures: figures))
  }

  /// Small numbers are as likely as large ones.
  private mutating func people(_ least: Double = 1, _ most: Double = 1_000_000) -> Int {
    Int(exp(Double.random(in: log(least)...log(most), using: &chance)))
  }

  private mutating func rate(_ least: Double = 1) -> Rate {
    let people = people(least)
    let most = Bool.random(using: &chance) ? people : min(people, 20)
    return Rate(Int.random(in: 0...most, using: &chance), people)
  }

  mutating func addFunctions() {
    let (a, b) = (Double(people()) / 2, Double(people()) / 2)
    let beta = BetaDistribution(a, b)
    let x = min(max(beta.mean + Double.random(in: -4...4, using: &chance) * beta.deviation, 1e-9), 1 - 1e-9)
    add("beta", [a, b, x], [beta.below(x)])
    let alpha = exp(Double.random(in: -18...(-0.5), using: &chance))
    let degrees = Double(people(1, 1_000_000)) + chance.unit()
    add("student", [alpha, degrees], [StudentDistribution(degrees: degrees).critical(alpha)])
    add("normal", [alpha], [NormalDistribution.critical(alpha)])
    let freedom = people(1, 400)
    let statistic = Double(freedom) * Double.random(in: 0...4, using: &chance)
    add(
      "chi-squared", [statistic, Double(freedom)], [ChiSquaredDistribution.tail(statistic, degrees: freedom)])
  }

  mutating func addRates() {
    let (treatment, control) = (rate(), rate())
    let alpha = exp(Double.random(in: -9...(-1), using: &chance))
    let critical = NormalDistribution.critical(alpha)
    let wilson = treatment.wilson(critical: critical).interval
    add(
      "wilson", [Double(treatment.successes), Double(treatment.people), alpha], [wilson.lower, wilson.upper])
    let (difference, uplift) = compare(treatment, control, critical: critical)
    let input = [treatment, control].flatMap { [Double($0.successes), Double($0.people)] } + [alpha]
    add("newcombe", input, [difference.value, difference.interval.lower, difference.interval.upper])
    if treatment.successes > 0, control.successes > 0 {
      add("mover", input, [uplift.interval.lower, uplift.interval.upper])
    }
  }

  mutating func addMeans() throws {
    // Three numbers of each person, of which the other libraries take sums.
    let scale = exp(Double.random(in: -2...6, using: &chance))
    let shift = Double.random(in: 0.5...3, using: &chance)
    let arms = (0..<2).map { arm in
      (0..<people(10, 200)).map { _ in
        let before = exp(chance.normal() / 2)
        let orders = Double(Int.random(in: 1...4, using: &chance))
        return (
          value: scale * orders * (before + shift + Double(arm) / 5 + exp(chance.normal() / 2)),
          before: scale * before, orders
        )
      }
    }
    let alpha = exp(Double.random(in: -7...(-1), using: &chance))
    func sums(_ values: [(Double, Double)]) -> [Double] {
      [Double(values.count)]
        + values.reduce(into: [0, 0, 0, 0, 0]) { sums, value in
          for (index, term) in [value.0, value.0 * value.0, value.1, value.1 * value.1, value.0 * value.1]
            .enumerated()
          {
            sums[index] += term
          }
        }
    }
    let ratios = arms.map { arm in arm.map { ($0.value, $0.2) } }
    let befores = arms.map { arm in arm.map { ($0.value, $0.before) } }
    func pairs(_ values: [(Double, Double)]) -> PairMoments {
      values.reduce(into: PairMoments()) { $0.add($1.0, $1.1) }
    }
    let plain = arms.map { arm in
      arm.reduce(into: Moments()) { $0.add($1.value) }.estimate
    }
    add("welch", ratios.flatMap(sums) + [alpha], try figures(plain[1], plain[0], alpha))
    let ratio = ratios.map(pairs)
    add("ratio", ratios.flatMap(sums) + [alpha], try figures(ratio[1].ratio, ratio[0].ratio, alpha))
    let before = befores.map(pairs)
    var both = before[0]
    both.merge(before[1])
    add(
      "cuped", befores.flatMap(sums) + [alpha],
      [both.slope]
        + (try figures(before[1].adjusted(slope: both.slope), before[0].adjusted(slope: both.slope), alpha)))
    let planned = people(100, 100_000)
    let total = plain.reduce(0) { $0 + ($1?.people ?? 0) }
    add(
      "sequence", ratios.flatMap(sums) + [alpha, Double(planned)],
      [ConfidenceSequence.critical(people: total, planned: planned, alpha: alpha)])
  }

  /// The bounds of the difference and of the uplift.
  private func figures(_ treatment: MeanEstimate?, _ control: MeanEstimate?, _ alpha: Double) throws
    -> [Double]
  {
    let (treatment, control) = try (#require(treatment), #require(control))
    let degrees = MeanEffect.degrees(of: [treatment, control].map { ($0.variance, Double($0.people - 1)) })
    let critical = StudentDistribution(degrees: degrees).critical(alpha)
    let sides = [treatment, control].map { MeanEffect.Side(mean: $0.mean, variance: $0.variance) }
    let difference = MeanEffect.difference(sides[0], sides[1], critical: critical)
    let uplift = MeanEffect.uplift(sides[0], sides[1], critical: critical)
    return [
      difference.interval.lower, difference.interval.upper, uplift?.interval.lower ?? .nan,
      uplift?.interval.upper ?? .nan,
    ]
  }

  mutating func addChecks() {
    let shares = (0..<Int.random(in: 2...6, using: &chance)).map { _ in Int.random(in: 1...9, using: &chance)
    }
    let people = shares.map { share in Int(Double(share) * 400 * (1 + 0.03 * chance.normal())) }
    if let epoch = SampleRatio.Epoch(people: people, shares: shares), let ratio = SampleRatio([epoch]) {
      add("split", people.map(Double.init) + shares.map(Double.init), [ratio.statistic, ratio.chance])
    }
    let control = Double.random(in: 0.005...0.9, using: &chance)
    let arm = min(0.99, control * Double.random(in: 1.02...1.5, using: &chance))
    let ratio = Double(Int.random(in: 1...8, using: &chance)) / 2
    let alpha = exp(Double.random(in: -6...(-1.5), using: &chance))
    let power = Double.random(in: 0.6...0.95, using: &chance)
    add(
      "size", [control, arm, ratio, alpha, power],
      [
        SampleSize.people(
          control: control, arm: arm, ratio: ratio, critical: NormalDistribution.critical(alpha), power: power
        )
      ])
  }

  mutating func addChances() {
    let base = Double.random(in: 0.01...0.5, using: &chance)
    let rates = (0..<Int.random(in: 2...4, using: &chance)).map { _ in
      let people = people(30, 20_000)
      return Rate(
        chance.conversions(of: people, rate: base * Double.random(in: 0.9...1.1, using: &chance)), people)
    }
    let chances = BestChance.ofRates(rates)
    add(
      "best", rates.flatMap { [Double($0.successes), Double($0.people)] },
      chances.map(\.probability) + chances.map(\.expectedLoss))
  }
}
