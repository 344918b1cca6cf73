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
    return try await readLong { db in
      guard
        let key = try Int64.fetchOne(db.cachedStatement(sql: "SELECT \(SQL.app)"), arguments: [app.rawValue])
      else {
        return AudienceSample(numbers: 0)
      }
      let last = try Int64.fetchOne(db.cachedStatement(sql: SQL.lastPerson), arguments: [key]) ?? 0
      var sampling = AudienceSampling(drawing, matching: index, numbers: Int(last), at: now)
      let reading = FactReading(app: key, now: now, eventLimit: sampling.eventLimit)
      while case let numbers = sampling.next, !numbers.isEmpty {
        let people = try Int64.fetchAll(
          db.cachedStatement(sql: SQL.concernedAmong), arguments: [key, SQL.list(numbers)])
        sampling.add(numbers, try reading.facts(of: people, sampling.needs, db))
      }
      return sampling.sample
    }
  }

  public func everybodyCount(app: AppID) async throws(StoreError) -> Int {
    try await readLong { db in
      try Int.fetchOne(db.cachedStatement(sql: SQL.everybodyCount), arguments: [app.rawValue]) ?? 0
    }
  }
}
