// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import PostgresServer
import ServerTestSupport
import Store
import StoreConformance
import StoreSQL
import Testing

@testable import StorePostgres

/// Stores of several processes with one database.
@Suite(.timeLimit(.minutes(5)))
struct SeveralStoresTests {
  private static func withStores(_ body: ([PostgresStore]) async throws -> Void) async throws {
    let address = try PostgresServer.database()
    let stores = try (0..<4).map { _ in try PostgresStore(address) }
    var problem: (any Error)?
    do { try await body(stores) } catch { problem = error }
    for store in stores { try? await store.close() }
    if let problem { throw problem }
  }

  /// Returns how many events were stored.
  private static func send(_ batches: [IngestBatch], _ store: PostgresStore) async throws -> Int {
    // Three at a time, so that a transaction has several.
    try await withThrowingTaskGroup(of: Int.self) { group in
      for sender in 0..<3 {
        group.addTask {
          var stored = 0
          for index in stride(from: sender, to: batches.count, by: 3) {
            let results = try await store.ingest(batches[index])
            #expect(results.count == batches[index].events.count)
            stored += results.count { $0.status == .known(.stored) }
          }
          return stored
        }
      }
      return try await group.reduce(0, +)
    }
  }

  @Test func `what one server changes of campaigns or keys, the others hear without asking`() async throws {
    try await Self.withStores { stores in
      let heard = HeardChanges(stores[1])
      try await stores[0].insert(Sample.app())
      _ = try await stores[1].catalogueVersion(app: "shop")
      // It may not have begun to listen when the first change comes.
      var number = 0
      try await eventually("the other server hears") {
        number += 1
        try await stores[0].insert(Sample.campaign(CampaignID("c\(number)")), by: .system)
        return heard.take().contains(.everything)
      }
    }
  }

  @Test func `servers that are there are counted, and those that have been silent for 30 seconds are not`()
    async throws
  {
    try await Self.withStores { stores in
      #expect(try await stores[0].announce(answers: true)?.servers == 1)
      #expect(try await stores[1].announce(answers: true)?.servers == 2)
      #expect(stores[1].presence?.servers == 2)
      let worker = try await stores[3].announce(answers: false)
      #expect(worker?.servers == 3 && worker?.answering == 2)
      try await stores[2].write { db in
        try db.run(
          "UPDATE process SET seen_at = seen_at - interval '31 seconds' WHERE id = ?",
          [stores[1].changes.process])
      }
      #expect(try await stores[0].announce(answers: true)?.servers == 2)
      // One whose row is gone, because it was paused for so long, makes a new one.
      try await stores[2].write { db in try db.run("DELETE FROM process WHERE id > 0") }
      #expect(try await stores[1].announce(answers: true)?.servers == 1)
    }
  }

  // Store 1   ── b3 ── b1 ── b2 ──
  // Store 2   ── b2 ── b3 ── b1 ──      each in its own order and cut, with people who become one on the way
  @Test(arguments: 1...UInt64(TestCases.count(3, full: 20)))
  func
    `four stores that get the same events, in any order, store each once and never wait for each other in a circle`(
      seed: UInt64
    ) async throws
  {
    let apps: [AppID] = ["shop", "forum"]
    try await Self.withStores { stores in
      for app in apps { try await stores[0].insert(Sample.app(app)) }
      let world = World(events: 400, seed: seed)
      let stored = try await withThrowingTaskGroup(of: Int.self) { group in
        for (number, store) in stores.enumerated() {
          group.addTask {
            var chance = SeededGenerator(seed: seed * 10 + UInt64(number))
            let batches = apps.flatMap { World.batches(of: world.sent, app: $0, &chance) }
            return try await Self.send(batches.shuffled(using: &chance), store)
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(stored == world.sent.count * apps.count)
      for app in apps { try await StoreConformance.expectNumbers(of: world.sent, stores[3], app: app) }
      let (wrong, deadlocks) = try await stores[0].read { db in
        (
          try CounterCheck.disagreements(db),
          try db.value(
            "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()", as: Int.self)
        )
      }
      #expect(wrong == [] && deadlocks == 0)
    }
  }

  @Test func `names that several stores invent at the same time stay within their limit`() async throws {
    try await Self.withStores { stores in
      try await stores[0].insert(Sample.app())
      try await withThrowingTaskGroup { group in
        for (number, store) in stores.enumerated() {
          group.addTask {
            let events = (0..<CountLimits.strayCampaigns / 2).map {
              Sample.event(
                "e\(number)-\($0)", .impression(Sample.presentation(CampaignID("c\(number)-\($0)"))))
            }
            for start in stride(from: 0, to: events.count, by: 10) {
              let batch = Sample.batch(
                Array(events[start..<min(start + 10, events.count)]), device: "d\(number)")
              _ = try await store.ingest(batch)
            }
          }
        }
        try await group.waitForAll()
      }
      let counted = try await stores[0].read { db in
        try db.value(
          "SELECT count(*) FROM app_total WHERE metric = 'stray_campaign' AND detail <> ''", as: Int.self)
      }
      #expect(counted == CountLimits.strayCampaigns)
    }
  }
}
