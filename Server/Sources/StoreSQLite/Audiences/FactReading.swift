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
  /// The newest events that are read, of each name that is needed.
  var eventLimit = 10_000
  /// Whether older events are looked for if those of other names hide them. If not, no more than
  /// `eventLimit` rows of events are read, unless conversions are needed.
  var looksFurther = true
  /// How many rows were read.
  private(set) var rows = 0

  /// From so many on, everything of a kind is read at once instead of one by one.
  private static let many = 3

  init(app: Int64, person: Int64, now: Instant) { (self.app, self.person, self.now) = (app, person, now) }

  mutating func facts(_ needs: AudienceNeeds, _ db: Database) throws -> PersonFacts {
    var facts = PersonFacts()
    if !needs.attributes.isEmpty { facts.attributes = try attributes(needs.attributes, db) }
    if !needs.events.isEmpty { facts.events = try events(needs.events, db) }
    for (kind, subjects) in needs.values {
      switch kind {
      case .fact: facts.values.merge(try self.facts(subjects, db)) { $1 }
      case .campaign: facts.values.merge(try campaigns(subjects, db)) { $1 }
      case .list: facts.values.merge(try lists(subjects, db)) { $1 }
      case .random: facts.unit = PersonUnit.text(person)
      case .attribute, .activity: break
      }
    }
    return facts
  }

  private mutating func attributes(_ keys: Set<String>, _ db: Database) throws -> [String: Value] {
    var values: [String: Value] = [:]
    guard keys.count >= Self.many else {
      for key in keys {
        let text = try String.fetchOne(
          db.cachedStatement(sql: SQL.audienceAttribute), arguments: [app, person, key])
        if let value = text.flatMap(Value.init(stored:)) { values[key] = value }
        rows += 1
      }
      return values
    }
    let all = try RowSteps(SQL.audienceAttributes, [app, person], db)
    while try all.next() {
      rows += 1
      guard let key = all.text(0), keys.contains(key), let value = all.text(1).flatMap(Value.init(stored:))
      else { continue }
      values[key] = value
    }
    return values
  }

  private mutating func campaigns(_ subjects: Set<AudienceSubject>, _ db: Database) throws
    -> [AudienceSubject: Value]
  {
    var values: [AudienceSubject: Value] = [:]
    var campaigns: Set<CampaignID> = []
    for case .campaign(let id, let step) in subjects {
      guard step == .converted else {
        campaigns.insert(id)
        continue
      }
      let found = try FirstConversions(id, app: app, eventLimit: eventLimit).first(of: person, db)
      if let at = found.at { values[.campaign(id, .converted)] = .date(at) }
      rows += found.rows
    }
    func add(_ row: Row, of id: CampaignID) {
      for (step, at) in [(AudienceStep.seen, Instant(stored: row[0])), (.clicked, Instant(stored: row[1]))] {
        if let at { values[.campaign(id, step)] = .date(at) }
      }
      rows += 1
    }
    if campaigns.count >= Self.many {
      for row in try Row.fetchAll(db.cachedStatement(sql: SQL.audienceStepsOfAll), arguments: [app, person]) {
        let id = CampaignID(row[2] as String)
        if campaigns.contains(id) { add(row, of: id) }
      }
    } else {
      for id in campaigns {
        let row = try Row.fetchOne(
          db.cachedStatement(sql: SQL.audienceSteps), arguments: [app, person, id.rawValue])
        if let row { add(row, of: id) }
      }
    }
    return values
  }

  private mutating func lists(_ subjects: Set<AudienceSubject>, _ db: Database) throws -> [AudienceSubject:
    Value]
  {
    var values: [AudienceSubject: Value] = [:]
    if subjects.count >= Self.many {
      let lists = try String.fetchAll(
        db.cachedStatement(sql: SQL.listsOfPerson), arguments: ["app": app, "person": person])
      for list in lists { values[.list(AudienceID(list))] = true }
      rows += lists.count
    } else {
      for case .list(let id) in subjects {
        let isListed = try Bool.fetchOne(
          db.cachedStatement(sql: SQL.isListed),
          arguments: ["app": app, "person": person, "audience": id.rawValue])
        if isListed == true { values[.list(id)] = true }
        rows += 1
      }
    }
    return values
  }

  private mutating func facts(_ needed: Set<AudienceSubject>, _ db: Database) throws -> [AudienceSubject:
    Value]
  {
    var values: [AudienceSubject: Value] = [:]
    rows += 2
    if let row = try Row.fetchOne(db.cachedStatement(sql: SQL.factsOfPerson), arguments: [app, person]) {
      values[.fact(.firstSeen)] = .date(Instant(milliseconds: row["first_seen"]))
      values[.fact(.lastSeen)] = .date(Instant(milliseconds: row["last_seen"]))
      let alias: String = row["alias"]
      if alias.hasPrefix("u:") { values[.fact(.userID)] = .string(String(alias.dropFirst(2))) }
    }
    if needed.contains(where: { if case .fact(let fact) = $0 { fact.deviceField != nil } else { false } }),
      let text = try String.fetchOne(db.cachedStatement(sql: SQL.lastDevice), arguments: [app, person]),
      case .object(let fields)? = try? Wire.decode(Wire.JSONValue.self, from: Array(text.utf8))
    {
      for case .fact(let fact) in needed {
        if let field = fact.deviceField { values[.fact(fact)] = fact.value(ofField: fields[field]?.string) }
      }
    }
    if needed.contains(.fact(.isReachable)) {
      values[.fact(.isReachable)] = .bool(
        try Bool.fetchOne(db.cachedStatement(sql: SQL.isReachable), arguments: [app, person]) ?? false)
    }
    if needed.contains(.fact(.campaignsSeen)) {
      let count =
        try Int64.fetchOne(db.cachedStatement(sql: SQL.campaignsSeen), arguments: [app, person]) ?? 0
      values[.fact(.campaignsSeen)] = .int(count)
      rows += Int(count)
    }
    return values.filter { needed.contains($0.key) }
  }

  /// Oldest first. Several names are read together, because the events of a person are only sorted
  /// by time.
  private mutating func events(
    _ needs: [AudienceNeeds.EventName: AudienceNeeds.Since], _ db: Database
  ) throws -> [PersonFacts.Event] {
    var found: [PersonFacts.Event] = []
    if needs.count < Self.many, looksFurther {
      found = try eventsByName(needs, db)
    } else {
      let from = needs.values.map { begin($0) }.min() ?? Int64.min
      let hasProperties = needs.values.contains(where: \.hasProperties)
      let all = try RowSteps(
        hasProperties ? SQL.recordsOfPerson : SQL.namesOfPerson, [app, person, from, eventLimit], db)
      var count = 0
      while try all.next() {
        count += 1
        guard let kind = all.text(0).flatMap(AudienceActivity.Kind.init), let name = all.text(1) else {
          continue
        }
        let at = all.int(2)
        let names = [
          AudienceNeeds.EventName(kind: kind, name: name), AudienceNeeds.EventName(kind: kind, name: nil),
        ]
        let readings = names.compactMap { needs[$0] }.filter { at >= begin($0) }
        guard !readings.isEmpty else { continue }
        let properties =
          readings.contains(where: \.hasProperties) ? Properties(eventIn: all.text(3)) : Properties()
        found.append(
          PersonFacts.Event(kind, name: name, at: Instant(milliseconds: at), properties: properties))
      }
      rows += count
      if count >= eventLimit, looksFurther { found = try eventsByName(needs, db) }
    }
    found.sort { $0.at < $1.at }
    return found
  }

  private mutating func eventsByName(
    _ needs: [AudienceNeeds.EventName: AudienceNeeds.Since], _ db: Database
  ) throws -> [PersonFacts.Event] {
    var found: [PersonFacts.Event] = []
    for (name, own) in needs {
      // Events that are needed under their name and as any of their kind are read once, for both.
      let since = needs[.init(kind: name.kind, name: nil)].map { own.joined(with: $0) } ?? own
      let read = try Row.fetchAll(
        db.cachedStatement(sql: SQL.eventsOfPerson),
        arguments: [app, person, begin(since), name.kind.rawValue, name.name, eventLimit])
      rows += read.count
      for row in read {
        let text: String = row["name"]
        if name.name == nil, needs[.init(kind: name.kind, name: text)] != nil { continue }
        found.append(
          PersonFacts.Event(
            name.kind, name: text, at: Instant(milliseconds: row["counted_at"]),
            properties: since.hasProperties ? Properties(eventIn: row["record"]) : Properties()))
      }
    }
    return found
  }

  private func begin(_ since: AudienceNeeds.Since) -> Int64 {
    since.within.map { (now - $0).milliseconds } ?? .min
  }
}

