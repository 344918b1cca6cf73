// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletCore
import MartletKit

/// Time that stands still until a test moves it, and ids and chance that are the same in each run.
///
///     let clock = ManualClock(seed: 7)
///     configuration.environment = clock.environment
///     await clock.advance(by: .seconds(30))
///     await martlet.settled()
public final class ManualClock: Sendable {
  private struct Sleeper {
    var id: UInt64
    var deadline: Duration
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var wall: Instant
    var monotonic = Duration.zero
    var random: UInt64
    var ids: UInt64 = 0
    var sleepers: [Sleeper] = []
    var nextSleeper: UInt64 = 0
    var cancelled: Set<UInt64> = []
  }

  private let state: Guarded<State>
  private let seed: UInt64

  /// - Parameters:
  ///   - start: the wall clock's first reading; 2026-01-01T00:00:00Z unless given.
  ///   - seed: picks the random numbers and the ids.
  public init(start: Instant = Instant(milliseconds: 1_767_225_600_000), seed: UInt64 = 1) {
    self.seed = seed
    state = Guarded(State(wall: start, random: seed))
  }

  /// The wall clock.
  public var now: Instant { state.withLock { $0.wall } }
  /// Time since the clock was made; `setWallClock(to:)` does not touch it.
  public var monotonicNow: Duration { state.withLock { $0.monotonic } }
  /// Tasks that sleep at the moment.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Clocks, ids and chance of this clock.
  public var environment: Environment {
    Environment(
      now: { self.now },
      monotonicNow: { self.monotonicNow },
      makeID: { self.makeID() },
      random: { self.random() },
      sleep: { try await self.sleep(for: $0) })
  }

  /// Moves both clocks. Sleepers whose time comes are resumed in the order of their deadlines, each at its own moment, and get a chance to run
  /// before the next; one that sleeps again within the time is resumed again.
  ///
  /// A test that needs to know that the woken work is done must wait for that work itself, as with `Martlet.settled()`.
  public func advance(by duration: Duration) async {
    let end = monotonicNow + duration
    while let due = takeDue(upTo: end) {
      due.resume()
      await letOthersRun()
    }
    move(to: end)
    await letOthersRun()
  }

  /// Sets the wall clock alone, as a person does in the settings; nobody wakes up.
  public func setWallClock(to instant: Instant) {
    state.withLock { $0.wall = instant }
  }

  /// Returns when at least so many tasks sleep. When the waiting task is cancelled, as by the time limit of a test, it gives up and says
  /// on standard error what it waited for.
  public func waitForSleepers(_ count: Int) async {
    while sleeperCount < count {
      guard !Task.isCancelled else {
        return GivenUp.say("ManualClock.waitForSleepers(\(count)): \(sleeperCount) slept when the waiting task was cancelled.")
      }
      await Task.yield()
    }
  }

  private func sleep(for duration: Duration) async throws {
    guard duration > .zero else { return }
    let id = state.withLock { state in
      state.nextSleeper += 1
      return state.nextSleeper
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let isCancelled = state.withLock { state in
          if state.cancelled.remove(id) != nil { return true }
          state.sleepers.append(Sleeper(id: id, deadline: state.monotonic + duration, continuation: continuation))
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let position = state.sleepers.firstIndex(where: { $0.id == id }) else {
          // Not asleep yet: it will find this. A sleeper that was resumed already leaves the id behind, which harms nothing.
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: position)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  private func takeDue(upTo end: Duration) -> CheckedContinuation<Void, any Error>? {
    state.withLock { state in
      let due = state.sleepers.filter { $0.deadline <= end }.min { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
      guard let due else { return nil }
      state.sleepers.removeAll { $0.id == due.id }
      if due.deadline > state.monotonic {
        state.wall = state.wall + (due.deadline - state.monotonic)
        state.monotonic = due.deadline
      }
      return due.continuation
    }
  }

  private func move(to end: Duration) {
    state.withLock { state in
      guard end > state.monotonic else { return }
      state.wall = state.wall + (end - state.monotonic)
      state.monotonic = end
    }
  }

  private func letOthersRun() async {
    for _ in 0..<20 { await Task.yield() }
  }

  private func makeID() -> String {
    state.withLock { state in
      state.ids += 1
      return "id-\(seed)-\(state.ids)"
    }
  }

  /// SplitMix64.
  private func random() -> Double {
    state.withLock { state in
      state.random &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state.random
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      mixed ^= mixed >> 31
      return Double(mixed >> 11) / Double(UInt64(1) << 53)
    }
  }
}
