// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How often something may happen.
public struct RateLimit: Hashable, Sendable {
  /// The rate over time. Greater than 0.
  public var perSecond: Double
  /// The most that may happen together after a pause. At least 1.
  public var burst: Double

  public init(perSecond: Double, burst: Double) {
    self.perSecond = perSecond
    self.burst = burst
  }
}

/// A caller's remaining tokens. The bucket starts full, each thing that happens takes some tokens, and it fills up again.
///
/// Instants are durations on any clock. A clock that goes back costs a caller at most the time in which an empty bucket fills.
public struct TokenBucket: Hashable, Sendable {
  public enum Verdict: Hashable, Sendable {
    case admit
    /// The time until there are enough tokens.
    case wait(Duration)
  }

  private var fullAt: Duration?

  public init() {}

  /// Takes the tokens, or none when there are too few. Anything that costs more than a full bucket takes all of it.
  public mutating func take(_ tokens: Double = 1, limit: RateLimit, at now: Duration) -> Verdict {
    let taken = missing(limit, at: now) + min(tokens, limit.burst)
    guard taken <= limit.burst else { return .wait(.seconds((taken - limit.burst) / limit.perSecond)) }
    fullAt = now + .seconds(taken / limit.perSecond)
    return .admit
  }

  /// Whether the bucket is full again.
  public func isFull(at now: Duration) -> Bool { fullAt.map { $0 <= now } ?? true }

  private func missing(_ limit: RateLimit, at now: Duration) -> Double {
    guard let fullAt, fullAt > now else { return 0 }
    return min((fullAt - now) / .seconds(1) * limit.perSecond, limit.burst)
  }
}
