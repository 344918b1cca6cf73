// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain
import Foundation
import GRDB
import MartletCore

/// Remembers when people were deleted, by a keyed hash of each of their names, and of the ids of
/// events that cannot be told from later ones by their time. Without the key, nobody can find out
/// who they were.
struct Tombstones {
  let app: Int64

  /// The batch without what deleted people did before their deletion, and without their names.
  func filter(_ batch: PreparedBatch, _ db: Database) throws -> PreparedBatch {
    guard try Bool.fetchOne(db.cachedStatement(sql: SQL.isAnyTombstone)) ?? false else { return batch }
    let key = try key(db)
    var deletions: [ExactText: Instant] = [:]
    for name in Set((batch.people + batch.previousUsers).map { ExactText($0) }) {
      let at = try Int64.fetchOne(
        db.cachedStatement(sql: SQL.tombstone), arguments: [app, Self.mark(name.text, key)])
      deletions[name] = Instant(stored: at)
    }
    guard !deletions.isEmpty else { return batch }
    let kept = batch.withoutEvents(before: deletions).withoutNames(of: deletions)
    return try kept.withoutEvents { name, id in
      guard deletions[ExactText(name)] != nil else { return false }
      return try Int64.fetchOne(
        db.cachedStatement(sql: SQL.tombstone), arguments: [app, Self.mark(Self.event(id), key)]) != nil
    }
  }

  /// - Parameters:
  ///   - names: The deleted person's.
  ///   - events: Ids of events that were stored before the deletion and say that they are from
  ///     after it.
  func put(_ names: [String], events: [String], at: Instant, _ db: Database) throws {
    let key = try key(db)
    for name in names + events.map(Self.event) {
      try db.cachedStatement(sql: SQL.putTombstone).execute(arguments: [
        app, Self.mark(name, key), at.milliseconds,
      ])
    }
  }

  private func key(_ db: Database) throws -> SymmetricKey {
    guard let bytes = try Data.fetchOne(db.cachedStatement(sql: SQL.tombstoneKey)) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
    return SymmetricKey(data: bytes)
  }

  /// No person is called so.
  private static func event(_ id: String) -> String { "e:" + id }

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
