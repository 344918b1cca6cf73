// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire
import Store
import StoreConformance
import Testing

@testable import StoreSQLite

@Suite struct OlderFileTests {
  /// Somebody saw and clicked a campaign while anonymous and again as `ana`: counted as two people then, who were only linked.
  private static let events: [(person: Int, Wire.EventRecord)] = [
    (1, Sample.event("a", at: Sample.now, user: nil, .attribute(key: "colour", value: .string("red")))),
    (1, Sample.event("b", at: Sample.now + .seconds(1), user: nil, .impression(Sample.presentation("c")))),
    (1, Sample.event("c", at: Sample.now + .seconds(2), user: nil, .click(Sample.presentation("c"), buttonID: nil))),
    (2, Sample.event("d", at: Sample.now + .seconds(3_700), .userChanged(previousUserID: nil))),
    (2, Sample.event("e", at: Sample.now + .seconds(3_701), .impression(Sample.presentation("c", id: "presentation-2")))),
    (2, Sample.event("f", at: Sample.now + .seconds(3_702), .click(Sample.presentation("c", id: "presentation-2"), buttonID: nil))),
  ]

  /// A file as version 1 left it, by that version's layout alone.
  private static func writeFirstVersion(_ path: String) throws {
    let database = try DatabaseQueue(path: path)
    defer { try? database.close() }
    try database.write { db in
      try db.execute(sql: Migration001.sql)
      try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = 1")
      try db.execute(sql: "INSERT INTO app (app, id, name, created_at) VALUES (1, 'shop', 'Shop', ?)", arguments: [Sample.now.milliseconds])
      let people = [(1, "d:device-1"), (2, "u:ana")]
      for (person, alias) in people {
        let instants = events.filter { $0.person == person }.map { $0.1.at.milliseconds }
        let (first, last) = (instants.min() ?? 0, instants.max() ?? 0)
        try db.execute(sql: "INSERT INTO person_alias (app, alias, person_id) VALUES (1, ?, ?)", arguments: [alias, person])
        try db.execute(sql: "INSERT INTO person VALUES (1, ?, ?, ?, ?)", arguments: [person, alias, first, last])
        try db.execute(
          sql: "INSERT INTO device VALUES (1, ?, 'device-1', '{\"id\":\"device-1\"}', ?, ?, ?)", arguments: [person, last, first, last])
        let shown = events.first { $0.person == person && $0.1.body.kind == "impression" }?.1.at.milliseconds
        try db.execute(
          sql: "INSERT INTO person_campaign (app, person_id, campaign, first_impression_at) VALUES (1, ?, 'c', ?)",
          arguments: [person, shown])
      }
      try db.execute(
        sql: "INSERT INTO person_attribute VALUES (1, 1, 'colour', '\"red\"', ?, 'a')", arguments: [Sample.now.milliseconds])
      try db.execute(
        sql: "INSERT INTO person_link VALUES (1, 2, 'd:device-1', ?)", arguments: [(Sample.now + .seconds(3_700)).milliseconds])
      for (person, event) in events {
        let at = event.at.milliseconds
        try db.execute(
          sql: "INSERT INTO event VALUES (1, ?, ?, 'device-1', ?, ?, ?, ?, ?)",
          arguments: [person, event.id, event.body.kind, at, at, at, String(decoding: Wire.encode(event), as: UTF8.self)])
        try db.execute(
          sql: "INSERT INTO app_total VALUES (1, 'event', ?, 1) ON CONFLICT DO UPDATE SET n = n + 1", arguments: [event.body.kind])
        let metrics = ["impression": [("impression", ""), ("unique_impression", "")], "click": [("click", "body")]][event.body.kind] ?? []
        for (metric, detail) in metrics {
          let hour = at - at % 3_600_000
          try db.execute(sql: "INSERT INTO campaign_hour VALUES (1, 'c', ?, ?, ?, 1)", arguments: [hour, metric, detail])
          try db.execute(
            sql: "INSERT INTO campaign_total VALUES (1, 'c', ?, ?, 1) ON CONFLICT DO UPDATE SET n = n + 1", arguments: [metric, detail])
        }
      }
    }
  }

