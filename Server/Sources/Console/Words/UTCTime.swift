// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// An instant as the console shows and reads it: in UTC, marked as such, without seconds.
struct UTCTime: Hashable, Sendable {
  private let civil: CivilTime

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  init(_ instant: Instant) {
    var civil = CivilTime(milliseconds: instant.milliseconds)
    civil.second = 0
    self.civil = civil
  }

  /// Reads the value of a `datetime-local` field: `2026-11-21T14:05`. Seconds are allowed and
  /// ignored. nil if the text has another form or the day does not exist.
  init?(field: String) {
    let halves = field.split(whereSeparator: { $0 == "T" || $0 == " " })
    guard halves.count == 2 else { return nil }
    let date = halves[0].split(separator: "-", omittingEmptySubsequences: false).map { Self.number($0) }
    let time = halves[1].split(separator: ":", omittingEmptySubsequences: false).map {
      $0.prefix { $0 != "." }
    }.map { Self.number($0) }
    guard date.count == 3, (2...3).contains(time.count), let year = date[0], let month = date[1],
      let day = date[2], let hour = time[0],
      let minute = time[1], time.allSatisfy({ $0 != nil })
    else { return nil }
    guard (1970...9999).contains(year),
      let civil = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute)
    else {
      return nil
    }
    self.civil = civil
  }

  var instant: Instant { Instant(milliseconds: civil.milliseconds) }

  /// `21 Nov 2026`
  var date: String { "\(shortDate) \(civil.year)" }
  /// `21 Nov`
  var shortDate: String { "\(civil.day) \(Self.months[Int(civil.month - 1)])" }
  /// `14:05`
  var time: String { civil.timeText }
  /// `21 Nov 2026, 14:05 UTC`
  var words: String { "\(date), \(time) UTC" }
  /// `2026-11-21T14:05`, the value of a `datetime-local` field.
  var field: String { "\(civil.dateText)T\(time)" }

  /// `14:05:09` today, `20 Nov, 14:05:09` on another day; UTC.
  static func exact(_ instant: Instant, now: Instant) -> String {
    let time = UTCTime(instant)
    let clock = clock(instant)
    return time.date == UTCTime(now).date ? clock : "\(time.shortDate), \(clock)"
  }

  /// `2026-11-21 14:05:09`, for searching.
  static func stamp(_ instant: Instant) -> String {
    "\(CivilTime(milliseconds: instant.milliseconds).dateText) \(clock(instant))"
  }

  /// `14:05:09`, UTC.
  static func clock(_ instant: Instant) -> String { CivilTime(milliseconds: instant.milliseconds).clockText }

  private static func number(_ text: Substring) -> Int64? {
    text.allSatisfy { $0.isASCII && $0.isNumber } && text.count <= 4 ? Int64(text) : nil
  }
}
