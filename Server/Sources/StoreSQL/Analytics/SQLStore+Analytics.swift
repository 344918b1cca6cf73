// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import Store

extension SQLStore {
  public func funnel(_ query: FunnelQuery, of people: PersonSet?, app: AppID, limit: Int)
    async throws(StoreError) -> Funnel?
  {
    try await readFigures { db in
      guard let rows = try EventRows(query.readings, people, app, limit, db) else { return nil }
      var count = FunnelCount(query)
      try rows.forEach(db) { count.add($0, of: $1, at: $2) }
      return count.finish()
    }
  }

  public func retention(
    _ query: RetentionQuery, of people: PersonSet?, app: AppID, limit: Int
  ) async throws(StoreError) -> RetentionCurve? {
    try await readFigures { db in
      guard let rows = try EventRows(query.readings, people, app, limit, db) else { return nil }
      var count = RetentionCount(query)
      try rows.forEach(db) { count.add($0, of: $1, at: $2) }
      return count.finish()
    }
  }

  public func eventPeople(
    _ selector: EventSelector, days: Range<Int64>, app: AppID, limit: Int
  ) async throws(StoreError) -> [Int]? {
    try await readFigures { db in
      let length = SeriesStep.day.length
      let reading = EventReading(selector, days.lowerBound * length..<days.upperBound * length)
      guard let rows = try EventRows([reading], nil, app, limit, db) else { return nil }
      // By person and by time, so a day that repeats comes right after itself.
      var counts = Array(repeating: 0, count: days.count)
      var last: (person: Int64, day: Int64)?
      try rows.forEach(db) { _, person, milliseconds in
        let day = milliseconds / length
        if last?.person != person || last?.day != day { counts[Int(day - days.lowerBound)] += 1 }
        last = (person, day)
      }
      return counts
    }
  }
}
