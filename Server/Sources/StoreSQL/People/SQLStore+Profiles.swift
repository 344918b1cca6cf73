// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import MartletCore
public import MartletWire
public import Store

extension SQLStore {
  public func profiles(app: AppID, after: String?, limit: Int) async throws(StoreError) -> ListPage<
    PersonProfile
  > {
    guard after?.utf8.contains(0) != true else { return ListPage(elements: []) }
    let limit = limit.clamped(to: PeopleLimits.page)
    return try await read { db in
      let rows = try db.rows(
        SQL.profiles, [app.rawValue, PersonID.of(userID: after ?? "", deviceID: ""), limit + 1])
      let attributes = try db.attributes(of: rows.map { $0["person_id"] }, app: app)
      let people = rows.prefix(limit).map { row in
        PersonProfile(
          userID: String((row["alias"] as String).dropFirst(2)),
          firstSeen: Instant(milliseconds: row["first_seen"]),
          lastSeen: Instant(milliseconds: row["last_seen"]),
          attributes: attributes[row["person_id"]] ?? [:])
      }
      return ListPage(elements: people, next: rows.count > limit ? people.last?.userID : nil)
    }
  }

  public func attributesSeenLast(app: AppID, people: Int) async throws(StoreError) -> [[String: Wire
    .JSONValue]]
  {
    let limit = people.clamped(to: PeopleLimits.page)
    return try await read { db in
      let people = try db.values(SQL.peopleSeenLast, [app.rawValue, limit], as: Int64.self)
      let attributes = try db.attributes(of: people, app: app)
      return people.map { attributes[$0] ?? [:] }
    }
  }

  public func attributeKeys(app: AppID, limit: Int) async throws(StoreError) -> [String] {
    try await read { db in
      var keys: [String] = []
      // Each look-up goes to the next key in the index, however many people have it.
      while keys.count < limit,
        let next = try db.value(SQL.nextAttributeKey, [app.rawValue, keys.last ?? ""], as: String.self)
      {
        keys.append(next)
      }
      return keys
    }
  }
}

extension SQLSession {
  fileprivate func attributes(of people: [Int64], app: AppID) throws -> [Int64: [String:
    Wire.JSONValue]]
  {
    var attributes: [Int64: [String: Wire.JSONValue]] = [:]
    for attribute in try rows(SQL.attributesOfPeople, [app.rawValue, SQL.list(people)]) {
      let value: Wire.JSONValue = try attribute.document("value", "attribute")
      if value != .null { attributes[attribute["person_id"], default: [:]][attribute["key"]] = value }
    }
    return attributes
  }
}

extension SQL {
  /// People who have signed in, by user id.
  static let profiles = """
    SELECT p.person_id, p.alias, p.first_seen, p.last_seen FROM person_alias a
      CROSS JOIN person p ON p.app = a.app AND p.person_id = a.person_id
    WHERE a.app = \(thisApp) AND a.alias > ? AND a.alias >= 'u:' AND p.alias = a.alias ORDER BY a.alias LIMIT ?
    """
  static let attributesOfPeople = """
    SELECT a.person_id, a.key, a.value
    FROM \(numbers("?2")) n CROSS JOIN person_attribute a ON a.app = (SELECT app FROM app WHERE id = ?1) AND a.person_id = n.value
    """
  static let peopleSeenLast =
    "SELECT person_id FROM person WHERE app = \(thisApp) ORDER BY last_seen DESC, person_id DESC LIMIT ?"
  static let nextAttributeKey =
    "SELECT key FROM person_attribute WHERE app = \(thisApp) AND key > ? ORDER BY key LIMIT 1"
}
