// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit

/// A wall clock and a monotonic clock that only advance when a caller moves them, and the tasks
/// that sleep by them.
///
/// Sleepers belong to lanes. Of several that are due together, lower lanes wake first, and within a
/// lane those that fell asleep first.
final class StandingTime: Sendable {
  private struct Sleeper {
    var id: UInt64
    var lane: Int
    var deadline: Duration
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var wall: Instant
    var monotonic = Duration.zero
    var sleepers: [Sleeper] = []
    var lastID: UInt64 = 0

    mutating func move(to end: Duration) {
      guard end > monotonic else { return }
      wall = wall + (end - monotonic)
      monotonic = end
    }
  }

  private let state: Locked<State>

  init(start: Instant) {
    state = Locked(State(wall: start))
  }

  var now: Instant { state.withLock { $0.wall } }
  var monotonicNow: Duration { state.withLock { $0.monotonic } }

  func sleeperCount(in lane: Int = 0) -> Int {
    state.withLock { state in state.sleepers.count { $0.lane == lane } }
  }

  /// Sets only the wall clock, as a person does in the settings. No sleeper wakes.
  func setWallClock(to instant: Instant) {
    state.withLock { $0.wall = instant }
  }

  /// Moves both clocks to the next deadline up to `end`, and wakes one sleeper. Returns false if
  /// there is none.
  func wakeNext(upTo end: Duration) -> Bool {
    let sleeper = state.withLock { state -> Sleeper? in
      let due = state.sleepers.filter { $0.deadline <= end }.min {
        ($0.deadline, $0.lane, $0.id) < ($1.deadline, $1.lane, $1.id)
      }
      guard let due else { return nil }
      state.sleepers.removeAll { $0.id == due.id }
      state.move(to: due.deadline)
      return due
    }
    sleeper?.continuation.resume()
    return sleeper != nil
  }

  /// Moves both clocks to `end`, unless they are already there. No sleeper wakes.
  func move(to end: Duration) {
    state.withLock { $0.move(to: end) }
  }

  /// Throws if the task is cancelled.
  func sleep(for duration: Duration, in lane: Int = 0) async throws {
    guard duration > .zero else { return }
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await waiting(in: state) { state, continuation in
      state.sleepers.append(
        Sleeper(id: id, lane: lane, deadline: state.monotonic + duration, continuation: continuation))
    } leave: { state in
      state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0).continuation }
    }
  }
}

/// The random numbers (SplitMix64) and ids of a clock's environment, which are the same in each run
/// with the same seed.
struct Draws {
  private var state: UInt64
  private var ids = 0

  init(seed: UInt64) {
    state = seed
  }

  /// A number from 0 up to, but not including, 1.
  mutating func nextFraction() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return Double(mixed >> 11) / Double(UInt64(1) << 53)
  }

  mutating func nextID() -> Int {
    ids += 1
    return ids
  }
}

/// Waits until the continuation is resumed, which `join` stores. A cancelled task stops waiting
/// immediately: `leave` removes the continuation again. nil: it was already taken, or is not stored
/// yet.
func waiting<State: Sendable, Value: Sendable>(
  in state: Locked<State>, join: (inout State, CheckedContinuation<Value, any Error>) -> Void,
  leave: @escaping @Sendable (inout State) -> CheckedContinuation<Value, any Error>?
) async throws -> Value {
  try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { continuation in
      let left = state.withLock { state in
        join(&state, continuation)
        // The handler may have run before. In that case, no other code sees that the task joined
        // and left.
        return Task.isCancelled ? leave(&state) : nil
      }
      left?.resume(throwing: CancellationError())
    }
  } onCancel: {
    state.withLock { leave(&$0) }?.resume(throwing: CancellationError())
  }
}

/// Reports a wait that ended because its task was cancelled. The test is about to fail, and the
/// message says what it waited for.
enum GivenUp {
  static func say(_ what: String) {
    StandardError.write("MartletTesting gave up: \(what)\n")
  }
}
