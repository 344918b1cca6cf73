// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// Reads what rules need to know about people. It takes as many statements for many people as for
/// one.
struct FactReading {
  let app: Int64
  let now: Instant
  /// The newest events of each person that are read, of any name. nil: all that are needed.
  var eventLimit: Int?

  /// A question about people, and what a row says about one of them, who is its first column.
  private struct Reading {
    var question: SQLQuestion
    var add: (any SQLCursor, inout PersonFacts) -> Void
  }

  /// What `facts` asks first, for `SQLSession.prefetch`.
  func questions(about people: AskedPeople, _ needs: AudienceNeeds) -> [SQLQuestion] {
    readings(of: people, needs, NeededEvents(needs, at: now)).map(\.question)
  }

  private func readings(of people: AskedPeople, _ needs: AudienceNeeds, _ events: NeededEvents) -> [Reading] {
    var readings: [Reading] = []
    func forEach(
      _ statement: PeopleStatement, _ more: SQLArguments = [],
      _ add: @escaping (any SQLCursor, inout PersonFacts) -> Void
    ) {
      readings.append(Reading(question: statement.question(about: people, app: app, more), add: add))
    }
    if !needs.attributes.isEmpty {
      forEach(SQL.attributesAmong, [SQL.list(needs.attributes.sorted())]) { row, facts in
        if let key = row.text(1) { facts.attributes[key] = row.text(2).flatMap(Value.init(stored:)) }
      }
    }
    if !needs.events.isEmpty {
      forEach(
        events.hasProperties ? SQL.recordsOfPeople : SQL.namesOfPeople,
        [
          events.begin?.milliseconds ?? .min, eventLimit,
          // Every row is one that was read.
          eventLimit == nil ? SQL.list(events.names.sorted()) : nil,
          SQL.list(events.wholeKinds.map(\.rawValue).sorted()),
        ]
      ) { row, facts in
        events.add(
          kind: row.text(1) ?? "", name: row.text(2) ?? "", at: Instant(milliseconds: row.int(3)), to: &facts
        ) { row.text(4) }
      }
    }
    let facts = needs.facts
    if !facts.isDisjoint(with: [.firstSeen, .lastSeen, .userID]) {
      forEach(SQL.factsOfPeople) { row, person in
        if facts.contains(.firstSeen) {
          person.values[.fact(.firstSeen)] = .date(Instant(milliseconds: row.int(1)))
        }
        if facts.contains(.lastSeen) {
          person.values[.fact(.lastSeen)] = .date(Instant(milliseconds: row.int(2)))
        }
        if facts.contains(.userID), let alias = row.text(3), alias.hasPrefix("u:") {
          person.values[.fact(.userID)] = .string(String(alias.dropFirst(2)))
        }
      }
    }
    if facts.contains(where: { $0.deviceField != nil }) {
      forEach(SQL.newestDevices) { row, person in
        guard let text = row.utf8(1),
          case .object(let fields)? = try? Wire.decode(Wire.JSONValue.self, from: Array(text))
        else { return }
        for fact in facts {
          if let field = fact.deviceField {
            person.values[.fact(fact)] = fact.value(ofField: fields[field]?.string)
          }
        }
      }
    }
    if facts.contains(.isReachable) {
      forEach(SQL.reachability) { row, person in
        person.values[.fact(.isReachable)] = .bool(row.int(1) != 0)
      }
    }
    if facts.contains(.campaignsSeen) {
      forEach(SQL.campaignsSeen) { row, person in
        person.values[.fact(.campaignsSeen)] = .int(row.int(1))
        person.rows += Int(row.int(1))
      }
    }
    if let lists = needs.values[.list] {
      let lists = lists.compactMap { if case .list(let id) = $0 { id.rawValue } else { nil } }
      forEach(SQL.listsOfPeople, [SQL.list(lists.sorted())]) { row, person in
        person.values[.list(AudienceID(row.text(1) ?? ""))] = true
      }
    }
    var campaigns: Set<CampaignID> = []
    for case .campaign(let id, let step) in needs.values[.campaign] ?? [] where step != .converted {
      campaigns.insert(id)
    }
    if !campaigns.isEmpty {
      forEach(SQL.stepsAmong, [SQL.list(campaigns.map(\.rawValue).sorted())]) { row, person in
        let id = CampaignID(row.text(1) ?? "")
        for (step, column) in [(AudienceStep.seen, 2), (.clicked, 3)] where !row.isNull(column) {
          person.values[.campaign(id, step)] = .date(Instant(milliseconds: row.int(column)))
        }
      }
    }
    return readings
  }

  /// - Parameters:
  ///   - people: Each once.
  ///   - asked: How the same people were asked about ahead.
  func facts(
    of people: [Int64], as asked: AskedPeople? = nil, _ needs: AudienceNeeds, _ db: any SQLSession
  ) throws -> [Int64: PersonFacts] {
    var found = Dictionary(uniqueKeysWithValues: people.map { ($0, PersonFacts()) })
    guard !people.isEmpty else { return found }
    let events = NeededEvents(needs, at: now)
    for reading in readings(of: asked ?? .people(people), needs, events) {
      let rows = try db.cursor(reading.question.sql, reading.question.each[0])
      while try rows.next() {
        let person = rows.int(0)
        found[person]?.rows += 1
        reading.add(rows, &found[person, default: PersonFacts()])
      }
    }
    if !needs.events.isEmpty {
      for person in people { events.finish(&found[person, default: PersonFacts()]) }
    }
    if needs.values[.random] != nil {
      for person in people { found[person]?.unit = PersonUnit.text(person) }
    }
    var converted: Set<CampaignID> = []
    for case .campaign(let id, .converted) in needs.values[.campaign] ?? [] { converted.insert(id) }
    for (id, rules) in try FirstConversions.rules(of: converted, app: app, db) {
      let first = FirstConversions(id, app: app, limit: eventLimit)
      try first.forEach(rules, of: people, db) { person, at, steps in
        found[person]?.rows += steps
        if let at { found[person]?.values[.campaign(id, .converted)] = .date(at) }
      }
    }
    return found
  }
}

