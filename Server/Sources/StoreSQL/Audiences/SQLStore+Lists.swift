// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import MartletCore
public import Store

/// The entries of one transaction. Events that arrive meanwhile wait for one of them, not for the
/// whole upload.
private let listStep = 5_000

extension SQLStore {
  /// Every change writes the entries of a new generation, which counts once all are there.
  public func changeList(
    of id: AudienceID, _ change: ListChange, userIDs: [String], app: AppID, ifUnused: Bool
  ) async throws(StoreError) -> Int? {
    let upload = try await write { db in
      let key = try db.appKey(app)
      guard try db.hasAudience(id, key),
        let row = try db.row(SQL.beginUpload, [key, id.rawValue])
      else { throw StoreError.notFound }
      return ListUpload(app: key, audience: id.rawValue, base: row["generation"], target: row["newest"])
    }
    do throws(StoreError) {
      if change != .replace { try await copy(upload) }
      try await store(userIDs, change, upload)
      let length = try await end(upload) { db throws in if ifUnused { try db.refuseUse(of: id, app) } }
      // Those before it, also of uploads that were cut off. If there were too many, only those.
      try await deleteEntries(upload, length == nil ? upload.target...upload.target : 0...upload.target - 1)
      return length
    } catch {
      try? await deleteEntries(upload, upload.target...upload.target)
      throw error
    }
  }

  private func copy(_ upload: ListUpload) async throws(StoreError) {
    var last: String? = ""
    while let after = last {
      last = try await write { db in
        let step = try db.values(
          SQL.listEntries, [upload.app, upload.audience, upload.base, after, listStep], as: String.self)
        try db.run(SQL.insertListEntry, each: step.map { upload.entry($0) })
        return step.count < listStep ? nil : step.last
      }
    }
  }

  private func store(_ userIDs: [String], _ change: ListChange, _ upload: ListUpload) async throws(StoreError)
  {
    var rest = userIDs[...]
    while !rest.isEmpty {
      let step = Array(rest.prefix(listStep))
      rest = rest.dropFirst(step.count)
      try await write { db in
        var seen: Set<ExactText> = []
        let entries = step.filter { seen.insert(ExactText($0)).inserted }.map { upload.entry($0) }
        try db.run(change == .remove ? SQL.deleteListEntry : SQL.insertListEntry, each: entries)
      }
    }
  }

  /// From now on the new entries count. nil: there are too many.
  private func end(_ upload: ListUpload, check: @escaping @Sendable (any SQLSession) throws -> Void)
    async throws(StoreError) -> Int?
  {
    try await write { db in
      try check(db)
      let length = try db.listLength(upload.app, upload.audience, upload.target)
      guard length <= Audience.listLength else { return nil }
      guard
        try db.execute(SQL.endUpload, [upload.target, upload.app, upload.audience, upload.base]) == 1
      else { throw StoreError.conflict }
      try db.catalogueChanged(upload.app)
      return length
    }
  }

  /// Deletes the entries of these generations.
  private func deleteEntries(_ upload: ListUpload, _ generations: ClosedRange<Int>) async throws(StoreError) {
    while try await write({ db in
      let deleted = try db.execute(
        SQL.deleteListEntries,
        [
          upload.app, upload.audience, generations.lowerBound, generations.upperBound, listStep,
        ])
      if deleted > 0 { try db.noteDeletion() }
      return deleted == listStep
    }) {}
  }

  /// Deletes all entries of an audience.
  func deleteEntries(of id: AudienceID, _ app: Int64) async throws(StoreError) {
    try await deleteEntries(ListUpload(app: app, audience: id.rawValue, base: 0, target: 0), 0...Int.max)
  }

  public func listLength(of id: AudienceID, app: AppID) async throws(StoreError) -> Int {
    try await read { db in
      guard
        let key = try db.knownAppKey(app),
        let generation = try db.value(SQL.listGeneration, [key, id.rawValue], as: Int.self)
      else { return 0 }
      return try db.listLength(key, id.rawValue, generation)
    }
  }
}

/// An upload under way.
private struct ListUpload: Sendable {
  let app: Int64
  let audience: String
  /// The generation that counted when it began.
  let base: Int
  /// The generation that it writes.
  let target: Int

  func entry(_ userID: String) -> SQLArguments { [app, audience, target, userID] }
}

extension SQLSession {
  fileprivate func listLength(_ app: Int64, _ audience: String, _ generation: Int) throws -> Int {
    try value(SQL.listLength, [app, audience, generation], as: Int.self) ?? 0
  }
}

extension SQL {
  static let listGeneration = "SELECT generation FROM audience_list WHERE app = ? AND audience = ?"
  static let beginUpload = """
    INSERT INTO audience_list (app, audience, generation, newest) VALUES (?, ?, 0, 1)
    ON CONFLICT (app, audience) DO UPDATE SET newest = audience_list.newest + 1 RETURNING generation, newest
    """
  static let endUpload =
    "UPDATE audience_list SET generation = ? WHERE app = ? AND audience = ? AND generation = ?"
  static let listEntries = """
    SELECT user_id FROM audience_list_entry WHERE app = ? AND audience = ? AND generation = ? AND user_id > ? ORDER BY user_id LIMIT ?
    """
  static let insertListEntry =
    "INSERT INTO audience_list_entry (app, audience, generation, user_id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
  static let deleteListEntry =
    "DELETE FROM audience_list_entry WHERE app = ? AND audience = ? AND generation = ? AND user_id = ?"
  static let listLength =
    "SELECT count(*) FROM audience_list_entry WHERE app = ? AND audience = ? AND generation = ?"
  static let deleteListEntries = """
    DELETE FROM audience_list_entry WHERE (app, audience, generation, user_id) IN (
      SELECT app, audience, generation, user_id FROM audience_list_entry
      WHERE app = ? AND audience = ? AND generation BETWEEN ? AND ? LIMIT ?)
    """
  /// The audiences whose lists have the user id of a person.
  static let listsOfPerson = """
    SELECT l.audience FROM person p JOIN audience_list l USING (app) JOIN audience_list_entry e USING (app, audience, generation)
    WHERE p.app = $app AND p.person_id = $person AND p.alias >= 'u:' AND e.user_id = substr(p.alias, 3)
    """
  /// The people of a list who were seen.
  static let listedPeople = """
    SELECT a.person_id FROM audience_list l JOIN audience_list_entry e USING (app, audience, generation)
      JOIN person_alias a ON a.app = l.app AND a.alias = 'u:' || e.user_id
    WHERE l.app = ? AND l.audience = ?
    """
}
