// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Schedule {
  /// When the campaign ends on one device; nil: it does not end. `expiresAfter` and
  /// `displaysWithin` do not count, because nothing was received or triggered.
  ///
  /// - Parameter utcOffset: The device's offset from UTC at an instant.
  public func end(at now: Instant, utcOffset: (Instant) -> Duration) -> Instant? {
    var schedule = self
    schedule.expiresAfter = nil
    return withoutActuallyEscaping(utcOffset) { utcOffset in
      schedule.ending(at: Moment(now: now, receivedAt: nil, utcOffset: utcOffset))
    }
  }
}
