// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletTesting
import Store
import Synchronization
import Testing

@Suite("How current what is remembered is")
struct ChangeMonitorTests {
  /// Counts how often it is asked, and can be away.
  private final class Feed: ChangeFeed {
    let asked = Mutex(0)
    let isAway = Mutex(false)

    func subscribe(_ listener: any ChangeListener) {}
    func catchUp() async throws(StoreError) {
      asked.withLock { $0 += 1 }
      if isAway.withLock({ $0 }) { throw .unavailable("It is away.") }
    }
  }

  @Test func `the store is asked at most once a second, and only by who wants to know`() async throws {
    let (feed, clock) = (Feed(), ManualClock())
    let monitor = ChangeMonitor(feed, environment: clock.environment)
    for _ in 0..<5 {
      for _ in 0..<3 { try await monitor.refresh() }
      await clock.advance(by: .milliseconds(500))
    }
    #expect(feed.asked.withLock { $0 } == 2)
    await clock.advance(by: .seconds(3_600))
    #expect(feed.asked.withLock { $0 } == 2)
  }

  @Test func `what is remembered can be used for five minutes while the store is away, and no longer`()
    async throws
  {
    let (feed, clock) = (Feed(), ManualClock())
    let monitor = ChangeMonitor(feed, environment: clock.environment)
    feed.isAway.withLock { $0 = true }
    await clock.advance(by: .milliseconds(299_999))
    try await monitor.refresh()
    await clock.advance(by: .milliseconds(1))
    await #expect(throws: StoreError.unavailable("It is away.")) { try await monitor.refresh() }
    feed.isAway.withLock { $0 = false }
    try await monitor.refresh()
  }
}
