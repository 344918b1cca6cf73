// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ServerTestSupport
import Testing

@testable import Statistics

@Suite struct WordTests {
  private static func estimate(_ value: Double, _ lower: Double, _ upper: Double) -> Estimate {
    Estimate(value, Interval(lower, upper))
  }

  @Test(
    arguments: [
      (Rate(120, 1_000), "12.0% (likely 10.1% to 14.2%)"), (Rate(0, 40), "likely below 8.8%"),
      (Rate(30, 30), "likely above 88.6%"),
      (Rate(5, 100), "5.0% (likely 2.1% to 11.2%)"), (Rate(10, 30), "33% (likely 19% to 52%)"),
      (Rate(2_500, 1_000_000), "0.25% (likely 0.24% to 0.26%)"),
      // A bound other than 0 never reads as 0.
      (Rate(1, 1_000_000), "0.00010% (likely 0.00001% to 0.00057%)"),
    ] as [(Rate, String)])
  func `a rate has the digits that its interval allows, and bounds are rounded outward`(
    rate: Rate, words: String
  ) throws {
    #expect(try FigureWords.rate(#require(rate.estimate)) == words)
  }

  @Test func `rounded bounds never say more than the exact ones`() throws {
    var chance = SeededGenerator(seed: 5)
    for _ in 0..<3_000 {
      let (lower, upper) = (
        Double.random(in: -1...1, using: &chance), Double.random(in: 0...0.2, using: &chance)
      )
      let interval = Interval(lower * upper, lower * upper + upper * upper)
      let digits = Digits(interval)
      func number(_ text: String) throws -> Double {
        try #require(Double(text.replacing("−", with: "-").replacing(",", with: "")))
      }
      #expect(try number(digits.lower(interval.lower)) <= interval.lower + 1e-12)
      #expect(try number(digits.upper(interval.upper)) >= interval.upper - 1e-12)
      #expect(try (number(digits.lower(interval.lower)) == 0) == (interval.lower == 0))
      #expect(try (number(digits.upper(interval.upper)) == 0) == (interval.upper == 0))
    }
  }

  @Test(
    arguments: [
      (Uplift(0.2, Interval(-0.065411, 0.540621)), "+20% (likely −7% to +55%)"),
      (Uplift(nil, Interval(0.156206, .infinity)), "at least +15%"),
      (Uplift(-1, Interval(-1, 0.547036)), "−100% (likely −100% to +55%)"),
      (Uplift(7.1, Interval(2.392212, 17.891053)), "+710% (likely +239% to +1,790%)"),
      (Uplift(0.06, Interval(0.021908, 0.099510)), "+6.0% (likely +2.1% to +10.0%)"),
    ] as [(Uplift, String)])
  func `an uplift has signs, and no upper bound where none is known`(uplift: Uplift, words: String) {
    #expect(FigureWords.uplift(uplift) == words)
  }

  @Test(
    arguments: [
      (0.0099, "<1%"), (0.01, "1%"), (0.7364, "74%"), (0.99, "99%"), (0.9901, ">99%"), (1, ">99%"),
      (0, "<1%"),
    ]
      as [(Double, String)])
  func `a chance is whole, and never certain`(probability: Double, words: String) {
    #expect(FigureWords.chance(probability) == words)
  }

  private static func reading(_ difference: Estimate, _ view: ExperimentView = .running) -> Reading {
    .compared(
      ArmComparison(
        view: view, level: 0.96, people: 2_000, difference: difference, standardError: 0.01, uplift: nil))
  }

