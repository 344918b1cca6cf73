// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// How people of a retention curve are grouped by their first event. Days and weeks are in UTC, and
/// weeks begin on Monday.
public enum CohortSpan: String, Hashable, Sendable, CaseIterable {
  case day, week

  /// The most cohorts of one answer.
  public static let mostCohorts = 100

  /// In milliseconds.
  private var length: Int64 { self == .day ? RetentionQuery.day : 7 * RetentionQuery.day }
  /// 1970 began on a Thursday.
  private var offset: Int64 { self == .day ? 0 : 3 * RetentionQuery.day }

  /// The number of the cohort in which a time lies, in milliseconds since 1970.
  func number(of milliseconds: Int64) -> Int64 {
    let shifted = milliseconds + offset
    return shifted / length - (shifted % length < 0 ? 1 : 0)
  }

  /// The beginning of the cohort with this number.
  func start(of number: Int64) -> Int64 { number * length - offset }

  /// When the first events of each cohort happened: parts of the period, oldest first. nil if there
  /// are too many.
  public func cohorts(in period: Range<Instant>) -> [Range<Instant>]? {
    let (from, to) = (period.lowerBound.milliseconds, period.upperBound.milliseconds)
    guard from < to else { return [] }
    let (first, last) = (number(of: from), number(of: to - 1))
    guard last - first < Int64(Self.mostCohorts) else { return nil }
    return (first...last).map { number in
      Instant(
        milliseconds: max(from, start(of: number)))..<Instant(milliseconds: min(to, start(of: number + 1)))
    }
  }
}
