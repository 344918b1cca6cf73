// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire

/// The values of one subject of all people who have one.
struct SubjectRows {
  let app: Int64
  let now: Instant

  /// Calls `body` once for each person who has a value, with whether it passes the test.
  func forEach(_ subject: AudienceSubject, _ test: ConditionTest, _ db: Database, _ body: (Int64, Bool) -> Void) throws {
    switch subject {
    case .attribute(let path, _): try attributes(path, test, db, body)
    case .fact(let fact): try facts(fact, test, db, body)
    case .campaign(let id, .converted):
      try FirstConversions(id, app: app, db).forEach(db) { person, at in body(person, test.accepts(.date(at))) }
    case .campaign(let id, let step):
      let column = step == .seen ? "first_impression_at" : "first_click_at"
      let rows = try Row.fetchCursor(
        db.cachedStatement(
          sql: "SELECT person_id, \(column) FROM person_campaign WHERE app = ? AND campaign = ? AND \(column) IS NOT NULL"),
        arguments: [app, id.rawValue])
      while let row = try rows.next() { body(row[0], test.accepts(.date(Instant(milliseconds: row[1])))) }
    case .activity(let activity): try activities(activity, test, db, body)
    case .random(let salt): try randomNumbers(salt, test, db, body)
    case .list(let id):
      let people = try Int64.fetchCursor(db.cachedStatement(sql: SQL.listedPeople), arguments: [app, id.rawValue])
      let isAccepted = test.accepts(.bool(true))
      while let person = try people.next() { body(person, isAccepted) }
    }
  }

  /// The rows come in the order of the values, so that equal ones are compared once.
  private func attributes(_ path: [String], _ test: ConditionTest, _ db: Database, _ body: (Int64, Bool) -> Void) throws {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: "SELECT person_id, value FROM person_attribute INDEXED BY person_attribute_key WHERE app = ? AND key = ? ORDER BY value"),
      arguments: [app, path.first])
    var last: (text: String, has: Bool, isAccepted: Bool)?
    while let row = try rows.next() {
      let text: String = row[1]
      if last?.text != text {
        let whole = Value(stored: text)
        let value = whole.flatMap { AudienceSubject.field(path.dropFirst(), of: $0) }
        last = (text, value != nil, value.map(test.accepts) ?? false)
      }
      if let last, last.has { body(row[0], last.isAccepted) }
    }
  }

  private func facts(_ fact: AudienceFact, _ test: ConditionTest, _ db: Database, _ body: (Int64, Bool) -> Void) throws {
    switch fact {
    case .firstSeen, .lastSeen:
      let rows = try Row.fetchCursor(
        db.cachedStatement(sql: "SELECT person_id, \(fact.rawValue) FROM person WHERE app = ?"), arguments: [app])
      while let row = try rows.next() { body(row[0], test.accepts(.date(Instant(milliseconds: row[1])))) }
    case .userID:
      let rows = try Row.fetchCursor(
        db.cachedStatement(sql: "SELECT person_id, substr(alias, 3) FROM person WHERE app = ? AND alias >= 'u:' AND alias < 'u;'"),
        arguments: [app])
      while let row = try rows.next() { body(row[0], test.accepts(.string(row[1]))) }
    case .isReachable:
      var reachable = PersonSet()
      let rows = try Int64.fetchCursor(
        db.cachedStatement(sql: "SELECT person_id FROM push_device WHERE app = ? AND \(SQL.reachableDevices)"), arguments: [app])
      while let person = try rows.next() { reachable.insert(person) }
      let (yes, no) = (test.accepts(.bool(true)), test.accepts(.bool(false)))
      let people = try Int64.fetchCursor(db.cachedStatement(sql: SQL.everybody), arguments: [app])
      while let person = try people.next() { body(person, reachable.contains(person) ? yes : no) }
    case .platform, .osVersion, .appVersion, .model, .language, .country, .timeZone: try devices(fact, test, db, body)
    }
  }

  /// Of several devices, the one that was used last counts.
  private func devices(_ fact: AudienceFact, _ test: ConditionTest, _ db: Database, _ body: (Int64, Bool) -> Void) throws {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT person_id, description ->> '$.\(fact.deviceField ?? "")', last_seen, device_id FROM device WHERE app = ? ORDER BY person_id
          """), arguments: [app])
    var verdicts: [String?: Bool] = [:]
    func verdict(_ text: String?) -> Bool? {
      guard let value = fact.value(ofField: text) else { return nil }
      if let known = verdicts[text] { return known }
      let verdict = test.accepts(value)
      verdicts[text] = verdict
      return verdict
    }
    var newest: (person: Int64, text: String?, seen: Int64, device: String)?
    func end() { if let newest, let verdict = verdict(newest.text) { body(newest.person, verdict) } }
    while let row = try rows.next() {
      let (person, seen, device): (Int64, Int64, String) = (row[0], row[2], row[3])
      if newest?.person != person { end() } else if let newest, (newest.seen, newest.device) > (seen, device) { continue }
      newest = (person, row[1], seen, device)
    }
    end()
  }

  private func randomNumbers(_ salt: String, _ test: ConditionTest, _ db: Database, _ body: (Int64, Bool) -> Void) throws {
    guard let draw = try? BucketDraw(.audience, salt: salt) else { return }
    var verdicts = [Bool?](repeating: nil, count: BucketDraw.bucketCount)
    let people = try Int64.fetchCursor(db.cachedStatement(sql: SQL.everybody), arguments: [app])
    while let person = try people.next() {
      guard let unit = try? ExperimentUnit(PersonUnit.text(person)) else { continue }
      let number = draw.bucket(of: unit)
      let verdict = verdicts[number] ?? test.accepts(.int(Int64(number)))
      verdicts[number] = verdict
      body(person, verdict)
    }
  }

  private func activities(_ activity: AudienceActivity, _ test: ConditionTest, _ db: Database, _ body: (Int64, Bool) -> Void) throws {
    var needsRecord = activity.filter != nil
    if case .sum = activity.measure { needsRecord = true }
    let begin = activity.within.map { (now - $0).milliseconds } ?? .min
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT person_id, counted_at, name\(needsRecord ? ", record" : "") FROM event INDEXED BY event_named
          WHERE app = ? AND kind = ? AND name \(activity.name == nil ? "IS NOT NULL AND ? IS NULL" : "= ?") AND counted_at >= ?
          """), arguments: [app, activity.kind.rawValue, activity.name, begin])
    var people: [Int64: PersonFacts] = [:]
    var tallies: [Int64: Tally] = [:]
    while let row = try rows.next() {
      let at = Instant(milliseconds: row[1])
      if needsRecord {
        let event = PersonFacts.Event(activity.kind, name: row[2], at: at, properties: try Properties(eventIn: row[3]))
        people[row[0], default: PersonFacts()].events.append(event)
      } else {
        tallies[row[0], default: Tally(first: at, last: at)].add(at)
      }
    }
    for (person, tally) in tallies { body(person, test.accepts(tally.value(activity.measure))) }
    for (person, facts) in people {
      if let value = facts.value(of: .activity(activity), at: now) { body(person, test.accepts(value)) }
    }
  }

  /// What is known of events without their properties.
  private struct Tally {
    var count: Int64 = 0
    var first: Instant
    var last: Instant

    mutating func add(_ at: Instant) {
      count += 1
      (first, last) = (min(first, at), max(last, at))
    }

    func value(_ measure: AudienceActivity.Measure) -> Value {
      switch measure {
      case .count, .sum: .int(count)
      case .first: .date(first)
      case .last: .date(last)
      }
    }
  }
}
