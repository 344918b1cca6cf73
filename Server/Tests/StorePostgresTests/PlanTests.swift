// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import PostgresServer
import ServerTestSupport
import Testing

@testable import StorePostgres
@testable import StoreSQL

/// Plans of what devices cause. They are made once for a connection, often while the tables are
/// empty.
@Suite(.timeLimit(.minutes(2)))
struct PlanTests {
  private struct Statement {
    var sql: String
    /// Whether it is used for many lists of arguments at once, too.
    var isForEach = false
  }

  private static let statements: [String: Statement] = [
    "holdPeople": Statement(sql: SQL.holdPeople), "person": Statement(sql: SQL.person),
    "isCampaign": Statement(sql: SQL.isCampaign, isForEach: true),
    "isDetail": Statement(sql: SQL.isDetail, isForEach: true),
    "eventName": Statement(sql: SQL.eventName, isForEach: true),
    "firstTimes": Statement(sql: SQL.firstTimes, isForEach: true),
    "isRemoved": Statement(sql: SQL.isRemoved, isForEach: true),
    "deleteEvent": Statement(sql: SQL.deleteEvent, isForEach: true),
    "tombstone": Statement(sql: SQL.tombstone, isForEach: true),
    "attribute": Statement(sql: SQL.attribute, isForEach: true),
    "attributeSizes": Statement(sql: SQL.attributeSizes, isForEach: true),
    "attributeSteps": Statement(sql: SQL.attributeSteps, isForEach: true),
    "deleteAttribute": Statement(sql: SQL.deleteAttribute, isForEach: true),
    "activeDayAround": Statement(sql: SQL.activeDayAround, isForEach: true),
    "personSeenFirst": Statement(sql: SQL.personSeenFirst, isForEach: true),
    "personSeenLast": Statement(sql: SQL.personSeenLast, isForEach: true),
    "deviceSeenAgain": Statement(sql: SQL.deviceSeenAgain, isForEach: true),
    "deviceSeen": Statement(sql: SQL.deviceSeen, isForEach: true),
    "sendingEventRuns": Statement(sql: SQL.sendingEventRuns),
    "pushDevicesOfPeople": Statement(sql: SQL.pushDevicesOfPeople),
    "offersOfPerson": Statement(sql: SQL.offersOfPerson),
    "offersOfNamed": Statement(sql: SQL.offersOfNamed),
    "deviceCredentials": Statement(sql: SQL.deviceCredentials), "pushDevice": Statement(sql: SQL.pushDevice),
    "deviceRevocation": Statement(sql: SQL.deviceRevocation),
  ].merging(
    [
      "armsOfPeople": SQL.armsOfPeople, "attributesAmong": SQL.attributesAmong,
      "factsOfPeople": SQL.factsOfPeople, "newestDevices": SQL.newestDevices,
      "namesOfPeople": SQL.namesOfPeople, "recordsOfPeople": SQL.recordsOfPeople,
      "stepsAmong": SQL.stepsAmong, "reachability": SQL.reachability,
      "campaignsSeen": SQL.campaignsSeen, "listsOfPeople": SQL.listsOfPeople,
    ].flatMap { name, statement in
      [(name, Statement(sql: statement.ofPeople)), (name + ", named", Statement(sql: statement.ofNamed))]
    }
  ) { $1 }

  /// People, devices and events, most of them of one app.
  private static let filling = """
    INSERT INTO app (app, id, name, created_at) VALUES (1, 'shop', '', 0), (2, 'other', '', 0);
    INSERT INTO person (app, person_id, alias, first_seen, last_seen)
      SELECT 1, n, 'u:' || n, n, n FROM generate_series(1, 5000) n;
    INSERT INTO person_alias (app, alias, person_id) SELECT app, alias, person_id FROM person;
    INSERT INTO event (app, person_id, id, device_id, kind, at, counted_at, received_at, record, is_test, name)
      SELECT 1, n % 5000 + 1, 'e' || n, 'd', 'custom', n, n, n, '{}', FALSE, 'viewed' FROM generate_series(1, 20000) n;
    INSERT INTO person_attribute (app, person_id, key, value, at, event_id, is_own, steps)
      SELECT 1, n % 5000 + 1, 'k' || n % 4, '1', n, '', TRUE, 0 FROM generate_series(1, 20000) n ON CONFLICT DO NOTHING;
    INSERT INTO person_campaign (app, person_id, campaign, first_impression_at)
      SELECT 1, n % 5000 + 1, 'c' || n % 3, n FROM generate_series(1, 15000) n ON CONFLICT DO NOTHING;
    INSERT INTO event (app, person_id, id, device_id, kind, at, counted_at, received_at, record, is_test, name, arm)
      SELECT 1, n, 'x' || n, 'd', 'exposure', n, n, n, '{}', FALSE, 'e', 'a' FROM generate_series(1, 5000) n;
    INSERT INTO device (app, person_id, device_id, description, words, described_at, first_seen, last_seen, is_lab)
      SELECT 1, n, 'd' || n, '{}', '', n, n, n, FALSE FROM generate_series(1, 5000) n;
    INSERT INTO event_name (app, name, people_bits, people, last_day) SELECT 1, 'n' || n, 0, 0, n FROM generate_series(1, 300) n;
    SELECT pg_stat_force_next_flush()
    """

