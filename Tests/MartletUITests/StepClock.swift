// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Synchronization

/// A clock that stands still until the test moves it.
final class StepClock: Sendable {
  private struct Sleeper {
    var id: Int
    var wakesAt: Duration
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Duration.zero
    var lastID = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())

  /// Whoever sleeps now, by how long from now.
  var waits: [Duration] {
    state.withLock { state in state.sleepers.map { $0.wakesAt - state.now }.sorted() }
  }

  var environment: Environment {
    Environment(
      now: { Instant(milliseconds: self.state.withLock { $0.now.wholeMilliseconds }) },
      monotonicNow: { self.state.withLock { $0.now } },
      makeID: {
        self.state.withLock { state in
          state.lastID += 1
          return "scene-\(state.lastID)"
        }
      },
      random: { 0.5 },
      sleep: { try await self.sleep($0) },
      compilePattern: { _, _ in nil })
  }

  /// Moves the clock and wakes those whose time has come, the earliest first.
  func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now += duration
      let woken = state.sleepers.filter { $0.wakesAt <= state.now }.sorted { $0.wakesAt < $1.wakesAt }
      state.sleepers.removeAll { $0.wakesAt <= state.now }
      return woken
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }

  private func sleep(_ duration: Duration) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.remove(id) != nil { return true }
          state.sleepers.append(Sleeper(id: id, wakesAt: state.now + duration, continuation: continuation))
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}
