// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletCore
import MartletKit

/// A clock that only moves when a test moves it, with ids and random numbers that are the same in
/// each run.
///
///     let clock = ManualClock(seed: 7)
///     configuration.environment = clock.environment
///     await clock.advance(by: .seconds(30))
///     await martlet.settled()
public final class ManualClock: Sendable {
  private let time: StandingTime
  private let draws: Locked<Draws>
  private let seed: UInt64

  /// Creates a clock that starts at this wall clock time. Default: 2026-01-01T00:00:00Z. The seed
  /// determines the random numbers and ids.
  public init(start: Instant = Instant(milliseconds: 1_767_225_600_000), seed: UInt64 = 1) {
    self.seed = seed
    time = StandingTime(start: start)
    draws = Locked(Draws(seed: seed))
  }

  /// The wall clock time.
  public var now: Instant { time.now }
  /// The time since the clock was created. `setWallClock(to:)` does not change it.
  public var monotonicNow: Duration { time.monotonicNow }
  /// The number of tasks that are currently sleeping.
  public var sleeperCount: Int { time.sleeperCount() }

  /// An environment with this clock, its ids and its random numbers.
  public var environment: Environment {
    Environment(
      now: { self.now },
      monotonicNow: { self.monotonicNow },
      makeID: { "id-\(self.seed)-\(self.draws.withLock { $0.nextID() })" },
      random: { self.draws.withLock { $0.nextFraction() } },
      sleep: { try await self.time.sleep(for: $0) })
  }

  /// Advances both clocks. Tasks that sleep are resumed in the order of their deadlines, each at
  /// its own time, and can run before the next one. A task that sleeps again within the time is
  /// resumed again.
  ///
  /// Only the test knows when the resumed work is done. A test that checks the result must wait for
  /// it, or use `advance(by:settling:)`.
  public func advance(by duration: Duration) async {
    let end = monotonicNow + duration
    while time.wakeNext(upTo: end) { await letOthersRun() }
    time.move(to: end)
    await letOthersRun()
  }

  /// Advances both clocks, for a test that can detect when nothing more happens. `settle` waits for
  /// that at the start, whenever a task was resumed, and at the end. The result then does not
  /// depend on the machine's speed.
  ///
  ///     await clock.advance(by: .seconds(30)) {
  ///       while presented.isEmpty && clock.sleeperCount == 0 { await Task.yield() }
  ///     }
  public func advance<Failure: Error>(
    by duration: Duration, isolation: isolated (any Actor)? = #isolation,
    settling settle: () async throws(Failure) -> Void
  ) async throws(Failure) {
    let end = monotonicNow + duration
    repeat { try await settle() } while time.wakeNext(upTo: end)
    time.move(to: end)
    try await settle()
  }

  /// Sets only the wall clock, as a person does in the settings. No task is resumed.
  public func setWallClock(to instant: Instant) {
    time.setWallClock(to: instant)
  }

  /// Returns when at least this many tasks sleep. If the waiting task is cancelled, as by a time
  /// limit, it gives up and prints what it waited for on standard error.
  public func waitForSleepers(_ count: Int) async {
    while sleeperCount < count {
      guard !Task.isCancelled else {
        return GivenUp.say(
          "ManualClock.waitForSleepers(\(count)): \(sleeperCount) slept when the waiting task was cancelled.")
      }
      await Task.yield()
    }
  }

  private func letOthersRun() async {
    for _ in 0..<20 { await Task.yield() }
  }
}
