// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire
import ServerTestSupport
import Store
import StoreConformance
import Testing

@testable import StoreSQL
@testable import StoreSQLite

@Suite struct SeriesCheckTests {
  private static let day = Duration.seconds(86_400)

  private static func filled(_ store: SQLiteStore, seed: UInt64) async throws {
    try await store.insert(Sample.app())
    var chance = SeededGenerator(seed: seed)
    for batch in World.batches(
      of: SeriesWorld(events: 300, seed: seed).sent, testDevices: ["device-2"], &chance)
    {
      _ = try await store.ingest(batch)
    }
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `after any history with merges, late events and test devices every figure is that of a recount`(
    _ seed: UInt64
  ) async throws {
    let store = try SQLiteStore.inMemory()
    try await Self.filled(store, seed: seed)
    try await store.readDatabase { try Recount.expectAgreement($0, "seed \(seed)") }
    // What is removed by age later takes nothing from the figures, and the recount begins where all
    // events are kept.
    let before = try await Self.figures(store)
    var isDone = false
    while !isDone {
      isDone = try await store.removeAged(
        RetentionPolicy(events: Self.day * 5), at: Sample.now + .seconds(3_600), limit: 40
      ).isDone
    }
    #expect(try await store.readDatabase { try CounterCheck.disagreements($0) } == [])
    #expect(try await Self.figures(store) == before)
    // Somebody who was active before that, and is again, still counts once.
    _ = try await store.ingest(Sample.batch([Sample.event("again", at: Sample.now, .sessionStart)]))
    #expect(try await store.readDatabase { try CounterCheck.disagreements($0) } == [])
    try await store.close()
  }

  private static func figures(_ store: SQLiteStore) async throws -> [SeriesMetric: [Int]] {
    var figures: [SeriesMetric: [Int]] = [:]
    for metric in SeriesMetric.allCases {
      let query = SeriesQuery(metric, step: .day, from: Sample.now - day * 20, to: Sample.now + day)
      figures[metric] = try await store.series(query, app: "shop").counts
    }
    return figures
  }

  static let damages: [(name: String, sql: String)] = [
    ("Sessions", "UPDATE app_hour SET n = n + 1 WHERE metric = 'sessions'"),
    ("Events", "DELETE FROM app_hour WHERE metric = 'events'"),
    ("Shown", "UPDATE app_hour SET n = n - 1 WHERE metric = 'shown'"),
    ("Clicked", "UPDATE app_hour SET hour = hour + 3600000000 WHERE metric = 'clicked'"),
    ("Dismissed", "UPDATE app_hour SET n = 1000 WHERE metric = 'dismissed'"),
    ("Not shown", "UPDATE app_hour SET n = 1000 WHERE metric = 'not_shown'"),
    ("Active people", "UPDATE active_change SET n = n + 1 WHERE span = 1"),
    ("Active people, 7 days", "UPDATE active_change SET n = n + 1 WHERE span = 7"),
    ("Active people, 30 days", "DELETE FROM active_change WHERE span = 30"),
    ("Events of each day, by kind", "UPDATE event_day SET n = n + 1 WHERE kind = 'session_start'"),
    ("Events of each day, by name", "UPDATE event_day SET name = 'other' WHERE kind = 'custom'"),
  ]

  @Test(arguments: damages.map(\.name)) func `each figure that differs is named, and no other`(_ name: String)
    async throws
  {
    let damage = try #require(Self.damages.first { $0.name == name })
    let store = try SQLiteStore.inMemory()
    try await Self.filled(store, seed: 7)
    try await store.writeDatabase { try $0.execute(sql: damage.sql) }
    let found = try await store.readDatabase { try CounterCheck.disagreements($0) }
    #expect(found.map { $0.prefix { $0 != ":" } } == [name[...]])
    try await store.close()
  }
}
