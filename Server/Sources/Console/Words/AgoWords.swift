// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore

/// How long ago something was, in one unit.
enum AgoWords {
  /// `2 minutes ago`
  static func words(_ instant: Instant, now: Instant) -> String {
    let seconds = now.duration(since: instant) / .seconds(1)
    if seconds < 60 { return "just now" }
    let (count, one, many) =
      seconds < 3_600
      ? (seconds / 60, "minute", "minutes")
      : seconds < 86_400 ? (seconds / 3_600, "hour", "hours") : (seconds / 86_400, "day", "days")
    return NumberWords.plural(Int(count), one, many) + " ago"
  }
}
