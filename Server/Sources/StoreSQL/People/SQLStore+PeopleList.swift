// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import MartletCore
import MartletWire
public import Store

extension SQLStore {
  public func people(
    search: String?, sort: PeopleSort, app: AppID, after: String?, limit: Int
  ) async throws(StoreError) -> ListPage<PersonSummary> {
    let limit = limit.clamped(to: PeopleLimits.page)
    guard let empty = PeoplePage(search: search ?? "", sort: sort, after: after, limit: limit) else {
      return ListPage(elements: [])
    }
    return try await readLong { db in
      var page = empty
      while let request = page.request {
        let rows = try db.rows(request, of: page, app)
        page.add(rows.found, lookedAt: rows.last)
      }
      return ListPage(elements: try db.summaries(of: page.people, app), next: page.next)
    }
  }
}

extension SQLSession {
  fileprivate func rows(_ request: PeoplePage.Request, of page: PeoplePage, _ app: AppID) throws -> (
    found: [PeopleRow], last: PeopleRow?
  ) {
    let (mark, prefix) = (request.after, page.prefix)
    switch request.part {
    case .device:
      let device = PersonID.of(userID: nil, deviceID: page.search)
      let found =
        try rows(SQL.personByName, [app.rawValue, device])
        + rows(SQL.peopleOfDevice, [app.rawValue, page.search, request.limit])
      return (found.map(PeopleRow.init), nil)
    case .userID:
      let found = try rows(
        SQL.peopleByName,
        [app.rawValue, mark?.text ?? prefix, mark?.text ?? "", SQL.end(prefix), request.limit])
      return (found.map(PeopleRow.init), nil)
    case .contact(let field):
      guard let beginning = field.beginning(of: page.search) else { return ([], nil) }
      let found = try rows(
        field.sql,
        [
          "app": app.rawValue, "from": (mark?.text ?? beginning.value).lowercasedASCII,
          "person": mark?.person ?? Int64.min, "end": SQL.end(beginning.value).lowercasedASCII,
          "beginning": beginning.value.lowercasedASCII, "first": beginning.firstName.lowercasedASCII,
          "prefix": prefix, "prefixEnd": SQL.end(prefix), "limit": request.limit,
        ])
      return (found.map(PeopleRow.init), nil)
    case .all(let order):
      let start: SQLArguments = [app.rawValue] + order.values(mark ?? PeopleMark(person: order.first))
      guard !page.terms.isEmpty else {
        return (try rows(SQL.people(order), start + [request.limit]).map(PeopleRow.init), nil)
      }
      let found = try rows(
        SQL.peopleFound(order, page.terms),
        start + [PeopleLimits.searched, prefix, SQL.end(prefix)]
          + SQLArguments(SQL.values(page.terms) + ContactField.values(page.search)) + [
            request.limit, PeopleLimits.searched - 1,
          ])
      return (
        found.filter { $0["is_found"] }.map(PeopleRow.init),
        found.first { !($0["is_found"] as Bool) }.map(PeopleRow.init)
      )
    }
  }

  /// With the devices of all.
  func summaries(of people: [PeopleRow], _ app: AppID) throws -> [PersonSummary] {
    var devices: [Int64: [PersonDevice]] = [:]
    for row in try rows(SQL.devicesOfPeople, [app.rawValue, SQL.list(people.map(\.person))]) {
      devices[row["person_id"], default: []].append(try PersonDevice(row))
    }
    return people.map { person in
      PersonSummary(
        id: person.id, firstSeen: person.firstSeen, lastSeen: person.lastSeen,
        devices: Array(
          (devices[person.person] ?? []).sorted { ($0.lastSeen, $0.device.id) > ($1.lastSeen, $1.device.id) }
            .prefix(PeopleLimits.devices)))
    }
  }
}

extension PeopleRow {
  init(_ row: SQLRow) {
    self.init(
      person: row["person_id"], id: row["alias"], firstSeen: Instant(milliseconds: row["first_seen"]),
      lastSeen: Instant(milliseconds: row["last_seen"]), text: row["text"])
  }
}

// MARK: - Statements

