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
  private struct Draws {
    var random: SplitMix64
    var ids: UInt64 = 0
  }

  private let time: StandingTime
  private let draws: Locked<Draws>
  private let seed: UInt64

  /// - Parameters:
  ///   - start: the wall clock's first reading; 2026-01-01T00:00:00Z unless given.
  ///   - seed: picks the random numbers and the ids.
  public init(start: Instant = Instant(milliseconds: 1_767_225_600_000), seed: UInt64 = 1) {
    self.seed = seed
    time = StandingTime(start: start)
    draws = Locked(Draws(random: SplitMix64(seed: seed)))
  }

  /// The wall clock.
  public var now: Instant { time.now }
  /// Time since the clock was made; `setWallClock(to:)` does not touch it.
  public var monotonicNow: Duration { time.monotonicNow }
  /// Tasks that sleep at the moment.
  public var sleeperCount: Int { time.sleeperCount() }

  /// Clocks, ids and chance of this clock.
  public var environment: Environment {
    Environment(
      now: { self.now },
      monotonicNow: { self.monotonicNow },
      makeID: { self.makeID() },
      random: { self.random() },
      sleep: { try await self.time.sleep(for: $0) })
  }

  /// Moves both clocks. Sleepers whose time comes are resumed in the order of their deadlines, each at its own moment, and get a chance to run
  /// before the next; one that sleeps again within the time is resumed again.
  ///
  /// Nobody but the test knows when the woken work is done: a test that looks at what came of it waits for it itself, or says how with
  /// `advance(by:settling:)`.
  public func advance(by duration: Duration) async {
    let end = monotonicNow + duration
    while time.wakeNext(upTo: end) { await letOthersRun() }
    time.move(to: end)
    await letOthersRun()
  }

  /// The same for a test that can tell when nothing moves any more: `settle` waits for that at the beginning, so that everybody sleeps who is
  /// about to, whenever somebody was woken, and at the end. What happens does not depend on the machine's speed then.
  ///
  ///     await clock.advance(by: .seconds(30)) {
  ///       while presented.isEmpty && clock.sleeperCount == 0 { await Task.yield() }
  ///     }
  public func advance<Failure: Error>(
    by duration: Duration, isolation: isolated (any Actor)? = #isolation, settling settle: () async throws(Failure) -> Void
  ) async throws(Failure) {
    let end = monotonicNow + duration
    repeat { try await settle() } while time.wakeNext(upTo: end)
    time.move(to: end)
    try await settle()
  }

  /// Sets the wall clock alone, as a person does in the settings; nobody wakes up.
  public func setWallClock(to instant: Instant) {
    time.setWallClock(to: instant)
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

  private func letOthersRun() async {
    for _ in 0..<20 { await Task.yield() }
  }

  private func makeID() -> String {
    draws.withLock { draws in
      draws.ids += 1
      return "id-\(seed)-\(draws.ids)"
    }
  }

  private func random() -> Double { draws.withLock { $0.random.nextFraction() } }
}
