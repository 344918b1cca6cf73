// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import Store

extension SQLStore {
  public func holdoutTally(
    _ holdout: Holdout, did reading: EventReading, app: AppID, limit: Int
  ) async throws(StoreError) -> HoldoutTally? {
    try await readFigures { db in
      guard let rows = try EventRows([reading], nil, app, limit, db) else { return nil }
      var tally = HoldoutTally()
      var (heldOut, others) = (PersonSet(), PersonSet())
      let people = try db.cursor(SQL.concernedPeople, [app.rawValue, reading.time.upperBound])
      while try people.next() {
        let person = people.int(0)
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