  @Test func `a file of version 1 is refused until it is migrated, then people are whole and every number is right`() async throws {
    try await withFolder { folder in
      try Self.writeFirstVersion(folder + "/" + SQLiteStore.fileName)
      let known = SQLiteStore.schemaVersion
      #expect(throws: StoreError.olderSchema(found: 1, known: known)) { try SQLiteStore(directory: folder) }
      #expect(try SQLiteStore.migrate(directory: folder) == SQLiteStore.Migration(from: 1, to: known))
      #expect(try SQLiteStore.migrate(directory: folder) == SQLiteStore.Migration(from: known, to: known))

      let store = try SQLiteStore(directory: folder)
      try await store.read { try Recount.expectAgreement($0) }
      #expect(try await store.read { try String.fetchAll($0, sql: "SELECT words FROM device") } == ["device device-1"])
      #expect(try await store.people(search: nil, sort: .device, app: "shop", after: nil, limit: 9).elements.map(\.id) == ["u:ana"])
      let person = try #require(try await store.person("d:device-1", app: "shop"))
      #expect(person.summary.id == "u:ana")
      #expect(person.summary.firstSeen == Sample.now)
      #expect(person.attributes == [PersonAttribute(key: "colour", value: .string("red"), at: Sample.now, isOwn: false)])
      #expect(person.merged == [Person.MergedDevice(deviceID: "device-1", at: Sample.now + .seconds(3_700))])
      let timeline = try await store.timeline(personID: "u:ana", kinds: [], app: "shop", after: nil, limit: 50)
      #expect(timeline.elements.map(\.id) == ["f", "e", "d", "c", "b", "a"])
      let totals = try await store.report(campaign: "c", app: "shop", from: nil, to: nil).totals
      #expect([totals.impressions, totals.clicks] == [2, 2])
      #expect([totals.uniqueImpressions, totals.uniqueClicks] == [1, 1])
      #expect(try await store.settings(app: "shop") == AppSettings())
      #expect(try await store.testDevices(app: "shop").isEmpty)
      try await store.close()
    }
  }

  /// What version 2 made of attributes and of changes, which were events of a kind that it did not know.
  private static func writeSecondVersion(_ path: String, _ events: [(person: Int, record: String)], isLinked: Bool = false) throws {
    let database = try DatabaseQueue(path: path)
    defer { try? database.close() }
    let now = Sample.now.milliseconds
    try database.write { db in
      try db.execute(sql: Migration001.sql)
      try db.execute(sql: Migration002.sql)
      try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = 2")
      try db.execute(sql: "INSERT INTO app (app, id, name, created_at) VALUES (1, 'shop', 'Shop', ?)", arguments: [now])
      for (person, alias) in [(1, "u:ana"), (2, "d:device-1")] {
        try db.execute(sql: "INSERT INTO person_alias (app, alias, person_id) VALUES (1, ?, ?)", arguments: [alias, person])
        try db.execute(sql: "INSERT INTO person VALUES (1, ?, ?, ?, ?)", arguments: [person, alias, now, now + 9])
      }
      // As version 1 noted it, where the migration of people was interrupted.
      if isLinked { try db.execute(sql: "INSERT INTO person_link VALUES (1, 1, 'd:device-1', ?)", arguments: [now]) }
      try db.execute(
        sql: "INSERT INTO person_attribute (app, person_id, key, value, at, event_id) VALUES (1, 1, 'visits', '10', ?, 'set')",
        arguments: [now + 2])
      for (person, record) in events {
        try db.execute(
          sql: """
            INSERT INTO event
            SELECT 1, ?1, ?2 ->> 'id', '', ?2 ->> 'kind', ?2 ->> 'at', ?2 ->> 'at', ?2 ->> 'at', ?2
            """,
          arguments: [person, record])
      }
    }
  }

