// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire

/// Reads and writes the rows that one batch concerns. Decides nothing.
struct IngestTables {
  let app: Int64

  // MARK: - People

  func person(_ name: String, _ db: Database) throws -> Int64? {
    try Int64.fetchOne(db.cachedStatement(sql: SQL.person), arguments: [app, name])
  }

  func nextPerson(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db.cachedStatement(sql: SQL.nextPerson), arguments: [app]) ?? 1
  }

  func isCalled(_ name: String, _ person: Int64, _ db: Database) throws -> Bool {
    try String.fetchOne(db.cachedStatement(sql: SQL.personName), arguments: [app, person]) == name
  }

  func people(of batch: PreparedBatch, _ db: Database) throws -> BatchPeople.State {
    var state = BatchPeople.State()
    func load(_ name: String) throws { state.keys[ExactText(name)] = try person(name, db) }
    for name in batch.people { try load(name) }
    if state.keys.count < batch.people.count { state.next = try nextPerson(db) }
    let signIns = batch.signIns
    guard !signIns.isEmpty else { return state }
    try load(batch.anonymousName)
    if let anonymous = state.keys[ExactText(batch.anonymousName)] {
      state.isAnonymous = try isCalled(batch.anonymousName, anonymous, db)
    }
    for index in signIns {
      let event = batch.events[index]
      guard let user = state.keys[ExactText(batch.people[event.person])] else { continue }
      let found = try Int.fetchOne(
        db.cachedStatement(sql: SQL.isEvent), arguments: [app, user, event.record.id])
      if found != nil { state.storedSignIns.insert(index) }
    }
    return state
  }

  func insert(_ person: BatchPeople.New, _ db: Database) throws {
    let at = person.seenAt.milliseconds
    try db.cachedStatement(sql: SQL.insertPerson).execute(arguments: [app, person.key, person.name, at, at])
    try db.cachedStatement(sql: SQL.insertAlias).execute(arguments: [app, person.name, person.key])
  }

  func rename(_ renaming: BatchPeople.Renaming, _ db: Database) throws {
    try db.cachedStatement(sql: SQL.insertAlias).execute(arguments: [app, renaming.name, renaming.person])
    try db.cachedStatement(sql: SQL.renamePerson).execute(arguments: [renaming.name, app, renaming.person])
  }

  /// - Parameter name: The device's anonymous name, used while nobody has signed in there.
  func writeSignIns(_ people: BatchPeople, as name: String, _ db: Database) throws {
    if let user = people.adopted {
      try db.cachedStatement(sql: SQL.insertAlias).execute(arguments: [app, name, user])
    }
    for signIn in people.signIns {
      try db.cachedStatement(sql: SQL.linkAlias).execute(arguments: [
        app, signIn.user, name, signIn.at.milliseconds,
      ])
    }
  }

  // MARK: - Events

  /// Stores the events that are not stored yet. Returns for each event of the part whether it is
  /// new.
  func insertEvents(of batch: PreparedBatch, _ part: Range<Int>, _ keys: [Int64], _ db: Database) throws
    -> [Bool]
  {
    let isAnyRemoved = try Bool.fetchOne(db.cachedStatement(sql: SQL.isAnyRemoved)) ?? false
    let insertion = try EventInsertion(of: batch, app: app, db)
    var isNew = [Bool](repeating: false, count: part.count)
    for index in part where batch.events[index].refusal == nil {
      if isAnyRemoved, try isRemoved(batch.events[index].record.id, of: keys[index], db) { continue }
      isNew[index - part.lowerBound] = try insertion.insert(index, of: keys[index])
    }
    return isNew
  }

  private func isRemoved(_ id: String, of person: Int64, _ db: Database) throws -> Bool {
    try Int.fetchOne(db.cachedStatement(sql: SQL.isRemoved), arguments: [app, person, id]) != nil
  }
}
