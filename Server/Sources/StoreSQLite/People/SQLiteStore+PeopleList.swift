// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import GRDB
import MartletCore
public import Store

extension SQLiteStore {
  public func people(
    search: String?, sort: PeopleSort, app: AppID, after: String?, limit: Int
  ) async throws(StoreError) -> ListPage<PersonSummary> {
    guard let list = PeopleList(search: search ?? "", sort: sort, app: app, limit: limit.clamped(to: PeopleLimits.page)) else {
      return ListPage(elements: [])
    }
    return try await read { db in try list.page(after, db) }
  }
}

/// One search, or none, with its order.
private struct PeopleList: Sendable {
  private let search: String
  private let words: [String]
  private let sort: PeopleSort
  private let app: AppID
  private let limit: Int

  /// nil: nobody can be found.
  init?(search: String, sort: PeopleSort, app: AppID, limit: Int) {
    guard search.count <= PeopleLimits.searchLength, !search.utf8.contains(0) else { return nil }
    self.search = search
    self.sort = sort
    self.app = app
    self.limit = limit
    words = Self.words(search)
  }

  /// What is looked for; that which people and devices are marked by is one word. What comes after the last place for a word is one, too.
  private static func words(_ search: String) -> [String] {
    var rest = search.split(separator: " ")[...]
    var words: [String] = []
    let marks = PeopleLimits.searchedMarks.map { $0.split(separator: " ") }
    while !rest.isEmpty {
      let mark = marks.first { mark in rest.prefix(mark.count).map { $0.lowercased() } == mark.map(String.init) }
      let isLast = words.count == PeopleLimits.searchWords - 1
      words.append(isLast ? rest.joined(separator: " ") : rest.prefix(mark?.count ?? 1).joined(separator: " "))
      rest = isLast ? [] : rest.dropFirst(mark?.count ?? 1)
    }
    return words
  }

  /// What `next` begins with, by what the page goes on with.
  private enum Part {
    static let names: Character = "n"
    static let others: Character = "o"
  }

  func page(_ after: String?, _ db: Database) throws -> ListPage<PersonSummary> {
    guard !words.isEmpty else { return try others(after, limit: limit, db) }
    switch (after?.first, after.map { String($0.dropFirst()) }) {
    case (nil, _): return try named(nil, db)
    case (Part.names, let name?) where name.hasPrefix(prefix): return try named(name, db)
    case (Part.others, let place?): return try others(place.isEmpty ? nil : place, limit: limit, db)
    default: return ListPage(elements: [])
    }
  }

  // MARK: - Those whose name begins with the search

  private var prefix: String { PersonID.of(userID: search, deviceID: "") }
  private var end: String { prefix + "\u{10FFFF}\u{10FFFF}" }

  private func named(_ after: String?, _ db: Database) throws -> ListPage<PersonSummary> {
    var rows: [Row] = []
    if after == nil { rows += try exact(db) }
    let named = try Row.fetchAll(
      db.cachedStatement(sql: SQL.peopleByName), arguments: [app.rawValue, after ?? prefix, after ?? "", end, limit + 1])
    rows += named.prefix(limit)
    var seen: Set<Int64> = []
    let people = try rows.filter { seen.insert($0["person_id"]).inserted }.map { try PersonSummary($0, app: app, db) }
    if named.count > limit, let last = named.prefix(limit).last { return ListPage(elements: people, next: "n" + (last["alias"] as String)) }
    guard people.count < limit else { return ListPage(elements: people, next: "o") }
    let rest = try others(nil, limit: limit - people.count, db)
    return ListPage(elements: people + rest.elements, next: rest.next)
  }

  /// Whose device has exactly this id.
  private func exact(_ db: Database) throws -> [Row] {
    let device = PersonID.of(userID: nil, deviceID: search)
    return try Row.fetchAll(db.cachedStatement(sql: SQL.personByName), arguments: [app.rawValue, device])
      + Row.fetchAll(db.cachedStatement(sql: SQL.peopleOfDevice), arguments: [app.rawValue, search, limit])
  }

  // MARK: - All others

  private func others(_ after: String?, limit: Int, _ db: Database) throws -> ListPage<PersonSummary> {
    let isSearch = !words.isEmpty
    guard var arguments = start(after) else { return ListPage(elements: []) }
    let place = arguments
    arguments += [isSearch ? PeopleLimits.searched : limit + 1]
    if isSearch {
      let known = Set(try exact(db).map { $0["person_id"] as Int64 })
      arguments += [prefix, end]
      for word in words { arguments += StatementArguments(SQL.search(word)) }
      // Those who stand on the first page already.
      let rows = try Row.fetchAll(
        db.cachedStatement(sql: SQL.peopleFound(sort, words: words.count)), arguments: arguments + [limit + 1 + known.count]
      )
      .filter { !known.contains($0["person_id"]) }
      if rows.count > limit { return try page(rows, limit: limit, db) }
      // Fewer than fit: the next page goes on behind those who were looked at.
      let last = try Row.fetchOne(
        db.cachedStatement(sql: SQL.people(sort, skipping: true)), arguments: place + [1, PeopleLimits.searched - 1])
      return try ListPage(
        elements: rows.map { try PersonSummary($0, app: app, db) }, next: last.map { "o" + text($0) })
    }
    return try page(Row.fetchAll(db.cachedStatement(sql: SQL.people(sort)), arguments: arguments), limit: limit, db)
  }

  private func page(_ rows: [Row], limit: Int, _ db: Database) throws -> ListPage<PersonSummary> {
    let people = try rows.prefix(limit).map { try PersonSummary($0, app: app, db) }
    let next = rows.count > limit ? rows.prefix(limit).last.map(text) : nil
    return ListPage(elements: people, next: next.map { words.isEmpty ? $0 : "o" + $0 })
  }

  /// Where the list goes on; nil: not a place.
  private func start(_ after: String?) -> StatementArguments? {
    if sort == .name {
      guard let after else { return [app.rawValue, ""] }
      return after.utf8.contains(0) ? nil : [app.rawValue, after]
    }
    let place = ListPosition(after)
    guard after == nil || place != nil else { return nil }
    return [app.rawValue, place?.at ?? .max, place?.row ?? .max]
  }

  private func text(_ row: Row) -> String {
    switch sort {
    case .lastSeen: ListPosition(at: row["last_seen"], row: row["person_id"]).text
    case .firstSeen: ListPosition(at: row["first_seen"], row: row["person_id"]).text
    case .name: row["alias"]
    }
  }
}
