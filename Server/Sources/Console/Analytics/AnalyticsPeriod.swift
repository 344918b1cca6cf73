// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore

/// The period of a funnel or a retention curve; kept in the address. Days are in UTC.
enum AnalyticsPeriod: Int, CaseIterable {
  case week = 7
  case month = 30
  case quarter = 90

  static let standard = AnalyticsPeriod.month

  /// `30d`, in the address.
  var name: String { "\(rawValue)d" }
  var label: String { "Last \(rawValue) days" }

  /// nil if there is no such period.
  init?(_ name: String) {
    guard let period = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = period
  }

  /// Whole days, up to the current one.
  func bounds(at now: Instant) -> Range<Instant> {
    let end = Bucket.day.start(of: now) + Bucket.day.length
    return end - .seconds(rawValue * 86_400)..<end
  }
}

extension Range<Instant> {
  /// `27 Oct 2026 to 25 Nov 2026, days in UTC`
  var dayWords: String {
    "\(UTCTime(lowerBound).date) to \(UTCTime(upperBound - .milliseconds(1)).date), days in UTC"
  }
}
