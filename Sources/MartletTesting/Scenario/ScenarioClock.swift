// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit

/// Time that passes only when a scenario says so.
///
/// The client and the presenter each have a lane of their own: sleepers, ids and chance of one do not depend on how far the other has come, so
/// that a run has one order, however the threads are scheduled.
final class ScenarioClock: Sendable {
  enum Lane: Int, CaseIterable, Sendable {
    case client, presenter
  }

  private struct Sleeper {
    var id: UInt64
    var lane: Lane
    var deadline: Duration
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var wall: Instant
    var monotonic = Duration.zero
    var timeZone: TimeZone
    var random: [UInt64]
    var ids: [Int]
    var sleepers: [Sleeper] = []
    var nextSleeper: UInt64 = 0
    var cancelled: Set<UInt64> = []
  }

  private let state: Guarded<State>

  init(start: Instant, timeZone: TimeZone) {
    state = Guarded(
      State(
        wall: start, timeZone: timeZone, random: Lane.allCases.map { UInt64($0.rawValue) + 1 },
        ids: [Int](repeating: 0, count: Lane.allCases.count)))
  }

  var now: Instant { state.withLock { $0.wall } }
  var monotonicNow: Duration { state.withLock { $0.monotonic } }

  func sleeperCount(in lane: Lane) -> Int {
    state.withLock { state in state.sleepers.count { $0.lane == lane } }
  }

  func setWallClock(to instant: Instant) {
    state.withLock { $0.wall = instant }
  }

  func setTimeZone(_ timeZone: TimeZone) {
    state.withLock { $0.timeZone = timeZone }
  }

  func environment(_ lane: Lane) -> Environment {
    Environment(
      now: { self.now },
      monotonicNow: { self.monotonicNow },
      makeID: { self.makeID(lane) },
      random: { self.random(lane) },
      sleep: { try await self.sleep(for: $0, lane) },
      compilePattern: Environment.live.compilePattern,
      utcOffset: { self.utcOffset(at: $0) })
  }

  /// Moves to the next deadline that is not after `end` and wakes the one sleeper whose it is. False: there is none.
  func wakeNext(upTo end: Duration) -> Bool {
    let sleeper = state.withLock { state -> Sleeper? in
      let due = state.sleepers.filter { $0.deadline <= end }
        .min { ($0.deadline, $0.lane.rawValue, $0.id) < ($1.deadline, $1.lane.rawValue, $1.id) }
      guard let due else { return nil }
      state.sleepers.removeAll { $0.id == due.id }
      Self.move(to: due.deadline, &state)
      return due
    }
    sleeper?.continuation.resume()
    return sleeper != nil
  }

  func move(to end: Duration) {
    state.withLock { Self.move(to: end, &$0) }
  }

  private static func move(to end: Duration, _ state: inout State) {
    guard end > state.monotonic else { return }
    state.wall = state.wall + (end - state.monotonic)
    state.monotonic = end
  }

  private func sleep(for duration: Duration, _ lane: Lane) async throws {
    guard duration > .zero else { return }
    let id = state.withLock { state in
      state.nextSleeper += 1
      return state.nextSleeper
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let isCancelled = state.withLock { state in
          if state.cancelled.remove(id) != nil { return true }
          state.sleepers.append(Sleeper(id: id, lane: lane, deadline: state.monotonic + duration, continuation: continuation))
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let position = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: position)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  private func utcOffset(at instant: Instant) -> Duration {
    let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000)
    return .seconds(state.withLock { $0.timeZone }.secondsFromGMT(for: date))
  }

  private func makeID(_ lane: Lane) -> String {
    state.withLock { state in
      state.ids[lane.rawValue] += 1
      return "\(lane == .client ? "c" : "p")-\(state.ids[lane.rawValue])"
    }
  }

  /// SplitMix64.
  private func random(_ lane: Lane) -> Double {
    state.withLock { state in
      state.random[lane.rawValue] &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state.random[lane.rawValue]
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      mixed ^= mixed >> 31
      return Double(mixed >> 11) / Double(UInt64(1) << 53)
    }
  }
}
