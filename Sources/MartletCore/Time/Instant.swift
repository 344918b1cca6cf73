// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A point in time, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// The engine never reads a clock. Every instant is an argument, so that a journal can be replayed to the same decisions.
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
