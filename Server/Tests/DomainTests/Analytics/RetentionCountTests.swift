// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import StoreConformance
import Testing

@Suite struct RetentionCountTests {
  private static let day: Int64 = 86_400_000
  private static let session = EventSelector(.sessionStart)
  private static let order = EventSelector(.custom, name: "order_placed")

  private func query(
    first: EventSelector = session, active: [EventSelector] = [session], days: Range<Int64> = 0..<100, now: Int64 = 200
  ) throws -> RetentionQuery {
    let period = Instant(milliseconds: days.lowerBound * Self.day)..<Instant(milliseconds: days.upperBound * Self.day)
    return try #require(
      RetentionQuery(first: first, active: active, period: period, now: Instant(milliseconds: now * Self.day)))
  }

  private func curve(_ query: RetentionQuery, _ people: [[(reading: Int, at: Int64)]]) -> RetentionCurve {
    var count = RetentionCount(query)
    for (person, events) in people.enumerated() {
      for event in events { count.add(event.reading, of: Int64(person), at: event.at) }
    }
    return count.finish()
  }

  @Test func `a day begins 24 hours after the one before, counted from the first event, and ends before the next`() throws {
    let start = 7 * Self.day + 12_345
    for (offset, day) in [(0, 0), (Self.day - 1, 0), (Self.day, 1), (2 * Self.day - 1, 1), (30 * Self.day, 30), (31 * Self.day - 1, 30)] {
      let days = curve(try query(), [[(0, start), (0, start + offset)]]).days
      #expect(days.indices.filter { days[$0].active == 1 } == (day == 0 ? [0] : [0, day]), "\(offset)")
    }
    let later = curve(try query(), [[(0, start), (0, start + 31 * Self.day)]])
    #expect(later.days.map(\.active).reduce(0, +) == 1 && later.days.count == 31)
  }

  @Test func `a day counts once it is over, for everybody`() throws {
    // The person of day 8 was active on a day that is not over.
    let people: [[(reading: Int, at: Int64)]] = [[(0, 0), (0, Self.day)], [(0, 8 * Self.day), (0, 9 * Self.day)]]
    let days = curve(try query(now: 10), people).days
    #expect(days[0] == RetentionCurve.Day(observed: 2, active: 2))
    #expect(days[1] == RetentionCurve.Day(observed: 2, active: 2))
    #expect(days[2] == RetentionCurve.Day(observed: 1, active: 0))
    #expect(days[9] == RetentionCurve.Day(observed: 1, active: 0))
    #expect(days[10] == RetentionCurve.Day())
    let earlier = curve(try query(now: 9), people).days
    #expect(earlier[1] == RetentionCurve.Day(observed: 1, active: 1))
  }

  @Test func `the first event in the period begins the days, and activity may follow after it`() throws {
    let curve = curve(try query(days: 5..<6), [[(0, 4 * Self.day), (0, 5 * Self.day), (0, 8 * Self.day)], [(0, 6 * Self.day)]])
    #expect(curve.people == 1)
    #expect(curve.days.indices.filter { curve.days[$0].active == 1 } == [0, 3])
  }

  @Test func `any of the chosen events makes people active, and the first event only if it is one of them`() throws {
    let query = try query(first: Self.order, active: [Self.session, EventSelector(.purchase)])
    #expect(query.readings.map(\.selector) == [Self.order, Self.session, EventSelector(.purchase)])
    let curve = curve(query, [[(1, 1), (0, 10), (1, 10 + Self.day), (2, 10 + 3 * Self.day), (0, 10 + 4 * Self.day)]])
    #expect(curve.days.indices.filter { curve.days[$0].active == 1 } == [1, 3])
    // At the same time is on day 0, in whatever order the two come.
    for events in [[(0, 5), (1, 5)], [(1, 5), (0, 5)]] as [[(reading: Int, at: Int64)]] {
      #expect(self.curve(query, [events]).days[0].active == 1)
    }
  }

  @Test func `it agrees with counting every day of every person, whatever happened`() throws {
    for seed in 1...1_500 as ClosedRange<UInt64> {
      var chance = SeededGenerator(seed: seed)
      let active = [[Self.session], [Self.order], [Self.order, Self.session]].randomElement(using: &chance) ?? []
      let from = Int64.random(in: 0..<20, using: &chance)
      let query = try query(
        first: Bool.random(using: &chance) ? Self.session : Self.order, active: active,
        days: from..<from + Int64.random(in: 1..<20, using: &chance), now: Int64.random(in: 20..<60, using: &chance))
      let people = (0..<4).map { _ in
        (0..<Int.random(in: 0...8, using: &chance)).map { _ in
          (
            reading: Int.random(in: query.readings.indices, using: &chance),
            at: Int64.random(in: 0..<200, using: &chance) * Self.day / 4
          )
        }.sorted { $0.at < $1.at }
      }
      #expect(curve(query, people).days == naive(query, people), "seed \(seed)")
    }
  }

  private func naive(_ query: RetentionQuery, _ people: [[(reading: Int, at: Int64)]]) -> [RetentionCurve.Day] {
    (0...30 as ClosedRange<Int64>).map { day in
      var count = RetentionCurve.Day()
      for events in people {
        let firsts = events.filter {
          query.readings[$0.reading].selector == query.first && query.period.contains(Instant(milliseconds: $0.at))
        }
        guard let first = firsts.map(\.at).min(), first + (day + 1) * Self.day <= query.now.milliseconds else { continue }
        count.observed += 1
        let span = first + day * Self.day..<first + (day + 1) * Self.day
        if events.contains(where: { query.active.contains(query.readings[$0.reading].selector) && span.contains($0.at) }) {
          count.active += 1
        }
      }
      return count
    }
  }
}
