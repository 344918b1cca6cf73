// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store

/// Reads and writes the stored histories of attributes. An attribute that was only ever set has no
/// steps: its row is all there is.
struct AttributeSteps {
  /// An attribute of a person.
  struct Key: Hashable {
    let person: Int64
    private let exactKey: ExactText

    var key: String { exactKey.text }

    init(person: Int64, key: String) { (self.person, exactKey) = (person, ExactText(key)) }
  }

  let app: Int64

  // MARK: - Reading

  /// The sizes of all attributes of people.
  func profiles(of people: [Int64], _ db: any SQLSession) throws -> [Int64: Profile] {
    let sizes = try db.rows(ofEach: [SQLQuestion(SQL.attributeSizes, each: people.map { [app, $0] })])
    return Dictionary(
      uniqueKeysWithValues: zip(people, sizes).map { person, rows in
        let entries = rows.map { row in
          let (key, bytes) = (row["key"] as String, row["is_removed"] ? nil : row["bytes"] as Int)
          return (
            key,
            Profile.Entry(key, valueBytes: bytes, isOwn: row["is_own"], at: Instant(milliseconds: row["at"]))
          )
        }
        return (person, Profile(entries))
      })
  }

  /// What is stored of each attribute, in order.
  func stored(_ keys: [Key], _ db: any SQLSession) throws -> [StoredAttribute?] {
    try db.rows(ofEach: [SQLQuestion(SQL.attribute, each: keys.map { [app, $0.person, $0.key] })]).map {
      rows in
      try rows.first.map { row in
        StoredAttribute(
          value: try row.document("value", "attribute"), newest: Self.place(row), steps: row["steps"])
      }
    }
  }

  /// Returns that many of the first steps of each, as if there were no more.
  func firstSteps(_ wanted: [(key: Key, steps: Int)], _ db: any SQLSession) throws -> [Key: AttributeHistory]
  {
    let found = try db.rows(ofEach: [
      SQLQuestion(SQL.attributeSteps, each: wanted.map { [app, $0.key.person, $0.key.key, $0.steps] })
    ])
    return Dictionary(
      uniqueKeysWithValues: try zip(wanted, found).map { wanted, rows in
        let steps = try rows.map {
          (
            Self.place($0),
            AttributeHistory.Step(kind: $0["kind"], value: try $0.document("value", "attribute"))
          )
        }
        return (wanted.key, AttributeHistory(steps: steps))
      })
  }

  /// The whole history of an attribute, whether it has steps or not.
  func history(of key: String, _ person: Int64, _ db: any SQLSession) throws -> AttributeHistory {
    let key = Key(person: person, key: key)
    guard let stored = try stored([key], db)[0] else { return AttributeHistory() }
    guard stored.steps > 0 else {
      return AttributeHistory(set: AttributeHistory.Said(stored.value, at: stored.newest))
    }
    return try firstSteps([(key, stored.steps)], db)[key] ?? AttributeHistory()
  }

  // MARK: - Writing

  func write(_ update: AttributeUpdate, of person: Int64, _ db: any SQLSession) throws {
    try write([(person, update)], db)
  }

  /// - Parameter updates: Each attribute of each person once.
  func write(_ updates: [(person: Int64, update: AttributeUpdate)], _ db: any SQLSession) throws {
    var arguments = (removedAll: [SQLArguments](), removed: [SQLArguments](), put: [SQLArguments]())
    var rows = (deleted: [SQLArguments](), put: [SQLArguments]())
    for (person, update) in updates {
      let key: SQLArguments = [app, person, update.key]
      if update.removesAllSteps { arguments.removedAll.append(key) }
      arguments.removed += update.removed.map { key + Self.arguments($0) }
      arguments.put += update.put.map { key + Self.arguments($0) + [$1.kind, Self.text($1.value)] }
      if let row = update.row {
        let newest = row.newest
        rows.put.append(
          key + [Self.text(row.value), newest.at.milliseconds, newest.eventID, newest.isOwn, row.steps])
      } else {
        rows.deleted.append(key)
      }
    }
    try db.run(SQL.deleteAttributeSteps, each: arguments.removedAll)
    try db.run(SQL.deleteAttributeStep, each: arguments.removed)
    try db.run(SQL.putAttributeStep, each: arguments.put)
    try db.run(SQL.deleteAttribute, each: rows.deleted)
    try db.run(SQL.putAttribute, each: rows.put)
  }

