// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// What is asked of a retention curve: of the people who did something for the first time in a period, how many are active again after so many days.
public struct RetentionQuery: Hashable, Sendable {
  /// What begins a person's days: the first such event in the period.
  public let first: EventSelector
  /// What makes them active: any of these.
  public let active: [EventSelector]
  public let period: Range<Instant>
  /// Days that are over by then count.
  public let now: Instant

  /// The last day. A day is 24 hours from a person's first event, so there are no time zones.
  public static let lastDay = 30
  /// How many different events can make people active.
  public static let actives = 1...8
  /// In milliseconds.
  static let day: Int64 = 86_400_000

  /// nil if there are too few or too many events that make people active.
  public init?(first: EventSelector, active: [EventSelector], period: Range<Instant>, now: Instant) {
    guard Self.actives.contains(active.count) else { return nil }
    self.first = first
    self.active = active
    self.period = period
    self.now = now
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

  public init(_ query: RetentionQuery, people: Int, days: [Day]) {
    self.query = query
    self.people = people
    self.days = days
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
  }
}
