// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import TestSupport
import Testing

/// The clock is changed at noon of the third day, by up to two hours.
@Suite struct ClockChangeTests {
  private static let change: Int64 = 2 * 1_440 + 720
  private static let minute: Int64 = 60_000

  private static func instant(_ minutes: Int64) -> Instant { Instant(milliseconds: minutes * minute) }

  private static func offset(_ shift: Int64) -> (Instant) -> Duration {
    { $0.milliseconds < change * minute ? .zero : .milliseconds(shift * minute) }
  }

  @Test(arguments: [-120, -60, -30, 0, 30, 60, 120] as [Int64], [0, 30, 60, 90] as [Int])
  func `quiet hours last until the instant that they name, whatever is done to the clock`(
    shift: Int64, start: Int
  ) {
    let from = 660 + start
    let hours = [
      QuietHours(from: from, to: (from + 45) % 1_440),
      QuietHours(from: (from + 45) % 1_440, to: (from + 65) % 1_440),
      QuietHours(from: (from + 100) % 1_440, to: (from + 190) % 1_440),
    ]
    let schedule = Schedule(quietHours: hours)
    func standing(_ at: Instant) -> Schedule.Standing {
      schedule.standing(at: at, utcOffset: Self.offset(shift))
    }
    for begin in stride(from: Self.change - 400, to: Self.change + 400, by: 5) {
      guard case .quiet(let until) = standing(Self.instant(begin)) else { continue }
      #expect(standing(until) == .open, "from minute \(begin)")
      for minute in begin..<(until.milliseconds / Self.minute) {
        guard case .quiet = standing(Self.instant(minute)) else {
          Issue.record("from minute \(begin), it is not quiet at minute \(minute)")
          return
        }
      }
    }
  }

  @Test(arguments: [30, 60, 120] as [Int64], [0, 10, 29] as [Int64])
  func `a local start or end that the clock skips comes when the clock does`(shift: Int64, skipped: Int64) {
    let time = LocalTime(milliseconds: (Self.change + skipped) * Self.minute)
    let offset = Self.offset(shift)
    let (ends, starts) = (Schedule(endsAtLocally: time), Schedule(startsAtLocally: time))
    let change = Self.instant(Self.change)
    for minute in [Self.change - 2_000, Self.change - 1] {
      #expect(ends.standing(at: Self.instant(minute), utcOffset: offset) == .open)
      #expect(starts.standing(at: Self.instant(minute), utcOffset: offset) == .notStarted(until: change))
    }
    for minute in [Self.change, Self.change + 1, Self.change + 5_000] {
      #expect(ends.standing(at: Self.instant(minute), utcOffset: offset) == .ended(at: change))
      #expect(starts.standing(at: Self.instant(minute), utcOffset: offset) == .open)
    }
  }
}
