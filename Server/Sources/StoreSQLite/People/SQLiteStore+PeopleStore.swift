// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import GRDB
public import MartletCore
public import MartletWire
public import Store

extension SQLiteStore {
  public func peopleCount(app: AppID, limit: Int) async throws(StoreError) -> Int {
    try await read { db in
      try Int.fetchOne(db.cachedStatement(sql: SQL.peopleCount), arguments: [app.rawValue, limit]) ?? 0
    }
  }

  public func userIDs(beginningWith text: String, app: AppID, limit: Int) async throws(StoreError) -> [String]
  {
    guard text.count <= PeopleLimits.searchLength, !text.utf8.contains(0) else { return [] }
    let limit = limit.clamped(to: PeopleLimits.page)
    return try await read { db in
      let prefix = PersonID.of(userID: text, deviceID: "")
      let names =
        text.isEmpty
        ? try String.fetchAll(
          db.cachedStatement(sql: SQL.newestNames), arguments: [app.rawValue, PeopleLimits.suggestedAmong]
        )
        .filter { $0.hasPrefix(prefix) }
        : try String.fetchAll(
          db.cachedStatement(sql: SQL.userIDs),
          arguments: [app.rawValue, prefix, SQL.end(prefix), limit])
      return names.prefix(limit).map { String($0.dropFirst(2)) }
    }
  }

  public func person(_ id: String, app: AppID) async throws(StoreError) -> Person? {
    guard !id.utf8.contains(0) else { return nil }
    return try await read { db in
      guard
        let row = try Row.fetchOne(db.cachedStatement(sql: SQL.personByName), arguments: [app.rawValue, id])
      else { return nil }
      let person = PeopleRow(row)
      guard let summary = try db.summaries(of: [person], app).first else { return nil }
      let key = person.person
      let attributes = try Row.fetchAll(
        db.cachedStatement(sql: SQL.attributesOfPerson), arguments: [app.rawValue, key])
      let links = try Row.fetchAll(
        db.cachedStatement(sql: SQL.linksOfPerson), arguments: [app.rawValue, key])
      return Person(
        summary: summary,
        attributes: try attributes.compactMap(PersonAttribute.init),
        merged: links.map {
          Person.MergedDevice(
            deviceID: String(($0["alias"] as String).dropFirst(2)), at: Instant(milliseconds: $0["since"]))
        }
        .sorted { ($0.at, $0.deviceID) < ($1.at, $1.deviceID) })
    }
  }

  public func timeline(
    personID: String, kinds: [Wire.EventRecord.Topic], app: AppID, after: String?, limit: Int
  ) async throws(StoreError) -> ListPage<TimelineEntry> {
    let limit = limit.clamped(to: PeopleLimits.page)
    let start = ListPosition(after)
    guard after == nil || start != nil, !personID.utf8.contains(0) else { return ListPage(elements: []) }
    let names = Set(kinds).flatMap(\.kinds).sorted()
    return try await read { db in
      var arguments: StatementArguments = [
        app.rawValue, app.rawValue, personID, start?.at ?? .max, start?.row ?? .max,
      ]
      arguments += StatementArguments(names)
      arguments += [limit + 1]
      let rows = try Row.fetchAll(
        db.cachedStatement(sql: SQL.timeline(kinds: names.count)), arguments: arguments)
      let next =
        rows.count > limit
        ? rows.prefix(limit).last.map { ListPosition(at: $0["counted_at"], row: $0["place"]) } : nil
      return ListPage(elements: try rows.prefix(limit).map(TimelineEntry.init), next: next?.text)
    }
  }

  // MARK: - Test devices

  public func setTestDevice(_ deviceID: String, _ isTest: Bool, app: AppID, at: Instant)
    async throws(StoreError)
  {
    guard !deviceID.isEmpty, !deviceID.utf8.contains(0) else {
      throw .failed("A device's id is not empty and has no U+0000.")
    }
    try await write { db in
      let key = try db.appKey(app)
      if isTest {
        let count =
          try Int.fetchOne(db, sql: "SELECT count(*) FROM test_device WHERE app = ?", arguments: [key]) ?? 0
        guard count < PeopleLimits.testDevices else { throw StoreError.conflict }
        try db.cachedStatement(sql: SQL.setTestDevice).execute(arguments: [key, deviceID, at.milliseconds])
      } else {
        try db.cachedStatement(sql: SQL.unsetTestDevice).execute(arguments: [key, deviceID])
      }
      if db.changesCount > 0 { try db.catalogueChanged(key) }
    }
  }

  public func deviceLocales(app: AppID, people: Int) async throws(StoreError) -> [String: Int] {
    try await read { db in
      let rows = try Row.fetchAll(
        db.cachedStatement(sql: SQL.deviceLocales), arguments: [app.rawValue, people])
      return Dictionary(rows.map { ($0["locale"], $0["n"]) }) { $0 + $1 }
    }
  }

  public func testDevices(app: AppID) async throws(StoreError) -> Set<String> {
    try await read { db in
      try String.fetchSet(db.cachedStatement(sql: SQL.testDevices), arguments: [app.rawValue])
    }
  }
}

extension Int {
  func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

extension PersonDevice {
  init(_ row: Row) throws {
    self.init(
      device: try row.document("description", "device"), firstSeen: Instant(milliseconds: row["first_seen"]),
      lastSeen: Instant(milliseconds: row["last_seen"]), isTest: row["is_test"], isLab: row["is_lab"],
      isRevoked: row["is_revoked"],
      push: (row["device_id"] as String?) == nil ? nil : try PushDevice(row))
  }
}

extension PersonAttribute {
  /// nil when the attribute was removed.
  fileprivate init?(_ row: Row) throws {
    let value: Wire.JSONValue = try row.document("value", "attribute")
    guard value != .null else { return nil }
    self.init(key: row["key"], value: value, at: Instant(milliseconds: row["at"]), isOwn: row["is_own"])
  }
}

extension TimelineEntry {
  init(_ row: Row) throws {
    let record: Wire.EventRecord? =
      (row["record"] as String?) == nil ? nil : try row.document("record", "event")
    self.init(
      id: row["id"], kind: row["kind"], deviceID: row["device_id"], at: Instant(milliseconds: row["at"]),
      countedAt: Instant(milliseconds: row["counted_at"]),
      receivedAt: Instant(milliseconds: row["received_at"]), record: record,
      isTest: row["is_test"])
  }
}
