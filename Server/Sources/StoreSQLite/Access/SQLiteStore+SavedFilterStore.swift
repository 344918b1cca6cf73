// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import GRDB
import MartletCore
public import Store

extension SQLiteStore {
  public func savedFilters(_ list: SavedFilter.List, member: String, app: AppID) async throws(StoreError)
    -> [SavedFilter]
  {
    try await read { db in
      try Row.fetchAll(
        db.cachedStatement(sql: SQL.savedFilters),
        arguments: [member, app.rawValue, list.rawValue, SavedFilter.maximumCount]
      ).map { try SavedFilter($0) }
    }
  }

  public func save(_ filter: SavedFilter, member: String, app: AppID) async throws(StoreError) {
    try await write { db in
      let number = try db.memberNumber(member)
      let key = try db.appKey(app)
      try db.cachedStatement(sql: SQL.changeSavedFilter)
        .execute(arguments: [filter.query, number, key, filter.list.rawValue, filter.name])
      if db.changesCount > 0 { return }
      let count =
        try Int.fetchOne(
          db.cachedStatement(sql: SQL.countSavedFilters), arguments: [number, key, filter.list.rawValue]) ?? 0
      guard count < SavedFilter.maximumCount else { throw StoreError.conflict }
      try db.cachedStatement(sql: SQL.insertSavedFilter).execute(arguments: [
        number, key, filter.list.rawValue, filter.name, filter.id, filter.query,
        filter.createdAt.milliseconds,
      ])
    }
  }

  public func deleteSavedFilter(_ id: String, member: String, app: AppID) async throws(StoreError)
    -> SavedFilter?
  {
    try await write { db in
      guard
        let row = try Row.fetchOne(
          db.cachedStatement(sql: SQL.savedFilter), arguments: [id, member, app.rawValue])
      else { return nil }
      try db.cachedStatement(sql: "DELETE FROM saved_filter WHERE id = ?").execute(arguments: [id])
      return try SavedFilter(row)
    }
  }
}

extension SavedFilter {
  fileprivate init(_ row: Row) throws {
    guard let list = List(rawValue: row["list"]) else {
      throw StoreError.failed("A filter is stored for a list that this version does not know.")
    }
    self.init(
      id: row["id"], list: list, name: row["name"], query: row["query"],
      createdAt: Instant(milliseconds: row["created_at"]))
  }
}

/// The statements of saved filters. The description of `SQL` applies here too.
extension SQL {
  private static let ofMember = "member = (SELECT number FROM member WHERE id = ?) AND app = \(app)"
  static let savedFilters = """
    SELECT id, list, name, query, created_at FROM saved_filter WHERE \(ofMember) AND list = ? ORDER BY created_at, id LIMIT ?
    """
  static let savedFilter =
    "SELECT id, list, name, query, created_at FROM saved_filter WHERE id = ? AND \(ofMember)"
  static let countSavedFilters = "SELECT count(*) FROM saved_filter WHERE member = ? AND app = ? AND list = ?"
  static let changeSavedFilter =
    "UPDATE saved_filter SET query = ? WHERE member = ? AND app = ? AND list = ? AND name = ?"
  static let insertSavedFilter = """
    INSERT INTO saved_filter (member, app, list, name, id, query, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)
    """
}
