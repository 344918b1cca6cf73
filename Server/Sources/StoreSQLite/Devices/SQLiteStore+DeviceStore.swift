// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import Foundation
import GRDB
public import MartletCore
public import Store

extension SQLiteStore {
  public func deviceCredentials(_ deviceID: String, app: AppID) async throws(StoreError) -> DeviceCredentials {
    try await read { db in
      let rows = try Row.fetchAll(db.cachedStatement(sql: SQL.deviceCredentials), arguments: [app.rawValue, deviceID])
      let revoked = try Int64.fetchOne(db.cachedStatement(sql: SQL.deviceRevocation), arguments: [app.rawValue, deviceID])
      return DeviceCredentials(
        credentials: rows.map { row in
          DeviceCredentials.Credential(
            hash: Array(row["hash"] as Data), issuedAt: Instant(milliseconds: row["issued_at"]), usedAt: Instant(stored: row["used_at"]))
        }, revokedAt: revoked.map { Instant(milliseconds: $0) })
    }
  }

  public func issueDeviceCredential(_ hash: [UInt8], deviceID: String, app: AppID, at: Instant) async throws(StoreError) {
    try await write { db in
      let key = try db.appKey(app)
      try db.cachedStatement(sql: SQL.issueDeviceCredential).execute(
        arguments: [key, deviceID, Data(hash), at.milliseconds, key, deviceID])
      try db.cachedStatement(sql: SQL.trimDeviceCredentials).execute(
        arguments: [key, deviceID, key, deviceID, DeviceCredentials.maximumUnused])
    }
  }

  public func useDeviceCredential(_ hash: [UInt8], deviceID: String, app: AppID, at: Instant) async throws(StoreError) -> Bool {
    try await write { db in
      let key = try db.appKey(app)
      try db.cachedStatement(sql: SQL.useDeviceCredential).execute(arguments: [at.milliseconds, key, deviceID, Data(hash)])
      guard db.changesCount == 1 else { return false }
      try db.cachedStatement(sql: SQL.replaceDeviceCredentials).execute(arguments: [key, deviceID, Data(hash)])
      return true
    }
  }

  public func revokeDevice(_ deviceID: String, app: AppID, at: Instant) async throws(StoreError) {
    guard !deviceID.isEmpty, !deviceID.utf8.contains(0) else { throw .failed("A device's id is not empty and has no U+0000.") }
    try await write { db in
      let key = try db.appKey(app)
      try db.cachedStatement(sql: SQL.revokeDevice).execute(arguments: [key, deviceID, at.milliseconds])
      try db.cachedStatement(sql: "DELETE FROM device_credential WHERE app = ? AND device_id = ?").execute(arguments: [key, deviceID])
    }
  }
}

extension SQL {
  fileprivate static let deviceCredentials = """
    SELECT hash, issued_at, used_at FROM device_credential WHERE app = \(thisApp) AND device_id = ? ORDER BY issued_at, hash
    """
  fileprivate static let deviceRevocation = "SELECT revoked_at FROM revoked_device WHERE app = \(thisApp) AND device_id = ?"
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
  fileprivate static let replaceDeviceCredentials = "DELETE FROM device_credential WHERE app = ? AND device_id = ? AND hash <> ?"
  fileprivate static let revokeDevice = """
    INSERT INTO revoked_device (app, device_id, revoked_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING
    """
}
