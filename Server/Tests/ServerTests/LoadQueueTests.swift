// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletTesting
import ServerTestSupport
import Testing

@testable import HTTPSupport

@Suite("Load that is too much")
struct LoadQueueTests {
  @Test
  func
    `requests, bytes and the wait of the oldest are bounded, and room comes back in whatever order answers are given`()
    throws
  {
    var queue = LoadQueue(limits: LoadLimits(requests: 3, bytes: 100, wait: .milliseconds(500)))
    // Alone: whatever its size.
    let largeTicket = queue.enter(bytes: 1_000, at: .zero)
    let large = try #require(largeTicket)
    #expect(queue.isFull(at: .zero))
    do {
      let refused = queue.enter(bytes: 1, at: .zero)
      #expect(refused == nil)
    }
    queue.leave(large, at: .zero)

    let firstTicket = queue.enter(bytes: 40, at: .zero)
    let first = try #require(firstTicket)
    let secondTicket = queue.enter(bytes: 40, at: .milliseconds(300))
    let second = try #require(secondTicket)
    do {
      let refused = queue.enter(bytes: 21, at: .milliseconds(300))
      #expect(refused == nil)
    }
    let thirdTicket = queue.enter(bytes: 19, at: .milliseconds(300))
    let third = try #require(thirdTicket)
    #expect(queue.isFull(at: .milliseconds(300)), "Three are as many as there can be.")
    queue.leave(third, at: .milliseconds(300))
    #expect(!queue.isFull(at: .milliseconds(500)))
    #expect(queue.isFull(at: .milliseconds(501)), "The first one has waited too long.")
    queue.leave(second, at: .milliseconds(501))
    #expect(queue.isFull(at: .milliseconds(501)))
    queue.leave(first, at: .milliseconds(501))
    #expect(!queue.isFull(at: .seconds(9)))
    #expect(queue.requests == 0 && queue.bytes == 0)
  }

  @Test func `a server that is slow lets fewer wait, and as many as before when it is quick again`() throws {
    var queue = LoadQueue(limits: LoadLimits(requests: 256, bytes: 1 << 20, wait: .milliseconds(500)))
    var now = Duration.zero
    var open: [LoadQueue.Ticket] = []
    /// As many come as find room, and the oldest are answered one after another.
    func serve(_ answers: Int, each: Duration) {
      for _ in 0..<answers {
        while let ticket = queue.enter(bytes: 1, at: now) { open.append(ticket) }
        now += each
        queue.leave(open.removeFirst(), at: now)
      }
    }
    serve(1_000, each: .milliseconds(1))
    #expect(queue.requests == 255, "one a millisecond: all of them have their turn within half a second")
    // Those that are there wait for longer; nobody comes in addition to the hundred that can be
    // served in half a second.
    serve(400, each: .milliseconds(5))
    #expect((95...101).contains(queue.requests), "\(queue.requests)")
    serve(1_000, each: .milliseconds(1))
    #expect(queue.requests == 255)
  }

  @Test
  func
    `however slow the disk, as many may wait as one flush stores together; they show how quick it is with many`()
    throws
  {
    var queue = LoadQueue(limits: LoadLimits(requests: 256, bytes: 1 << 20, wait: .milliseconds(500)))
    // One alone took a third of a second.
    let firstTicket = queue.enter(bytes: 1, at: .zero)
    queue.leave(try #require(firstTicket), at: .milliseconds(300))
    var open: [LoadQueue.Ticket] = []
    while let ticket = queue.enter(bytes: 1, at: .milliseconds(300)) { open.append(ticket) }
    #expect(open.count == LoadLimits().few)
    // All of them in the same time.
    for ticket in open { queue.leave(ticket, at: .milliseconds(600)) }
    open = []
    while let ticket = queue.enter(bytes: 1, at: .milliseconds(600)) { open.append(ticket) }
    #expect(open.count > LoadLimits().few)
  }

  @Test func `a request that was alone says nothing of how many are served together`() throws {
    var queue = LoadQueue(limits: LoadLimits(requests: 256, bytes: 1 << 20, wait: .milliseconds(500)))
    var now = Duration.zero
    for _ in 0..<20 {
      let ticket = queue.enter(bytes: 1, at: now)
      now += .milliseconds(20)
      queue.leave(try #require(ticket), at: now)
      now += .seconds(1)
    }
    var open = 0
    while queue.enter(bytes: 1, at: now) != nil { open += 1 }
    #expect(open == 256)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `in any order of coming and going the sums agree, and the oldest is the oldest`(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    var queue = LoadQueue(limits: LoadLimits(requests: 8, bytes: 1_000, wait: .milliseconds(50)))
    var open: [(ticket: LoadQueue.Ticket, bytes: Int, at: Duration)] = []
    for step in 0..<500 {
      let now = Duration.milliseconds(step)
      if Bool.random(using: &chance) || open.isEmpty {
        let bytes = Int.random(in: 0...400, using: &chance)
        let held = open.reduce(0) { $0 + $1.bytes }
        let hasRoom = open.isEmpty || open.count < 8 && held < 1_000 && held + bytes <= 1_000
        let isLate = open.map(\.at).min().map { now - $0 > .milliseconds(50) } ?? false
        let ticket = queue.enter(bytes: bytes, at: now)
        #expect((ticket != nil) == (hasRoom && !isLate), "seed \(seed), step \(step)")
        if let ticket { open.append((ticket, bytes, now)) }
      } else {
        queue.leave(open.remove(at: Int.random(in: 0..<open.count, using: &chance)).ticket, at: now)
      }
      #expect(
        queue.requests == open.count && queue.bytes == open.reduce(0) { $0 + $1.bytes },
        "seed \(seed), step \(step)")
    }
  }
}
