// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// Reads and writes the rows that one batch concerns. Decides nothing.
struct IngestTables {
  let app: Int64

  // MARK: - People

  func person(_ name: String, _ db: any SQLSession) throws -> Int64? {
    // Nobody is called so, and not every database can be asked.
    guard !name.utf8.contains(0) else { return nil }
    return try db.value(SQL.person, [app, name], as: Int64.self)
  }

  /// Numbers that no person has.
  func freePeople(_ count: Int, _ db: any SQLSession) throws -> [Int64] {
    try db.values(SQL.freePeople, [app, SQL.list(1...Int64(count))])
  }

  func isCalled(_ name: String, _ person: Int64, _ db: any SQLSession) throws -> Bool {
    try db.value(SQL.personName, [app, person], as: String.self) == name
  }

  func people(_ needs: IngestNeeds, _ db: any SQLSession) throws -> BatchPeople.State {
    var state = BatchPeople.State()
    for row in try db.rows(ofEach: [needs.whoTheyAre])[0] { state.keys[ExactText(row[0])] = row[1] }
    let unknown = needs.people.count - state.keys.count
    if unknown > 0 { state.free = try freePeople(unknown, db) }
    return state
  }

  /// - Parameter batch: The only one, with sign-ins.
  func people(_ needs: IngestNeeds, signIn batch: PreparedBatch, _ db: any SQLSession) throws
    -> BatchPeople.State
  {
    var state = try people(needs, db)
    if let anonymous = state.keys[ExactText(batch.anonymousName)] {
      state.isAnonymous = try isCalled(batch.anonymousName, anonymous, db)
    }
    for index in batch.signIns {
      let event = batch.events[index]
      guard let user = state.keys[ExactText(batch.people[event.person])] else { continue }
      let found = try db.value(SQL.isEvent, [app, user, event.record.id], as: Int.self)
      if found != nil { state.storedSignIns.insert(index) }
    }
    return state
  }

  func insert(_ people: [BatchPeople.New], _ db: any SQLSession) throws {
    try db.run(
      SQL.insertPerson,
      each: people.map { [app, $0.key, $0.name, $0.seenAt.milliseconds, $0.seenAt.milliseconds] })
    try db.run(SQL.insertAlias, each: people.map { [app, $0.name, $0.key] })
  }

  func rename(_ renaming: BatchPeople.Renaming, _ db: any SQLSession) throws {
    try db.run(SQL.insertAlias, [app, renaming.name, renaming.person])
    try db.run(SQL.renamePerson, [renaming.name, app, renaming.person])
  }

  /// - Parameter name: The device's anonymous name, used while nobody has signed in there.
  func writeSignIns(_ people: BatchPeople, as name: String, _ db: any SQLSession) throws {
    if let user = people.adopted {
      try db.run(SQL.insertAlias, [app, name, user])
    }
    for signIn in people.signIns {
      try db.run(SQL.linkAlias, [app, signIn.user, name, signIn.at.milliseconds])
    }
  }

  // MARK: - Events

  /// Stores the events that are not stored yet. Returns for each event of each part whether it is
  /// new.
  func insertEvents(of parts: [BatchPart], _ db: any SQLSession) throws -> [[Bool]] {
    var events = parts.storable
    if try db.value(SQL.isAnyRemoved, as: Bool.self) ?? false {
      let removed = try db.rows(ofEach: [
        SQLQuestion(
          SQL.isRemoved, each: events.map { [app, parts[$0].person, parts[$0].event.record.id] })
      ])
      events = zip(events, removed).filter { $1.isEmpty }.map(\.0)
    }
    var isNew = parts.map { [Bool](repeating: false, count: $0.range.count) }
    for (place, isStored) in zip(events, try db.insert(events, of: parts, app: app)) {
      isNew[place.part][place.index - parts[place.part].range.lowerBound] = isStored
    }
    return isNew
  }
}
