// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import Foundation
import GRDB
public import MartletCore
public import MartletWire
public import Store

extension SQLiteStore {
  public func deviceCredentials(_ deviceID: String, app: AppID) async throws(StoreError) -> DeviceCredentials
  {
    try await readShared { db in
      let rows = try Row.fetchAll(
        db.cachedStatement(sql: SQL.deviceCredentials), arguments: [app.rawValue, deviceID])
      let revoked = try Int64.fetchOne(
        db.cachedStatement(sql: SQL.deviceRevocation), arguments: [app.rawValue, deviceID])
      return DeviceCredentials(
        credentials: rows.map { row in
          DeviceCredentials.Credential(
            hash: Array(row["hash"] as Data), issuedAt: Instant(milliseconds: row["issued_at"]),
            usedAt: Instant(stored: row["used_at"]))
        }, revokedAt: revoked.map { Instant(milliseconds: $0) })
    }
  }

  public func issueDeviceCredential(_ hash: [UInt8], deviceID: String, app: AppID, at: Instant)
    async throws(StoreError)
  {
    try await ingestion.commit { db in
      let key = try db.appKey(app)
      try db.cachedStatement(sql: SQL.issueDeviceCredential).execute(
        arguments: [key, deviceID, Data(hash), at.milliseconds, key, deviceID])
      try db.cachedStatement(sql: SQL.trimDeviceCredentials).execute(
        arguments: [key, deviceID, key, deviceID, DeviceCredentials.maximumUnused])
    }
  }

  public func useDeviceCredential(_ hash: [UInt8], deviceID: String, app: AppID, at: Instant)
    async throws(StoreError) -> Bool
  {
    try await ingestion.commit { db in
      let key = try db.appKey(app)
      try db.cachedStatement(sql: SQL.useDeviceCredential).execute(arguments: [
        at.milliseconds, key, deviceID, Data(hash),
      ])
      guard db.changesCount == 1 else { return false }
      try db.cachedStatement(sql: SQL.replaceDeviceCredentials).execute(arguments: [
        key, deviceID, Data(hash),
      ])
      return true
    }
  }

  public func revokeDevice(_ deviceID: String, app: AppID, at: Instant) async throws(StoreError) {
    guard !deviceID.isEmpty, !deviceID.utf8.contains(0) else {
      throw .failed("A device's id is not empty and has no U+0000.")
    }
    try await write { db in
      let key = try db.appKey(app)
      try db.cachedStatement(sql: SQL.revokeDevice).execute(arguments: [key, deviceID, at.milliseconds])
      for table in ["device_credential", "push_device"] {
        try db.cachedStatement(sql: "DELETE FROM \(table) WHERE app = ? AND device_id = ?").execute(
          arguments: [key, deviceID])
      }
    }
  }
}

extension SQLiteStore {
  public func attributes(
    _ keys: Set<String>, personID: String, toldTo reader: AttributeReader, app: AppID
  ) async throws(StoreError) -> [String: Wire.JSONValue] {
    guard !keys.isEmpty, !personID.utf8.contains(0) else { return [:] }
    return try await read { db in
      var found: [String: Wire.JSONValue] = [:]
      for key in keys where !key.utf8.contains(0) {
        let text: String?
        switch reader {
        case .person:
          text = try String.fetchOne(
            db.cachedStatement(sql: SQL.attributeOfPerson), arguments: [key, app.rawValue, personID])
        case .device(let id):
          text = try String.fetchOne(
            db.cachedStatement(sql: SQL.attributeKnownToDevice),
            arguments: [key, app.rawValue, personID, "d:" + id, id, id])
        }
        guard let text else { continue }
        guard let value = try? Wire.decode(Wire.JSONValue.self, from: Array(text.utf8)) else {
          throw StoreError.failed("A stored attribute cannot be read.")
        }
        if value != .null { found[key] = value }
      }
      return found
    }
  }
}

extension SQL {
  static let attributeOfPerson = """
    SELECT a.value FROM person_alias n JOIN person_attribute a ON a.app = n.app AND a.person_id = n.person_id AND a.key = ?
    WHERE n.app = \(thisApp) AND n.alias = ?
    """
  /// Where changes made up the value, each of them counts, because what somebody else said is part
  /// of it. A folded value belongs to nobody.
  fileprivate static let attributeKnownToDevice = """
    SELECT a.value FROM person_alias n
      JOIN person p ON p.app = n.app AND p.person_id = n.person_id
      JOIN person_attribute a ON a.app = n.app AND a.person_id = n.person_id AND a.key = ?
    WHERE n.app = \(thisApp) AND n.alias = ? AND (p.alias = ? OR (
      EXISTS (
        SELECT 1 FROM event e WHERE e.app = a.app AND e.person_id = a.person_id AND e.id = a.event_id AND e.device_id = ?)
      AND NOT EXISTS (
        SELECT 1 FROM person_attribute_step s
          LEFT JOIN event e ON e.app = s.app AND e.person_id = s.person_id AND e.id = s.event_id
        WHERE s.app = a.app AND s.person_id = a.person_id AND s.key = a.key AND (s.kind = 'folded' OR e.device_id IS NOT ?))))
    """
  fileprivate static let deviceCredentials = """
    SELECT hash, issued_at, used_at FROM device_credential WHERE app = \(thisApp) AND device_id = ? ORDER BY issued_at, hash
    """
  fileprivate static let deviceRevocation =
    "SELECT revoked_at FROM revoked_device WHERE app = \(thisApp) AND device_id = ?"
  fileprivate static let issueDeviceCredential = """
    INSERT INTO device_credential (app, device_id, hash, issued_at) SELECT ?, ?, ?, ?
    WHERE NOT EXISTS (SELECT 1 FROM revoked_device WHERE app = ? AND device_id = ?)
    """
  fileprivate static let trimDeviceCredentials = """
    DELETE FROM device_credential WHERE app = ? AND device_id = ? AND used_at IS NULL AND hash IN (
      SELECT hash FROM device_credential WHERE app = ? AND device_id = ? AND used_at IS NULL
      ORDER BY issued_at DESC, hash LIMIT -1 OFFSET ?
    )
    """
  fileprivate static let useDeviceCredential = """
    UPDATE device_credential SET used_at = ? WHERE app = ? AND device_id = ? AND hash = ? AND used_at IS NULL
    """
  fileprivate static let replaceDeviceCredentials =
    "DELETE FROM device_credential WHERE app = ? AND device_id = ? AND hash <> ?"
  fileprivate static let revokeDevice = """
    INSERT INTO revoked_device (app, device_id, revoked_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING
    """
}
