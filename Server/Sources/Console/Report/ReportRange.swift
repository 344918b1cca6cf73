// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore

/// The period of a report; kept in the address. Days and hours are in UTC.
enum ReportRange: String, Hashable, Sendable, CaseIterable {
  case day = "24h"
  case week = "7d"
  case month = "30d"
  case all

  static let standard = ReportRange.week

  /// The bounds of the query to the store; nil for all time. They are the bounds of whole buckets,
  /// so that the chart adds up to the figures.
  func bounds(at now: Instant) -> (from: Instant, to: Instant)? {
    switch self {
    case .day:
      let end = Bucket.hour.start(of: now) + Bucket.hour.length
      return (end - .seconds(86_400), end)
    case .week, .month:
      let end = Bucket.day.start(of: now) + Bucket.day.length
      return (end - .seconds((self == .week ? 7 : 30) * 86_400), end)
    case .all: return nil
    }
  }

  /// The period of the same length right before, for comparison.
  func boundsBefore(at now: Instant) -> (from: Instant, to: Instant)? {
    guard let (from, to) = bounds(at: now) else { return nil }
    return (from - to.duration(since: from), from)
  }

  var label: String {
    switch self {
    case .day: "24 hours"
    case .week: "7 days"
    case .month: "30 days"
    case .all: "All time"
    }
  }

  /// `in the last 7 days`
  var words: String { self == .all ? "so far" : "in the last \(label)" }
  /// `the 7 days before`
  var before: String { "the \(label) before" }
}

/// One column of a time chart.
enum Bucket: Int64, CaseIterable {
  case hour = 3_600
  case day = 86_400
  case week = 604_800

  var length: Duration { .seconds(rawValue) }

  /// Weeks begin on Monday; 1970-01-01 was a Thursday.
  func start(of instant: Instant) -> Instant {
    let length = rawValue * 1_000
    let offset: Int64 = self == .week ? 3 * 86_400_000 : 0
    let shifted = instant.milliseconds + offset
    let remainder = shifted % length
    return Instant(milliseconds: instant.milliseconds - (remainder < 0 ? remainder + length : remainder))
  }

  var words: String {
    switch self {
    case .hour: "per hour"
    case .day: "per day"
    case .week: "per week"
    }
  }

  /// The label of the column that begins at `start`.
  func label(_ start: Instant) -> String {
    let time = UTCTime(start)
    switch self {
    case .hour: return "\(time.shortDate), \(time.time)"
    case .day: return time.shortDate
    case .week: return "Week of \(time.shortDate)"
    }
  }

  func axisLabel(_ start: Instant) -> String {
    self == .hour ? UTCTime(start).time : UTCTime(start).shortDate
  }
}
