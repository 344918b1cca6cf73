// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletTesting
import ServerTestSupport
import Synchronization
import Testing

@testable import DeviceLab

@Suite(.timeLimit(.minutes(5))) final class DeviceClockTests: Sendable {
  private let base = ManualClock()
  private let clock: DeviceClock
  private let woken = Mutex<[String]>([])

  init() {
    clock = DeviceClock(base.environment)
  }

  @Test func `moving it moves both of its readings, and nobody else's`() {
    let (wall, start) = (base.now, clock.monotonicNow)
    clock.move(to: start + .seconds(3_600))
    #expect(clock.now == wall + .seconds(3_600))
    #expect(clock.environment.now() == clock.now)
    #expect(clock.environment.monotonicNow() == start + .seconds(3_600))
    #expect(clock.offset == .seconds(3_600))
    #expect(base.now == wall)
  }

  @Test func `it never goes back`() {
    clock.move(to: clock.monotonicNow + .seconds(60))
    let reading = clock.monotonicNow
    clock.move(to: reading - .seconds(30))
    #expect(clock.monotonicNow == reading)
  }

  @Test
  func `who sleeps wakes when it is moved past the end, and whoever is not due sleeps on for what is left`()
    async throws
  {
    async let first: Void = rest(.seconds(30), "first")
    async let second: Void = rest(.seconds(90), "second")
    await base.waitForSleepers(2)
    #expect(clock.earliestDeadline == .seconds(30))
    clock.move(to: .seconds(60))
    try await first
    #expect(woken.withLock { $0 } == ["first"])
    #expect(clock.earliestDeadline == .seconds(90))
    // 30 s are left, which pass by themselves.
    try await eventually("the sleeper wakes") {
      if clock.earliestDeadline != nil { await base.advance(by: .seconds(1)) }
      return clock.earliestDeadline == nil
    }
    try await second
    #expect(base.monotonicNow == .seconds(30))
  }

  @Test func `without being moved, sleep takes its time`() async throws {
    async let sleeper: Void = rest(.seconds(10), "sleeper")
    await base.waitForSleepers(1)
    await base.advance(by: .milliseconds(9_999))
    #expect(woken.withLock { $0 } == [])
    await base.advance(by: .milliseconds(1))
    try await sleeper
  }

  @Test func `who is cancelled wakes at once with an error, and leaves nothing behind`() async throws {
    let task = Task { try await clock.environment.sleep(.seconds(10)) }
    await base.waitForSleepers(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.earliestDeadline == nil)
    try await eventually("nobody sleeps") { base.sleeperCount == 0 }
  }

  private func rest(_ duration: Duration, _ name: String) async throws {
    try await clock.environment.sleep(duration)
    woken.withLock { $0.append(name) }
  }
}