  @Test func `changes that version 2 could only keep are applied when its file is migrated`() async throws {
    try await withFolder { folder in
      let now = Sample.now.milliseconds
      func record(_ id: String, _ at: Int64, _ own: String) -> (person: Int, record: String) {
        (1, #"{"id": "\#(id)", "at": \#(at), "user_id": "ana", \#(own)}"#)
      }
      let increment = #""kind": "attribute_change", "key": "visits", "operation": "increment""#
      try Self.writeSecondVersion(
        folder + "/" + SQLiteStore.fileName,
        [
          record("early", now + 1, increment + #", "value": 100"#),
          record("set", now + 2, #""kind": "attribute", "key": "visits", "value": 10"#),
          record("late", now + 3, increment + #", "value": 1"#),
          record("new", now + 4, #""kind": "attribute_change", "key": "tags", "operation": "add", "value": "vip""#),
          // Nobody had judged these.
          record("bad", now + 5, #""kind": "attribute_change", "key": "tags", "value": "b""#),
          record("worse", now + 6, #""kind": "attribute_change", "key": 7"#),
        ])
      #expect(throws: StoreError.olderSchema(found: 2, known: SQLiteStore.schemaVersion)) { try SQLiteStore(directory: folder) }
      #expect(try SQLiteStore.migrate(directory: folder).from == 2)
      let store = try SQLiteStore(directory: folder)
      var person = try #require(try await store.person("u:ana", app: "shop"))
      #expect(person.attributes.map(\.key) == ["tags", "visits"])
      #expect(person.attributes.map(\.value) == [["vip"], 11])
      // And what comes now continues there.
      _ = try await store.ingest(
        Sample.batch([
          Sample.event(
            "f", at: Sample.now + .seconds(1), .attributeChange(key: "visits", Wire.AttributeChange(.known(.increment), 5)))
        ]))
      person = try #require(try await store.person("u:ana", app: "shop"))
      #expect(person.attributes.map(\.value) == [["vip"], 16])
      try await store.close()
    }
  }

  @Test func `the history of an older file's campaigns begins with what they are`() async throws {
    try await withFolder { folder in
      var running = Sample.campaign("running")
      (running.state, running.version, running.revision, running.launchedAt) = (.running, 2, 7, Sample.now)
      let draft = Sample.campaign("draft")
      let store = try SQLiteStore(directory: folder)
      try await store.insert(Sample.app())
      for campaign in [running, draft] { try await store.insert(campaign) }
      // As the file was before histories, and what its migration makes of it.
      try await store.write { db in
        try db.execute(sql: "DROP TABLE campaign_history")
        try db.execute(sql: Migration024.sql)
        try db.execute(sql: Migration029.sql)
      }
      for campaign in [running, draft] {
        let change = CampaignChange(
          number: campaign.revision, version: campaign.version, kind: .recorded, at: campaign.updatedAt, author: .system,
          hasRun: campaign.state == .running)
        let versions = try await store.versions(of: campaign.id, app: "shop", before: nil, limit: 9)
        #expect(versions == [CampaignVersion(change: change, snapshot: campaign.snapshot)])
      }
      try await store.close()
    }
  }

  @Test(arguments: [false, true])
  func `changes of somebody anonymous are applied too, and before those of whom they turned out to be`(isLinked: Bool) async throws {
    try await withFolder { folder in
      let now = Sample.now.milliseconds
      func record(_ id: String, _ after: Int64, user: String?, _ key: String, _ operation: String, _ value: String) -> (
        person: Int, record: String
      ) {
        let own = user.map { #""user_id": "\#($0)", "# } ?? ""
        return (
          user == nil ? 2 : 1,
          #"{"id": "\#(id)", "at": \#(now + after), \#(own)"kind": "attribute_change", "key": "\#(key)", "operation": "\#(operation)", "value": \#(value)}"#
        )
      }
      try Self.writeSecondVersion(
        folder + "/" + SQLiteStore.fileName,
        [
          (1, #"{"id": "set", "at": \#(now + 2), "user_id": "ana", "kind": "attribute", "key": "visits", "value": 10}"#),
          record("a", 3, user: "ana", "visits", "increment", "1"), record("b", 1, user: "ana", "tags", "add", #""own""#),
          record("c", 1, user: "ana", "points", "increment", "4"), record("d", 4, user: nil, "visits", "increment", "100"),
          record("e", 5, user: nil, "tags", "add", #""first""#), record("f", 6, user: nil, "points", "increment", "3"),
          record("g", 7, user: nil, "size", "merge", #"{"shoe": 38}"#),
        ], isLinked: isLinked)
      #expect(try SQLiteStore.migrate(directory: folder).from == 2)
      let store = try SQLiteStore(directory: folder)
      func attributes(_ id: String) async throws -> [String: Wire.JSONValue] {
        let person = try #require(try await store.person(id, app: "shop"))
        return Dictionary(uniqueKeysWithValues: person.attributes.map { ($0.key, $0.value) })
      }
      if isLinked {
        let expected: [String: Wire.JSONValue] = ["points": 7, "size": ["shoe": 38], "tags": ["first", "own"], "visits": 11]
        #expect(try await attributes("u:ana") == expected)
        #expect(try await attributes("d:device-1") == expected)
      } else {
        #expect(try await attributes("u:ana") == ["points": 4, "tags": ["own"], "visits": 11])
        #expect(try await attributes("d:device-1") == ["points": 3, "size": ["shoe": 38], "tags": ["first"], "visits": 100])
        // Who it is turns out later.
        _ = try await store.ingest(Sample.batch([Sample.event("in", .userChanged(previousUserID: nil))]))
        #expect(try await attributes("u:ana") == ["points": 7, "size": ["shoe": 38], "tags": ["first", "own"], "visits": 11])
      }
      try await store.close()
    }
  }
}
