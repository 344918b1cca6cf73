// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import GRDBSQLite
import MartletCore
import MartletWire
import StoreSQL

/// Inserts those events of one batch that are not stored yet.
///
/// SQLite's own functions bind only what differs from event to event. Creating values for all
/// arguments of each row would take a fifth of the time in which the row is stored.
///
/// It is a class because it remembers what is bound to the statement.
final class SQLiteEventInsertion {
  private let batch: PreparedBatch
  private let connection: SQLiteConnection
  private let statement: Statement
  private let row: SQLiteStatement
  // What is bound. Most events have what the one before had.
  private var kind = ""
  // What only events of one kind have.
  private var hasArm = false
  private var hasPreviousUser = false
  private var hasAttribute = false
  private var name: String?
  private var campaign: String?
  private var metric: CampaignMetric?

  init(of batch: PreparedBatch, app: Int64, _ db: Database) throws {
    guard let connection = db.sqliteConnection else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
    self.batch = batch
    self.connection = connection
    statement = try db.cachedStatement(sql: SQL.insertEvent)
    statement.setUncheckedArguments([
      app, 0, "", batch.deviceID, "", 0, 0, batch.receivedAt, nil, batch.role.isTest, nil, nil, nil, nil, nil,
      nil,
    ])
    row = statement.sqliteStatement
  }

  /// Returns true when the event was not stored yet. Reads only the fields that are needed, because
  /// an event is large.
  func insert(_ index: Int, of person: Int64) throws -> Bool {
    sqlite3_bind_int64(row, 2, person)
    bindKind(batch.events[index].kind)
    if hasArm || hasPreviousUser || hasAttribute { bindOwn(batch.events[index].record.body) }
    bindName(batch.events[index].name)
    sqlite3_bind_int64(row, 6, batch.events[index].record.at.milliseconds)
    sqlite3_bind_int64(row, 7, batch.events[index].countedAt.milliseconds)
    var id = batch.events[index].record.id
    bindCampaign(batch.events[index].campaign, batch.events[index].count?.metric)
    return try id.withUTF8 { id in
      try withBound(id, 3) {
        // A decision's record is kept in its own table, and not for ever.
        if case .decision = batch.events[index].record.body { return try step() }
        return try batch.events[index].encoded.withUnsafeBufferPointer { record in
          try withBound(record, 9, step)
        }
      }
    }
  }

  /// SQLite need not copy the text, because it stays where it is until the row is stored.
  private func withBound(_ text: UnsafeBufferPointer<UInt8>, _ index: Int32, _ body: () throws -> Bool)
    rethrows -> Bool
  {
    text.withMemoryRebound(to: CChar.self) {
      _ = sqlite3_bind_text(row, index, $0.baseAddress, Int32($0.count), nil)
    }
    defer { sqlite3_bind_null(row, index) }
    return try body()
  }

  private func bindKind(_ kind: String) {
    if kind.isExactly(self.kind) { return }
    if hasArm { bind(nil, 14) }
    if hasPreviousUser { bind(nil, 15) }
    if hasAttribute { bind(nil, 16) }
    self.kind = kind
    (hasArm, hasPreviousUser) = (kind == "exposure", kind == "user_changed")
    hasAttribute = kind == "attribute" || kind == "attribute_change"
    bind(kind, 5)
  }

  private func bindOwn(_ body: Wire.EventRecord.Body) {
    switch body {
    case .exposure(_, _, let arm): bind(arm, 14)
    case .userChanged(let previous): bind(previous, 15)
    case .attribute(let key, _), .attributeChange(let key, _): bind(key, 16)
    default: break
    }
  }

  private func bindName(_ name: String?) {
    if name.isExactly(self.name) { return }
    self.name = name
    bind(name, 11)
  }

  private func bindCampaign(_ campaign: String?, _ metric: CampaignMetric?) {
    if !campaign.isExactly(self.campaign) {
      self.campaign = campaign
      bind(campaign, 12)
    }
    if metric != self.metric {
      self.metric = metric
      bind(metric?.rawValue, 13)
    }
  }

  private func step() throws -> Bool {
    _ = try SQLiteCall.step(row, connection)
    return sqlite3_changes(connection) == 1
  }

  private func bind(_ text: String?, _ index: Int32) {
    if let text { _ = SQLiteCall.bind(text, to: row, at: index) } else { sqlite3_bind_null(row, index) }
  }
}
