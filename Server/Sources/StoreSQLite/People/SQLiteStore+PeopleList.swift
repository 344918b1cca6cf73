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
    guard
      let list = PeopleList(
        search: search ?? "", sort: sort, app: app, limit: limit.clamped(to: PeopleLimits.page))
    else {
      return ListPage(elements: [])
    }
    return try await readLong { db in try list.page(after, db) }
  }
}

/// One search, or none, with its order.
private struct PeopleList: Sendable {
  private let search: String
  private let terms: ListSearch
  private let sort: PeopleSort
  private let app: AppID
  private let limit: Int

  /// nil when nobody can be found.
  init?(search: String, sort: PeopleSort, app: AppID, limit: Int) {
    guard search.count <= PeopleLimits.searchLength, !search.utf8.contains(0) else { return nil }
    self.search = search
    self.sort = sort
    self.app = app
    self.limit = limit
    terms = ListSearch(search, marks: PeopleLimits.searchedMarks, limit: PeopleLimits.searchWords)
  }

  /// The first character of `next`, which says with what the page continues.
  private enum Part {
    static let names: Character = "n"
    static let called: Character = "c"
    static let others: Character = "o"
  }

  func page(_ after: String?, _ db: Database) throws -> ListPage<PersonSummary> {
    guard !terms.isEmpty else { return try others(after, limit: limit, db) }
    switch (after?.first, after.map { String($0.dropFirst()) }) {
    case (nil, _): return try named(nil, db)
    case (Part.names, let name?) where name.hasPrefix(prefix): return try named(name, db)
    case (Part.called, let place?): return try called(after: place, limit: limit, db)
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
      db.cachedStatement(sql: SQL.peopleByName),
      arguments: [app.rawValue, after ?? prefix, after ?? "", end, limit + 1])
    rows += named.prefix(limit)
    var seen: Set<Int64> = []
    let people = try rows.filter { seen.insert($0["person_id"]).inserted }.map {
      try PersonSummary($0, app: app, db)
    }
    if named.count > limit, let last = named.prefix(limit).last {
      return ListPage(elements: people, next: "n" + (last["alias"] as String))
    }
    guard people.count < limit else { return ListPage(elements: people, next: "c") }
    let rest = try called(after: "", limit: limit - people.count, db)
    return ListPage(elements: people + rest.elements, next: rest.next)
  }

  // MARK: - Those who are called so

  /// - Parameter place: The case, the person and the value after which the list continues; empty
  ///   for the beginning.
  private func called(after place: String, limit: Int, _ db: Database) throws -> ListPage<PersonSummary> {
    let known = Set(try exact(db).map { $0["person_id"] as Int64 })
    let parts = place.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    var after: (person: Int64, value: String)?
    if !place.isEmpty {
      guard parts.count == 3, let person = Int64(parts[1]), !place.utf8.contains(0) else {
        return ListPage(elements: [])
      }
      after = (person, String(parts[2]))
    }
    guard let first = parts.count == 3 ? Int(parts[0]) : 0 else { return ListPage(elements: []) }
    var people: [PersonSummary] = []
    for calling in Calling.allCases where calling.rawValue >= first {
      guard let beginning = calling.beginning(of: search) else { continue }
      // Each person of `exact` may take a place.
      let room = limit - people.count + known.count
      let rows = try Row.fetchAll(
        db.cachedStatement(sql: calling.sql),
        arguments: [
          "app": app.rawValue, "from": after?.value ?? beginning.value, "person": after?.person ?? Int64.min,
          "end": Calling.end(beginning.value), "beginning": beginning.value, "first": beginning.firstName,
          "prefix": prefix,
          "prefixEnd": end, "limit": room + 1,
        ])
      after = nil
      for row in rows where !known.contains(row["person_id"]) {
        people.append(try PersonSummary(row, app: app, db))
        guard people.count == limit else { continue }
        return ListPage(
          elements: people,
          next: "c\(calling.rawValue).\(row["person_id"] as Int64)." + (row["value"] as String))
      }
    }
    let rest = try others(nil, limit: limit - people.count, db)
    return ListPage(elements: people + rest.elements, next: rest.next)
  }

