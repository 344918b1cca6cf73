// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire

/// A date and a time of day, without a time zone. Both formats of the old service end with a Z,
/// which says nothing about the zone.
struct WallTime: Equatable {
  var time: LocalTime

  /// Reads `2026-12-24T18:00:00Z` and `2026-12-24 18:00Z`, the latter also with the quotes of its
  /// description.
  init?(_ text: String) {
    guard text.hasSuffix("Z") || text.hasSuffix("'Z'") else { return nil }
    var digits = text.replacing("'", with: "").dropLast()
    if digits.utf8.count == 16, let space = digits.firstIndex(of: " ") {
      digits.replaceSubrange(space...space, with: "T")
    }
    guard let time = LocalTime(text: String(digits)) else { return nil }
    self.time = time
  }

  init(_ time: LocalTime) { self.time = time }

  /// The time on the clocks of a zone.
  init(_ instant: Instant, in zone: TimeZone) {
    let seconds = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000))
    time = LocalTime(instant, offset: .seconds(seconds))
  }

  var text: String { time.text + "Z" }

  /// The instant in a zone. If the clocks skip this time, the instant at which they do; if they
  /// show it twice, the first.
  func instant(in zone: TimeZone) -> Instant {
    func instant(_ offset: Int) -> Instant { time.instant(offset: .seconds(offset)) }
    func offset(at instant: Instant) -> Int {
      zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000))
    }
    // The offset a day before and a day after: one of them is right, unless the time is skipped.
    let base = instant(0)
    let (before, after) = (offset(at: base - .seconds(86_400)), offset(at: base + .seconds(86_400)))
    for candidate in [before, after] where offset(at: instant(candidate)) == candidate {
      return instant(candidate)
    }
    return instant(before)
  }

  static let formats = "2026-12-24T18:00:00Z or 2026-12-24 18:00Z"
}
