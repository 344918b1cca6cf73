// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import Foundation
public import MartletCore
public import Store

extension SQLStore {
  public func insert(_ key: APIKey) async throws(StoreError) {
    try await write { db in try db.insert(key) }
  }

  public func keys(app: AppID) async throws(StoreError) -> [APIKey] {
    try await read { db in
      try db.rows(SQL.keysOfApp, [app.rawValue]).map(APIKey.init)
    }
  }

  public func key(hash: [UInt8]) async throws(StoreError) -> APIKey? {
    try await read { db in
      try db.row(SQL.keyByHash, [Data(hash)]).map(APIKey.init)
    }
  }

  public func revokeKey(id: String, app: AppID, at: Instant) async throws(StoreError) {
    try await write { db in
      guard
        try db.execute(
          "UPDATE api_key SET revoked_at = coalesce(revoked_at, ?) WHERE app = ? AND id = ?",
          [at.milliseconds, try db.appKey(app), id]) == 1
      else { throw StoreError.notFound }
    }
  }
}

extension APIKey {
  fileprivate init(_ row: SQLRow) throws {
    guard let scope = Scope(rawValue: row["scope"]) else {
      throw StoreError.failed("A key is stored with a scope that this version does not know.")
    }
    self.init(
      id: row["id"], appID: AppID(row["app_id"]), scope: scope, name: row["name"], prefix: row["prefix"],
      hash: Array(row["hash"] as Data), createdAt: Instant(milliseconds: row["created_at"]),
      revokedAt: Instant(stored: row["revoked_at"]))
  }
}

extension SQLSession {
  func insert(_ key: APIKey) throws {
    let app = try appKey(key.appID)
    try run(
      "INSERT INTO api_key (app, id, scope, name, prefix, hash, created_at, revoked_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      [
        app, key.id, key.scope.rawValue, key.name, key.prefix, Data(key.hash), key.createdAt.milliseconds,
        key.revokedAt?.milliseconds,
      ])
  }
}
