// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore

/// The days on which people are active, and the counts that follow from them.
extension IngestTables {
  func addActive(_ days: Set<BatchDecision.ActiveDay>, _ db: Database) throws {
    guard !days.isEmpty else { return }
    var changes = ActiveChanges()
    for one in days { try add(one.day, of: one.person, &changes, db) }
    try write(changes, db)
  }

  /// Moves the anonymous person's days to the user: what both had counts once.
  ///
  /// - Parameter shared: Events that were removed because both had them. A day that was active only
  ///   because of one of them is not.
  func mergeActiveDays(of anonymous: Int64, _ user: Int64, shared: [PersonMerge.SharedEvent], _ db: Database)
    throws
  {
    let days = try Int64.fetchAll(db.cachedStatement(sql: SQL.activeDays), arguments: [app, anonymous])
    guard !days.isEmpty else { return }
    // Whether events that were removed by age made a day active is not known, so those days stay.
    let isWhole =
      try Int.fetchOne(db.cachedStatement(sql: SQL.isAnyRemovedOfPerson), arguments: [app, anonymous]) == nil
    let doubted =
      isWhole
      ? Set(shared.filter { $0.isSession && !$0.isTest }.map { CountedTime.day(of: $0.countedAt) }) : []
    var changes = ActiveChanges()
    for day in days {
      let isActive = try !doubted.contains(day) || hasSession(anonymous, on: day, db)
      try remove(day, of: anonymous, &changes, db)
      if isActive { try add(day, of: user, &changes, db) }
    }
    try write(changes, db)
  }

  private func hasSession(_ person: Int64, on day: Int64, _ db: Database) throws -> Bool {
    let length = SeriesStep.day.length
    return try Int.fetchOne(
      db.cachedStatement(sql: SQL.sessionInside), arguments: [app, person, day * length, (day + 1) * length])
      != nil
  }

  private func add(_ day: Int64, of person: Int64, _ changes: inout ActiveChanges, _ db: Database) throws {
    try db.cachedStatement(sql: SQL.insertActiveDay).execute(arguments: [app, person, day])
    guard db.changesCount > 0 else { return }
    try count(1, day, of: person, &changes, db)
  }

  private func remove(_ day: Int64, of person: Int64, _ changes: inout ActiveChanges, _ db: Database) throws {
    try db.cachedStatement(sql: SQL.deleteActiveDay).execute(arguments: [app, person, day])
    guard db.changesCount > 0 else { return }
    try count(-1, day, of: person, &changes, db)
  }

  private func count(
    _ number: Int, _ day: Int64, of person: Int64, _ changes: inout ActiveChanges, _ db: Database
  ) throws {
    let previous = try Int64.fetchOne(
      db.cachedStatement(sql: SQL.activeDayBefore), arguments: [app, person, day])
    let next = try Int64.fetchOne(db.cachedStatement(sql: SQL.activeDayAfter), arguments: [app, person, day])
    changes.add(number, day: day, after: previous, before: next)
  }

  private func write(_ changes: ActiveChanges, _ db: Database) throws {
    for (change, number) in changes.counts where number != 0 {
      try db.cachedStatement(sql: SQL.addToActive).execute(arguments: [
        app, change.span.rawValue, change.day, number,
      ])
    }
  }
}
