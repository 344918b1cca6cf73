// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A bucket for each of any number of callers, in bounded memory.
///
/// Whoever invents callers makes the buckets be forgotten that were not used lately, and so gets full ones. That helps nobody: a caller who can be
/// as many has as many buckets anyway, and the limits of what they have in common still hold.
public struct TokenBuckets: Sendable {
  /// Buckets that are remembered: so many, and up to twice as many. Some 4 MB.
  public static let capacity = 32_768

  private let capacity: Int
  /// By the caller's hash value, whose seed differs from process to process: a caller's name can be long, and two callers hardly ever share one.
  private var young: [Int: TokenBucket] = [:]
  private var old: [Int: TokenBucket] = [:]

  public init(capacity: Int = TokenBuckets.capacity) {
    self.capacity = max(1, capacity)
  }

  /// Buckets in memory.
  public var count: Int { young.count + old.count }

  public mutating func take(_ tokens: Double = 1, of caller: some Hashable, limit: RateLimit, at now: Duration) -> TokenBucket.Verdict {
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
