// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A date and time on the device's wall clock, in its time zone.
public struct LocalTime: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00 on the same clock.
  public var milliseconds: Int64

  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// The local time at `instant` with this offset from UTC.
  public init(_ instant: Instant, offset: Duration) {
    self.init(milliseconds: (instant + offset).milliseconds)
  }

  /// The instant of this local time with this offset from UTC.
  public func instant(offset: Duration) -> Instant {
    Instant(milliseconds: milliseconds) - offset
  }

  public static func < (lhs: LocalTime, rhs: LocalTime) -> Bool { lhs.milliseconds < rhs.milliseconds }
}
