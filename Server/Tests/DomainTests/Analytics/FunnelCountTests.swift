// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import ServerTestSupport
import StoreConformance
import Testing

@Suite struct FunnelCountTests {
  private static let hour: Int64 = 3_600_000
  private static let steps = ["S1", "S2", "S3"].map { EventSelector(.custom, name: $0) }
  /// Long enough for every example.
  private static let period = Instant(milliseconds: 0)..<Instant(milliseconds: 1_000 * hour)

  /// - Parameter people: For each, the steps and the hours of their events.
  private func reached(
    _ people: [[(step: Int, hour: Int64)]], hours: Int = 24, period: Range<Instant> = period
  ) throws -> [Int] {
    var count = FunnelCount(try #require(FunnelQuery(Self.steps, hours: hours, period: period)))
    for (person, events) in people.enumerated() {
      for event in events { count.add(event.step - 1, of: Int64(person), at: event.hour * Self.hour) }
    }
    return count.finish().reached
  }

  @Test(
    arguments: [
      ("each step follows the one before", [(1, 0), (2, 1), (3, 2)], [1, 1, 1]),
      ("a step before its turn does not count", [(1, 0), (3, 3), (2, 4)], [1, 1, 0]),
      (
        "the end of the time is too late, from the first step after all others",
        [(2, 0), (1, 1), (2, 24), (3, 25)], [1, 1, 0]
      ),
      ("the end of the time is too late", [(1, 0), (2, 2), (3, 24)], [1, 1, 0]),
      ("a later first step is a new chance", [(1, 0), (1, 30), (2, 31), (3, 32)], [1, 1, 1]),
      ("without a first step, nothing counts", [(2, 5)], [0, 0, 0]),
      ("a step at the same time is not later", [(1, 0), (2, 0), (3, 1)], [1, 0, 0]),
      (
        "an earlier first step counts if the later one came too late for the second",
        [(1, 0), (2, 3), (1, 3), (3, 4)], [1, 1, 1]
      ),
    ] as [(String, [(step: Int, hour: Int64)], [Int])])
  func `a person counts as far as their best first step leads`(
    rule: String, events: [(step: Int, hour: Int64)], expected: [Int]
  ) throws {
    #expect(try reached([events]) == expected, "\(rule)")
  }

  @Test func `six people reach 5, 5 and 2`() throws {
    let people: [[(step: Int, hour: Int64)]] = [
      [(1, 0), (2, 1), (3, 2)], [(1, 0), (3, 3), (2, 4)], [(2, 0), (1, 1), (2, 24), (3, 25)],
      [(1, 0), (2, 2), (3, 24)],
      [(1, 0), (1, 30), (2, 31), (3, 32)], [(2, 5)],
    ]
    #expect(try reached(people) == [5, 5, 2])
  }

  @Test func `the period selects first steps, and later steps may follow after it`() throws {
    let period = Instant(milliseconds: 10 * Self.hour)..<Instant(milliseconds: 20 * Self.hour)
    #expect(try reached([[(1, 9), (2, 11)]], period: period) == [0, 0, 0])
    #expect(try reached([[(1, 10), (2, 11)]], period: period) == [1, 1, 0])
    #expect(try reached([[(1, 19), (2, 25), (3, 42)]], period: period) == [1, 1, 1])
    #expect(try reached([[(1, 20), (2, 25)]], period: period) == [0, 0, 0])
  }

  @Test func `an event can be several steps, but not two at once`() throws {
    let view = EventSelector(.screenView)
    let query = try #require(
      FunnelQuery([view, view, EventSelector(.purchase), view], hours: 1, period: Self.period))
    #expect(query.readings.map(\.selector) == [view, EventSelector(.purchase)])
    func reached(_ events: [(reading: Int, at: Int64)]) -> [Int] {
      var count = FunnelCount(query)
      for event in events { count.add(event.reading, of: 1, at: event.at) }
      return count.finish().reached
    }
    #expect(reached([(0, 1)]) == [1, 0, 0, 0])
    #expect(reached([(0, 1), (0, 1)]) == [1, 0, 0, 0])
    #expect(reached([(0, 1), (0, 2), (1, 3), (0, 3)]) == [1, 1, 1, 0])
    #expect(reached([(0, 1), (0, 2), (1, 3), (0, 4)]) == [1, 1, 1, 1])
  }

  @Test func `a funnel has 2 to 8 steps and 1 to 720 hours`() {
    let step = EventSelector(.purchase)
    for (count, hours, isValid) in [
      (1, 24, false), (2, 1, true), (8, 720, true), (9, 24, false), (2, 0, false), (2, 721, false),
    ] {
      #expect(
        (FunnelQuery(Array(repeating: step, count: count), hours: hours, period: Self.period) != nil)
          == isValid)
    }
  }

  @Test func `it agrees with following every first step, whatever happened`() throws {
    for seed in 1...UInt64(TestCases.properties(400, full: 3_000)) {
      var chance = SeededGenerator(seed: seed)
      let count = Int.random(in: 2...4, using: &chance)
      let kinds = (0..<count).map { _ in
        EventSelector(.custom, name: "\(Int.random(in: 0..<3, using: &chance))")
      }
      let period = Instant(milliseconds: 2 * Self.hour)..<Instant(milliseconds: 9 * Self.hour)
      let query = try #require(
        FunnelQuery(kinds, hours: Int.random(in: 1...5, using: &chance), period: period))
      var (fast, slow) = (FunnelCount(query), Array(repeating: 0, count: count))
      for person in 0..<3 as Range<Int64> {
        // Half hours, so that many are at the same time.
        let events = (0..<Int.random(in: 0...9, using: &chance)).map { _ in
          (
            reading: Int.random(in: query.readings.indices, using: &chance),
            at: Int64.random(in: 0..<24, using: &chance) * Self.hour / 2
          )
        }.sorted { $0.at < $1.at }
        for event in events { fast.add(event.reading, of: person, at: event.at) }
        for step in 0..<naive(query, events) { slow[step] += 1 }
      }
      #expect(fast.finish().reached == slow, "seed \(seed)")
    }
  }

  /// Follows each first step, always with the earliest next one.
  private func naive(_ query: FunnelQuery, _ events: [(reading: Int, at: Int64)]) -> Int {
    func times(_ step: Int) -> [Int64] {
      events.filter { query.readings[$0.reading].selector == query.steps[step] }.map(\.at)
    }
    let first = times(0).filter { query.period.contains(Instant(milliseconds: $0)) }
    return first.map { start in
      var (depth, time) = (1, start)
      while depth < query.steps.count, let next = times(depth).filter({ $0 > time }).min(),
        next < start + Int64(query.hours) * Self.hour
      {
        (depth, time) = (depth + 1, next)
      }
      return depth
    }.max() ?? 0
  }
}
