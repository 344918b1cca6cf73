// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore

/// The days on which people are active, and the counts that follow from them.
extension IngestTables {
  func addActive(_ days: Set<GroupDecision.ActiveDay>, _ db: any SQLSession) throws {
    guard !days.isEmpty else { return }
    // In order, so that of a person's days those before one are added already.
    let days = days.sorted { ($0.person, $0.day) < ($1.person, $1.day) }
    let keys: [SQLArguments] = days.map { [app, $0.person, $0.day] }
    let found = try db.rows(ofEach: [SQLQuestion(SQL.activeDayAround, each: keys)]).map { $0[0] }
    var changes = ActiveChanges()
    var added: [SQLArguments] = []
    var last: GroupDecision.ActiveDay?
    for (index, (one, row)) in zip(days, found).enumerated() {
      defer { last = one }
      guard !(row["is_active"] as Bool) else { continue }
      added.append(keys[index])
      let before: Int64? = row["before"]
      let previous = last?.person == one.person ? max(last?.day ?? one.day, before ?? .min) : before
      changes.add(1, day: one.day, after: previous, before: row["after"])
    }
    try db.run(SQL.insertActiveDay, each: added)
    try write(changes, db)
  }

  /// Moves the anonymous person's days to the user: what both had counts once.
  ///
  /// - Parameter shared: Events that were removed because both had them. A day that was active only
  ///   because of one of them is not.
  func mergeActiveDays(
    of anonymous: Int64, _ user: Int64, shared: [PersonMerge.SharedEvent], _ db: any SQLSession
  )
    throws
  {
    let days = try db.values(SQL.activeDays, [app, anonymous], as: Int64.self)
    guard !days.isEmpty else { return }
    // Whether events that were removed by age made a day active is not known, so those days stay.
    let isWhole =
      try !db.isAny(SQL.isAnyRemovedOfPerson, [app, anonymous])
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

  private func hasSession(_ person: Int64, on day: Int64, _ db: any SQLSession) throws -> Bool {
    let length = SeriesStep.day.length
    return try db.isAny(SQL.sessionInside, [app, person, day * length, (day + 1) * length])
  }

  private func add(_ day: Int64, of person: Int64, _ changes: inout ActiveChanges, _ db: any SQLSession)
    throws
  {
    guard try db.execute(SQL.insertActiveDay, [app, person, day]) > 0 else { return }
    try count(1, day, of: person, &changes, db)
  }

  private func remove(_ day: Int64, of person: Int64, _ changes: inout ActiveChanges, _ db: any SQLSession)
    throws
  {
    guard try db.execute(SQL.deleteActiveDay, [app, person, day]) > 0 else { return }
    try count(-1, day, of: person, &changes, db)
  }

  private func count(
    _ number: Int, _ day: Int64, of person: Int64, _ changes: inout ActiveChanges, _ db: any SQLSession
  ) throws {
    let around = try db.row(SQL.activeDayAround, [app, person, day])
    changes.add(number, day: day, after: around?["before"], before: around?["after"])
  }

  private func write(_ changes: ActiveChanges, _ db: any SQLSession) throws {
    try db.run(
      SQL.addToActive,
      each: changes.counts.filter { $1 != 0 }.map { change, number in
        [app, change.span.rawValue, change.day, number]
      })
  }
}
