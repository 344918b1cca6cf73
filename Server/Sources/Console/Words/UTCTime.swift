// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// An instant taken apart into date and time in UTC, by the proleptic Gregorian calendar. What the console shows and reads, it shows and reads in UTC
/// and says so.
struct UTCTime: Hashable, Sendable {
  var year: Int64
  var month: Int64
  var day: Int64
  var hour: Int64
  var minute: Int64

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Seconds and less are cut off.
  init(_ instant: Instant) {
    let minutes = Self.quotient(instant.milliseconds, 60_000)
    let days = Self.quotient(minutes, 1_440)
    hour = (minutes - days * 1_440) / 60
    minute = (minutes - days * 1_440) % 60
    // Days since 1970 to a date: eras of 400 years that begin on the first of March.
    let shifted = days + 719_468
    let era = Self.quotient(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthIndex = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthIndex + 2) / 5 + 1
    month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Reads what a `datetime-local` field sends: `2026-11-21T14:05`, seconds allowed and ignored. nil when it is not that, or no such day.
  init?(field: String) {
    let halves = field.split(whereSeparator: { $0 == "T" || $0 == " " })
    guard halves.count == 2 else { return nil }
    let date = halves[0].split(separator: "-", omittingEmptySubsequences: false).map { Self.number($0) }
    let time = halves[1].split(separator: ":", omittingEmptySubsequences: false).map { $0.prefix { $0 != "." } }.map { Self.number($0) }
    guard date.count == 3, (2...3).contains(time.count), let year = date[0], let month = date[1], let day = date[2], let hour = time[0],
      let minute = time[1], time.allSatisfy({ $0 != nil })
    else { return nil }
    guard (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day), (0...23).contains(hour), (0...59).contains(minute)
    else { return nil }
    (self.year, self.month, self.day, self.hour, self.minute) = (year, month, day, hour, minute)
    guard UTCTime(instant) == self else { return nil }
  }

  var instant: Instant {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = Self.quotient(shiftedYear, 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    return Instant(milliseconds: ((days * 24 + hour) * 60 + minute) * 60_000)
  }

  /// `21 Nov 2026`
  var date: String { "\(day) \(Self.months[Int(month - 1)]) \(year)" }
  /// `21 Nov`
  var shortDate: String { "\(day) \(Self.months[Int(month - 1)])" }
  /// `14:05`
  var time: String { "\(Self.two(hour)):\(Self.two(minute))" }
  /// `21 Nov 2026, 14:05 UTC`
  var words: String { "\(date), \(time) UTC" }
  /// `2026-11-21T14:05`, as a `datetime-local` field wants it.
  var field: String { "\(year)-\(Self.two(month))-\(Self.two(day))T\(time)" }

  /// `14:05:09` today, `20 Nov, 14:05:09` on another day; UTC.
  static func exact(_ instant: Instant, now: Instant) -> String {
    let time = UTCTime(instant)
    let clock = clock(instant)
    return time.date == UTCTime(now).date ? clock : "\(time.shortDate), \(clock)"
  }

  /// `2026-11-21 14:05:09`, by which it is searched.
  static func stamp(_ instant: Instant) -> String {
    let time = UTCTime(instant)
    return "\(time.year)-\(two(time.month))-\(two(time.day)) \(clock(instant))"
  }

  /// `14:05:09`, UTC.
  static func clock(_ instant: Instant) -> String {
    let second = quotient(instant.milliseconds, 1_000) - quotient(instant.milliseconds, 60_000) * 60
    return "\(UTCTime(instant).time):\(two(second))"
  }

  private static func quotient(_ number: Int64, _ divisor: Int64) -> Int64 {
    number >= 0 ? number / divisor : -((-number + divisor - 1) / divisor)
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func number(_ text: Substring) -> Int64? {
    text.allSatisfy { $0.isASCII && $0.isNumber } && text.count <= 4 ? Int64(text) : nil
  }
}
