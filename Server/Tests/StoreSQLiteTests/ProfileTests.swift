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

@testable import StoreSQLite

@Suite struct ProfileTests {
  @Test func `the attribute that was set last stands, in whatever order the events arrive`() async throws {
    let events = [(0, Wire.JSONValue.string("red")), (2, .null), (1, .int(7))].map { second, value in
      Sample.event("e\(second)", at: Sample.now + .seconds(second), .attribute(key: "colour", value: value))
    }
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let rows = try await rows(
        "SELECT key, value, event_id FROM person_attribute", after: order.map { [events[$0]] })
      #expect(rows == [["colour", "null", "e2"]], "\(order)")
    }
  }

  @Test func `a clock that is years ahead does not win for ever`() async throws {
    let ahead = Sample.event(
      "a", at: Sample.now + .seconds(86_400 * 3_650), .attribute(key: "k", value: .int(1)))
    let later = Sample.event("b", at: Sample.now + .seconds(120), .attribute(key: "k", value: .int(2)))
    #expect(try await rows("SELECT value FROM person_attribute", after: [[ahead], [later]]) == [["2"]])
  }

  @Test func `signing in for the first time links the device to the user`() async throws {
    let events = [
      Sample.event("a", user: nil, .sessionStart),
      Sample.event("b", user: "ana", .userChanged(previousUserID: nil)),
      Sample.event("c", user: "ben", .userChanged(previousUserID: "ana")),
    ]
    let rows = try await rows(
      "SELECT l.alias, p.alias FROM person_link l JOIN person p USING (app, person_id)", after: [events])
    #expect(rows == [["d:device-1", "u:ana"]])
  }

  @Test func `a session has its start, end and length, also when the end comes first`() async throws {
    let start = Sample.event("a", .sessionStart)
    let end = Sample.event("b", at: Sample.now + .seconds(9), .sessionEnd(lengthMilliseconds: 9_000))
    for batches in [[[start], [end]], [[end], [start]], [[end, start]]] {
      let rows = try await rows(
        "SELECT session_id, ended_at - started_at, length_ms FROM person_session", after: batches)
      #expect(rows == [["session-1", "9000", "9000"]])
    }
  }

  @Test func `of decisions the newest are kept, and their events stay counted`() async throws {
    var chance = SeededGenerator(seed: 3)
    let events = (0..<60).map { index in
      Sample.event(
        "e\(index)", at: Sample.now - .seconds(60) + .seconds(index), user: "u\(index % 3)",
        .decision(Sample.decision("d\(index)", candidates: ["c", "d"])))
    }
    let store = try SQLiteStore.inMemory(decisions: DecisionQuota(perReason: 10, perDay: 10))
    try await store.insert(Sample.app())
    for event in events.shuffled(using: &chance) { _ = try await store.ingest(Sample.batch([event])) }
    for campaign in [nil, "c", "d"] as [CampaignID?] {
      let kept = try await store.decisions(campaign: campaign, personID: nil, app: "shop", limit: 100).map(
        \.record.decisionID)
      // A full day is brought down to eight.
      #expect(kept.prefix(8) == (52..<60).reversed().map { "d\($0)" }[...] && kept.count <= 10)
    }
    #expect(try await store.eventCounts(app: "shop") == ["decision": 60])
    let again = try await store.ingest(Sample.batch([events[0]]))
    #expect(again.map(\.status) == [.known(.duplicate)])
    try await store.readDatabase { db in
      try Recount.expectAgreement(db)
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM decision_candidate") ?? 99 <= 20)
    }
    try await store.close()
  }

  /// The rows as text, after the batches.
  private func rows(_ sql: String, after batches: [[Wire.EventRecord]]) async throws -> [[String]] {
    let store = try SQLiteStore.inMemory()
    try await store.insert(Sample.app())
    for events in batches { _ = try await store.ingest(Sample.batch(events)) }
    let rows = try await store.readDatabase { db in
      try Row.fetchAll(db, sql: sql).map { row in
        row.databaseValues.map { $0.storage.value.map { "\($0)" } ?? "NULL" }
      }
    }
    try await store.close()
    return rows
  }
}
