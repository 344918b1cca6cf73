// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// What ends waiting before its time.
extension Client {
  /// After the network is back the first request goes within this time, by chance: a whole train that leaves a tunnel does not call at once.
  static let pathJitter = Duration.seconds(1)

  /// Follows the platform's word on the network, until `endPathObservation` is called.
  func observePath() {
    endPathObservation = settings.networkPathMonitor?.observe { [mailbox] isReachable in mailbox.post(.pathChanged(isReachable)) }
  }

  /// The way to the network came or went.
  func pathChanged(isReachable: Bool) {
    defer { isPathReachable = isReachable }
    // Only one that was away comes back: at the start everything goes its usual way.
    guard isReachable, isPathReachable == false, line.closure == .waiting(isServersWord: false) else { return }
    retry.succeeded()
    timers.bringForward(.retry, to: environment.monotonicNow() + Self.pathJitter * min(max(environment.random(), 0), 1))
  }

  /// Failures so far say nothing of what comes now: another person has signed in, or the app is back. A time that the server named stays.
  func resetBackOff() {
    retry.succeeded()
    line.hurry()
    if line.isOpen { timers.clear(.retry) }
  }
}
