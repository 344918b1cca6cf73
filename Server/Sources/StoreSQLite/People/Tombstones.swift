// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain
import Foundation
import GRDB
import MartletCore

/// Remembers when people were deleted, by a keyed hash of each of their names. Without the key, nobody can find out who they were.
struct Tombstones {
  let app: Int64

  /// The batch without what deleted people did before their deletion.
  func filter(_ batch: PreparedBatch, _ db: Database) throws -> PreparedBatch {
    guard try Bool.fetchOne(db.cachedStatement(sql: SQL.isAnyTombstone)) ?? false else { return batch }
    let key = try key(db)
    var deletions: [ExactText: Instant] = [:]
    for name in batch.people {
      let at = try Int64.fetchOne(db.cachedStatement(sql: SQL.tombstone), arguments: [app, Self.mark(name, key)])
      deletions[ExactText(name)] = Instant(stored: at)
    }
    return deletions.isEmpty ? batch : batch.withoutEvents(before: deletions)
  }

  func put(_ names: [String], at: Instant, _ db: Database) throws {
    let key = try key(db)
    for name in names {
      try db.cachedStatement(sql: SQL.putTombstone).execute(arguments: [app, Self.mark(name, key), at.milliseconds])
    }
  }

  private func key(_ db: Database) throws -> SymmetricKey {
    guard let bytes = try Data.fetchOne(db.cachedStatement(sql: SQL.tombstoneKey)) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    return SymmetricKey(data: bytes)
  }

  private static func mark(_ name: String, _ key: SymmetricKey) -> Data {
    Data(HMAC<SHA256>.authenticationCode(for: Array(name.utf8), using: key))
  }
}

extension SQL {
  /// Stops at the first row.
  static let isAnyTombstone = "SELECT EXISTS (SELECT 1 FROM tombstone)"
  static let tombstone = "SELECT deleted_at FROM tombstone WHERE app = ? AND mark = ?"
  static let putTombstone = """
    INSERT INTO tombstone (app, mark, deleted_at) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET deleted_at = max(deleted_at, excluded.deleted_at)
    """
  static let tombstoneKey = "SELECT value FROM secret WHERE name = 'tombstone'"
}
