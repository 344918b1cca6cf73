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

@Suite(.timeLimit(.minutes(1)))
struct AudienceSizeJobTests {
  @Test func `each audience is counted once a day, and again after its rule has changed`() async throws {
    let clock = ManualClock()
    let store = try SQLiteStore.inMemory()
    try await store.insert(App(id: "shop", name: "Shop", createdAt: clock.environment.now()))
    let audiences = AudienceAuthoring(store: store, environment: clock.environment) { _ in }
    let everybody = try await audiences.create(name: "Everybody", rule: ["all": []], app: "shop")
    _ = try await audiences.create(name: "Nobody", rule: ["any": []], app: "shop")
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let job = AudienceSizeJob(audiences: audiences, store: store, environment: clock.environment, logger: logger)
    let running = Task { try await job.run() }
    defer { running.cancel() }
    func sizes() async throws -> [AudienceSize] { try await store.sizes(of: everybody.id, app: "shop") }
    /// Moves the clock on in steps of a minute, as often as needed.
    func pass(until isDone: ([AudienceSize]) -> Bool) async throws {
      while !isDone(try await sizes()) {
        await clock.advance(by: .seconds(60))
        await Task.yield()
        try Task.checkCancellation()
      }
    }
    try await pass { $0.count == 1 }
    let first = try #require(try await sizes().first)
    try await pass { $0.count == 2 }
    let both = try await sizes()
    #expect(both[0] == first, "it was counted twice on a day")
    #expect(CountedTime.day(of: both[1].at) == CountedTime.day(of: first.at) + 1)
    _ = try await audiences.update(everybody.id, name: "All", rule: ["all": []], expectedRevision: 1, app: "shop")
    try await pass { $0.last.map { $0.at > both[1].at } ?? false }
    let changed = try await sizes()
    #expect(changed.count == 2 && changed[1].at < both[1].at + .seconds(2 * 3_600))
  }
}
