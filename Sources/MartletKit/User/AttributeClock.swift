// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// Gives what an app says of attributes instants that grow.
///
/// The server puts what is said of an attribute in the order of its instants. An app says several things within one millisecond; without
/// this, chance would decide which of them was last.
///
/// It is kept in memory: to keep the last instant over a relaunch, each of these calls would have to write the state's file anew. So when the
/// device's clock was put back and the app is launched again, what is set counts as before what was set last until the clock has caught up.
struct AttributeClock {
  private var last: Instant?
  /// A clock that was put back by more is believed: else one that was years ahead would rule until the app is launched anew.
  private static let patienceMilliseconds: Int64 = 60_000

  /// The instant itself, or the millisecond after the last one.
  mutating func next(_ at: Instant) -> Instant {
    var next = at
    if let last, at <= last, last.milliseconds - at.milliseconds < Self.patienceMilliseconds { next = last + .milliseconds(1) }
    last = next
    return next
  }
}
