// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire

/// The attributes that one batch sets and changes.
///
/// What arrives in order, as almost everything does, costs a fixed number of statements: the value that stands in the row is changed. What
/// arrives late needs all that was said after it; such histories are read once, kept open and written at the batch's end.
struct Attributes {
  private struct Name: Hashable {
    var person: Int64
    var key: String
  }

  private struct Open {
    var stored: AttributeHistory
    var history: AttributeHistory
  }

  /// Histories that are open at the same time; each may be some megabytes large.
  private static let openLimit = 8

  private let steps: AttributeSteps
  private var open: [Name: Open] = [:]

  init(app: Int64) {
    steps = AttributeSteps(app: app)
  }

  mutating func set(_ key: String, to value: Wire.JSONValue, of person: Int64, at place: AttributeHistory.Place, _ db: Database) throws {
    let name = Name(person: person, key: key)
    if open[name] != nil {
      open[name]?.history.add(value, at: place)
      return
    }
    try db.cachedStatement(sql: SQL.setAttribute).execute(
      arguments: [
        steps.app, person, key, AttributeSteps.text(value), place.at.milliseconds, place.eventID, place.isOwn, 0,
      ])
    if db.changesCount > 0 {
      // The newest: what was said before counts no longer.
      try db.cachedStatement(sql: SQL.deleteAttributeSteps).execute(arguments: [steps.app, person, key])
    } else if let row = try row(name, db), row["steps"] > 0 {
      try edit(name, db) { $0.add(value, at: place) }
    }
  }

  mutating func change(
    _ key: String, by change: Wire.AttributeChange, of person: Int64, at place: AttributeHistory.Place, _ db: Database
  ) throws {
    guard change.operation.known != nil else { return }
    let name = Name(person: person, key: key)
    if open[name] != nil {
      open[name]?.history.add(change, at: place)
      return
    }
    guard let row = try row(name, db) else { return try append(change, to: name, .null, count: 0, at: place, db) }
    let (newest, count) = (AttributeSteps.place(row), row["steps"] as Int)
    if newest < place {
      let value = try AttributeSteps.value(row)
      if count == 0 { try steps.put(AttributeSteps.Step(kind: AttributeSteps.Step.set, value: value), at: newest, of: key, person, db) }
      try append(change, to: name, value, count: max(count, 1), at: place, db)
    } else if count > 0 {
      try edit(name, db) { $0.add(change, at: place) }
    }
  }

  /// Writes what is open. Needed at the end, and before people are merged.
  mutating func write(_ db: Database) throws {
    for (name, open) in open { try steps.write(open.history, over: open.stored, of: name.key, name.person, db) }
    open = [:]
  }

  // MARK: - In order, and late

  /// The newest of all that was said.
  private func append(
    _ change: Wire.AttributeChange, to name: Name, _ value: Wire.JSONValue, count: Int, at place: AttributeHistory.Place, _ db: Database
  ) throws {
    try steps.put(AttributeSteps.Step(change), at: place, of: name.key, name.person, db)
    var count = count + 1
    if count > AttributeHistory.kept {
      // A value that was set, one that was folded, and the oldest change.
      let first = try steps.firstSteps(3, of: name.key, name.person, db)
      let values = [first.set, first.folded].compactMap(\.self).count
      if count - values > AttributeHistory.kept {
        var folded = first
        folded.foldOldest()
        try steps.writeSteps(folded, over: first, of: name.key, name.person, db)
        if first.folded != nil { count -= 1 }
      }
    }
    try db.cachedStatement(sql: SQL.putAttribute).execute(
      arguments: [
        steps.app, name.person, name.key, AttributeSteps.text(change.applied(to: value)), place.at.milliseconds, place.eventID, place.isOwn,
        count,
      ])
  }

  private mutating func edit(_ name: Name, _ db: Database, _ body: (inout AttributeHistory) -> Void) throws {
    if open.count == Self.openLimit { try write(db) }
    let stored = try steps.history(of: name.key, name.person, db)
    var history = stored
    body(&history)
    open[name] = Open(stored: stored, history: history)
  }

  private func row(_ name: Name, _ db: Database) throws -> Row? {
    try Row.fetchOne(db.cachedStatement(sql: SQL.attribute), arguments: [steps.app, name.person, name.key])
  }
}
