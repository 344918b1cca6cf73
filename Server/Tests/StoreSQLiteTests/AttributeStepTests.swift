// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire
import ServerTestSupport
import Store
import StoreConformance
import Synchronization
import Testing

@testable import StoreSQLite

@Suite struct AttributeStepTests {
  private static let steps = "SELECT kind, value, at FROM person_attribute_step ORDER BY is_own, at, event_id"
  private static let counts =
    "SELECT steps, (SELECT count(*) FROM person_attribute_step s WHERE s.key = a.key) FROM person_attribute a"

  private static func set(_ second: Int, _ value: Wire.JSONValue) -> Wire.EventRecord {
    Sample.event(
      "s\(second)", at: Instant(milliseconds: Sample.now.milliseconds + Int64(second)),
      .attribute(key: "k", value: value))
  }

  private static func change(
    _ second: Int, _ operation: Wire.AttributeChange.Operation, _ value: Wire.JSONValue, key: String = "k"
  ) -> Wire.EventRecord {
    Sample.event(
      "c\(second)", at: Instant(milliseconds: Sample.now.milliseconds + Int64(second)),
      .attributeChange(key: key, Wire.AttributeChange(.known(operation), value)))
  }

  @Test func `an attribute that is only set has no steps, and setting it removes those there are`()
    async throws
  {
    #expect(try await rows(Self.counts, after: [[Self.set(1, 1)], [Self.set(2, 2)]]) == [["0", "0"]])
    #expect(
      try await rows(Self.counts, after: [[Self.set(1, 1)], [Self.change(2, .increment, 1)]]) == [["2", "2"]])
    #expect(
      try await rows(
        Self.counts, after: [[Self.set(1, 1)], [Self.change(2, .increment, 1)], [Self.set(3, 5)]]) == [
          ["0", "0"]
        ])
    // Also when it is set in between, where the change stays.
    let late = [[Self.change(1, .increment, 1)], [Self.change(9, .increment, 1)], [Self.set(5, 5)]]
    let found = try await rows(
      [
        Self.counts, "SELECT kind, value FROM person_attribute_step ORDER BY at",
        "SELECT value FROM person_attribute",
      ], after: late)
    #expect(found == [[["2", "2"]], [["set", "5"], ["increment", "1"]], [["6"]]])
  }

  @Test(arguments: [1, 7, 500])
  func `of a thousand changes in order 250 stay, with one value for all others`(size: Int) async throws {
    let changes = [Self.set(0, 7)] + (1...1_000).map { Self.change($0, .increment, 1) }
    let batches = stride(from: 0, to: changes.count, by: size).map {
      Array(changes[$0..<min($0 + size, changes.count)])
    }
    let found = try await rows(
      [Self.counts, Self.steps + " LIMIT 3", "SELECT value FROM person_attribute"], after: batches)
    #expect(found[0] == [["252", "252"]])
    #expect(found[1].map { $0.prefix(2) } == [["set", "7"], ["folded", "757"], ["increment", "1"]])
    #expect(found[2] == [["1007"]])
  }

  @Test func `the number of steps is kept right whatever arrives when`() async throws {
    var chance = SeededGenerator(seed: 5)
    for _ in 0..<20 {
      let events = (0..<300).map { index in
        Int.random(in: 0..<80, using: &chance) == 0
          ? Self.set(index, [.int(Int64(index))]) : Self.change(index, .add, .int(Int64(index)))
      }
      var batches: [[Wire.EventRecord]] = [[]]
      for event in events.shuffled(using: &chance) {
        if Int.random(in: 0..<20, using: &chance) == 0 { batches.append([]) }
        batches[batches.count - 1].append(event)
      }
      let count = try #require(try await rows(Self.counts, after: batches).first)
      #expect(count[0] == count[1])
    }
  }

  @Test func `two people who become one have one history, and the other's is gone`() async throws {
    var anonymous = Self.change(1, .increment, 1)
    anonymous.userID = nil
    var both = Self.change(2, .add, "a", key: "list")
    both.userID = nil
    let batches = [
      [anonymous, both], [Self.change(3, .increment, 10)],
      [Sample.event("in", .userChanged(previousUserID: nil))],
    ]
    #expect(
      try await rows("SELECT key, value, steps, is_own FROM person_attribute ORDER BY key", after: batches)
        == [["k", "11", "2", "1"], ["list", "[\"a\"]", "1", "0"]])
    #expect(
      try await rows("SELECT count(*), count(DISTINCT person_id) FROM person_attribute_step", after: batches)
        == [["3", "1"]])
  }

  @Test
  func `late changes of many attributes read and write each history once, whoever signs in between them`()
    async throws
  {
    let keys = (0..<20).map { "k\($0)" }
    let database = try DataFile.inMemory()
    let store = try SQLiteStore(database: database, decisions: DecisionQuota(perReason: 1, perDay: 1))
    try await store.insert(Sample.app())
    for key in keys {
      let history = (100..<150).map { index in
        Sample.event(
          "\(key)-\(index)", at: Sample.now + .milliseconds(index), .attributeChange(key: key, Self.one))
      }
      _ = try await store.ingest(Sample.batch(history))
    }
    let late = (0..<10).flatMap { round in
      keys.map {
        Sample.event(
          "late-\($0)-\(round)", at: Sample.now + .milliseconds(round), .attributeChange(key: $0, Self.one))
      }
        + [Sample.event("in-\(round)", .userChanged(previousUserID: nil))]
    }
    let statements = Mutex<[String: Int]>([:])
    try await database.write { db in
      db.trace { event in
        guard case .statement(let statement) = event else { return }
        let words = statement.sql.split(separator: " ").prefix(while: { $0 != "WHERE" && $0 != "(app," })
        statements.withLock { $0[words.joined(separator: " "), default: 0] += 1 }
      }
    }
    _ = try await store.ingest(Sample.batch(late))
    try await database.write { $0.trace(options: []) }
    let counts = statements.withLock { counts in counts.filter { $0.key.contains("attribute") } }
    #expect(
      counts.filter { $0.key.hasPrefix("SELECT is_own, at, event_id, kind") }.map(\.value) == [keys.count])
    #expect(counts.filter { $0.key == "INSERT INTO person_attribute" }.map(\.value) == [keys.count])
    let attributes = try await store.person("u:ana", app: "shop")?.attributes
    #expect(attributes?.map(\.value) == keys.map { _ in 60 })
    try await store.close()
  }

  @Test func `of large changes as many are kept apart as stay below 64 KB, and the value stays what it is`()
    async throws
  {
    let text = Wire.JSONValue.string(String(repeating: "a", count: 30_000))
    let merges = (1...40).map { Self.change($0, .merge, ["last": .int(Int64($0)), "text": text]) }
    for size in [1, 7, 20] {
      let batches = stride(from: 0, to: merges.count, by: size).map {
        Array(merges[$0..<min($0 + size, merges.count)])
      }
      let found = try await rows(
        [
          "SELECT kind, count(*) FROM person_attribute_step GROUP BY kind ORDER BY kind",
          "SELECT json_extract(value, '$.last') FROM person_attribute",
        ], after: batches)
      #expect(found == [[["folded", "1"], ["merge", "2"]], [["40"]]])
    }
    // Small ones after them are kept as always.
    let small = (41...300).map { Self.change($0, .merge, ["last": .int(Int64($0))]) }
    #expect(try await rows(Self.counts, after: [merges, small]) == [["251", "251"]])
  }

  private static let one = Wire.AttributeChange(.known(.increment), 1)

  /// The rows as text, after the batches.
  private func rows(_ sql: String, after batches: [[Wire.EventRecord]]) async throws -> [[String]] {
    try await rows([sql], after: batches)[0]
  }

  /// The rows of each statement as text, after the batches.
  private func rows(_ statements: [String], after batches: [[Wire.EventRecord]]) async throws -> [[[String]]]
  {
    let store = try SQLiteStore.inMemory()
    try await store.insert(Sample.app())
    for events in batches { _ = try await store.ingest(Sample.batch(events)) }
    let rows = try await store.readDatabase { db in
      try statements.map { sql in
        try Row.fetchAll(db, sql: sql).map { row in
          row.databaseValues.map { $0.storage.value.map { "\($0)" } ?? "NULL" }
        }
      }
    }
    try await store.close()
    return rows
  }
}
