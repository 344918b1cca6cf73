// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletCore
public import Store

extension SQLStore {
  public func put(_ value: [UInt8], as id: String, of owner: String, on shelf: Shelf, at now: Instant)
    async throws(StoreError)
  {
    try await write(alone: false) { db in
      try db.run("DELETE FROM shelf WHERE expires_at <= ?", [now.milliseconds])
      try db.run(
        SQL.putOnShelf, [shelf.name, owner, id, Data(value), (now + shelf.lifetime).milliseconds])
      try db.run(SQL.clearShelf, [shelf.name, owner, shelf.name, owner, shelf.most])
    }
  }

  public func items(of owner: String, on shelf: Shelf, at now: Instant) async throws(StoreError)
    -> [ShelfItem]
  {
    try await read { db in
      try db.rows(
        "SELECT id, value FROM \(SQL.onShelf) ORDER BY number DESC", [shelf.name, owner, now.milliseconds]
      ).map { ShelfItem(id: $0["id"], value: Array($0["value"] as Data)) }
    }
  }

  public func item(_ id: String, of owner: String, on shelf: Shelf, at now: Instant) async throws(StoreError)
    -> [UInt8]?
  {
    try await read { db in
      try db.value(
        "SELECT value FROM \(SQL.onShelf) AND id = ?", [shelf.name, owner, now.milliseconds, id],
        as: Data.self
      ).map { Array($0) }
    }
  }

  public func takeItem(_ id: String, of owner: String, on shelf: Shelf, at now: Instant)
    async throws(StoreError) -> [UInt8]?
  {
    try await write(alone: false) { db in
      try db.value(
        "DELETE FROM \(SQL.onShelf) AND id = ? RETURNING value", [shelf.name, owner, now.milliseconds, id],
        as: Data.self
      ).map { Array($0) }
    }
  }
}

extension SQL {
  fileprivate static let onShelf = "shelf WHERE name = ? AND owner = ? AND expires_at > ?"
  fileprivate static let putOnShelf = """
    INSERT INTO shelf (name, owner, id, value, expires_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (name, owner, id) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at
    """
  fileprivate static let clearShelf = """
    DELETE FROM shelf WHERE name = ? AND owner = ? AND number NOT IN
      (SELECT number FROM shelf WHERE name = ? AND owner = ? ORDER BY number DESC LIMIT ?)
    """
}
