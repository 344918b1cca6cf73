// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Synchronization

/// A device's own clock: the server's clock, moved forward on request.
///
/// Both of its readings move together. A sleeper wakes when the clock passes the end of its sleep,
/// whether by itself or because it was moved. Nothing polls: each sleeper has one task that sleeps
/// on the underlying clock for the remaining time.
final class DeviceClock: Sendable {
  private struct Sleeper {
    var deadline: Duration
    var continuation: CheckedContinuation<Void, any Error>
    /// Sleeps on the underlying clock; briefly nil while it is being made.
    var task: Task<Void, Never>?
  }

  private struct State {
    var offset = Duration.zero
    var lastNumber = 0
    /// Numbers of tasks that are about to sleep; true if cancelled before they could.
    var arriving: [Int: Bool] = [:]
    var sleepers: [Int: Sleeper] = [:]
  }

  private let base: Environment
  private let state = Mutex(State())

  init(_ base: Environment) {
    self.base = base
  }

  /// How far this clock is ahead of the underlying clock.
  var offset: Duration { state.withLock { $0.offset } }
  var now: Instant { base.now() + offset }
  var monotonicNow: Duration { base.monotonicNow() + offset }
  /// When the next sleep ends, by `monotonicNow`; nil if nothing sleeps.
  var earliestDeadline: Duration? {
    state.withLock { state in state.sleepers.values.lazy.map(\.deadline).min() }
  }

  /// The underlying environment with this clock.
  var environment: Environment {
    var environment = base
    environment.now = { self.now }
    environment.monotonicNow = { self.monotonicNow }
    environment.sleep = { try await self.sleep(for: $0) }
    return environment
  }

  /// Moves to a reading of `monotonicNow`, never backward. Wakes the sleepers whose sleep has then
  /// ended, in the order of their deadlines.
  func move(to reading: Duration) {
    let (due, others) = state.withLock { state -> ([Sleeper], [Int]) in
      let present = base.monotonicNow() + state.offset
      state.offset += max(.zero, reading - present)
      let after = max(present, reading)
      let due = state.sleepers.filter { $0.value.deadline <= after }.sorted {
        ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key)
      }
      for (number, _) in due { state.sleepers[number] = nil }
      return (due.map(\.value), Array(state.sleepers.keys))
    }
    for sleeper in due { Self.wake(sleeper) }
    for number in others { arm(number) }
  }

  private func sleep(for duration: Duration) async throws {
    guard duration > .zero else { return try Task.checkCancellation() }
    let number = state.withLock { state in
      state.lastNumber += 1
      state.arriving[state.lastNumber] = false
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let isCancelled = state.withLock { state in
          if state.arriving.removeValue(forKey: number) == true { return true }
          state.sleepers[number] = Sleeper(
            deadline: base.monotonicNow() + state.offset + duration, continuation: continuation)
          return false
        }
        if isCancelled { return continuation.resume(throwing: CancellationError()) }
        arm(number)
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        if state.arriving[number] != nil { state.arriving[number] = true }
        return state.sleepers.removeValue(forKey: number)
      }
      sleeper?.task?.cancel()
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Starts a task that sleeps on the underlying clock for the sleeper's remaining time.
  private func arm(_ number: Int) {
    let remaining = state.withLock { state in
      state.sleepers[number].map { $0.deadline - state.offset - base.monotonicNow() }
    }
    guard let remaining else { return }
    let task = Task { [base] in
      do { try await base.sleep(max(.zero, remaining)) } catch { return }
      if let sleeper = self.state.withLock({ $0.sleepers.removeValue(forKey: number) }) {
        sleeper.continuation.resume()
      }
    }
    let before = state.withLock { state -> Task<Void, Never>? in
      guard state.sleepers[number] != nil else { return task }
      defer { state.sleepers[number]?.task = task }
      return state.sleepers[number]?.task
    }
    before?.cancel()
  }

  private static func wake(_ sleeper: Sleeper) {
    sleeper.task?.cancel()
    sleeper.continuation.resume()
  }
}
