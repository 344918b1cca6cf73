// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import MartletCore
public import Store

extension SQLStore {
  public func savedFilters(_ list: SavedFilter.List, member: String, app: AppID) async throws(StoreError)
    -> [SavedFilter]
  {
    try await read { db in
      try db.rows(SQL.savedFilters, [member, app.rawValue, list.rawValue, SavedFilter.maximumCount]).map {
        try SavedFilter($0)
      }
    }
  }

  public func save(_ filter: SavedFilter, member: String, app: AppID) async throws(StoreError) {
    try await write { db in
      let number = try db.memberNumber(member)
      let key = try db.appKey(app)
      if try db.execute(
        SQL.changeSavedFilter, [filter.query, number, key, filter.list.rawValue, filter.name]) > 0
      {
        return
      }
      let count =
        try db.value(SQL.countSavedFilters, [number, key, filter.list.rawValue], as: Int.self) ?? 0
      guard count < SavedFilter.maximumCount else { throw StoreError.conflict }
      try db.run(
        SQL.insertSavedFilter,
        [
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
        let row = try db.row(SQL.savedFilter, [id, member, app.rawValue])
      else { return nil }
      try db.run("DELETE FROM saved_filter WHERE id = ?", [id])
      return try SavedFilter(row)
    }
  }
}

extension SavedFilter {
  fileprivate init(_ row: SQLRow) throws {
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
