// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// What is asked of a retention curve: of the people who did something for the first time in a
/// period, how many are active again after so many days.
public struct RetentionQuery: Hashable, Sendable {
  /// What begins a person's days: the first such event in the period.
  public let first: EventSelector
  /// What makes them active: any of these.
  public let active: [EventSelector]
  public let period: Range<Instant>
  /// Days that are over by then count.
  public let now: Instant
  /// How people are grouped by their first event; nil if they are not.
  public let span: CohortSpan?
  /// When the first events of each group happened, oldest first.
  public let cohorts: [Range<Instant>]

  /// The last day. A day is 24 hours from a person's first event, so there are no time zones.
  public static let lastDay = 30
  /// How many different events can make people active.
  public static let actives = 1...8
  /// In milliseconds.
  static let day: Int64 = 86_400_000

  /// nil if there are too few or too many events that make people active, or too many cohorts.
  public init?(
    first: EventSelector, active: [EventSelector], period: Range<Instant>, now: Instant,
    by span: CohortSpan? = nil
  ) {
    guard Self.actives.contains(active.count) else { return nil }
    guard let cohorts = span.map({ $0.cohorts(in: period) }) ?? [] else { return nil }
    self.span = span
    self.cohorts = cohorts
    self.first = first
    self.active = active
    self.period = period
    self.now = now
  }

  /// The index of the cohort of somebody with this first event in the period.
  func cohort(of first: Int64) -> Int? {
    span.map { Int($0.number(of: first) - $0.number(of: period.lowerBound.milliseconds)) }
  }

  /// What to read, each selector once; the first is that of the first event.
  public var readings: [EventReading] {
    let (from, to) = (period.lowerBound.milliseconds, period.upperBound.milliseconds)
    let end = to + Int64(Self.lastDay + 1) * Self.day
    var readings = [EventReading(first, from..<(active.contains(first) ? end : to))]
    for selector in active where !readings.contains(where: { $0.selector == selector }) {
      readings.append(EventReading(selector, from..<end))
    }
    return readings
  }
}

/// How many people were active on each day after their first event.
public struct RetentionCurve: Hashable, Sendable {
  public let query: RetentionQuery
  /// Who had a first event in the period.
  public let people: Int
  /// From day 0 to `RetentionQuery.lastDay`.
  public let days: [Day]
  /// The same for the people of each of the query's cohorts. Together they are everybody.
  public let cohorts: [Cohort]

  public init(_ query: RetentionQuery, people: Int, days: [Day], cohorts: [Cohort] = []) {
    self.query = query
    self.people = people
    self.days = days
    self.cohorts = cohorts
  }

  /// People whose first event was on the same day, or in the same week.
  public struct Cohort: Hashable, Sendable {
    /// When their first events happened.
    public var first: Range<Instant>
    public var people = 0
    /// From day 0 to `RetentionQuery.lastDay`.
    public var days = Array(repeating: Day(), count: RetentionQuery.lastDay + 1)

    public init(_ first: Range<Instant>) {
      self.first = first
    }

    /// Whether the day is over for everybody in it, also for those who can still come. Until then,
    /// its share is that of those who came first.
    public func isOver(_ day: Int, at now: Instant) -> Bool {
      people > 0 && first.upperBound.milliseconds + Int64(day + 1) * RetentionQuery.day <= now.milliseconds
    }
  }

  public struct Day: Hashable, Sendable {
    /// The people for whom this day is over.
    public var observed: Int
    /// Of these, who was active on it.
    public var active: Int

    public init(observed: Int = 0, active: Int = 0) {
      self.observed = observed
      self.active = active
    }

    /// Adds a person for whom this day is over.
    mutating func add(_ isActive: Bool) {
      observed += 1
      if isActive { active += 1 }
    }
  }
}
