// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire
public import Store

extension SQLStore {
  public func activePeople(since: Instant, app: AppID, limit: Int) async throws(StoreError) -> (
    all: Int, drawn: [Int64]
  ) {
    try await readFigures { db in
      guard
        let key = try db.knownAppKey(app)
      else { return (0, []) }
      let all = try db.values(SQL.activePeople, [key, since.milliseconds], as: Int64.self)
      // Numbers that follow each other are drawn far from each other.
      let drawn = all.map { (order: UInt64(bitPattern: $0).mixed, number: $0) }.sorted {
        ($0.order, $0.number) < ($1.order, $1.number)
      }
      return (all.count, drawn.prefix(max(0, limit)).map(\.number))
    }
  }

  public func backtestPeople(
    _ numbers: [Int64], _ needs: BacktestNeeds, until: Instant, app: AppID, limit: Int
  ) async throws(StoreError) -> [BacktestPerson] {
    try await readFigures { db in
      guard
        let key = try db.knownAppKey(app)
      else { return [] }
      let list = SQL.list(numbers)
      var people: [Int64: BacktestPerson] = [:]
      let facts = try FactReading(app: key, now: until).facts(of: numbers, needs.audience, db)
      let arms = try db.arms(of: .people(numbers), app: key)
      for row in try db.rows(SQL.namesOf, [key, list]) {
        let number: Int64 = row[0]
        people[number] = BacktestPerson(
          id: row[1], standing: ExperimentStanding(unit: PersonUnit.text(number), arms: arms[number] ?? [:]),
          facts: facts[number] ?? PersonFacts())
      }
      for row in try db.rows(SQL.zonesOf, [key, list]) {
        people[row[0]]?.timeZones[row[1]] = row[2] as String
      }
      return try numbers.compactMap { number in
        guard var person = people[number] else { return nil }
        person.events = try PastEvents(of: number, app: key, until: until, needs, db).read(limit)
        return person
      }
    }
  }

  public func testPeople(since: Instant, app: AppID, limit: Int) async throws(StoreError) -> [Int64] {
    try await readFigures { db in
      try db.values(SQL.testPeople, [app.rawValue, since.milliseconds, limit], as: Int64.self)
    }
  }

  public func testDeviceRecords(
    of number: Int64, in period: Range<Instant>, app: AppID, limit: Int
  ) async throws(StoreError) -> TestDeviceRecords {
    try await readFigures { db in
      guard
        let key = try db.knownAppKey(app)
      else {
        return TestDeviceRecords()
      }
      let devices = try Set(db.values(SQL.testDevicesOfPerson, [key, number], as: String.self))
      var records = TestDeviceRecords(devices: devices)
      let arguments: SQLArguments = [
        key, number, period.upperBound.milliseconds, limit, period.lowerBound.milliseconds,
      ]
      let rows = try db.cursor(SQL.testRecordsOfPerson, arguments)
      var count = 0
      while let row = try rows.nextRow() {
        count += 1
        if count == limit { records.since = Instant(milliseconds: row[1]) }
        guard let text: String = row[3],
          let record = try? Wire.decode(Wire.EventRecord.self, from: Array(text.utf8))
        else { continue }
        records.entries.append(
          TestDeviceRecords.Entry(
            deviceID: row[0], at: Instant(milliseconds: row[1]), receivedAt: Instant(milliseconds: row[2]),
            record: record))
      }
      records.entries.reverse()
      return records
    }
  }
}

extension SQL {
  static let activePeople = """
    SELECT p.person_id FROM person p
    WHERE p.app = ?1 AND p.last_seen >= ?2 AND EXISTS (
      SELECT 1 FROM event e
      WHERE e.app = p.app AND e.person_id = p.person_id AND e.counted_at >= ?2 AND NOT e.is_test AND e.device_id <> ''
    )
    """
  static let namesOf = """
    SELECT p.person_id, p.alias FROM \(numbers("?2")) n CROSS JOIN person p ON p.app = ?1 AND p.person_id = n.value
    """
  static let zonesOf = """
    SELECT d.person_id, d.device_id, json_extract(d.description, '$.time_zone') AS zone FROM \(numbers("?2")) n CROSS JOIN device d ON d.app = ?1 AND d.person_id = n.value
    WHERE json_extract(d.description, '$.time_zone') IS NOT NULL
    """
  static let testPeople = """
    SELECT d.person_id FROM test_device t JOIN device d ON d.app = t.app AND d.device_id = t.device_id
    WHERE t.app = \(thisApp) AND NOT d.is_lab AND d.last_seen >= ?2
    GROUP BY d.person_id ORDER BY max(d.last_seen) DESC, d.person_id LIMIT ?3
    """
  static let testDevicesOfPerson = """
    SELECT d.device_id FROM device d JOIN test_device t ON t.app = d.app AND t.device_id = d.device_id
    WHERE d.app = ?1 AND d.person_id = ?2 AND NOT d.is_lab
    """
  /// Records that made room for others take no place among those that are read.
  static let testRecordsOfPerson = """
    SELECT e.device_id, e.counted_at, e.received_at, coalesce(e.record, d.record)
    FROM event e LEFT JOIN decision d
      ON e.kind = 'decision' AND d.app = e.app AND d.person_id = e.person_id AND d.counted_at = e.counted_at AND d.id = e.id
    WHERE e.app = ?1 AND e.person_id = ?2 AND e.counted_at < ?3 AND e.is_test
      AND (e.kind = 'outcome' OR e.kind = 'decision' AND e.counted_at >= ?5)
      AND e.device_id IN (\(testDevicesOfPerson)) AND coalesce(e.record, d.record) IS NOT NULL
    ORDER BY e.counted_at DESC, e.number DESC LIMIT ?4
    """
}