  @Test(
    arguments: [
      (estimate(0.034, 0.0128, 0.0553), "B converts 3.4 points more than control (likely 1.2 to 5.6)"),
      (estimate(-0.034, -0.0553, -0.0128), "B converts 3.4 points less than control (likely 1.2 to 5.6)"),
      (estimate(0.012, 0.0031, 0.0208), "B converts 1.20 points more than control (likely 0.31 to 2.08)"),
      (
        estimate(0.02, -0.00749217, 0.04755067),
        "No difference found yet: B converts 0.8 points less to 4.8 points more than control"
      ),
      (
        estimate(0, 0, 0.012), "No difference found yet: B converts 0 points to 1.20 points more than control"
      ),
      (estimate(0.006, 0.00004, 0.012), "B converts 0.600 points more than control (likely 0.004 to 1.200)"),
    ] as [(Estimate, String)])
  func `a difference is said in points, and nothing is claimed while 0 is possible`(
    difference: Estimate, words: String
  ) {
    #expect(ReadoutWords.sentence(Self.reading(difference), arm: "B", baseline: "control") == words)
  }

  @Test func `the final view says so`() throws {
    let moment = try #require(try ExperimentPlan.two([1_000, 1_000]).moment([1_000, 1_000]))
    let reading = Self.reading(Self.estimate(0.02, -0.00749217, 0.04755067), .final(moment))
    #expect(
      ReadoutWords.sentence(reading, arm: "B", baseline: "A")
        == "No difference found: B converts 0.8 points less to 4.8 points more than A"
    )
    #expect(
      try ReadoutWords.view(#require(reading.comparison)) == "final after 14 days, 2,000 people, level 96.0%")
    #expect(
      try ReadoutWords.view(#require(Self.reading(Self.estimate(0, -1, 1)).comparison))
        == "safe to read at any time")
  }

