// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A date and time in the proleptic Gregorian calendar, as a clock shows it in any time zone.
public struct CivilTime: Hashable, Sendable {
  public var year: Int64
  /// 1 to 12.
  public var month: Int64
  /// 1 to 31.
  public var day: Int64
  public var hour: Int64
  public var minute: Int64
  public var second: Int64

  /// Creates a civil time. Fractions of a second are cut off.
  ///
  /// - Parameter milliseconds: since 1970-01-01T00:00:00 on the same clock.
  public init(milliseconds: Int64) {
    let seconds = Self.quotient(milliseconds, 1_000)
    let days = Self.quotient(seconds, 86_400)
    let ofDay = seconds - days * 86_400
    (hour, minute, second) = (ofDay / 3_600, ofDay / 60 % 60, ofDay % 60)
    // Years start in March: the leap day is then the last of the year, and month lengths repeat
    // every five months. Eras have 400 years.
    let shifted = days + 719_468
    let era = Self.quotient(shifted, 146_097)
    let ofEra = shifted - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let dayOfYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// nil if there is no such date or time.
  public init?(year: Int64, month: Int64, day: Int64, hour: Int64 = 0, minute: Int64 = 0, second: Int64 = 0) {
    guard (1...12).contains(month), (1...31).contains(day), (0...23).contains(hour),
      (0...59).contains(minute), (0...59).contains(second)
    else { return nil }
    (self.year, self.month, self.day, self.hour, self.minute, self.second) = (
      year, month, day, hour, minute, second
    )
    guard CivilTime(milliseconds: milliseconds) == self else { return nil }
  }

  /// The milliseconds since 1970-01-01T00:00:00 on the same clock.
  public var milliseconds: Int64 {
    let fromMarch = month > 2 ? year : year - 1
    let era = Self.quotient(fromMarch, 400)
    let yearOfEra = fromMarch - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    return (((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000
  }

  /// `2026-11-21`
  public var dateText: String { "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))" }
  /// `14:05`
  public var timeText: String { "\(Self.digits(hour, 2)):\(Self.digits(minute, 2))" }
  /// `14:05:09`
  public var clockText: String { "\(timeText):\(Self.digits(second, 2))" }

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(count - text.utf8.count, 0)) + text
  }

  /// Rounds down.
  private static func quotient(_ number: Int64, _ divisor: Int64) -> Int64 {
    let quotient = number / divisor
    return number % divisor < 0 ? quotient - 1 : quotient
  }
}
