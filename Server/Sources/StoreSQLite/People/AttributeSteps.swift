// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire
import Store

/// Reads and writes the stored histories of attributes. An attribute that was only ever set has no
/// steps: its row is all there is.
struct AttributeSteps {
  let app: Int64

  // MARK: - Reading

  /// The sizes of all of a person's attributes.
  func profile(of person: Int64, _ db: Database) throws -> Profile {
    let rows = try Row.fetchAll(db.cachedStatement(sql: SQL.attributeSizes), arguments: [app, person])
    return Profile(
      rows.map { row in
        let (key, bytes) = (row["key"] as String, row["is_removed"] ? nil : row["bytes"] as Int)
        return (
          key,
          Profile.Entry(key, valueBytes: bytes, isOwn: row["is_own"], at: Instant(milliseconds: row["at"]))
        )
      })
  }

  func stored(_ key: String, of person: Int64, _ db: Database) throws -> StoredAttribute? {
    guard let row = try Row.fetchOne(db.cachedStatement(sql: SQL.attribute), arguments: [app, person, key])
    else { return nil }
    return StoredAttribute(
      value: try row.document("value", "attribute"), newest: Self.place(row), steps: row["steps"])
  }

  /// Returns that many of the first steps, as if there were no more.
  func firstSteps(_ limit: Int, of key: String, _ person: Int64, _ db: Database) throws -> AttributeHistory {
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: SQL.attributeSteps), arguments: [app, person, key, limit])
    return AttributeHistory(
      steps: try rows.map {
        (
          Self.place($0),
          AttributeHistory.Step(kind: $0["kind"], value: try $0.document("value", "attribute"))
        )
      })
  }

  /// The whole history of an attribute, whether it has steps or not.
  func history(of key: String, _ person: Int64, _ db: Database) throws -> AttributeHistory {
    guard let stored = try stored(key, of: person, db) else { return AttributeHistory() }
    guard stored.steps > 0 else {
      return AttributeHistory(set: AttributeHistory.Said(stored.value, at: stored.newest))
    }
    return try firstSteps(stored.steps, of: key, person, db)
  }

  // MARK: - Writing

  func write(_ update: AttributeUpdate, of person: Int64, _ db: Database) throws {
    let key = update.key
    if update.removesAllSteps {
      try db.cachedStatement(sql: SQL.deleteAttributeSteps).execute(arguments: [app, person, key])
    }
    for place in update.removed {
      try db.cachedStatement(sql: SQL.deleteAttributeStep).execute(
        arguments: [app, person, key, place.isOwn, place.at.milliseconds, place.eventID])
    }
    for (place, step) in update.put {
      try db.cachedStatement(sql: SQL.putAttributeStep).execute(
        arguments: [
          app, person, key, place.isOwn, place.at.milliseconds, place.eventID, step.kind,
          Self.text(step.value),
        ])
    }
    guard let row = update.row else {
      try db.cachedStatement(sql: SQL.deleteAttribute).execute(arguments: [app, person, key])
      return
    }
    try db.cachedStatement(sql: SQL.putAttribute).execute(
      arguments: [
        app, person, key, Self.text(row.value), row.newest.at.milliseconds, row.newest.eventID,
        row.newest.isOwn, row.steps,
      ])
  }

  /// Rebuilds the history from the events, whatever is stored of it.
  func rebuild(_ key: String, of person: Int64, _ db: Database) throws {
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: SQL.eventsOfAttribute), arguments: [app, person, key])
    // An event that cannot be read must not stop a merge.
    let events = rows.compactMap { row -> (Wire.EventRecord, Instant)? in
      guard let text = row["record"] as String?,
        let record = try? Wire.decode(Wire.EventRecord.self, from: Array(text.utf8))
      else {
        return nil
      }
      return (record, Instant(milliseconds: row["counted_at"]))
    }
    try db.cachedStatement(sql: SQL.deleteAttributeSteps).execute(arguments: [app, person, key])
    try write(AttributeUpdate(key, AttributeHistory(of: events), over: AttributeHistory()), of: person, db)
  }

  // MARK: - Rows

  private static func place(_ row: Row) -> AttributeHistory.Place {
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
    ON CONFLICT DO UPDATE SET
      value = excluded.value, at = excluded.at, event_id = excluded.event_id, is_own = excluded.is_own, steps = excluded.steps
    """
  static let attribute = """
    SELECT value, at, event_id, is_own, steps FROM person_attribute WHERE app = ? AND person_id = ? AND key = ?
    """
  static let deleteAttribute = "DELETE FROM person_attribute WHERE app = ? AND person_id = ? AND key = ?"

  // MARK: - Room

  static let attributeSizes = """
    SELECT key, length(CAST(value AS BLOB)) AS bytes, value = 'null' AS is_removed, is_own, at FROM person_attribute
    WHERE app = ? AND person_id = ?
    """

  // MARK: - Steps

  static let attributeSteps = """
    SELECT is_own, at, event_id, kind, value FROM person_attribute_step WHERE app = ? AND person_id = ? AND key = ?
    ORDER BY is_own, at, event_id LIMIT ?
    """
  static let putAttributeStep = """
    INSERT INTO person_attribute_step (app, person_id, key, is_own, at, event_id, kind, value) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET kind = excluded.kind, value = excluded.value
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
