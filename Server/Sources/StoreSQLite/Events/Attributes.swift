// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire

/// The attributes that one batch sets and changes.
///
/// What arrives in order, as almost everything does, costs a fixed number of statements: the value that stands in the row is changed. What
/// arrives late, or is large, needs all that is kept of the attribute. It is collected, and each history read, changed and written once, one
/// after the other: at the batch's end, and once before that when people are merged. With `AttributeHistory.keptBytes` that bounds what a
/// batch can cost, whoever made it: for each of its events at most one history that is a few times as large as the largest attribute.
struct Attributes {
  private struct Name: Hashable {
    var person: Int64
    var key: String
  }

  private enum Said: Hashable {
    case value(Wire.JSONValue)
    case change(Wire.AttributeChange)
  }

  private let steps: AttributeSteps
  private var late: [Name: [AttributeHistory.Said<Said>]] = [:]

  init(app: Int64) {
    steps = AttributeSteps(app: app)
  }

  /// Whether something was said of the attribute that is not in the tables yet.
  func isCollected(_ key: String, of person: Int64) -> Bool { late[Name(person: person, key: key)] != nil }

  /// True: the value is the newest of all that was said, and stands.
  mutating func set(
    _ key: String, to value: Wire.JSONValue, of person: Int64, at place: AttributeHistory.Place, _ db: Database
  ) throws -> Bool {
    let name = Name(person: person, key: key)
    guard late[name] == nil else {
      collect(.value(value), at: place, of: name)
      return false
    }
    try db.cachedStatement(sql: SQL.setAttribute).execute(
      arguments: [
        steps.app, person, key, AttributeSteps.text(value), place.at.milliseconds, place.eventID, place.isOwn, 0,
      ])
    if db.changesCount > 0 {
      // The newest: what was said before counts no longer.
      try db.cachedStatement(sql: SQL.deleteAttributeSteps).execute(arguments: [steps.app, person, key])
      return true
    }
    if let row = try row(name, db), row["steps"] > 0 { collect(.value(value), at: place, of: name) }
    return false
  }

  mutating func change(
    _ key: String, by change: Wire.AttributeChange, of person: Int64, at place: AttributeHistory.Place, _ db: Database
  ) throws {
    guard change.operation.known != nil else { return }
    let name = Name(person: person, key: key)
    guard late[name] == nil, !AttributeHistory.isLarge(change) else { return collect(.change(change), at: place, of: name) }
    guard let row = try row(name, db) else { return try append(change, to: name, .null, count: 0, at: place, db) }
    let (newest, count) = (AttributeSteps.place(row), row["steps"] as Int)
    if newest < place {
      let value = try AttributeSteps.value(row)
      if count == 0 { try steps.put(AttributeSteps.Step(kind: AttributeSteps.Step.set, value: value), at: newest, of: key, person, db) }
      try append(change, to: name, value, count: max(count, 1), at: place, db)
    } else if count > 0 {
      collect(.change(change), at: place, of: name)
    }
  }

  /// Writes what was collected. Needed at the end, and before people are merged.
  mutating func write(_ db: Database) throws {
    for (name, all) in late {
      let stored = try steps.history(of: name.key, name.person, db)
      var history = stored
      for said in all {
        switch said.content {
        case .value(let value): history.add(value, at: said.place)
        case .change(let change): history.add(change, at: said.place)
        }
      }
      try steps.write(history, over: stored, of: name.key, name.person, db)
    }
    late = [:]
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

  private mutating func collect(_ said: Said, at place: AttributeHistory.Place, of name: Name) {
    late[name, default: []].append(AttributeHistory.Said(said, at: place))
  }

  private func row(_ name: Name, _ db: Database) throws -> Row? {
    try Row.fetchOne(db.cachedStatement(sql: SQL.attribute), arguments: [steps.app, name.person, name.key])
  }
}
