// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Testing

@Suite("The drawing of a sample of people")
struct AudienceSampleTests {
  @Test(arguments: [0, 1, 49, 50, 51, 1_000_000])
  func `draws each number at most once, and all if there are few`(last: Int) {
    let numbers = AudienceSample.Drawing(most: 50, seed: 7).numbers(upTo: last)
    #expect(numbers.count == min(50, last) && Set(numbers).count == numbers.count)
    #expect(numbers.allSatisfy { (1...Int64(max(1, last))).contains($0) })
  }

  @Test func `draws the same with the same seed, and something else with another`() {
    func draw(_ seed: UInt64, _ last: Int) -> [Int64] {
      AudienceSample.Drawing(most: 50, seed: seed).numbers(upTo: last)
    }
    for last in [40, 10_000] {
      #expect(draw(1, last) == draw(1, last))
      #expect(draw(1, last) != draw(2, last))
      #expect(draw(1, last) != draw(1, last).sorted())
    }
  }

  /// Reads like a store: everybody has the attribute, one of three is reachable, and each of ten
  /// numbers is of nobody.
  private func sample(
    _ drawing: AudienceSample.Drawing, of last: Int, rowsOfEach: Int
  ) -> (sample: AudienceSample, parts: [Int], read: Int) {
    let rule = AudienceRule.condition(AudienceCondition(.attribute(path: ["plan"]), .exists))
    var sampling = AudienceSampling(
      drawing, matching: AudienceIndex([rule], named: [:]), numbers: last, at: Instant(milliseconds: 0))
    var parts: [Int] = []
    var read = 0
    while case let numbers = sampling.next, !numbers.isEmpty {
      parts.append(numbers.count)
      var people: [Int64: PersonFacts] = [:]
      for number in numbers where number % 10 != 0 {
        var facts = PersonFacts(
          attributes: ["plan": "pro"], values: [.fact(.isReachable): .bool(number % 3 == 0)])
        facts.rows = rowsOfEach
        read += rowsOfEach
        people[number] = facts
      }
      sampling.add(numbers, people)
    }
    return (sampling.sample, parts, read)
  }

  @Test func `everybody is counted once if all are drawn`() {
    let (sample, parts, _) = sample(.init(most: 500, rows: .max), of: 300, rowsOfEach: 3)
    #expect(sample.isWhole && sample.people == 270 && sample.matching == 270 && sample.reachable == 90)
    #expect(sample.members.count == AudienceSample.Drawing.members)
    #expect(sample.rows == 300 + 270 * 3 && parts.reduce(0, +) == 300)
  }

  @Test(arguments: [1, 20, 400])
  func `some people are read at a time, and little more than the drawing allows`(rowsOfEach: Int) {
    let drawing = AudienceSample.Drawing(most: 2_000, rows: 4_000)
    let (sample, parts, read) = sample(drawing, of: 100_000, rowsOfEach: rowsOfEach)
    #expect(parts.count < sample.drawn / 3 + 5, "\(parts)")
    #expect(parts.allSatisfy { $0 <= 200 })
    #expect(sample.rows < 4_000 + rowsOfEach + 1)
    // The first part does not know how much people did.
    #expect(read <= 4_000 + 20 * rowsOfEach, "\(read)")
  }

  @Test func `of a part, the newest events of each person are read; of everybody, all`() {
    func limit(_ last: Int) -> Int? {
      AudienceSampling(
        .init(most: 50, eventsOfPerson: 7), matching: AudienceIndex([.all([])], named: [:]), numbers: last,
        at: Instant(milliseconds: 0)
      ).eventLimit
    }
    #expect(limit(51) == 7 && limit(50) == nil)
  }

  @Test func `draws every number with the same probability`() {
    // 500 seeds draw 20 of 100 numbers each, so each number 100 times. Chi-squared with 99 degrees,
    // where each number varies by 1 - 0.2 of the usual.
    var counts = [Int](repeating: 0, count: 100)
    for seed in 0..<500 {
      for number in AudienceSample.Drawing(most: 20, seed: UInt64(seed)).numbers(upTo: 100) {
        counts[Int(number) - 1] += 1
      }
    }
    let statistic = counts.reduce(0.0) { $0 + Double(($1 - 100) * ($1 - 100)) / 100 } / 0.8
    #expect((55.0...149.0).contains(statistic), "\(statistic)")
  }
}
