// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// How many pushes may be sent now, so that no more than a number are sent in a minute. They are
/// spread over the minute, second by second.
struct Pace: Hashable, Sendable {
  /// nil: no limit.
  private let perMinute: Int?
  private var allowed: Double
  private var countedAt: Duration?

  init(perMinute: Int?) {
    self.perMinute = perMinute
    allowed = Self.burst(perMinute)
  }

  /// What may be sent at once after a rest: the share of a second, at least 1.
  private static func burst(_ perMinute: Int?) -> Double { max(1, Double(perMinute ?? 0) / 60) }

  /// How many may be sent at this time.
  mutating func allowance(at now: Duration) -> Int {
    guard let perMinute else { return .max }
    let passed = max(.zero, now - (countedAt ?? now))
    allowed = min(Self.burst(perMinute), allowed + passed / .seconds(60) * Double(perMinute))
    countedAt = now
    return Int(allowed + 1e-9)
  }

  /// Whether nothing was sent for so long that it is as at the start.
  mutating func isFull(at now: Duration) -> Bool {
    allowance(at: now) == .max || allowed >= Self.burst(perMinute)
  }

  mutating func take(_ count: Int) { if perMinute != nil { allowed -= Double(count) } }

  /// The time until one more may be sent, as of the last `allowance`.
  var wait: Duration {
    guard let perMinute, allowed < 1 else { return .zero }
    return .seconds((1 - allowed) * 60 / Double(perMinute))
  }
}
