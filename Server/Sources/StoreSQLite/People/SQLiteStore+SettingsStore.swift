// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import GRDB
import MartletCore
import MartletWire
public import Store

extension SQLiteStore {
  public func settings(app: AppID) async throws(StoreError) -> AppSettings {
    try await read { db in try Self.settings(app, db) }
  }

  static func settings(_ app: AppID, _ db: Database) throws -> AppSettings {
    let row = try Row.fetchOne(db.cachedStatement(sql: SQL.settings), arguments: [app.rawValue])
    return try row.map(AppSettings.init) ?? AppSettings()
  }

  public func changeSettings(
    app: AppID, _ change: @escaping @Sendable (inout AppSettings) -> [Diagnostic]
  ) async throws(StoreError) -> SettingsChange {
    try await write { db in
      let key = try db.appKey(app)
      var settings = try Self.settings(app, db)
      let problems = change(&settings)
      guard problems.isEmpty else { return SettingsChange(settings: settings, problems: problems) }
      let caps = Self.text(settings.caps.map(\.json))
      let authentication = settings.userAuthentication
      let keys = Self.text(authentication.keys.map { ["name": .string($0.name), "pem": .string($0.pem)] })
      try db.cachedStatement(
        sql: """
          INSERT INTO app_setting (
            app, decision_sample, caps, signature_mode, signature_keys, holdout_share, holdout_changed_at, privacy_mode, privacy_due_days,
            refuses_doubtful_users
          ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET decision_sample = excluded.decision_sample, caps = excluded.caps,
            signature_mode = excluded.signature_mode, signature_keys = excluded.signature_keys,
            holdout_share = excluded.holdout_share, holdout_changed_at = excluded.holdout_changed_at,
            privacy_mode = excluded.privacy_mode, privacy_due_days = excluded.privacy_due_days,
            refuses_doubtful_users = excluded.refuses_doubtful_users
          WHERE (decision_sample, caps, signature_mode, signature_keys, holdout_share, privacy_mode, privacy_due_days, refuses_doubtful_users)
              <> (excluded.decision_sample, excluded.caps, excluded.signature_mode, excluded.signature_keys, excluded.holdout_share,
                excluded.privacy_mode, excluded.privacy_due_days, excluded.refuses_doubtful_users)
            OR holdout_changed_at IS NOT excluded.holdout_changed_at
          """
      ).execute(arguments: [
        key, settings.decisionSample, caps, authentication.mode.rawValue, keys, settings.globalHoldout.share,
        settings.globalHoldout.changedAt?.milliseconds, settings.privacyRequests.mode.rawValue,
        settings.privacyRequests.dueDays,
        settings.refusesDoubtfulUserIDs,
      ])
      if db.changesCount > 0 { try db.catalogueChanged(key) }
      return SettingsChange(settings: settings)
    }
  }

  private static func text(_ elements: [Wire.JSONValue]) -> String {
    String(decoding: Wire.encode(Wire.JSONValue.array(elements)), as: UTF8.self)
  }
}

extension AppSettings {
  fileprivate init(_ row: Row) throws {
    guard let caps = try? Self.elements(row["caps"]).map({ try Wire.Cap(json: $0) }) else {
      throw StoreError.failed("The stored caps cannot be read.")
    }
    // Does not fall back to the default, which would believe everybody.
    guard let mode = UserAuthentication.Mode(rawValue: row["signature_mode"]),
      let keys = try? Self.elements(row["signature_keys"]).map({ try UserAuthentication.Key(stored: $0) })
    else { throw StoreError.failed("The stored SDK authentication settings cannot be read.") }
    guard let privacyMode = PrivacyRequestPolicy.Mode(rawValue: row["privacy_mode"]) else {
      throw StoreError.failed("The stored settings for privacy requests cannot be read.")
    }
    self.init(
      decisionSample: row["decision_sample"], caps: caps,
      userAuthentication: UserAuthentication(mode: mode, keys: keys),
      globalHoldout: GlobalHoldout(
        share: row["holdout_share"], changedAt: Instant(stored: row["holdout_changed_at"])),
      privacyRequests: PrivacyRequestPolicy(mode: privacyMode, dueDays: row["privacy_due_days"]),
      refusesDoubtfulUserIDs: row["refuses_doubtful_users"])
  }

  private static func elements(_ text: String) throws -> [Wire.JSONValue] {
    guard case .array(let elements) = try Wire.decode(Wire.JSONValue.self, from: Array(text.utf8)) else {
      throw Unreadable()
    }
    return elements
  }
}

extension UserAuthentication.Key {
  fileprivate init(stored json: Wire.JSONValue) throws {
    guard case .object(let fields) = json, case .string(let name)? = fields["name"],
      case .string(let pem)? = fields["pem"]
    else {
      throw Unreadable()
    }
    self.init(name: name, pem: pem)
  }
}

private struct Unreadable: Error {}
