// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// Decides when a failed request may be sent again.
///
/// Pauses are random between 1 s and a bound that doubles with each failure in a row, from 2 s to 5
/// min (full jitter, so that many devices that lost the same server do not return together). A
/// `Retry-After` of the server applies instead, up to an hour.
struct RetryPolicy: Equatable, Sendable {
  static let shortestDelay = Duration.seconds(1)
  static let longestDelay = Duration.seconds(300)
  /// The maximum, so that a wrong header does not silence a device for days.
  static let longestRetryAfter = Duration.seconds(3_600)

  enum Failure: Equatable, Sendable {
    /// There was no answer, or an unreadable one, for example from a captive portal.
    case noAnswer
    /// `isExplained`: the answer has a problem document, so it came from the server and not from a
    /// proxy.
    case status(Int, retryAfter: Duration?, isExplained: Bool)
  }

  enum Advice: Equatable, Sendable {
    /// `isServersWord`: the server named the pause, so even a request of the app does not shorten
    /// it.
    case wait(Duration, isServersWord: Bool)
    /// The batch itself may be the problem: try a smaller one.
    case split
    /// Sending again does not help: wait for the next session.
    case stop
  }

  /// The number of failures in a row.
  private(set) var failures = 0

  mutating func succeeded() {
    failures = 0
  }

  /// - Parameter random: uniform in 0..<1.
  mutating func failed(_ failure: Failure, random: Double) -> Advice {
    switch failure {
    case .status(413, _, _), .status(400, _, isExplained: true), .status(422, _, isExplained: true):
      return .split
    case .status(408, let retryAfter, _), .status(429, let retryAfter, _), .status(500..., let retryAfter, _):
      return wait(retryAfter, random: random)
    case .noAnswer:
      return wait(nil, random: random)
    case .status:
      return .stop
    }
  }

  private mutating func wait(_ retryAfter: Duration?, random: Double) -> Advice {
    failures += 1
    if let retryAfter {
      return .wait(min(max(retryAfter, Self.shortestDelay), Self.longestRetryAfter), isServersWord: true)
    }
    let bound = min(Self.longestDelay, Self.shortestDelay * (1 << min(failures, 20)))
    return .wait(
      Self.shortestDelay + (bound - Self.shortestDelay) * min(max(random, 0), 1), isServersWord: false)
  }
}

/// Reads the `Retry-After` header: seconds, or an HTTP date in any of the three forms of RFC 9110,
/// section 5.6.7.
enum RetryAfter {
  /// The pause. nil if the header is missing or invalid. A date is compared with the `Date` header
  /// if present: this clock may be wrong.
  static func duration(headers: [String: String], now: Instant) -> Duration? {
    guard let text = headers["retry-after"] else { return nil }
    if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let seconds = Int64(text)
    {
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
    guard let day = Int64(dayText), let month = months.firstIndex(of: monthText), var year = Int64(yearText),
      (0...9_999).contains(year),
      time.count == 3, (0...60).contains(time[2])
    else { return nil }
    if yearText.utf8.count == 2 { year += year < 70 ? 2_000 : 1_900 }
    // A leap second counts as the first second of the next minute.
    let whole = CivilTime(year: year, month: Int64(month + 1), day: day, hour: time[0], minute: time[1])
    return whole.map { Instant(milliseconds: $0.milliseconds + time[2] * 1_000) }
  }
}
