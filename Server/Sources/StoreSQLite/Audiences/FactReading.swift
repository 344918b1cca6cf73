// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire

/// Reads what rules need to know about one person.
struct FactReading {
  let app: Int64
  let person: Int64
  let now: Instant

  /// The newest events that are read of one person.
  static let eventLimit = 10_000

  func facts(_ needs: AudienceNeeds, _ db: Database) throws -> PersonFacts {
    var facts = PersonFacts()
    for key in needs.attributes {
      let text = try String.fetchOne(db.cachedStatement(sql: SQL.audienceAttribute), arguments: [app, person, key])
      if let value = text.flatMap(Value.init(stored:)) { facts.attributes[key] = value }
    }
    if !needs.facts.isEmpty { facts.facts = try self.facts(needs.facts, db) }
    for id in needs.campaigns {
      guard let row = try Row.fetchOne(db.cachedStatement(sql: SQL.audienceSteps), arguments: [app, person, id.rawValue]) else { continue }
      facts.steps[id] = [.seen: Instant(stored: row[0]), .clicked: Instant(stored: row[1])].compactMapValues(\.self)
    }
    for id in needs.conversions {
      facts.steps[id, default: [:]][.converted] = try FirstConversions(id, app: app, db).first(of: person, db)
    }
    for list in needs.lists {
      let isListed = try Bool.fetchOne(
        db.cachedStatement(sql: SQL.isListed), arguments: ["app": app, "person": person, "audience": list.rawValue])
      if isListed == true { facts.lists.insert(list) }
    }
    if needs.isRandom { facts.unit = PersonUnit.text(person) }
    for (name, since) in needs.events { facts.events += try events(name, since, db) }
    facts.events.sort { $0.at < $1.at }
    return facts
  }

  private func facts(_ needed: Set<AudienceFact>, _ db: Database) throws -> [AudienceFact: Value] {
    var facts: [AudienceFact: Value] = [:]
    if let row = try Row.fetchOne(db.cachedStatement(sql: SQL.factsOfPerson), arguments: [app, person]) {
      facts[.firstSeen] = .date(Instant(milliseconds: row["first_seen"]))
      facts[.lastSeen] = .date(Instant(milliseconds: row["last_seen"]))
      let alias: String = row["alias"]
      if alias.hasPrefix("u:") { facts[.userID] = .string(String(alias.dropFirst(2))) }
    }
    if needed.contains(where: { $0.deviceField != nil }),
      let text = try String.fetchOne(db.cachedStatement(sql: SQL.lastDevice), arguments: [app, person]),
      case .object(let fields)? = try? Wire.decode(Wire.JSONValue.self, from: Array(text.utf8))
    {
      for fact in AudienceFact.allCases {
        if let field = fact.deviceField { facts[fact] = fact.value(ofField: fields[field]?.string) }
      }
    }
    if needed.contains(.isReachable) {
      facts[.isReachable] = .bool(try Bool.fetchOne(db.cachedStatement(sql: SQL.isReachable), arguments: [app, person]) ?? false)
    }
    return facts.filter { needed.contains($0.key) }
  }

  private func events(_ name: AudienceNeeds.EventName, _ since: AudienceNeeds.Since, _ db: Database) throws -> [PersonFacts.Event] {
    let begin = since.within.map { (now - $0).milliseconds } ?? .min
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: SQL.eventsOfPerson), arguments: [app, person, begin, name.kind.rawValue, name.name, Self.eventLimit])
    return try rows.map { row in
      PersonFacts.Event(
        name.kind, name: row["name"], at: Instant(milliseconds: row["counted_at"]),
        properties: since.hasProperties ? try Properties(eventIn: row["record"]) : Properties())
    }
  }
}

extension Value {
  /// The value of an attribute as it is stored; nil if it was removed.
  init?(stored text: String) {
    guard let json = try? Wire.decode(Wire.JSONValue.self, from: Array(text.utf8)), json != .null else { return nil }
    self.init(json)
  }
}

extension Properties {
  /// The properties of a stored event, and the fields of a purchase.
  init(eventIn text: String?) throws {
    guard let text, let record = try? Wire.decode(Wire.EventRecord.self, from: Array(text.utf8)) else {
      self.init()
      return
    }
    self.init(record.body.audienceProperties)
  }
}

extension SQL {
  static let audienceAttribute = "SELECT value FROM person_attribute WHERE app = ? AND person_id = ? AND key = ?"
  static let factsOfPerson = "SELECT alias, first_seen, last_seen FROM person WHERE app = ? AND person_id = ?"
  static let lastDevice = """
    SELECT description FROM device WHERE app = ? AND person_id = ? ORDER BY last_seen DESC, device_id DESC LIMIT 1
    """
  static let audienceSteps = """
    SELECT first_impression_at, first_click_at FROM person_campaign WHERE app = ? AND person_id = ? AND campaign = ?
    """
  static let eventsOfPerson = """
    SELECT name, counted_at, record FROM event
    WHERE app = ?1 AND person_id = ?2 AND counted_at >= ?3 AND kind = ?4 AND name = coalesce(?5, name) ORDER BY counted_at DESC LIMIT ?6
    """
  /// Devices that can show a notification, of people who want some.
  static let reachableDevices = """
    token IS NOT NULL AND environment IS NOT NULL AND dead_at IS NULL AND opted_out_at IS NULL AND NOT is_lab
      AND coalesce(authorization, 'authorized') IN ('authorized', 'provisional', 'ephemeral')
      AND NOT EXISTS (
        SELECT 1 FROM person_attribute a
        WHERE a.app = push_device.app AND a.person_id = push_device.person_id AND a.key = 'push_subscription'
          AND a.value = '"unsubscribed"'
      )
    """
  static let isReachable = """
    SELECT EXISTS (SELECT 1 FROM push_device WHERE app = ? AND person_id = ? AND \(reachableDevices))
    """
}
