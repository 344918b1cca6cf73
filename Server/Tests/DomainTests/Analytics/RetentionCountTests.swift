// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import ServerTestSupport
import StoreConformance
import Testing

@Suite struct RetentionCountTests {
  private static let day: Int64 = 86_400_000
  private static let session = EventSelector(.sessionStart)
  private static let order = EventSelector(.custom, name: "order_placed")

  private func query(
    first: EventSelector = session, active: [EventSelector] = [session], days: Range<Int64> = 0..<100,
    now: Int64 = 200,
    by span: CohortSpan? = nil
  ) throws -> RetentionQuery {
    let period =
      Instant(milliseconds: days.lowerBound * Self.day)..<Instant(milliseconds: days.upperBound * Self.day)
    return try #require(
      RetentionQuery(
        first: first, active: active, period: period, now: Instant(milliseconds: now * Self.day), by: span))
  }

  private func curve(_ query: RetentionQuery, _ people: [[(reading: Int, at: Int64)]]) -> RetentionCurve {
    var count = RetentionCount(query)
    for (person, events) in people.enumerated() {
      for event in events { count.add(event.reading, of: Int64(person), at: event.at) }
    }
    return count.finish()
  }

  @Test
  func `a day begins 24 hours after the one before, counted from the first event, and ends before the next`()
    throws
  {
    let start = 7 * Self.day + 12_345
    for (offset, day) in [
      (0, 0), (Self.day - 1, 0), (Self.day, 1), (2 * Self.day - 1, 1), (30 * Self.day, 30),
      (31 * Self.day - 1, 30),
    ] {
      let days = curve(try query(), [[(0, start), (0, start + offset)]]).days
      #expect(days.indices.filter { days[$0].active == 1 } == (day == 0 ? [0] : [0, day]), "\(offset)")
    }
    let later = curve(try query(), [[(0, start), (0, start + 31 * Self.day)]])
    #expect(later.days.map(\.active).reduce(0, +) == 1 && later.days.count == 31)
  }

  @Test func `a day counts once it is over, for everybody`() throws {
    // The person of day 8 was active on a day that is not over.
    let people: [[(reading: Int, at: Int64)]] = [
      [(0, 0), (0, Self.day)], [(0, 8 * Self.day), (0, 9 * Self.day)],
    ]
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
    let curve = curve(
      try query(days: 5..<6),
      [[(0, 4 * Self.day), (0, 5 * Self.day), (0, 8 * Self.day)], [(0, 6 * Self.day)]])
    #expect(curve.people == 1)
    #expect(curve.days.indices.filter { curve.days[$0].active == 1 } == [0, 3])
  }

  @Test func `any of the chosen events makes people active, and the first event only if it is one of them`()
    throws
  {
    let query = try query(first: Self.order, active: [Self.session, EventSelector(.purchase)])
    #expect(query.readings.map(\.selector) == [Self.order, Self.session, EventSelector(.purchase)])
    let curve = curve(
      query, [[(1, 1), (0, 10), (1, 10 + Self.day), (2, 10 + 3 * Self.day), (0, 10 + 4 * Self.day)]])
    #expect(curve.days.indices.filter { curve.days[$0].active == 1 } == [1, 3])
    // At the same time is on day 0, in whatever order the two come.
    for events in [[(0, 5), (1, 5)], [(1, 5), (0, 5)]] as [[(reading: Int, at: Int64)]] {
      #expect(self.curve(query, [events]).days[0].active == 1)
    }
  }

  @Test func `it agrees with counting every day of every person, whatever happened`() throws {
    for seed in 1...UInt64(TestCases.count(300, full: 1_500)) {
      var chance = SeededGenerator(seed: seed)
      let active =
        [[Self.session], [Self.order], [Self.order, Self.session]].randomElement(using: &chance) ?? []
      let from = Int64.random(in: 0..<20, using: &chance)
      let query = try query(
        first: Bool.random(using: &chance) ? Self.session : Self.order, active: active,
        days: from..<from + Int64.random(in: 1..<20, using: &chance),
        now: Int64.random(in: 20..<60, using: &chance),
        by: [nil, .day, .week].randomElement(using: &chance) ?? nil)
      let people = (0..<4).map { _ in
        (0..<Int.random(in: 0...8, using: &chance)).map { _ in
          (
            reading: Int.random(in: query.readings.indices, using: &chance),
            at: Int64.random(in: 0..<200, using: &chance) * Self.day / 4
          )
        }.sorted { $0.at < $1.at }
      }
      let counted = curve(query, people)
      #expect(counted.days == naive(query, people), "seed \(seed)")
      for cohort in counted.cohorts {
        // Those who began then, counted by themselves.
        let own = people.filter { events in
          Self.first(query, events).map { cohort.first.contains(Instant(milliseconds: $0)) } ?? false
        }
        #expect(cohort.people == own.count && cohort.days == naive(query, own), "seed \(seed)")
      }
      #expect(
        query.span == nil || counted.cohorts.map(\.people).reduce(0, +) == counted.people, "seed \(seed)")
    }
  }

  private static func first(_ query: RetentionQuery, _ events: [(reading: Int, at: Int64)]) -> Int64? {
    events.filter {
      query.readings[$0.reading].selector == query.first
        && query.period.contains(Instant(milliseconds: $0.at))
    }.map(\.at)
      .min()
  }

  @Test(
    arguments: [
      // 1970 began on a Thursday. The period cuts the first and the last one.
      (CohortSpan.day, 3..<6, [3, 4, 5, 6]), (.week, 0..<4, [0, 4]), (.week, 0..<5, [0, 4, 5]),
      (.week, 3..<19, [3, 4, 11, 18, 19]),
      (.week, -4..<4, [-4, -3, 4]), (.day, -2..<1, [-2, -1, 0, 1]),
    ] as [(CohortSpan, Range<Int64>, [Int64])])
  func `cohorts are the days or weeks of the period, in UTC, and weeks begin on Monday`(
    span: CohortSpan, days: Range<Int64>, bounds: [Int64]
  ) throws {
    let query = try query(days: days, by: span)
    #expect(query.cohorts.map { $0.lowerBound.milliseconds / Self.day } == bounds.dropLast())
    #expect(query.cohorts.map { $0.upperBound.milliseconds / Self.day } == Array(bounds.dropFirst()))
  }

  @Test func `a time of day cuts a cohort too, and there are no more than a limit`() throws {
    let (from, to) = (Instant(milliseconds: Self.day / 2), Instant(milliseconds: Self.day + 1))
    #expect(
      CohortSpan.day.cohorts(in: from..<to) == [
        from..<Instant(milliseconds: Self.day), Instant(milliseconds: Self.day)..<to,
      ])
    let days = Int64(CohortSpan.mostCohorts)
    #expect(try query(days: 0..<days, by: .day).cohorts.count == CohortSpan.mostCohorts)
    let period = Instant(milliseconds: 0)..<Instant(milliseconds: days * Self.day + 1)
    #expect(
      RetentionQuery(first: Self.session, active: [Self.session], period: period, now: to, by: .day) == nil)
  }

  @Test func `a cohort's day is over once it is for everybody in it`() throws {
    let people: [[(reading: Int, at: Int64)]] = [[(0, 0)], [(0, Self.day - 1), (0, Self.day)]]
    // One millisecond before the second day of the later one is over.
    let asked = try query(days: 0..<1, now: 2, by: .day)
    let cohort = try #require(curve(asked, people).cohorts.first)
    #expect(cohort.people == 2 && cohort.isOver(0, at: asked.now) && !cohort.isOver(1, at: asked.now))
    #expect(cohort.days[1] == RetentionCurve.Day(observed: 1))
    let none = try #require(curve(try query(days: 0..<1, by: .day), []).cohorts.first)
    #expect(none.people == 0 && !none.isOver(0, at: asked.now))
  }

  @Test func `a day that is over for all people so far is not over while others can still join the cohort`()
    throws
  {
    // Both came on Monday, the first day of the week that begins on day 4.
    let people: [[(reading: Int, at: Int64)]] = [
      [(0, 4 * Self.day), (0, 5 * Self.day)], [(0, 4 * Self.day + 1)],
    ]
    for (now, over) in [(7, []), (11, []), (12, [0]), (13, [0, 1])] as [(Int64, [Int])] {
      let asked = try query(days: 4..<11, now: now, by: .week)
      let week = try #require(curve(asked, people).cohorts.first)
      #expect(week.people == 2 && (0...30).filter { week.isOver($0, at: asked.now) } == over, "\(now)")
      // Whoever joins at the last moment changes no day that was over.
      let joined = try #require(curve(asked, people + [[(0, 11 * Self.day - 1)]]).cohorts.first)
      #expect(over.allSatisfy { joined.days[$0].observed == 3 }, "\(now)")
    }
  }

  private func naive(_ query: RetentionQuery, _ people: [[(reading: Int, at: Int64)]]) -> [RetentionCurve.Day]
  {
    (0...30 as ClosedRange<Int64>).map { day in
      var count = RetentionCurve.Day()
      for events in people {
        let firsts = events.filter {
          query.readings[$0.reading].selector == query.first
            && query.period.contains(Instant(milliseconds: $0.at))
        }
        guard let first = firsts.map(\.at).min(), first + (day + 1) * Self.day <= query.now.milliseconds
        else { continue }
        count.observed += 1
        let span = first + day * Self.day..<first + (day + 1) * Self.day
        if events.contains(where: {
          query.active.contains(query.readings[$0.reading].selector) && span.contains($0.at)
        }) {
          count.active += 1
        }
      }
      return count
    }
  }
}
