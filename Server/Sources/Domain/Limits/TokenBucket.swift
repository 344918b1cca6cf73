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

/// A caller's remaining tokens. The bucket starts full, each thing that happens takes some tokens,
/// and it fills up again.
///
/// Instants are durations on any clock. A clock that goes back costs a caller at most the time in
/// which an empty bucket fills.
public struct TokenBucket: Hashable, Sendable {
  public enum Verdict: Hashable, Sendable {
    case admit
    /// The time until there are enough tokens.
    case wait(Duration)
  }

  /// When it is full again. nil: it is full.
  public private(set) var fullAt: Duration?

  public init(fullAt: Duration? = nil) { self.fullAt = fullAt }

  /// Takes the tokens, or none when there are too few. Anything that costs more than a full bucket
  /// takes all of it.
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

/// A bucket for each of any number of callers, in bounded memory.
///
/// Somebody who invents callers pushes out buckets that were not used lately, and those start full
/// again. That helps nobody: whoever can be that many callers has as many buckets anyway, and the
/// limits that callers share still hold.
public struct TokenBuckets: Sendable {
  /// How many buckets are remembered; up to twice as many can be. Some 4 MB.
  public static let capacity = 32_768

  private let capacity: Int
  /// Keyed by the caller's hash value, whose seed differs for each process: a caller's name can be
  /// long, and two callers hardly ever share a hash.
  private var young: [Int: TokenBucket] = [:]
  private var old: [Int: TokenBucket] = [:]

  public init(capacity: Int = TokenBuckets.capacity) {
    self.capacity = max(1, capacity)
  }

  /// Buckets in memory.
  public var count: Int { young.count + old.count }

  public mutating func take(
    _ tokens: Double = 1, of caller: some Hashable, limit: RateLimit, at now: Duration
  ) -> TokenBucket.Verdict {
    let hash = caller.hashValue
    var bucket = young[hash] ?? old.removeValue(forKey: hash) ?? TokenBucket()
    let verdict = bucket.take(tokens, limit: limit, at: now)
    if young[hash] == nil, young.count >= capacity {
      old = young
      young = [:]
    }
    young[hash] = bucket
    return verdict
  }
}
