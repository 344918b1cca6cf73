// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A point in time, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// The engine never reads a clock. Every instant is an argument, so that a journal can be replayed
/// to the same decisions.
public struct Instant: Hashable, Comparable, Sendable {
  /// Milliseconds since the Unix epoch. Negative before it.
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.milliseconds < rhs.milliseconds }

  /// The instant later by `duration`. Saturates instead of overflowing.
  public static func + (lhs: Instant, duration: Duration) -> Instant {
    let (sum, overflow) = lhs.milliseconds.addingReportingOverflow(duration.wholeMilliseconds)
    guard overflow else { return Instant(milliseconds: sum) }
    return Instant(milliseconds: duration.wholeMilliseconds < 0 ? .min : .max)
  }

  /// The instant earlier by `duration`. Saturates instead of overflowing.
  public static func - (lhs: Instant, duration: Duration) -> Instant { lhs + (.zero - duration) }

  /// The time from `earlier` to this instant. Negative if `earlier` is later.
  public func duration(since earlier: Instant) -> Duration {
    let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
    guard overflow else { return .milliseconds(difference) }
    return .milliseconds(milliseconds < earlier.milliseconds ? Int64.min : Int64.max)
  }
}

extension Duration {
  /// The duration in whole milliseconds, rounded towards zero. Saturates at the range of `Int64`.
  public var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, sumOverflow) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    return sumOverflow ? (seconds < 0 ? .min : .max) : sum
  }
}

/// A date and time on the device's wall clock, in its time zone.
public struct LocalTime: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00 on the same clock.
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The local time at `instant` with this offset from UTC.
  public init(_ instant: Instant, offset: Duration) {
    self.init(milliseconds: (instant + offset).milliseconds)
  }

  /// The instant of this local time with this offset from UTC.
  public func instant(offset: Duration) -> Instant { Instant(milliseconds: milliseconds) - offset }

  public static func < (lhs: LocalTime, rhs: LocalTime) -> Bool { lhs.milliseconds < rhs.milliseconds }
}

/// A unit of time that always has the same length. The raw values are its names in filters and
/// forms.
public enum TimeUnit: String, Hashable, Sendable, CaseIterable {
  // Longest first.
  case days, hours, minutes, seconds
  case milliseconds = "ms"

  /// The length of the unit in milliseconds.
  public var milliseconds: Int64 {
    switch self {
    case .days: 86_400_000
    case .hours: 3_600_000
    case .minutes: 60_000
    case .seconds: 1_000
    case .milliseconds: 1
    }
  }

  /// `1 day`, `3 hours`, `250 ms`
  public func words(_ count: Int64) -> String {
    count == 1 && self != .milliseconds ? "1 \(rawValue.dropLast())" : "\(count) \(rawValue)"
  }

  /// The longest unit in which a length is a whole number, or seconds if the length is zero.
  ///
  /// - Parameter unit: the unit of `length`.
  public static func longest(in length: Int64, of unit: TimeUnit = .milliseconds) -> TimeUnit {
    length == 0
      ? .seconds
      : allCases.first { $0.fits(unit) && length % ($0.milliseconds / unit.milliseconds) == 0 } ?? unit
  }

  /// A length in parts, longest unit first, without units that are zero.
  ///
  /// - Parameter unit: the unit of `length`.
  public static func parts(of length: Int64, _ unit: TimeUnit = .milliseconds) -> [(
    count: Int64, unit: TimeUnit
  )] {
    var rest = length
    return allCases.filter { $0.fits(unit) }.compactMap { part in
      let (count, remainder) = rest.quotientAndRemainder(dividingBy: part.milliseconds / unit.milliseconds)
      rest = remainder
      return count > 0 ? (count, part) : nil
    }
  }

  private func fits(_ other: TimeUnit) -> Bool { milliseconds >= other.milliseconds }
}
