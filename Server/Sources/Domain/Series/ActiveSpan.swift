// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// How many days back a person counts as active. The raw values are the number of days, and are
/// stored.
///
/// How many different people were active in the days up to a day is kept as changes: a person who
/// becomes active counts from that day until the span has passed. So the count of a day is the sum
/// of all changes up to it, whatever the number of people, and a person who was active on several
/// days of a span counts once.
public enum ActiveSpan: Int64, Hashable, Sendable, CaseIterable {
  case day = 1
  case week = 7
  case month = 30

  /// The days on which a person counts because of one active day, and would not count because of
  /// the active days next to it: from the first day up to, and without, the end. nil when there are
  /// none.
  ///
  /// - Parameters:
  ///   - day: The active day, counted from 1970.
  ///   - previous: The person's last active day before it; nil for none.
  ///   - next: The person's first active day after it; nil for none.
  public func days(of day: Int64, after previous: Int64?, before next: Int64?) -> Range<Int64>? {
    let first = max(day, previous.map { $0 + rawValue } ?? day)
    let end = min(day + rawValue, next ?? day + rawValue)
    return first < end ? first..<end : nil
  }

  /// An active day changes the counts of so many days before and after it at most.
  public static let longest = month.rawValue
}

/// One change of the number of active people.
public struct ActiveChange: Hashable, Sendable {
  public var span: ActiveSpan
  /// From which day on, counted from 1970.
  public var day: Int64

  public init(span: ActiveSpan, day: Int64) {
    self.span = span
    self.day = day
  }
}

/// The changes that active days of people bring.
public struct ActiveChanges: Hashable, Sendable {
  public private(set) var counts: [ActiveChange: Int] = [:]

  public init() {}

  /// - Parameter number: 1 for a day that is added, −1 for one that is taken away.
  public mutating func add(_ number: Int, day: Int64, after previous: Int64?, before next: Int64?) {
    for span in ActiveSpan.allCases {
      guard let days = span.days(of: day, after: previous, before: next) else { continue }
      counts[ActiveChange(span: span, day: days.lowerBound), default: 0] += number
      counts[ActiveChange(span: span, day: days.upperBound), default: 0] -= number
    }
  }
}

extension CountedTime {
  /// The day (UTC) in which the instant lies, counted from 1970.
  public static func day(of instant: Instant) -> Int64 {
    let hours = hour(of: instant).milliseconds / 3_600_000
    return hours >= 0 ? hours / 24 : (hours - 23) / 24
  }
}
