// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Synchronization

/// The time of a server that shares its data with others: that of the database, so that all of them
/// agree when something is due.
final class SharedClock: Sendable {
  private let difference = Mutex(Duration.zero)

  /// An environment whose time of day is corrected.
  func correcting(_ environment: Environment) -> Environment {
    var corrected = environment
    corrected.now = { [self, now = environment.now] in now() + difference.withLock { $0 } }
    return corrected
  }

  /// How far this machine's own clock is behind.
  var correction: Duration { difference.withLock { $0 } }

  /// - Parameters:
  ///   - now: The shared time, which was asked for at `asked` and known at `heard`, both in the
  ///     corrected time.
  func adjust(to now: Instant, asked: Instant, heard: Instant) {
    let middle = asked + heard.duration(since: asked) / 2
    let error = now.duration(since: middle)
    // Less than the way of the answer says nothing.
    guard abs(error.wholeMilliseconds) > max(20, heard.duration(since: asked).wholeMilliseconds) else {
      return
    }
    difference.withLock { $0 += error }
  }
}
