// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import MartletCore
import MartletWire
public import Store

extension SQLStore {
  public func settings(app: AppID) async throws(StoreError) -> AppSettings {
    try await read { db in try db.settings(of: app) }
  }

  public func changeSettings(
    app: AppID, _ change: @escaping @Sendable (inout AppSettings) -> [Diagnostic]
  ) async throws(StoreError) -> SettingsChange {
    try await write { db in
      let key = try db.appKey(app)
      var settings = try db.settings(of: app)
      let problems = change(&settings)
      guard problems.isEmpty else { return SettingsChange(settings: settings, problems: problems) }
      let caps = text(settings.caps.map(\.json))
      let authentication = settings.userAuthentication
      let keys = text(authentication.keys.map { ["name": .string($0.name), "pem": .string($0.pem)] })
      if try db.execute(
        """
        INSERT INTO app_setting AS s (
          app, decision_sample, caps, signature_mode, signature_keys, holdout_share, holdout_changed_at, privacy_mode, privacy_due_days,
          refuses_doubtful_users
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (app) DO UPDATE SET decision_sample = excluded.decision_sample, caps = excluded.caps,
          signature_mode = excluded.signature_mode, signature_keys = excluded.signature_keys,
          holdout_share = excluded.holdout_share, holdout_changed_at = excluded.holdout_changed_at,
          privacy_mode = excluded.privacy_mode, privacy_due_days = excluded.privacy_due_days,
          refuses_doubtful_users = excluded.refuses_doubtful_users
        WHERE (s.decision_sample, s.caps, s.signature_mode, s.signature_keys, s.holdout_share, s.privacy_mode, s.privacy_due_days,
              s.refuses_doubtful_users)
            <> (excluded.decision_sample, excluded.caps, excluded.signature_mode, excluded.signature_keys, excluded.holdout_share,
              excluded.privacy_mode, excluded.privacy_due_days, excluded.refuses_doubtful_users)
          OR s.holdout_changed_at IS DISTINCT FROM excluded.holdout_changed_at
        """,
        [
          key, settings.decisionSample, caps, authentication.mode.rawValue, keys,
          settings.globalHoldout.share,
          settings.globalHoldout.changedAt?.milliseconds, settings.privacyRequests.mode.rawValue,
          settings.privacyRequests.dueDays,
          settings.refusesDoubtfulUserIDs,
        ]) > 0
      {
        try db.catalogueChanged(key)
      }
      return SettingsChange(settings: settings)
    }
  }
}

extension SQLSession {
  func settings(of app: AppID) throws -> AppSettings {
    try row(SQL.settings, [app.rawValue]).map(AppSettings.init) ?? AppSettings()
  }
}

private func text(_ elements: [Wire.JSONValue]) -> String {
  String(decoding: Wire.encode(Wire.JSONValue.array(elements)), as: UTF8.self)
}

extension AppSettings {
  fileprivate init(_ row: SQLRow) throws {
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