  @Test
  func `what devices cause finds its rows by keys, also when it was prepared while the tables were empty`()
    async throws
  {
    let address = try PostgresServer.database()
    let db = try PostgresConnection(
      address.hosts[0], timeout: .seconds(30), setup: PostgresStore.setup + PostgresStore.pinned,
      types: StatementTypes())
    for isFull in [false, true] {
      if isFull {
        try db.run(script: Self.filling)
        let store = try PostgresStore(address)
        try await eventually("the statistics are those of full tables") {
          try await store.catchUp()
          return try await store.read { db in
            try db.value(
              "SELECT min(reltuples)::bigint > 0 FROM pg_class WHERE relname IN ('person', 'event', 'device', 'event_name')",
              as: Bool.self) == true
          }
        }
        try await store.close()
      }
      for (name, plan) in try Self.plans(db) {
        #expect(!plan.contains { $0.contains("Seq Scan") }, "\(name): \(plan)")
        // Of what people have, only the rows of a person are read.
        let isOfPeople = plan.contains { $0.contains(#/ on (person|event|device|active_day)(_\w+)?( |$)/#) }
        let findsPerson = plan.contains { $0.contains(#/Index Cond.*(person_id|alias|device_id|name) = /#) }
        #expect(!isFull || !isOfPeople || findsPerson, "\(name): \(plan)")
      }
    }
    let walk = PostgresStatement("SELECT * FROM event WHERE record = ?", name: "")
    #expect(try Self.plan(of: walk, db).contains { $0.contains("Seq Scan") })
  }

  private static func plans(_ db: PostgresConnection) throws -> [String: [String]] {
    var plans: [String: [String]] = [:]
    for (name, statement) in statements {
      var one = PostgresStatement(statement.sql, name: "")
      plans[name] = try plan(of: one, db)
      guard statement.isForEach else { continue }
      one.types = try types(of: one, db)
      let many = try #require(one.forEach())
      plans[name + ", for each"] = try plan(of: PostgresStatement(text: many, name: "", count: one.count), db)
    }
    return plans
  }

  /// The types of a statement's arguments, by PostgreSQL's numbers.
  private static func types(of statement: PostgresStatement, _ db: PostgresConnection) throws -> [UInt32] {
    try answers(about: statement, db) { name in
      "SELECT unnest(parameter_types)::oid::bigint::text FROM pg_prepared_statements WHERE name = '\(name)'"
    }.compactMap { UInt32($0) }
  }

  private static func plan(of statement: PostgresStatement, _ db: PostgresConnection) throws -> [String] {
    let nulls = (0..<statement.count).map { _ in "NULL" }.joined(separator: ", ")
    return try answers(about: statement, db) { name in
      "EXPLAIN (COSTS OFF) EXECUTE \(name)\(statement.count > 0 ? "(\(nulls))" : "")"
    }
  }

  /// - Parameter question: About the statement that has a name.
  private static func answers(
    about statement: PostgresStatement, _ db: PostgresConnection, _ question: (String) -> String
  ) throws -> [String] {
    // Of each text once: it is never given back.
    let name = "p\(UInt(bitPattern: statement.text.hashValue))"
    let isKnown = try db.rows("SELECT 1 FROM pg_prepared_statements WHERE name = '\(name)'").count > 0
    if !isKnown { try db.send(control: "PREPARE \(name) AS \(statement.text)") }
    let rows = try db.rows(question(name))
    return (0..<rows.count).compactMap { row in
      rows.bytes(row, 0).map { String(decoding: $0, as: UTF8.self) }
    }
  }
}

extension PostgresConnection {
  fileprivate func rows(_ sql: String) throws -> PostgresResult {
    try send(sql, [])
    return try #require(try receive().last)
  }
}
