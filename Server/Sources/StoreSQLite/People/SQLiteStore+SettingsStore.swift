// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import GRDB
import MartletWire
public import Store

extension SQLiteStore {
  public func settings(app: AppID) async throws(StoreError) -> AppSettings {
    try await read { db in
      let row = try Row.fetchOne(
        db.cachedStatement(sql: SQL.settings), arguments: [app.rawValue])
      return try row.map(AppSettings.init) ?? AppSettings()
    }
  }

  public func setSettings(_ settings: AppSettings, app: AppID) async throws(StoreError) {
    try await write { db in
      let key = try db.appKey(app)
      let caps = String(decoding: Wire.encode(Wire.JSONValue.array(settings.caps.map(\.json))), as: UTF8.self)
      try db.cachedStatement(
        sql: """
          INSERT INTO app_setting (app, decision_sample, caps) VALUES (?, ?, ?)
          ON CONFLICT DO UPDATE SET decision_sample = excluded.decision_sample, caps = excluded.caps
          WHERE decision_sample <> excluded.decision_sample OR caps <> excluded.caps
          """
      ).execute(arguments: [key, settings.decisionSample, caps])
      if db.changesCount > 0 { try db.catalogueChanged(key) }
    }
  }
}

extension AppSettings {
  fileprivate init(_ row: Row) throws {
    let text: String = row["caps"]
    guard let json = try? Wire.decode(Wire.JSONValue.self, from: Array(text.utf8)), case .array(let elements) = json,
      let caps = try? elements.map({ try Wire.Cap(json: $0) })
    else { throw StoreError.failed("The stored caps cannot be read.") }
    self.init(decisionSample: row["decision_sample"], caps: caps)
  }
}