  /// The person whose device has exactly this id.
  private func exact(_ db: Database) throws -> [Row] {
    let device = PersonID.of(userID: nil, deviceID: search)
    return try Row.fetchAll(db.cachedStatement(sql: SQL.personByName), arguments: [app.rawValue, device])
      + Row.fetchAll(db.cachedStatement(sql: SQL.peopleOfDevice), arguments: [app.rawValue, search, limit])
  }

  // MARK: - All others

  private func others(_ after: String?, limit: Int, _ db: Database) throws -> ListPage<PersonSummary> {
    guard let (order, values) = PeopleOrder.start(sort, after: after) else { return ListPage(elements: []) }
    return try others(order, values, limit: limit, db)
  }

  private func others(
    _ order: PeopleOrder, _ values: [any DatabaseValueConvertible], limit: Int, _ db: Database
  ) throws -> ListPage<PersonSummary> {
    let page = try part(order, values, limit: limit, db)
    guard page.next == nil, let following = order.following else { return page }
    let room = limit - page.elements.count
    if room > 0 {
      let rest = try others(following, following.beginning, limit: room, db)
      return ListPage(elements: page.elements + rest.elements, next: rest.next)
    }
    let isAnybodyLeft = try !rows(SQL.people(following), [app.rawValue] + following.beginning + [1], db)
      .isEmpty
    return ListPage(elements: page.elements, next: isAnybodyLeft ? place(following.beginningPlace) : nil)
  }

  private func part(
    _ order: PeopleOrder, _ values: [any DatabaseValueConvertible], limit: Int, _ db: Database
  ) throws -> ListPage<PersonSummary> {
    let start = [app.rawValue] + values
    guard !terms.isEmpty else {
      return try self.page(rows(SQL.people(order), start + [limit + 1], db), order, limit: limit, db)
    }
    let known = Set(try exact(db).map { $0["person_id"] as Int64 })
    // People who are already on the first page.
    let rows = try rows(
      SQL.peopleFound(order, terms),
      start + [PeopleLimits.searched, prefix, end] + patterns + Calling.values(search) + [
        limit + 1 + known.count, PeopleLimits.searched - 1,
      ], db
    )
    let found = rows.filter { $0["is_found"] && !known.contains($0["person_id"]) }
    if found.count > limit { return try self.page(found, order, limit: limit, db) }
    // Fewer than fit on a page: the next page continues after the people who were looked at.
    let last = rows.first { !($0["is_found"] as Bool) }
    return try ListPage(
      elements: found.map { try PersonSummary($0, app: app, db) }, next: last.map { place(order.place($0)) })
  }

  private func page(_ rows: [Row], _ order: PeopleOrder, limit: Int, _ db: Database) throws -> ListPage<
    PersonSummary
  > {
    let people = try rows.prefix(limit).map { try PersonSummary($0, app: app, db) }
    return ListPage(
      elements: people,
      next: rows.count > limit ? rows.prefix(limit).last.map { place(order.place($0)) } : nil)
  }

  private func place(_ text: String) -> String { terms.isEmpty ? text : String(Part.others) + text }

  private func rows(_ sql: String, _ arguments: [any DatabaseValueConvertible], _ db: Database) throws
    -> [Row]
  {
    try Row.fetchAll(db.cachedStatement(sql: sql), arguments: StatementArguments(arguments))
  }

  /// In the order of `SQL.peopleFound`.
  private var patterns: [any DatabaseValueConvertible] {
    terms.terms.flatMap { term in
      switch term {
      case .word(let word): SQL.search(word)
      case .time(let time, let text):
        Array(repeating: time.pattern, count: SQL.searchedTimes) + SQL.search(text)
      }
    }
  }
}
