// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import ServerTestSupport
import Store
import StoreConformance
import Testing

@testable import StoreSQL
@testable import StoreSQLite

@Suite struct EventRowsTests {
  private struct Seen: Equatable, Sendable {
    let reading: Int
    let person: Int64
    let at: Int64
  }

  @Test func `events come by person and then by time, in whatever parts they are sorted`() async throws {
    let store = try SQLiteStore.inMemory()
    try await store.insert(Sample.app())
    var chance = SeededGenerator(seed: 7)
    for index in 0..<120 {
      let at = Sample.now - .seconds(Int.random(in: 0..<86_400, using: &chance))
      let event = Sample.event(
        "\(index)", at: at, user: "u\(Int.random(in: 0..<15, using: &chance))",
        .custom(name: ["a", "b", "c"][index % 3], properties: [:]))
      _ = try await store.ingest(Sample.batch([event]))
    }
    let time = (Sample.now - .seconds(90_000)).milliseconds..<Sample.now.milliseconds + 1
    let readings = ["a", "b"].map { EventReading(EventSelector(.custom, name: $0), time) }
    func seen(_ sorted: Int) async throws -> [Seen] {
      try await store.readDatabase { db in
        var seen: [Seen] = []
        try EventRows(readings, nil, "shop", 80, sorted: sorted, db)?.forEach(db) {
          seen.append(Seen(reading: $0, person: $1, at: $2))
        }
        return seen
      }
    }
    let whole = try await seen(1_000)
    #expect(whole.count == 80)
    #expect(zip(whole, whole.dropFirst()).allSatisfy { ($0.person, $0.at) <= ($1.person, $1.at) })
    for sorted in [1, 7, 30] {
      let parts = try await seen(sorted)
      #expect(parts.map(\.person) == whole.map(\.person) && parts.map(\.at) == whole.map(\.at), "\(sorted)")
    }
  }

  @Test func `one more event than the limit is too many`() async throws {
    let store = try SQLiteStore.inMemory()
    try await store.insert(Sample.app())
    let events = (0..<3).map { Sample.event("\($0)", .custom(name: "a", properties: [:])) }
    _ = try await store.ingest(Sample.batch(events))
    let reading = EventReading(EventSelector(.custom), Sample.now.milliseconds..<Sample.now.milliseconds + 1)
    for (limit, isWhole) in [(0, false), (2, false), (3, true), (100, true)] {
      #expect(
        try await store.readDatabase { try EventRows([reading], nil, "shop", limit, $0) != nil } == isWhole,
        "\(limit)")
    }
  }
}
