// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire
import Store

/// Reads and writes the histories of attributes. One that was only ever set has no steps: its row is all there is.
struct AttributeSteps {
  let app: Int64

  /// What there is of an attribute, whether it has steps or not.
  func history(of key: String, _ person: Int64, _ db: Database) throws -> AttributeHistory {
    guard let row = try Row.fetchOne(db.cachedStatement(sql: SQL.attribute), arguments: [app, person, key]) else {
      return AttributeHistory()
    }
    guard row["steps"] > 0 else { return AttributeHistory(set: AttributeHistory.Said(try Self.value(row), at: Self.place(row))) }
    return try firstSteps(.max, of: key, person, db)
  }

  /// So many of the first steps, as if there were no more.
  func firstSteps(_ limit: Int, of key: String, _ person: Int64, _ db: Database) throws -> AttributeHistory {
    let rows = try Row.fetchAll(db.cachedStatement(sql: SQL.attributeSteps), arguments: [app, person, key, limit])
    var history = AttributeHistory()
    var changes: [AttributeHistory.Said<Wire.AttributeChange>] = []
    for row in rows {
      let (kind, value, place) = (row["kind"] as String, try Self.value(row), Self.place(row))
      switch kind {
      case Step.set: history = AttributeHistory(set: AttributeHistory.Said(value, at: place))
      case Step.folded: history = AttributeHistory(set: history.set, folded: AttributeHistory.Said(value, at: place))
      default: changes.append(AttributeHistory.Said(Wire.AttributeChange(Wire.Open(kind), value), at: place))
      }
    }
    return AttributeHistory(set: history.set, folded: history.folded, changes: changes)
  }

  /// Makes the attribute what its history says; touches only the steps that differ from those that are stored.
  func write(_ history: AttributeHistory, over stored: AttributeHistory, of key: String, _ person: Int64, _ db: Database) throws {
    try writeSteps(history, over: stored, of: key, person, db)
    guard let newest = history.newest else {
      try db.cachedStatement(sql: SQL.deleteAttribute).execute(arguments: [app, person, key])
      return
    }
    try db.cachedStatement(sql: SQL.putAttribute).execute(
      arguments: [
        app, person, key, Self.text(history.value), newest.at.milliseconds, newest.eventID, newest.isOwn, Self.steps(of: history).count,
      ])
  }

  /// As `write(_:over:of:_:_:)`, of the steps alone: histories may be the first part of longer ones.
  func writeSteps(
    _ history: AttributeHistory, over stored: AttributeHistory, of key: String, _ person: Int64, _ db: Database
  ) throws {
    let (before, after) = (Self.steps(of: stored), Self.steps(of: history))
    for (place, step) in after where before[place] != step { try put(step, at: place, of: key, person, db) }
    for place in before.keys where after[place] == nil {
      try db.cachedStatement(sql: SQL.deleteAttributeStep).execute(
        arguments: [app, person, key, place.isOwn, place.at.milliseconds, place.eventID])
    }
  }

  func put(_ step: Step, at place: AttributeHistory.Place, of key: String, _ person: Int64, _ db: Database) throws {
    try db.cachedStatement(sql: SQL.putAttributeStep).execute(
      arguments: [
        app, person, key, place.isOwn, place.at.milliseconds, place.eventID, step.kind, Self.text(step.value),
      ])
  }

  /// Reads the history again from the events, whatever is stored of it.
  func rebuild(_ key: String, of person: Int64, _ db: Database) throws {
    var history = AttributeHistory()
    let rows = try Row.fetchCursor(db.cachedStatement(sql: SQL.eventsOfAttribute), arguments: [app, person, key])
    while let row = try rows.next() {
      // Version 2 stored whatever had a kind that it did not know.
      guard let text = row["record"] as String?, let record = try? Wire.decode(Wire.EventRecord.self, from: Array(text.utf8)) else {
        continue
      }
      let place = AttributeHistory.Place(record, at: Instant(milliseconds: row["counted_at"]))
      switch record.body {
      case .attribute(_, let value): history.add(value, at: place)
      case .attributeChange(_, let change): history.add(change, at: place)
      default: break
      }
    }
    try db.cachedStatement(sql: SQL.deleteAttributeSteps).execute(arguments: [app, person, key])
    try write(history, over: AttributeHistory(), of: key, person, db)
  }

  /// What version 2 could only keep is done now.
  static func applyChangesOfVersion2(_ db: Database) throws {
    for row in try Row.fetchAll(db, sql: SQL.changesOfVersion2) {
      try AttributeSteps(app: row["app"]).rebuild(row["key"], of: row["person_id"], db)
    }
  }

  // MARK: - Rows

  struct Step: Equatable {
    static let set = "set"
    static let folded = "folded"

    /// One of these two, or an operation.
    var kind: String
    var value: Wire.JSONValue
  }

  /// None when the attribute was only set.
  private static func steps(of history: AttributeHistory) -> [AttributeHistory.Place: Step] {
    guard history.folded != nil || !history.changes.isEmpty else { return [:] }
    var steps: [AttributeHistory.Place: Step] = [:]
    if let set = history.set { steps[set.place] = Step(kind: Step.set, value: set.content) }
    if let folded = history.folded { steps[folded.place] = Step(kind: Step.folded, value: folded.content) }
    for change in history.changes { steps[change.place] = Step(change.content) }
    return steps
  }

  static func place(_ row: Row) -> AttributeHistory.Place {
    AttributeHistory.Place(isOwn: row["is_own"], at: Instant(milliseconds: row["at"]), eventID: row["event_id"])
  }

  static func value(_ row: Row) throws -> Wire.JSONValue {
    let text: String = row["value"]
    guard let value = try? Wire.decode(Wire.JSONValue.self, from: Array(text.utf8)) else {
      throw StoreError.failed("A stored attribute cannot be read.")
    }
    return value
  }

  static func text(_ value: Wire.JSONValue) -> String { String(decoding: Wire.encode(value), as: UTF8.self) }
}

extension AttributeSteps.Step {
  init(_ change: Wire.AttributeChange) {
    self.init(kind: change.operation.rawValue, value: change.value)
  }
}

extension AttributeHistory.Place {
  /// - Parameter at: When the event counts.
  init(_ record: Wire.EventRecord, at: Instant) {
    self.init(isOwn: record.userID != nil, at: at, eventID: record.id)
  }
}
