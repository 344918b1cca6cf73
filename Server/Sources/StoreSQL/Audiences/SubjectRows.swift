// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// The values of one subject of all people who have one.
struct SubjectRows {
  let app: Int64
  let now: Instant
  /// Whether people are looked for who have this value.
  let isWanted: (Value) -> Bool

  /// Calls `body` once for each person who has a value and is looked for.
  func forEach(_ subject: AudienceSubject, _ db: any SQLSession, _ body: (Int64) -> Void) throws {
    switch subject {
    case .attribute(let path, _): try attributes(path, db, body)
    case .fact(let fact): try facts(fact, db, body)
    case .campaign(let id, .converted):
      let rules = try FirstConversions.rules(of: [id], app: app, db)[id] ?? []
      try FirstConversions(id, app: app, limit: nil).forEach(rules, db) { person, at, _ in
        if let at, isWanted(.date(at)) { body(person) }
      }
    case .campaign(let id, let step):
      let column = step == .seen ? "first_impression_at" : "first_click_at"
      let sql =
        "SELECT person_id, \(column) FROM person_campaign WHERE app = ? AND campaign = ? AND \(column) IS NOT NULL"
      let rows = try db.cursor(sql, [app, id.rawValue])
      while try rows.next() { if isWanted(.date(Instant(milliseconds: rows.int(1)))) { body(rows.int(0)) } }
    case .activity(let activity): try activities(activity, subject.activityFilter, db, body)
    case .random(let salt): try randomNumbers(salt, db, body)
    case .list(let id):
      guard isWanted(.bool(true)) else { return }
      let people = try db.cursor(SQL.listedPeople, [app, id.rawValue])
      while try people.next() { body(people.int(0)) }
    }
  }

  private func attributes(_ path: [String], _ db: any SQLSession, _ body: (Int64) -> Void) throws {
    guard let key = path.first else { return }
    func isWanted(_ text: String) -> Bool {
      let value = Value(stored: text).flatMap { AudienceSubject.field(path.dropFirst(), of: $0) }
      return value.map(self.isWanted) ?? false
    }
    try db.forEachPerson(app: app, whose: key, isWanted, body)
  }

  private func facts(_ fact: AudienceFact, _ db: any SQLSession, _ body: (Int64) -> Void) throws {
    switch (fact.traits.source, fact) {
    case (.device(let field), _): try devices(fact, field, db, body)
    case (.push, _): try reachable(db, body)
    case (.campaigns, _):
      let rows = try db.cursor(SQL.campaignsSeenByAll, [app])
      while try rows.next() { if isWanted(.int(rows.int(1))) { body(rows.int(0)) } }
    case (.person, .userID):
      let sql =
        "SELECT person_id, substr(alias, 3) FROM person WHERE app = ? AND alias >= 'u:' AND alias < 'u;'"
      let rows = try db.cursor(sql, [app])
      while try rows.next() { if isWanted(.string(rows.text(1) ?? "")) { body(rows.int(0)) } }
    case (.person, _):
      // The columns have the names of the facts.
      let rows = try db.cursor("SELECT person_id, \(fact.rawValue) FROM person WHERE app = ?", [app])
      while try rows.next() { if isWanted(.date(Instant(milliseconds: rows.int(1)))) { body(rows.int(0)) } }
    }
  }

  /// Only reads everybody when those are looked for whom no notification reaches.
  private func reachable(_ db: any SQLSession, _ body: (Int64) -> Void) throws {
    var reachable = PersonSet()
    let rows = try db.cursor(
      "SELECT person_id FROM push_device WHERE app = ?1 AND \(SQL.reachableDevices)", [app])
    while try rows.next() { reachable.insert(rows.int(0)) }
    if isWanted(.bool(true)) { reachable.forEach(body) }
    guard isWanted(.bool(false)) else { return }
    let people = try db.cursor(SQL.everybody, [app])
    while try people.next() { if !reachable.contains(people.int(0)) { body(people.int(0)) } }
  }

  /// Of several devices, the one that was used last counts.
  private func devices(_ fact: AudienceFact, _ field: String, _ db: any SQLSession, _ body: (Int64) -> Void)
    throws
  {
    let sql =
      "SELECT person_id, json_extract(description, '$.\(field)'), last_seen, device_id FROM device WHERE app = ? ORDER BY person_id"
    let rows = try db.cursor(sql, [app])
    var verdicts: [String?: Bool] = [:]
    func isWanted(_ text: String?) -> Bool {
      if let known = verdicts[text] { return known }
      let verdict = fact.value(ofField: text).map(self.isWanted) ?? false
      verdicts[text] = verdict
      return verdict
    }
    var newest: (person: Int64, text: String?, seen: Int64, device: String)?
    func end() { if let newest, isWanted(newest.text) { body(newest.person) } }
    while try rows.next() {
      let (person, seen, device) = (rows.int(0), rows.int(2), rows.text(3) ?? "")
      if newest?.person != person {
        end()
      } else if let newest, (newest.seen, newest.device) > (seen, device) {
        continue
      }
      newest = (person, rows.text(1), seen, device)
    }
    end()
  }

