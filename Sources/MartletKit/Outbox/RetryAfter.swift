// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// Reads the `Retry-After` header: seconds, or an HTTP date in any of the three forms of RFC 9110, section 5.6.7.
enum RetryAfter {
  /// How long to wait; nil when there is no header or it says nothing. A date is compared with the server's own clock (`Date` header) where
  /// it is given: the device's may be wrong.
  static func duration(headers: [String: String], now: Instant) -> Duration? {
    guard let text = headers["retry-after"] else { return nil }
    if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let seconds = Int64(text) {
      return .seconds(min(seconds, 1_000_000))
    }
    guard let date = httpDate(text) else { return nil }
    let reference = headers["date"].flatMap(httpDate) ?? now
    return max(date.duration(since: reference), .zero)
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`.
  static func httpDate(_ text: String) -> Instant? {
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
    guard words.count >= 5 else { return nil }
    let isAsctime = Int(words[1]) == nil
    let (dayText, monthText, yearText, timeText) =
      isAsctime ? (words[2], words[1], words[4], words[3]) : (words[1], words[2], words[3], words[4])
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let time = timeText.split(separator: ":").compactMap { Int64($0) }
    guard let day = Int64(dayText), (1...31).contains(day), let month = months.firstIndex(of: monthText), var year = Int64(yearText),
      time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2]), (0...9_999).contains(year)
    else { return nil }
    if yearText.utf8.count == 2 { year += year < 70 ? 2_000 : 1_900 }
    let seconds = ((daysSinceEpoch(year: year, month: Int64(month + 1), day: day) * 24 + time[0]) * 60 + time[1]) * 60 + time[2]
    return Instant(milliseconds: seconds * 1_000)
  }

  /// Days from 1970-01-01 in the Gregorian calendar; years are counted from March, so that the leap day is the last of its year.
  private static func daysSinceEpoch(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month > 2 ? year : year - 1
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
