// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import GRDB
public import MartletCore
public import MartletWire
public import Store

extension SQLiteStore {
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
        return ListPage(elements: after == nil ? try Self.offers(of: person, IngestTables(app: key), db) : [])
      }
      guard let sql = SQL.records(kind) else { return ListPage(elements: []) }
      let rows = try Row.fetchAll(
        db.cachedStatement(sql: sql),
        arguments: ["app": key, "person": person, "place": after ?? "", "limit": limit + 1])
      let elements = try rows.prefix(limit).map { row -> Wire.JSONValue in
        guard case .object(let fields) = try row.document("record", "record") as Wire.JSONValue else {
          return .null
        }
        return .object(fields.filter { $0.value != .null })
      }
      return ListPage(elements: elements, next: rows.count > limit ? rows[limit - 1]["place"] : nil)
    }
  }

  /// One record for each campaign, step and kind of device, in the order of time.
  private static func offers(of person: Int64, _ tables: IngestTables, _ db: Database) throws -> [Wire
    .JSONValue]
  {
    let offers = try tables.offers(of: person, db)
    let names = Dictionary(uniqueKeysWithValues: try tables.campaignNumbers(db).map { ($1, $0) })
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
      try Row.fetchOne(db.cachedStatement(sql: SQL.deletionReceipt), arguments: [app.rawValue, id]).map(
        DeletionReceipt.init)
    }
  }
}

extension PersonDeletion {
  /// Deletes the person and keeps the receipt.
  func run(writing receipt: String, at: Instant, _ db: Database) throws -> DeletionReceipt {
    let receipt = DeletionReceipt(id: receipt, at: at, removed: try run(at: at, receipt: receipt, db))
    try receipt.write(app, db)
    return receipt
  }
}

extension DeletionReceipt {
  fileprivate init(_ row: Row) throws {
    guard case .object(let fields) = try row.document("removed", "receipt") as Wire.JSONValue else {
      throw StoreError.failed("A stored receipt cannot be read.")
    }
    var removed: [PersonalData: Int] = [:]
    for (name, value) in fields {
      if let kind = PersonalData(rawValue: name), case .int(let count) = value { removed[kind] = Int(count) }
    }
    self.init(id: row["id"], at: Instant(milliseconds: row["at"]), removed: removed)
  }

  fileprivate func write(_ app: Int64, _ db: Database) throws {
    let counts = Wire.JSONValue.object(
      Dictionary(uniqueKeysWithValues: removed.map { ($0.rawValue, .int(Int64($1))) }))
    try db.cachedStatement(sql: SQL.putDeletionReceipt).execute(
      arguments: [app, id, at.milliseconds, String(decoding: Wire.encode(counts), as: UTF8.self)])
  }
}
