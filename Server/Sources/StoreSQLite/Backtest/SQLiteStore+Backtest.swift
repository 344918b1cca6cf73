// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import GRDB
public import MartletCore
import MartletWire
public import Store

extension SQLiteStore {
  public func activePeople(since: Instant, app: AppID, limit: Int) async throws(StoreError) -> (all: Int, drawn: [Int64]) {
    try await read { db in
      guard let key = try Int64.fetchOne(db.cachedStatement(sql: "SELECT \(SQL.app)"), arguments: [app.rawValue]) else { return (0, []) }
      let all = try Int64.fetchAll(db.cachedStatement(sql: SQL.activePeople), arguments: [key, since.milliseconds])
      // Numbers that follow each other are drawn far from each other.
      let drawn = all.map { (order: UInt64(bitPattern: $0).mixed, number: $0) }.sorted { ($0.order, $0.number) < ($1.order, $1.number) }
      return (all.count, drawn.prefix(max(0, limit)).map(\.number))
    }
  }

  public func backtestPerson(
    _ number: Int64, _ needs: AudienceNeeds, until: Instant, app: AppID, limit: Int
  ) async throws(StoreError) -> BacktestPerson? {
    try await read { db in
      guard let key = try Int64.fetchOne(db.cachedStatement(sql: "SELECT \(SQL.app)"), arguments: [app.rawValue]),
        let alias = try String.fetchOne(db.cachedStatement(sql: SQL.aliasOfPerson), arguments: [key, number])
      else { return nil }
      var reading = FactReading(app: key, person: number, now: until)
      var person = BacktestPerson(
        id: alias, standing: try ExperimentStanding(of: number, app: key, db), facts: try reading.facts(needs, db))
      for row in try Row.fetchAll(db.cachedStatement(sql: SQL.zonesOfPerson), arguments: [key, number]) {
        if let zone: String = row[1] { person.timeZones[row[0]] = zone }
      }
      let rows = try Row.fetchCursor(db.cachedStatement(sql: SQL.pastOfPerson), arguments: [key, number, until.milliseconds, limit])
      while let row = try rows.next() {
        guard let text: String = row[2], let record = try? Wire.decode(Wire.EventRecord.self, from: Array(text.utf8)) else { continue }
        person.events.append(BacktestPerson.Event(deviceID: row[0], at: Instant(milliseconds: row[1]), record: record))
      }
      person.events.reverse()
      return person
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
  static let aliasOfPerson = "SELECT alias FROM person WHERE app = ? AND person_id = ?"
  static let zonesOfPerson = "SELECT device_id, json_extract(description, '$.time_zone') FROM device WHERE app = ? AND person_id = ?"
  static let pastOfPerson = """
    SELECT device_id, counted_at, record FROM event
    WHERE app = ?1 AND person_id = ?2 AND counted_at < ?3 AND NOT is_test AND kind NOT IN ('decision', 'outcome')
    ORDER BY counted_at DESC, rowid DESC LIMIT ?4
    """
}