  private static func arguments(_ place: AttributeHistory.Place) -> SQLArguments {
    [place.isOwn, place.at.milliseconds, place.eventID]
  }

  /// Rebuilds the history from the events, whatever is stored of it.
  func rebuild(_ key: String, of person: Int64, _ db: any SQLSession) throws {
    let rows = try db.rows(SQL.eventsOfAttribute, [app, person, key])
    // An event that cannot be read must not stop a merge.
    let events = rows.compactMap { row -> (Wire.EventRecord, Instant)? in
      guard let text = row["record"] as String?,
        let record = try? Wire.decode(Wire.EventRecord.self, from: Array(text.utf8))
      else {
        return nil
      }
      return (record, Instant(milliseconds: row["counted_at"]))
    }
    try db.run(SQL.deleteAttributeSteps, [app, person, key])
    try write(AttributeUpdate(key, AttributeHistory(of: events), over: AttributeHistory()), of: person, db)
  }

  // MARK: - Rows

  private static func place(_ row: SQLRow) -> AttributeHistory.Place {
    AttributeHistory.Place(
      isOwn: row["is_own"], at: Instant(milliseconds: row["at"]), eventID: row["event_id"])
  }

  private static func text(_ value: Wire.JSONValue) -> String {
    String(decoding: Wire.encode(value), as: UTF8.self)
  }
}

/// The statements about attributes. The description of `SQL` applies here too.
extension SQL {
  /// Replaces whatever was there.
  static let putAttribute = """
    INSERT INTO person_attribute (app, person_id, key, value, at, event_id, is_own, steps) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (app, person_id, key) DO UPDATE SET
      value = excluded.value, at = excluded.at, event_id = excluded.event_id, is_own = excluded.is_own, steps = excluded.steps
    """
  static let attribute = """
    SELECT value, at, event_id, is_own, steps FROM person_attribute WHERE app = ? AND person_id = ? AND key = ?
    """
  static let deleteAttribute = "DELETE FROM person_attribute WHERE app = ? AND person_id = ? AND key = ?"

  // MARK: - Room

  static let attributeSizes = """
    SELECT key, \(words(sqlite: "length(CAST(value AS BLOB))", postgres: "octet_length(value)")) AS bytes, value = 'null' AS is_removed, is_own, at FROM person_attribute
    WHERE app = ? AND person_id = ?
    """

  // MARK: - Steps

  static let attributeSteps = """
    SELECT is_own, at, event_id, kind, value FROM person_attribute_step WHERE app = ? AND person_id = ? AND key = ?
    ORDER BY is_own, at, event_id LIMIT ?
    """
  static let putAttributeStep = """
    INSERT INTO person_attribute_step (app, person_id, key, is_own, at, event_id, kind, value) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (app, person_id, key, is_own, at, event_id) DO UPDATE SET kind = excluded.kind, value = excluded.value
    """
  static let deleteAttributeStep = """
    DELETE FROM person_attribute_step WHERE app = ? AND person_id = ? AND key = ? AND is_own = ? AND at = ? AND event_id = ?
    """
  static let deleteAttributeSteps =
    "DELETE FROM person_attribute_step WHERE app = ? AND person_id = ? AND key = ?"

  // MARK: - Merging

  /// Those attributes of one person that the other person has too, and those that were changed, not
  /// just set.
  static let sharedAttributes = """
    SELECT a.key FROM person_attribute a LEFT JOIN person_attribute b ON b.app = a.app AND b.person_id = ?3 AND b.key = a.key
    WHERE a.app = ?1 AND a.person_id = ?2 AND (a.steps > 0 OR b.key IS NOT NULL)
    """
  /// All events that ever set or changed an attribute.
  static let eventsOfAttribute = """
    SELECT counted_at, record FROM event
    WHERE app = ? AND person_id = ? AND attribute = ?
    ORDER BY counted_at, id
    """
}
