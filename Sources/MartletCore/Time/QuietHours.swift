// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A time of day at which a campaign is not shown, by the device's clock and time zone.
public struct QuietHours: Hashable, Sendable {
  /// A day of the week. The raw value is its name on the wire.
  public enum Weekday: String, Hashable, Sendable, CaseIterable {
    case monday = "mon"
    case tuesday = "tue"
    case wednesday = "wed"
    case thursday = "thu"
    case friday = "fri"
    case saturday = "sat"
    case sunday = "sun"
  }

  /// The start, in minutes after midnight: 0 to 1439.
  public var from: Int
  /// The first minute after midnight that is no longer quiet: 0 to 1439. If it is not later than
  /// `from`, it is on the next day.
  public var to: Int
  /// The days on which it starts. Empty: every day.
  public var weekdays: Set<Weekday>

  public init(from: Int, to: Int, weekdays: Set<Weekday> = []) {
    self.from = from
    self.to = to
    self.weekdays = weekdays
  }

  /// The number of minutes in a day.
  public static let minutesOfDay = 1_440
  /// The maximum number in one campaign.
  public static let limit = 14

  /// The end of the quiet time that contains `time`, or nil if `time` is not quiet.
  func end(at time: LocalTime) -> LocalTime? {
    let minute: Int64 = 60_000
    let day = Int64(Self.minutesOfDay) * minute
    let length = Int64((to - from + Self.minutesOfDay - 1) % Self.minutesOfDay + 1) * minute
    let today = (time.milliseconds - (time.milliseconds % day + day) % day) / day
    // Quiet time that started yesterday may still last.
    for start in [today - 1, today] where isOn(start) {
      let begin = start * day + Int64(from) * minute
      if begin <= time.milliseconds, time.milliseconds < begin + length {
        return LocalTime(milliseconds: begin + length)
      }
    }
    return nil
  }

  /// - Parameter day: days since 1970-01-01, which was a Thursday.
  private func isOn(_ day: Int64) -> Bool {
    weekdays.isEmpty || weekdays.contains(Weekday.allCases[Int(((day + 3) % 7 + 7) % 7)])
  }
}

extension [QuietHours] {
  private static var week: Int64 { 7 * 86_400_000 }

  /// True if the quiet hours cover the whole week.
  public var isWholeWeek: Bool {
    end(at: LocalTime(milliseconds: 0)).map { $0.milliseconds >= Self.week } ?? false
  }

  /// The first moment after `time` that is not quiet, or nil if `time` is not quiet. At least a
  /// week later if it is always quiet.
  func end(at time: LocalTime) -> LocalTime? {
    var end: LocalTime?
    let limit = time.milliseconds + Self.week
    while let next = lazy.compactMap({ $0.end(at: end ?? time) }).max(), (end ?? time).milliseconds < limit {
      end = next
    }
    return end
  }
}