  @Test func `too little is said as counts and what is missing`() throws {
    let plan = try ExperimentPlan.two()
    let readout = try ExperimentReadout(
      rates: [RateArm(Rate(7, 12)), RateArm(Rate(0, 40))], plan: plan, sampleRatio: nil)
    #expect(ReadoutWords.rate(readout.arms[0]) == "7 of 12")
    #expect(ReadoutWords.rate(readout.arms[1]) == "0 of 40, likely below 8.8%")
    #expect(
      ReadoutWords.sentence(readout.comparisons[0].reading, arm: "B", baseline: "A")
        == "Too early: needs 30 people and 5 conversions in each variant")
  }

  @Test(
    arguments: [
      (
        240, 12_345,
        "No difference in revenue found yet: B brings 122 EUR less to 126 EUR more for each person than A"
      ),
      (736, 30, "B brings 7.36 EUR more for each person than A (likely 7.06 to 7.66)"),
      (-736, 30, "B brings 7.36 EUR less for each person than A (likely 7.06 to 7.66)"),
    ] as [(Double, Double, String)])
  func `revenue is said in the currency's unit, and never as points`(
    cents: Double, half: Double, words: String
  ) {
    let reading = Self.reading(Self.estimate(cents, cents - half, cents + half))
    #expect(ReadoutWords.sentence(reading, of: .revenue(currency: "EUR"), arm: "B", baseline: "A") == words)
  }

  /// The first number after some words.
  private static func number(_ sentence: String, after words: String) -> Int? {
    sentence.firstRange(of: words).flatMap { Int(sentence[$0.upperBound...].prefix(while: \.isNumber)) }
  }

  @Test func `what a sentence says is missing is missing`() throws {
    var chance = SeededGenerator(seed: 8)
    var seen: Set<Reading.Lack> = []
    for _ in 0..<3_000 {
      let people = (0..<2).map { _ in Int.random(in: 1...60, using: &chance) }
      let converted = people.map {
        Bool.random(using: &chance)
          ? Int.random(in: 0...$0, using: &chance) : Int.random(in: max(0, $0 - 9)...$0, using: &chance)
      }
      let readout = try ExperimentReadout(
        rates: zip(converted, people).map { RateArm(Rate($0, $1)) }, plan: .two(), sampleRatio: nil)
      let reading = readout.comparisons[0].reading
      let words = ReadoutWords.sentence(reading, arm: "B", baseline: "A")
      guard words.contains("needs") else { continue }
      if case .armsOnly(let lack) = reading { seen.insert(lack) }
      let isTrue =
        if words.contains("without a conversion") {
          zip(people, converted).contains { $0 - $1 < Self.number(words, after: "needs ") ?? 0 }
        } else if words.contains(" people and ") {
          people.contains { $0 < Self.number(words, after: "needs ") ?? 0 }
        } else {
          converted.contains { $0 < Self.number(words, after: "needs ") ?? 0 }
        }
      #expect(isTrue, "\(converted) of \(people): \(words)")
    }
    #expect(seen == [.conversions, .peopleWithoutConversion])
  }

  @Test func `what is likely in a sentence is the interval that was computed`() throws {
    var chance = SeededGenerator(seed: 9)
    func numbers(_ words: String) -> [Double] {
      words.split { !"0123456789.,".contains($0) }.compactMap { Double($0.replacing(",", with: "")) }
    }
    for metric in [ReadoutWords.Metric.conversion, .revenue(currency: "")] {
      for _ in 0..<2_000 {
        let size = metric == .conversion ? 0.3 : 5_000.0
        let bounds = (0..<2).map { _ in Double.random(in: -size...size, using: &chance) }.sorted()
        let interval = Interval(bounds[0], bounds[1])
        let words = ReadoutWords.sentence(
          Self.reading(Estimate((bounds[0] + bounds[1]) / 2, interval)), of: metric, arm: "B", baseline: "A")
        let said = try #require(numbers(words).count >= 2 ? Array(numbers(words).suffix(2)) : nil, "\(words)")
        let scaled = bounds.map { $0 * metric.scale }
        let expected = interval.excludesZero ? scaled.map(abs).sorted() : [-scaled[0], scaled[1]]
        // Rounded outward, by less than a hundredth of the width or a unit of the last place.
        let room = max((scaled[1] - scaled[0]) / 10, 0.02)
        let isNear = zip(said, expected).allSatisfy { abs($0 - $1) <= room }
        #expect(isNear, "\(scaled): \(words)")
        if !interval.excludesZero {
          #expect(said[0] >= expected[0] - 1e-9 && said[1] >= expected[1] - 1e-9, "\(scaled): \(words)")
        }
        #expect(metric == .conversion || !words.contains("points"), "\(words)")
      }
    }
  }

  @Test(
    arguments: [([5_180, 4_820], "1 in 3,143"), ([5_400, 4_600], "less than 1 in 10,000")]
      as [([Int], String)])
  func `a broken split says how unlikely it is`(people: [Int], chance: String) throws {
    let ratio = try SampleRatio.ofHalves(people)
    #expect(
      ReadoutWords.sentence(.mismatch(ratio), arm: "B", baseline: "A")
        == "People are not split as planned (likely by chance: \(chance)). Nothing is compared until the cause is found"
    )
  }

  @Test func `no sentence claims more than figures can`() throws {
    var chance = SeededGenerator(seed: 6)
    let plan = try ExperimentPlan.two([200, 200])
    var sentences: Set<String> = []
    for _ in 0..<500 {
      let people = Int.random(in: 10...2_000, using: &chance)
      let rates = (0..<2).map { _ in RateArm(Rate(Int.random(in: 0...people, using: &chance), people)) }
      let readout = try ExperimentReadout(
        rates: rates, plan: plan, sampleRatio: nil,
        final: Bool.random(using: &chance) ? plan.moment([people, people]) : nil)
      let reading = readout.comparisons[0].reading
      sentences.insert(ReadoutWords.sentence(reading, arm: "B", baseline: "A"))
      sentences.formUnion(readout.arms.map(ReadoutWords.rate))
      if let comparison = reading.comparison {
        sentences.insert(ReadoutWords.view(comparison))
        if let uplift = comparison.uplift { sentences.insert(FigureWords.uplift(uplift)) }
      }
    }
    #expect(sentences.count > 900)
    for sentence in sentences {
      for word in ["significan", "prove", "no effect", "certain", "nan", "inf"] {
        #expect(!sentence.lowercased().contains(word))
      }
    }
  }
}
