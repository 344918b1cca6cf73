// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletTesting
import TestSupport
import Testing

/// Test doubles get tests: a clock that runs the wrong way makes every other test worthless.
@Suite("Manual clock", .timeLimit(.minutes(5)))
struct ManualClockTests {
  /// The order of what happened, from several tasks.
  private actor Book {
    private(set) var lines: [String] = []
    func write(_ line: String) { lines.append(line) }
  }

  @Test func `both clocks stand still until they are moved, and move together`() async {
    let clock = ManualClock(start: Instant(milliseconds: 1_000))
    #expect(clock.now == Instant(milliseconds: 1_000))
    #expect(clock.monotonicNow == .zero)
    await clock.advance(by: .milliseconds(250))
    #expect(clock.now == Instant(milliseconds: 1_250))
    #expect(clock.monotonicNow == .milliseconds(250))
  }

  @Test func `a wall clock that is set moves alone and wakes nobody`() async {
    let clock = ManualClock(start: Instant(milliseconds: 1_000))
    let environment = clock.environment
    let sleeper = Task { try await environment.sleep(.seconds(1)) }
    await clock.waitForSleepers(1)
    clock.setWallClock(to: Instant(milliseconds: 9_000_000))
    #expect(clock.sleeperCount == 1)
    #expect(clock.monotonicNow == .zero)
    await clock.advance(by: .seconds(1))
    #expect(clock.now == Instant(milliseconds: 9_001_000))
    #expect(await sleeper.result.isSuccess)
  }

  @Test
  func `sleepers wake in the order of their deadlines, each at its own moment, and not one moment before`()
    async
  {
    let clock = ManualClock(start: Instant(milliseconds: 0))
    let environment = clock.environment
    let book = Book()
    let sleepers = [3, 1, 2].map { seconds in
      Task {
        try await environment.sleep(.seconds(seconds))
        await book.write("\(seconds) at \(environment.now().milliseconds)")
      }
    }
    await clock.waitForSleepers(3)
    await clock.advance(by: .milliseconds(999))
    #expect(await book.lines.isEmpty)
    await clock.advance(by: .milliseconds(1))
    _ = await sleepers[1].result
    await clock.advance(by: .seconds(1))
    _ = await sleepers[2].result
    await clock.advance(by: .seconds(1))
    _ = await sleepers[0].result
    #expect(await book.lines == ["1 at 1000", "2 at 2000", "3 at 3000"])
  }

  @Test
  func
    `a test that says when nothing moves finds every moment's work done at that moment, however slow it is`()
    async
  {
    let clock = ManualClock(start: Instant(milliseconds: 0))
    let environment = clock.environment
    let book = Book()
    let sleeper = Task {
      for number in 1...3 {
        try await environment.sleep(.seconds(1))
        for _ in 0..<2_000 { await Task.yield() }
        await book.write("\(number) at \(environment.now().milliseconds)")
      }
    }
    await clock.advance(by: .seconds(10)) {
      await eventually("the sleeper sleeps again, or is done") {
        let isOver = await book.lines.count == 3
        return isOver || clock.sleeperCount == 1
      }
    }
    #expect(await book.lines == ["1 at 1000", "2 at 2000", "3 at 3000"])
    #expect(clock.now == Instant(milliseconds: 10_000))
    #expect(await sleeper.result.isSuccess)
  }

  @Test func `one that is cancelled, before or while it sleeps, wakes at once with an error`() async {
    let clock = ManualClock()
    let environment = clock.environment
    let asleep = Task { try await environment.sleep(.seconds(1)) }
    await clock.waitForSleepers(1)
    asleep.cancel()
    #expect(await !asleep.result.isSuccess)
    let early = Task {
      await eventually("the task is cancelled") { Task.isCancelled }
      try await environment.sleep(.seconds(1))
    }
    early.cancel()
    #expect(await !early.result.isSuccess)
    #expect(clock.sleeperCount == 0)
    #expect(clock.monotonicNow == .zero)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `a sleep of no time or less does not wait`(duration: Duration) async throws {
    try await ManualClock().environment.sleep(duration)
  }

  @Test
  func
    `the same seed gives the same ids and chance; another one, others; ids never repeat, chance lies in 0..<1`()
  {
    func drawn(_ seed: UInt64) -> (ids: [String], chance: [Double]) {
      let environment = ManualClock(seed: seed).environment
      return ((0..<100).map { _ in environment.makeID() }, (0..<100).map { _ in environment.random() })
    }
    let (first, again, other) = (drawn(1), drawn(1), drawn(2))
    #expect(first.ids == again.ids && first.chance == again.chance)
    #expect(Set(first.ids).isDisjoint(with: other.ids) && first.chance != other.chance)
    #expect(Set(first.ids).count == 100)
    #expect(first.chance.allSatisfy { (0..<1).contains($0) })
  }
}

extension Result {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
