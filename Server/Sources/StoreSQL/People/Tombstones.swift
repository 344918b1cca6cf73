// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain
import Foundation
import MartletCore
import Store

/// Remembers when people were deleted, by a keyed hash of each of their names, and of the ids of
/// events that cannot be told from later ones by their time. Without the key, nobody can find out
/// who they were.
struct Tombstones {
  let app: Int64

  /// The batches without what deleted people did before their deletion, and without their names.
  func filter(_ batches: [PreparedBatch], _ db: any SQLSession) throws -> [PreparedBatch] {
    guard try db.value(SQL.isAnyTombstone, as: Bool.self) ?? false else { return batches }
    let key = try key(db)
    let names = Array(Set(batches.flatMap { $0.people + $0.previousUsers }.map { ExactText($0) }))
    let found = try db.rows(ofEach: [
      SQLQuestion(SQL.tombstone, each: names.map { [app, Self.mark($0.text, key)] })
    ])
    var deletions: [ExactText: Instant] = [:]
    for (name, rows) in zip(names, found) { deletions[name] = Instant(stored: rows.first?[0]) }
    guard !deletions.isEmpty else { return batches }
    return try batches.map { batch in
      let kept = batch.withoutEvents(before: deletions).withoutNames(of: deletions)
      return try kept.withoutEvents { name, id in
        guard deletions[ExactText(name)] != nil else { return false }
        return try db.value(SQL.tombstone, [app, Self.mark(Self.event(id), key)], as: Int64.self) != nil
      }
    }
  }

  /// - Parameters:
  ///   - names: The deleted person's.
  ///   - events: Ids of events that were stored before the deletion and say that they are from
  ///     after it.
  func put(_ names: [String], events: [String], at: Instant, _ db: any SQLSession) throws {
    let key = try key(db)
    for name in names + events.map(Self.event) {
      try db.run(SQL.putTombstone, [app, Self.mark(name, key), at.milliseconds])
    }
  }

  private func key(_ db: any SQLSession) throws -> SymmetricKey {
    guard let bytes = try db.value(SQL.tombstoneKey, as: Data.self) else {
      // Senders keep their events until a backup is restored.
      throw StoreError.unavailable("The secret that recognizes deleted people is missing. Restore a backup.")
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
    ON CONFLICT (app, mark) DO UPDATE SET deleted_at = max(tombstone.deleted_at, excluded.deleted_at)
    """
  static let tombstoneKey = "SELECT value FROM secret WHERE name = 'tombstone'"
}
