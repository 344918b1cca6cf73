// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import Foundation
import MartletCore
import MartletWire
public import Store

extension SQLStore {
  public func pushKeys(app: AppID) async throws(StoreError) -> [PushKey] {
    try await read { db in
      try db.rows(SQL.pushKeys, [app.rawValue]).map(PushKey.init)
    }
  }

  public func encryptedMark(_ mark: [UInt8]) async throws(StoreError) -> [UInt8] {
    let stored: Data? = try await write { db in
      try db.run(
        "INSERT INTO secret (name, value) VALUES ('encrypted_mark', ?) ON CONFLICT (name) DO NOTHING",
        [Data(mark)])
      return try db.value("SELECT value FROM secret WHERE name = 'encrypted_mark'")
    }
    return stored.map { Array($0) } ?? mark
  }

  public func insert(_ key: PushKey, app: AppID) async throws(StoreError) {
    try await write { db in
      let number = try db.appKey(app)
      let environment = key.environment?.rawValue ?? ""
      try db.run(
        "DELETE FROM push_key WHERE app = ? AND key_id = ? AND topic = ? AND environment = ?",
        [number, key.keyID, key.topic, environment])
      let count =
        try db.value("SELECT count(*) FROM push_key WHERE app = ?", [number], as: Int.self) ?? 0
      guard count < PushKey.maximum else { throw StoreError.conflict }
      try db.run(
        """
        INSERT INTO push_key (app, id, key_id, team_id, topic, environment, sealed, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          number, key.id, key.keyID, key.teamID, key.topic, environment, Data(key.sealed),
          key.createdAt.milliseconds,
        ])
    }
  }

  public func deletePushKey(_ id: String, app: AppID) async throws(StoreError) -> Bool {
    try await write { db in
      try db.execute("DELETE FROM push_key WHERE app = ? AND id = ?", [db.appKey(app), id]) > 0
    }
  }
}

extension PushKey {
  fileprivate init(_ row: SQLRow) throws {
    self.init(
      id: row["id"], keyID: row["key_id"], teamID: row["team_id"], topic: row["topic"],
      environment: Wire.PushEnvironment(rawValue: row["environment"]), sealed: Array(row["sealed"] as Data),
      createdAt: Instant(milliseconds: row["created_at"]))
  }
}

extension SQL {
  static let pushKeys = """
    SELECT id, key_id, team_id, topic, environment, sealed, created_at FROM push_key WHERE app = \(app) ORDER BY created_at DESC, id
    """
}
