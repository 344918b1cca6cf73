// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import Logging
import MartletCore
import MartletTesting
import MartletWire
import Store
import StoreSQLite
import Testing

@testable import MartletServer

@Suite(.timeLimit(.minutes(5)))
struct AudienceSizeJobTests {
  @Test func `each audience is counted once a day, and again after its rule has changed`() async throws {
    let clock = ManualClock()
    let store = try SQLiteStore.inMemory()
    try await store.insert(App(id: "shop", name: "Shop", createdAt: clock.environment.now()))
    let audiences = AudienceAuthoring(store: store, environment: clock.environment)
    let everybody = try await audiences.create(name: "Everybody", rule: ["all": []], app: "shop")
    _ = try await audiences.create(name: "Nobody", rule: ["attribute": "plan", "op": "exists"], app: "shop")
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let job = AudienceSizeJob(
      audiences: audiences, store: store, environment: clock.environment, logger: logger)
    let running = Task { try await job.run() }
    defer { running.cancel() }
    func sizes() async throws -> [AudienceSize] { try await store.sizes(of: everybody.id, app: "shop") }
    /// Moves the clock on. The job works until it sleeps, so the machine's speed makes no
    /// difference.
    func pass(_ hours: Int) async {
      await clock.advance(by: .seconds(hours * 3_600)) { await clock.waitForSleepers(1) }
    }
    await pass(23)
    let first = try #require(try await sizes().first)
    #expect(try await sizes().count == 1, "it was counted twice on a day")
    await pass(2)
    let both = try await sizes()
    #expect(both.count == 2 && both[0] == first)
    #expect(CountedTime.day(of: both[1].at) == CountedTime.day(of: first.at) + 1)
    await pass(5)
    #expect(try await sizes() == both, "it was counted again without need")
    _ = try await audiences.update(
      everybody.id, name: "All", rule: ["all": []], expectedRevision: 1, app: "shop")
    await pass(1)
    let changed = try await sizes()
    #expect(changed.count == 2 && changed[0] == first)
    #expect(changed[1].at > both[1].at, "it was not counted again after its rule had changed")
  }
}
