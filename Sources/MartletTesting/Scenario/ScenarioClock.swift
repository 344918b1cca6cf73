// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit

/// A clock that only advances when the scenario says so.
///
/// The client and the presenter have separate lanes for sleepers, ids and random numbers. Neither
/// depends on the progress of the other, so a run always has the same order, regardless of how
/// threads are scheduled.
final class ScenarioClock: Sendable {
  enum Lane: Int, CaseIterable, Sendable {
    case client, presenter
  }

  let time: StandingTime
  let timeZone: Locked<TimeZone>
  private let draws: Locked<[Draws]>

  init(start: Instant, timeZone: TimeZone) {
    time = StandingTime(start: start)
    self.timeZone = Locked(timeZone)
    draws = Locked(Lane.allCases.map { Draws(seed: UInt64($0.rawValue) + 1) })
  }

  func sleeperCount(in lane: Lane) -> Int { time.sleeperCount(in: lane.rawValue) }

  func environment(_ lane: Lane) -> Environment {
    Environment(
      now: { self.time.now },
      monotonicNow: { self.time.monotonicNow },
      makeID: { "\(lane == .client ? "c" : "p")-\(self.draws.withLock { $0[lane.rawValue].nextID() })" },
      random: { self.draws.withLock { $0[lane.rawValue].nextFraction() } },
      sleep: { try await self.time.sleep(for: $0, in: lane.rawValue) },
      compilePattern: Environment.live.compilePattern,
      utcOffset: { self.utcOffset(at: $0) })
  }

  private func utcOffset(at instant: Instant) -> Duration {
    let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000)
    return .seconds(timeZone.withLock { $0 }.secondsFromGMT(for: date))
  }
}
