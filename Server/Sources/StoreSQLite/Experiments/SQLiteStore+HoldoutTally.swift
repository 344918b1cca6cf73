// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import GRDB
public import MartletCore
public import Store

extension SQLiteStore {
  public func holdoutTally(
    _ holdout: Holdout, did reading: EventReading, app: AppID, limit: Int
  ) async throws(StoreError) -> HoldoutTally? {
    try await readLong { db in
      guard let rows = try EventRows([reading], nil, app, limit, db) else { return nil }
      var tally = HoldoutTally()
      var (heldOut, others) = (PersonSet(), PersonSet())
      let people = try Int64.fetchCursor(
        db.cachedStatement(sql: SQL.concernedPeople), arguments: [app.rawValue, reading.time.upperBound])
      while let person = try people.next() {
        if holdout.holdsOut(ExperimentStanding(unit: PersonUnit.text(person))) {
          heldOut.insert(person)
        } else {
          others.insert(person)
        }
      }
      (tally.heldOut.people, tally.others.people) = (heldOut.count, others.count)
      // By person, so the events of one come after each other.
      var last: Int64?
      try rows.forEach(db) { _, person, _ in
        guard person != last else { return }
        last = person
        if heldOut.contains(person) { tally.heldOut.converted += 1 }
        if others.contains(person) { tally.others.converted += 1 }
      }
      return tally
    }
  }
}
