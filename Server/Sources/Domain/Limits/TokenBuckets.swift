// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A bucket for each of any number of callers, in bounded memory.
///
/// Somebody who invents callers pushes out buckets that were not used lately, and those start full again. That helps nobody: whoever can be that many
/// callers has as many buckets anyway, and the limits that callers share still hold.
public struct TokenBuckets: Sendable {
  /// How many buckets are remembered; up to twice as many can be. Some 4 MB.
  public static let capacity = 32_768

  private let capacity: Int
  /// Keyed by the caller's hash value, whose seed differs for each process: a caller's name can be long, and two callers hardly ever share a hash.
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