extension SQL {
  // Rows begin with the person.

  static let attributesAmong = PeopleStatement {
    """
    SELECT a.person_id, a.key, a.value FROM \($0) n CROSS JOIN person_attribute a ON a.app = ?1 AND a.person_id = n.value
      AND a.key IN (SELECT value FROM json_each(?3))
    """
  }
  static let factsOfPeople = PeopleStatement {
    """
    SELECT p.person_id, p.first_seen, p.last_seen, p.alias FROM \($0) n CROSS JOIN person p ON p.app = ?1 AND p.person_id = n.value
    """
  }
  /// The device that each person used last.
  static let newestDevices = PeopleStatement {
    """
    SELECT d.person_id, d.description FROM \($0) n CROSS JOIN device d ON d.app = ?1 AND d.person_id = n.value
      AND d.device_id = (\(newestDevice("device_id", of: "n.value")))
    """
  }
  /// A column of the device that a person of the app ?1 used last.
  static func newestDevice(_ column: String, of person: String) -> String {
    "SELECT o.\(column) FROM device o WHERE o.app = ?1 AND o.person_id = \(person) ORDER BY o.last_seen DESC, o.device_id DESC LIMIT 1"
  }
  static let stepsAmong = PeopleStatement {
    """
    SELECT c.person_id, c.campaign, c.first_impression_at, c.first_click_at
    FROM \($0) n CROSS JOIN person_campaign c ON c.app = ?1 AND c.person_id = n.value AND c.campaign IN (SELECT value FROM json_each(?3))
    """
  }
  static let campaignsSeen = PeopleStatement {
    """
    SELECT n.value, (
      SELECT count(*) FROM person_campaign c WHERE c.app = ?1 AND c.person_id = n.value AND c.first_impression_at IS NOT NULL
    ) FROM \($0) n
    """
  }
  /// Those of the lists ?3 that have the user id of a person.
  static let listsOfPeople = PeopleStatement {
    """
    SELECT p.person_id, l.audience FROM \($0) n CROSS JOIN person p ON p.app = ?1 AND p.person_id = n.value AND p.alias >= 'u:'
      CROSS JOIN audience_list l ON l.app = p.app AND l.audience IN (SELECT value FROM json_each(?3))
      CROSS JOIN audience_list_entry e ON e.app = l.app AND e.audience = l.audience AND e.generation = l.generation
        AND e.user_id = substr(p.alias, 3)
    """
  }
  static let namesOfPeople = eventsOfPeople("e.person_id, e.kind, e.name, e.counted_at")
  static let recordsOfPeople = eventsOfPeople("e.person_id, e.kind, e.name, e.counted_at, e.record")
  /// Events from ?3 on. ?4: the newest of each person; null for all. Of the names ?5, which is null
  /// for all, and of the kinds ?6.
  private static func eventsOfPeople(_ columns: String) -> PeopleStatement {
    PeopleStatement {
      """
      SELECT \(columns) FROM \($0) n CROSS JOIN event e INDEXED BY event_timeline ON e.app = ?1 AND e.person_id = n.value
        AND e.counted_at >= CASE WHEN CAST(?4 AS BIGINT) IS NULL THEN ?3 ELSE coalesce((
          SELECT o.counted_at FROM event o WHERE o.app = ?1 AND o.person_id = n.value AND o.counted_at >= ?3
          ORDER BY o.counted_at DESC LIMIT 1 OFFSET ?4 - 1), ?3) END
      WHERE CAST(?5 AS TEXT) IS NULL OR e.name IN (SELECT value FROM json_each(?5))
        OR e.name IS NOT NULL AND e.kind IN (SELECT value FROM json_each(?6))
      """
    }
  }
  /// Devices that can show a notification, of people who want some. Where signatures are required,
  /// those of users for whom nobody vouched get none. `?1` is the app.
  static let reachableDevices = """
    token IS NOT NULL AND environment IS NOT NULL AND dead_at IS NULL AND opted_out_at IS NULL AND NOT is_lab
      AND coalesce("authorization", 'authorized') IN ('authorized', 'provisional', 'ephemeral')
      AND NOT EXISTS (
        SELECT 1 FROM person_attribute a
        WHERE a.app = push_device.app AND a.person_id = push_device.person_id AND a.key = 'push_subscription'
          AND a.value = '"unsubscribed"'
      )
      AND (
        trust = \(DeviceTrust.person.rawValue)
        OR NOT EXISTS (SELECT 1 FROM app_setting s WHERE s.app = ?1 AND s.signature_mode = '\(UserAuthentication.Mode.required.rawValue)')
        OR NOT EXISTS (
          SELECT 1 FROM person n WHERE n.app = push_device.app AND n.person_id = push_device.person_id AND n.alias >= 'u:'
        )
      )
    """
  static let reachability = PeopleStatement {
    """
    SELECT n.value, EXISTS (SELECT 1 FROM push_device WHERE app = ?1 AND person_id = n.value AND \(reachableDevices)) FROM \($0) n
    """
  }
}
