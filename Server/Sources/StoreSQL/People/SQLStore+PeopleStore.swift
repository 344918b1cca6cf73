// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import MartletWire
public import Store

extension SQLStore {
  public func peopleCount(app: AppID, limit: Int) async throws(StoreError) -> Int {
    try await read { db in
      try db.value(SQL.peopleCount, [app.rawValue, limit], as: Int.self) ?? 0
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
        ? try db.values(SQL.newestNames, [app.rawValue, PeopleLimits.suggestedAmong], as: String.self)
          .filter { $0.hasPrefix(prefix) }
        : try db.values(SQL.userIDs, [app.rawValue, prefix, SQL.end(prefix), limit], as: String.self)
      return names.prefix(limit).map { String($0.dropFirst(2)) }
    }
  }

  public func person(_ id: String, app: AppID) async throws(StoreError) -> Person? {
    guard !id.utf8.contains(0) else { return nil }
    return try await read { db in
      guard
        let row = try db.row(SQL.personByName, [app.rawValue, id])
      else { return nil }
      let person = PeopleRow(row)
      guard let summary = try db.summaries(of: [person], app).first else { return nil }
      let key = person.person
      let attributes = try db.rows(SQL.attributesOfPerson, [app.rawValue, key])
      let links = try db.rows(SQL.linksOfPerson, [app.rawValue, key])
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
      var arguments: SQLArguments = [
        app.rawValue, app.rawValue, personID, start?.at ?? .max, start?.row ?? .max,
      ]
      arguments += SQLArguments(names)
      arguments += [limit + 1]
      let rows = try db.rows(SQL.timeline(kinds: names.count), arguments)
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
      let changed: Int
      if isTest {
        let count =
          try db.value("SELECT count(*) FROM test_device WHERE app = ?", [key], as: Int.self) ?? 0
        guard count < PeopleLimits.testDevices else { throw StoreError.conflict }
        changed = try db.execute(SQL.setTestDevice, [key, deviceID, at.milliseconds])
      } else {
        changed = try db.execute(SQL.unsetTestDevice, [key, deviceID])
      }
      if changed > 0 { try db.catalogueChanged(key) }
    }
  }

  public func deviceLocales(app: AppID, people: Int) async throws(StoreError) -> [String: Int] {
    try await read { db in
      let rows = try db.rows(SQL.deviceLocales, [app.rawValue, people])
      return Dictionary(rows.map { ($0["locale"], $0["n"]) }) { $0 + $1 }
    }
  }

  public func testDevices(app: AppID) async throws(StoreError) -> Set<String> {
    try await read { db in
      try Set(db.values(SQL.testDevices, [app.rawValue], as: String.self))
    }
  }
}

extension Int {
  func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

extension PersonDevice {
  init(_ row: SQLRow) throws {
    self.init(
      device: try row.document("description", "device"), firstSeen: Instant(milliseconds: row["first_seen"]),
      lastSeen: Instant(milliseconds: row["last_seen"]), isTest: row["is_test"], isLab: row["is_lab"],
      isRevoked: row["is_revoked"],
      push: (row["device_id"] as String?) == nil ? nil : try PushDevice(row))
  }
}

extension PersonAttribute {
  /// nil when the attribute was removed.
  fileprivate init?(_ row: SQLRow) throws {
    let value: Wire.JSONValue = try row.document("value", "attribute")
    guard value != .null else { return nil }
    self.init(key: row["key"], value: value, at: Instant(milliseconds: row["at"]), isOwn: row["is_own"])
  }
}

extension TimelineEntry {
  init(_ row: SQLRow) throws {
    let record: Wire.EventRecord? =
      (row["record"] as String?) == nil ? nil : try row.document("record", "event")
    self.init(
      id: row["id"], kind: row["kind"], deviceID: row["device_id"], at: Instant(milliseconds: row["at"]),
      countedAt: Instant(milliseconds: row["counted_at"]),
      receivedAt: Instant(milliseconds: row["received_at"]), record: record,
      isTest: row["is_test"])
  }
}
