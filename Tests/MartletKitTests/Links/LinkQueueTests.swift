// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MartletKit

/// Links that wait, as a value.
@Suite struct LinkQueueTests {
  @Test func `links come out once, in their order`() {
    var queue = LinkQueue<Int>()
    let dropped = (1...3).map { queue.add($0, tappedAt: .zero) }
    #expect(dropped == [false, false, false])
    let out = (1...4).map { _ in queue.takeFirst() }
    #expect(out == [1, 2, 3, nil])
    #expect(queue.isEmpty && queue.nextDeadline == nil)
  }

  @Test func `if too many wait, the oldest makes room`() {
    var queue = LinkQueue<Int>()
    let dropped = (1...12).filter { queue.add($0, tappedAt: .zero) }
    #expect(dropped.count == 2 && queue.count == LinkQueue<Int>.maximumCount)
    #expect(queue.takeFirst() == 3)
  }

  @Test func `a link is dropped 60 seconds after the tap, not before, whatever came after it`() {
    var queue = LinkQueue<Int>()
    _ = queue.add(1, tappedAt: .seconds(5))
    _ = queue.add(2, tappedAt: .seconds(6))
    #expect(queue.nextDeadline == .seconds(65))
    #expect(queue.dropLate(at: .seconds(65) - .nanoseconds(1)) == 0)
    #expect(queue.dropLate(at: .seconds(65)) == 1)
    #expect(queue.takeFirst() == 2)
  }

  @Test func `the links of everybody else are dropped`() {
    var queue = LinkQueue<Int>()
    for (link, person) in [(1, 0), (2, 1), (3, 0)] { _ = queue.add(link, of: person, tappedAt: .zero) }
    #expect(queue.dropLinks(notOf: 1) == 2)
    #expect(queue.takeFirst() == 2 && queue.dropAll() == 0)
  }

  @Test(arguments: PropertyCases.seeds(full: 200))
  func `whatever happens in whatever order: each link comes out once or is counted as dropped`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var queue = LinkQueue<Int>()
    var (added, dropped, now) = (0, 0, Duration.zero)
    var out: [Int] = []
    for _ in 0..<random.int(1...200) {
      switch random.int(0...6) {
      case 0: now += .seconds(random.int(0...50))
      case 1: dropped += queue.dropLate(at: now)
      case 2: dropped += queue.dropLinks(notOf: random.int(0...1))
      case 3: if let link = queue.takeFirst() { out.append(link) }
      default:
        added += 1
        if queue.add(added, of: random.int(0...1), tappedAt: now) { dropped += 1 }
      }
      #expect(queue.count <= LinkQueue<Int>.maximumCount, "seed \(seed)")
    }
    while let link = queue.takeFirst() { out.append(link) }
    #expect(out == out.sorted() && Set(out).count == out.count, "seed \(seed)")
    #expect(out.count + dropped == added, "seed \(seed)")
  }
}
