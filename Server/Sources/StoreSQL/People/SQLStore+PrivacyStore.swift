// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import MartletWire
public import Store

extension SQLStore {
  public func holdings(of personID: String, app: AppID) async throws(StoreError) -> [PersonalData: Int]? {
    guard !personID.utf8.contains(0) else { return nil }
    return try await read { db in try PersonDeletion(personID, app: db.appKey(app), db)?.holdings(db) }
  }

  public func records(
    _ kind: PersonalData, of personID: String, app: AppID, after: String?, limit: Int
  ) async throws(StoreError) -> ListPage<Wire.JSONValue> {
    guard !personID.utf8.contains(0), after?.utf8.contains(0) != true else { return ListPage(elements: []) }
    let limit = limit.clamped(to: PeopleLimits.page)
    return try await read { db in
      let key = try db.appKey(app)
      guard let person = try IngestTables(app: key).person(personID, db) else {
        return ListPage(elements: [])
      }
      if kind == .offers {
        return ListPage(elements: after == nil ? try db.offers(of: person, IngestTables(app: key)) : [])
      }
      guard let sql = SQL.records(kind) else { return ListPage(elements: []) }
      let rows = try db.rows(sql, ["app": key, "person": person, "place": after ?? "", "limit": limit + 1])
      let elements = try rows.prefix(limit).map { try $0.record() }
      return ListPage(elements: elements, next: rows.count > limit ? rows[limit - 1]["place"] : nil)
    }
  }

  // MARK: - Deletion

  public func deletePerson(
    _ personID: String, app: AppID, receipt: String, at: Instant
  ) async throws(StoreError) -> DeletionReceipt? {
    guard !personID.utf8.contains(0) else { return nil }
    return try await write { db in
      let key = try db.appKey(app)
      return try PersonDeletion(personID, app: key, db)?.run(writing: receipt, at: at, db)
    }
  }

  public func deletionReceipt(_ id: String, app: AppID) async throws(StoreError) -> DeletionReceipt? {
    guard !id.utf8.contains(0) else { return nil }
    return try await read { db in
      try db.row(SQL.deletionReceipt, [app.rawValue, id]).map(
        DeletionReceipt.init)
    }
  }
}

extension SQLRow {
  /// The columns that have a value, besides `place`.
  fileprivate func record() throws -> Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = [:]
    for (name, value) in zip(columns.names, values) where name != "place" {
      switch value {
      case .null: break
      case .integer(let number): fields[name] = .int(number)
      case .real(let number): fields[name] = .double(number)
      case .text(let text):
        fields[name] = SQL.documentsOfRecords.contains(name) ? try document(name, "record") : .string(text)
      case .bytes: preconditionFailure("No record has bytes.")
      }
    }
    return .object(fields)
  }
}

extension PersonDeletion {
  /// Deletes the person and keeps the receipt.
  func run(writing receipt: String, at: Instant, _ db: any SQLSession) throws -> DeletionReceipt {
    let receipt = DeletionReceipt(id: receipt, at: at, removed: try run(at: at, receipt: receipt, db))
    try receipt.write(app, db)
    return receipt
  }
}

extension DeletionReceipt {
  fileprivate init(_ row: SQLRow) throws {
    guard case .object(let fields) = try row.document("removed", "receipt") as Wire.JSONValue else {
      throw StoreError.failed("A stored receipt cannot be read.")
    }
    var removed: [PersonalData: Int] = [:]
    for (name, value) in fields {
      if let kind = PersonalData(rawValue: name), case .int(let count) = value { removed[kind] = Int(count) }
    }
    self.init(id: row["id"], at: Instant(milliseconds: row["at"]), removed: removed)
  }

  fileprivate func write(_ app: Int64, _ db: any SQLSession) throws {
    let counts = Wire.JSONValue.object(
      Dictionary(uniqueKeysWithValues: removed.map { ($0.rawValue, .int(Int64($1))) }))
    try db.run(
      SQL.putDeletionReceipt,
      [app, id, at.milliseconds, String(decoding: Wire.encode(counts), as: UTF8.self)])
  }
}

extension SQLSession {
  /// One record for each campaign, step and kind of device, in the order of time.
  fileprivate func offers(of person: Int64, _ tables: IngestTables) throws -> [Wire
    .JSONValue]
  {
    let offers = try tables.offers(of: person, self)
    let names = Dictionary(uniqueKeysWithValues: try tables.campaignNumbers(self).map { ($1, $0) })
    return Offers.Step.allCases.flatMap { step in
      offers.counted(step).sorted { $0.key.hour < $1.key.hour }.flatMap { slot, campaigns in
        campaigns.numbers.compactMap { names[$0] }.map { campaign in
          [
            "campaign_id": .string(campaign.text), "step": .string(step.metric.rawValue),
            "hour": .int(slot.hour.milliseconds),
            "is_test": .bool(slot.isTest),
          ]
        }
      }
    }
  }
}
