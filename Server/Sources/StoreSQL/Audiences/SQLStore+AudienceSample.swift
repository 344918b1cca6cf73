// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import Store

extension SQLStore {
  public func sample(
    _ drawing: AudienceSample.Drawing, matching rule: AudienceRule, named: [AudienceID: AudienceRule],
    app: AppID, at now: Instant
  ) async throws(StoreError) -> AudienceSample {
    let index = AudienceIndex([rule], named: named)
    if let problem = index.problems[0] { throw .failed("The audience cannot be evaluated: \(problem).") }
    return try await readFigures { db in
      guard
        let key = try db.knownAppKey(app)
      else {
        return AudienceSample(numbers: 0)
      }
      let last = try db.value(SQL.lastPerson, [key], as: Int64.self) ?? 0
      var sampling = AudienceSampling(drawing, matching: index, numbers: Int(last), at: now)
      let reading = FactReading(app: key, now: now, eventLimit: sampling.eventLimit)
      while case let numbers = sampling.next, !numbers.isEmpty {
        let people = try db.values(SQL.concernedAmong, [key, SQL.list(numbers)], as: Int64.self)
        sampling.add(numbers, try reading.facts(of: people, sampling.needs, db))
      }
      return sampling.sample
    }
  }

  public func everybodyCount(app: AppID) async throws(StoreError) -> Int {
    try await readFigures { db in
      try db.value(SQL.everybodyCount, [app.rawValue], as: Int.self) ?? 0
    }
  }
}
