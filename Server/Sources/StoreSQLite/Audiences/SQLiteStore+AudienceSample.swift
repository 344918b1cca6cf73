// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import GRDB
public import MartletCore
public import Store

extension SQLiteStore {
  public func sample(
    _ drawing: AudienceSample.Drawing, matching rule: AudienceRule, named: [AudienceID: AudienceRule],
    app: AppID, at now: Instant
  ) async throws(StoreError) -> AudienceSample {
    let index = AudienceIndex([rule], named: named)
    if let problem = index.problems[0] { throw .failed("The audience cannot be evaluated: \(problem).") }
    let needs = AudienceNeeds(index.subjects)
    return try await readLong { db in
      guard
        let key = try Int64.fetchOne(db.cachedStatement(sql: "SELECT \(SQL.app)"), arguments: [app.rawValue])
      else {
        return AudienceSample(numbers: 0)
      }
      var sample = AudienceSample(
        numbers: Int(try Int64.fetchOne(db.cachedStatement(sql: SQL.lastPerson), arguments: [key]) ?? 0))
      for number in drawing.numbers(upTo: sample.numbers) {
        if sample.rows >= drawing.rows { break }
        sample.drawn += 1
        sample.rows += 1
        guard
          try Bool.fetchOne(db.cachedStatement(sql: SQL.isConcernedPerson), arguments: [key, number]) == true
        else { continue }
        sample.people += 1
        var reading = FactReading(app: key, person: number, now: now)
        // If everybody is drawn, nothing may be left out: the figure is exact.
        if sample.numbers > drawing.most {
          (reading.eventLimit, reading.looksFurther) = (drawing.eventsOfPerson, false)
        }
        let matches = index.matches(try reading.facts(needs, db), at: now)[0]
        sample.rows += reading.rows
        guard matches else { continue }
        sample.matching += 1
        sample.rows += 1
        if try Bool.fetchOne(db.cachedStatement(sql: SQL.isReachable), arguments: [key, number]) == true {
          sample.reachable += 1
        }
        if sample.members.count < AudienceSample.Drawing.members { sample.members.append(number) }
      }
      return sample
    }
  }

  public func everybodyCount(app: AppID) async throws(StoreError) -> Int {
    try await readLong { db in
      try Int.fetchOne(db.cachedStatement(sql: SQL.everybodyCount), arguments: [app.rawValue]) ?? 0
    }
  }
}