  private func randomNumbers(_ salt: String, _ db: any SQLSession, _ body: (Int64) -> Void) throws {
    guard let draw = try? BucketDraw(.audience, salt: salt) else { return }
    var verdicts = [Bool?](repeating: nil, count: BucketDraw.bucketCount)
    let people = try db.cursor(SQL.everybody, [app])
    while try people.next() {
      let person = people.int(0)
      guard let unit = try? ExperimentUnit(PersonUnit.text(person)) else { continue }
      let number = draw.bucket(of: unit)
      let verdict = verdicts[number] ?? isWanted(.int(Int64(number)))
      verdicts[number] = verdict
      if verdict { body(person) }
    }
  }

  // MARK: - What people did

  private func activities(
    _ activity: AudienceActivity, _ filter: FilterProgram?, _ db: any SQLSession, _ body: (Int64) -> Void
  ) throws {
    var isSum = false
    if case .sum = activity.measure { isSum = true }
    let needsRecord = filter != nil || isSum
    let begin = activity.within.map { (now - $0).milliseconds } ?? .min
    // The index has the events of one name oldest first. A sum of numbers depends on the order.
    let rows = try db.cursor(
      """
      SELECT person_id, counted_at\(needsRecord ? ", record" : "") FROM event INDEXED BY event_named
      WHERE app = ? AND kind = ? AND name \(activity.name == nil ? "IS NOT NULL AND CAST(? AS TEXT) IS NULL" : "= ?") AND counted_at >= ?
      \(isSum && activity.name == nil ? "ORDER BY counted_at" : "")
      """, [app, activity.kind.rawValue, activity.name, begin])
    if activity.measure == .count, !needsRecord { return try count(rows, body) }
    var tallies: [Int64: ActivityTally] = [:]
    while try rows.next() {
      let at = Instant(milliseconds: rows.int(1))
      let properties = needsRecord ? Properties(eventIn: rows.text(2)) : Properties()
      if let filter, !filter.evaluate(properties, at: at) { continue }
      tallies[rows.int(0), default: ActivityTally()].add(at, properties, for: activity.measure)
    }
    for (person, tally) in tallies {
      if let value = tally.value(activity.measure), isWanted(value) { body(person) }
    }
  }

  /// Only how often each person did it.
  private func count(_ rows: any SQLCursor, _ body: (Int64) -> Void) throws {
    var counts: [Int32] = []
    while try rows.next() {
      let person = Int(rows.int(0))
      if person >= counts.count {
        counts.append(contentsOf: repeatElement(0, count: max(person + 1, counts.count * 2) - counts.count))
      }
      counts[person] &+= 1
    }
    var verdicts: [Int32: Bool] = [:]
    for (person, count) in counts.enumerated() where count > 0 {
      let verdict = verdicts[count] ?? isWanted(.int(Int64(count)))
      verdicts[count] = verdict
      if verdict { body(Int64(person)) }
    }
  }
}

// MARK: - Attributes

/// So many people with the same value are read, whom nobody looks for, before the others with this
/// value are skipped.
private let patience = 32

extension SQLSession {
  /// The rows come in the order of the values, so that equal ones are compared once, and those of
  /// people whom nobody looks for are skipped.
  public func forEachPerson(
    app: Int64, whose key: String, _ isWantedText: (String) -> Bool, _ body: (Int64) -> Void
  ) throws {
    var rows = try cursor(SQL.attributeValues, [app, key, ""])
    var last: [UInt8] = []
    var isWanted = false
    var skipped = 0
    while try rows.next() {
      guard let text = rows.utf8(1) else { continue }
      if !text.elementsEqual(last) {
        last = Array(text)
        isWanted = isWantedText(String(decoding: last, as: UTF8.self))
        skipped = 0
      }
      if isWanted {
        body(rows.int(0))
      } else {
        skipped += 1
        if skipped == patience {
          rows = try cursor(SQL.attributeValues, [app, key, String(decoding: last, as: UTF8.self)])
        }
      }
    }
  }
}

extension SQL {
  /// In the order of the table's key.
  static let campaignsSeenByAll = """
    SELECT person_id, count(*) FROM person_campaign NOT INDEXED WHERE app = ? AND first_impression_at IS NOT NULL GROUP BY person_id
    """
  /// Who has which value of an attribute, in the order of the values, from one on.
  static let attributeValues = """
    SELECT person_id, value FROM person_attribute INDEXED BY person_attribute_key WHERE app = ? AND key = ? AND value > ? ORDER BY value
    """
}
