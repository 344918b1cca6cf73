// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A date and time as a clock on the wall shows it, in whatever time zone the device is: the same moment of the day for everybody.
public struct LocalTime: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00 on the same clock on the wall.
  public var milliseconds: Int64

  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// What the wall shows at `instant` where the clock is `offset` ahead of UTC.
  public init(_ instant: Instant, offset: Duration) {
    self.init(milliseconds: (instant + offset).milliseconds)
  }

  /// The instant at which the wall shows this where the clock is `offset` ahead of UTC.
  public func instant(offset: Duration) -> Instant {
    Instant(milliseconds: milliseconds) - offset
  }

  public static func < (lhs: LocalTime, rhs: LocalTime) -> Bool { lhs.milliseconds < rhs.milliseconds }
}
