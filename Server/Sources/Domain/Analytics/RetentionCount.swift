// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// Counts on which days people are active, from their events one by one. It keeps only the person
/// whose events are coming.
///
/// A person's day k begins k · 24 hours after their first event in the period, and ends before the
/// next one begins. It counts only once it is over, for those who were active and for those who
/// were not.
public struct RetentionCount: Sendable {
  private let query: RetentionQuery
  private let period: Range<Int64>
  /// For each reading, whether it makes people active.
  private let isActive: [Bool]
  private var person: Int64?
  private var first: Int64?
  /// When something made the person active last.
  private var latest: Int64?
  /// One bit for each day.
  private var activeDays: UInt64 = 0
  private var people = 0
  private var days: [RetentionCurve.Day]
  private var cohorts: [RetentionCurve.Cohort]

  public init(_ query: RetentionQuery) {
    self.query = query
    period = query.period.lowerBound.milliseconds..<query.period.upperBound.milliseconds
    isActive = query.readings.map { query.active.contains($0.selector) }
    days = Array(repeating: RetentionCurve.Day(), count: RetentionQuery.lastDay + 1)
    cohorts = query.cohorts.map { RetentionCurve.Cohort($0) }
  }

  /// Adds an event. All events of a person come together, in the order of their time; those at the
  /// same time in any order.
  ///
  /// - Parameters:
  ///   - reading: The index of the query's reading that it belongs to.
  ///   - milliseconds: Since 1970.
  public mutating func add(_ reading: Int, of person: Int64, at milliseconds: Int64) {
    if person != self.person {
      end()
      self.person = person
    }
    if isActive[reading] { latest = milliseconds }
    if reading == 0, first == nil, period.contains(milliseconds) { first = milliseconds }
    // Also if the first event came after another one at the same time.
    guard let first, let latest, latest >= first else { return }
    let day = (latest - first) / RetentionQuery.day
    if day <= RetentionQuery.lastDay { activeDays |= 1 << UInt64(day) }
  }

  /// The counts, once all events were added.
  public mutating func finish() -> RetentionCurve {
    end()
    return RetentionCurve(query, people: people, days: days, cohorts: cohorts)
  }

  private mutating func end() {
    if let first {
      people += 1
      let cohort = query.cohort(of: first)
      if let cohort { cohorts[cohort].people += 1 }
      let observed = query.now.milliseconds - first
      for day in days.indices where Int64(day + 1) * RetentionQuery.day <= observed {
        let isActive = activeDays & 1 << UInt64(day) != 0
        days[day].add(isActive)
        if let cohort { cohorts[cohort].days[day].add(isActive) }
      }
    }
    (first, latest, activeDays) = (nil, nil, 0)
  }
}
