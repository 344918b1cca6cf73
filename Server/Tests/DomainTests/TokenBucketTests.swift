// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import ServerTestSupport
import Testing

@Suite struct TokenBucketTests {
  @Test
  func `a full bucket gives all at once, then as many as flow in, and names the time until there are enough`()
  {
    let limit = RateLimit(perSecond: 2, burst: 3)
    var bucket = TokenBucket()
    for _ in 0..<3 { #expect(bucket.take(limit: limit, at: .seconds(10)) == .admit) }
    #expect(bucket.take(limit: limit, at: .seconds(10)) == .wait(.milliseconds(500)))
    #expect(bucket.take(limit: limit, at: .milliseconds(10_250)) == .wait(.milliseconds(250)))
    #expect(bucket.take(limit: limit, at: .milliseconds(10_500)) == .admit)
    #expect(bucket.take(2, limit: limit, at: .milliseconds(10_500)) == .wait(.seconds(1)))
    #expect(!bucket.isFull(at: .seconds(11)))
    #expect(bucket.isFull(at: .seconds(12)))
  }

  @Test func `what costs more than a full bucket passes, and costs all of it`() {
    let limit = RateLimit(perSecond: 1, burst: 10)
    var bucket = TokenBucket()
    #expect(bucket.take(1_000, limit: limit, at: .zero) == .admit)
    #expect(bucket.take(limit: limit, at: .zero) == .wait(.seconds(1)))
    #expect(bucket.take(1_000, limit: limit, at: .seconds(9)) == .wait(.seconds(1)))
  }

  @Test func `a clock that goes back costs at most the time in which an empty bucket fills`() {
    let limit = RateLimit(perSecond: 1, burst: 5)
    var bucket = TokenBucket()
    #expect(bucket.take(5, limit: limit, at: .seconds(1_000_000)) == .admit)
    #expect(bucket.take(limit: limit, at: .zero) == .wait(.seconds(1)))
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func
    `over any stretch of time no more passes than the burst and what flows in, and whoever waits as told is admitted`(
      seed: UInt64
    )
  {
    var chance = SeededGenerator(seed: seed)
    let limit = RateLimit(
      perSecond: Double.random(in: 0.1...50, using: &chance),
      burst: Double(Int.random(in: 1...100, using: &chance)))
    var bucket = TokenBucket()
    var now = Duration.zero
    var passed: [(at: Duration, tokens: Double)] = []
    for _ in 0..<500 {
      now += .seconds(Double.random(in: 0...1, using: &chance))
      let tokens = Double.random(in: 0.5...max(1, limit.burst / 3), using: &chance)
      switch bucket.take(tokens, limit: limit, at: now) {
      case .admit: passed.append((now, tokens))
      case .wait(let wait):
        #expect(wait > .zero)
        var copy = bucket
        #expect(copy.take(tokens, limit: limit, at: now + wait + .microseconds(1)) == .admit, "seed \(seed)")
      }
    }
    for (index, first) in passed.enumerated() where index % 7 == 0 {
      var sum = 0.0
      for later in passed[index...] {
        sum += min(later.tokens, limit.burst)
        #expect(
          sum <= limit.burst + (later.at - first.at) / .seconds(1) * limit.perSecond + 0.001, "seed \(seed)")
      }
    }
  }

  @Test
  func
    `however many callers somebody invents, the memory is bounded and the one who calls all the time stays limited`()
  {
    let limit = RateLimit(perSecond: 0.001, burst: 5)
    var buckets = TokenBuckets(capacity: 100)
    var admitted = 0
    for index in 0..<10_000 {
      _ = buckets.take(of: "invented \(index)", limit: limit, at: .zero)
      if buckets.take(of: "always", limit: limit, at: .zero) == .admit { admitted += 1 }
      #expect(buckets.count <= 200)
    }
    #expect(admitted == 5)
  }
}
