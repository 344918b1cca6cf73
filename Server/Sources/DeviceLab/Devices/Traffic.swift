// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Synchronization

/// Counts a device's requests under way, so that callers can wait until there are none.
final class Traffic: Sendable {
  private struct State {
    var underWay = 0
    var lastWaiter = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  func begin() {
    state.withLock { $0.underWay += 1 }
  }

  func end() {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.underWay -= 1
      guard state.underWay == 0 else { return [] }
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns when no request is under way, or after `patience` on the given clock.
  func quiet(within patience: Duration, _ environment: Environment) async {
    let number = state.withLock { state -> Int? in
      guard state.underWay > 0 else { return nil }
      state.lastWaiter += 1
      return state.lastWaiter
    }
    guard let number else { return }
    let limit = Task {
      try? await environment.sleep(patience)
      self.state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
    await withCheckedContinuation { continuation in
      let isQuiet = state.withLock { state in
        guard state.underWay > 0 else { return true }
        state.waiters[number] = continuation
        return false
      }
      if isQuiet { continuation.resume() }
    }
    limit.cancel()
  }
}