extension SQL {
  static let audienceAttribute =
    "SELECT value FROM person_attribute WHERE app = ? AND person_id = ? AND key = ?"
  static let audienceAttributes = "SELECT key, value FROM person_attribute WHERE app = ? AND person_id = ?"
  static let factsOfPerson = "SELECT alias, first_seen, last_seen FROM person WHERE app = ? AND person_id = ?"
  static let lastDevice = """
    SELECT description FROM device WHERE app = ? AND person_id = ? ORDER BY last_seen DESC, device_id DESC LIMIT 1
    """
  static let audienceSteps = """
    SELECT first_impression_at, first_click_at FROM person_campaign WHERE app = ? AND person_id = ? AND campaign = ?
    """
  static let audienceStepsOfAll = """
    SELECT first_impression_at, first_click_at, campaign FROM person_campaign WHERE app = ? AND person_id = ?
    """
  static let campaignsSeen = """
    SELECT count(*) FROM person_campaign WHERE app = ? AND person_id = ? AND first_impression_at IS NOT NULL
    """
  static let namesOfPerson = newestOfPerson("kind, name, counted_at")
  static let recordsOfPerson = newestOfPerson("kind, name, counted_at, record")
  private static func newestOfPerson(_ columns: String) -> String {
    "SELECT \(columns) FROM event WHERE app = ? AND person_id = ? AND counted_at >= ? ORDER BY counted_at DESC LIMIT ?"
  }
  static let eventsOfPerson = """
    SELECT name, counted_at, record FROM event
    WHERE app = ?1 AND person_id = ?2 AND counted_at >= ?3 AND kind = ?4 AND name = coalesce(?5, name) ORDER BY counted_at DESC LIMIT ?6
    """
  /// Devices that can show a notification, of people who want some. Where signatures are required,
  /// those of users for whom nobody vouched get none. `?1` is the app.
  static let reachableDevices = """
    token IS NOT NULL AND environment IS NOT NULL AND dead_at IS NULL AND opted_out_at IS NULL AND NOT is_lab
      AND coalesce(authorization, 'authorized') IN ('authorized', 'provisional', 'ephemeral')
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
  static let isReachable = """
    SELECT EXISTS (SELECT 1 FROM push_device WHERE app = ?1 AND person_id = ?2 AND \(reachableDevices))
    """
}
