// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How often something may happen.
public struct RateLimit: Hashable, Sendable {
  /// Over time. Greater than 0.
  public var perSecond: Double
  /// At once, after a pause. At least 1.
  public var burst: Double

  public init(perSecond: Double, burst: Double) {
    self.perSecond = perSecond
    self.burst = burst
  }
}

/// Tokens that somebody has left: a full bucket to begin with, from which each thing that happens takes some, and which fills up again.
///
/// Instants are durations on any clock. One that goes back costs nobody more than the time in which an empty bucket fills.
public struct TokenBucket: Hashable, Sendable {
  public enum Verdict: Hashable, Sendable {
    case admit
    /// Until there will be enough.
    case wait(Duration)
  }

  private var fullAt: Duration?

  public init() {}

  /// Takes the tokens, or none when there are too few. What costs more than a full bucket costs all of it.
  public mutating func take(_ tokens: Double = 1, limit: RateLimit, at now: Duration) -> Verdict {
    let taken = missing(limit, at: now) + min(tokens, limit.burst)
    guard taken <= limit.burst else { return .wait(.seconds((taken - limit.burst) / limit.perSecond)) }
    fullAt = now + .seconds(taken / limit.perSecond)
    return .admit
  }

  /// Whether it is as good as new.
  public func isFull(at now: Duration) -> Bool { fullAt.map { $0 <= now } ?? true }

  private func missing(_ limit: RateLimit, at now: Duration) -> Double {
    guard let fullAt, fullAt > now else { return 0 }
    return min((fullAt - now) / .seconds(1) * limit.perSecond, limit.burst)
  }
}