extension PeopleOrder {
  /// The order of the statement's own result.
  var columns: String {
    switch self {
    case .lastSeen: "p.last_seen DESC, p.person_id DESC"
    case .firstSeen: "p.first_seen DESC, p.person_id DESC"
    case .name: "p.alias"
    case .device: "p.text, p.person_id"
    case .withoutDevice: "p.person_id"
    }
  }

  /// The number that comes before everybody.
  fileprivate var first: Int64 { self == .lastSeen || self == .firstSeen ? .max : .min }

  /// The values after which `SQL.people` continues.
  fileprivate func values(_ mark: PeopleMark) -> SQLArguments {
    switch self {
    case .lastSeen, .firstSeen: [mark.at, mark.person]
    case .name: [mark.text]
    case .device: [mark.text, mark.person]
    case .withoutDevice: [mark.person]
    }
  }
}

extension ContactField {
  /// People whose name does not begin with the search, and who do not match an earlier case.
  ///
  /// - Parameters: `$app`, `$from` (where to begin, at first the beginning), `$person`, `$end`,
  ///   `$first`, `$prefix` and `$prefixEnd` (of names), and `$beginning`, `$limit`.
  var sql: String {
    let earlier = Self.allCases.filter { $0.rawValue < rawValue && self != .fullName }.map { "'\($0.key)'" }
    let unseen = """
      AND NOT EXISTS (
        SELECT 1 FROM person_attribute o WHERE o.app = a.app AND o.person_id = a.person_id AND o.key IN (\(earlier.joined(separator: ", ")))
          AND \(SQL.called("o")) >= $beginning AND \(SQL.called("o")) < $end)
      """
    let full = """
      AND EXISTS (
        SELECT 1 FROM person_attribute f WHERE f.app = a.app AND f.person_id = a.person_id AND f.key = 'first_name' AND lower(f.value) = $first)
      """
    // The condition on three keys has the same words as that of the index.
    return """
      SELECT p.person_id, p.alias, p.first_seen, p.last_seen, \(SQL.beginning("a")) AS text FROM person_attribute a
        CROSS JOIN person p ON p.app = a.app AND p.person_id = a.person_id
      WHERE a.app = (SELECT app FROM app WHERE id = $app) AND a.key = '\(key)' AND a.key IN ('email', 'first_name', 'last_name')
        AND \(SQL.called("a")) >= $from AND \(SQL.called("a")) < $end
        AND (\(SQL.called("a")) <> $from OR a.person_id > $person)
        AND NOT (p.alias >= $prefix AND p.alias < $prefixEnd)
        \(earlier.isEmpty ? "" : unseen) \(self == .fullName ? full : "")
      ORDER BY \(SQL.called("a")), a.person_id LIMIT $limit
      """
  }

  /// Whether the person `p` matches a case. Its values are `values`.
  static let any = """
    EXISTS (
      SELECT 1 FROM person_attribute o WHERE o.app = p.app AND o.person_id = p.person_id AND o.key IN ('email', 'first_name', 'last_name')
        AND \(SQL.called("o")) >= ? AND \(SQL.called("o")) < ?
    ) OR EXISTS (
      SELECT 1 FROM person_attribute o JOIN person_attribute f ON f.app = o.app AND f.person_id = o.person_id AND f.key = 'first_name'
      WHERE o.app = p.app AND o.person_id = p.person_id AND o.key = 'last_name'
        AND \(SQL.called("o")) >= ? AND \(SQL.called("o")) < ? AND lower(f.value) = ?
    )
    """

  /// The values of `any`, in their order.
  static func values(_ search: String) -> [String] {
    let (one, full) = (email.beginning(of: search)?.value ?? "", fullName.beginning(of: search))
    return [
      one, SQL.end(one), full?.value ?? "", full.map { SQL.end($0.value) } ?? "", full?.firstName ?? "",
    ].map(\.lowercasedASCII)
  }
}

extension SQL {
  /// The beginning of a value in the table `alias`, as far as people are ordered by it.
  fileprivate static func beginning(_ alias: String) -> String { "substr(\(alias).value, 1, 500)" }

  /// What is searched and ordered by, in the words of the index.
  fileprivate static func called(_ alias: String) -> String { "lower(\(beginning(alias)))" }
}

extension String {
  /// With `lower` in SQL: whether letters are upper or lower case does not matter, of the letters
  /// without accents.
  var lowercasedASCII: String {
    String(decoding: utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
