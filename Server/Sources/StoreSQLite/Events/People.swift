// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore

/// The people of one batch: found or made when first needed, and updated once at its end.
struct People {
  private struct Person {
    var alias: String
    var key: Int64?
    /// First and last instant of its new events.
    var seen: ClosedRange<Instant>?
  }

  private let app: Int64
  private var people: [Person]
  /// Throws when no more people may be made.
  private let admit: () throws -> Void

  init(app: Int64, aliases: [String], admit: @escaping () throws -> Void) {
    self.app = app
    self.admit = admit
    people = aliases.map { Person(alias: $0) }
  }

  /// The integer that stands for a person; a person who is not known yet is made.
  mutating func key(_ index: Int, seenAt: Instant, _ db: Database) throws -> Int64 {
    if let key = people[index].key { return key }
    let alias = people[index].alias
    let key: Int64
    if let known = try Int64.fetchOne(db.cachedStatement(sql: SQL.person), arguments: [app, alias]) {
      key = known
    } else {
      try admit()
      key = try Int64.fetchOne(db.cachedStatement(sql: SQL.nextPerson), arguments: [app]) ?? 1
      let at = seenAt.milliseconds
      try db.cachedStatement(sql: SQL.insertPerson).execute(arguments: [app, key, alias, at, at])
      try db.cachedStatement(sql: SQL.insertAlias).execute(arguments: [app, alias, key])
    }
    people[index].key = key
    return key
  }

  /// After a merge.
  mutating func replace(_ key: Int64, by other: Int64) {
    for index in people.indices where people[index].key == key { people[index].key = other }
  }

  mutating func saw(_ index: Int, at: Instant) {
    let seen = people[index].seen ?? at...at
    people[index].seen = min(seen.lowerBound, at)...max(seen.upperBound, at)
  }

  func write(_ batch: PreparedBatch, _ db: Database) throws {
    for person in people {
      guard let key = person.key, let seen = person.seen else { continue }
      let (first, last) = (seen.lowerBound.milliseconds, seen.upperBound.milliseconds)
      try db.cachedStatement(sql: SQL.personSeen).execute(arguments: [first, last, app, key])
      guard let description = batch.deviceDescription else { continue }
      try db.cachedStatement(sql: SQL.deviceSeen)
        .execute(arguments: [
          app, key, batch.deviceID, description, batch.deviceWords, batch.receivedAt, first, last, batch.role == .lab,
        ])
    }
  }
}
