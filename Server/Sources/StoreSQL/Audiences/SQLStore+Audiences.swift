// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire
public import Store

extension SQL {
  /// The rules of all audiences that can be read. Nobody is in any other.
  static func audienceRules(of app: Int64, _ db: any SQLSession) throws -> [AudienceID: AudienceRule] {
    var rules: [AudienceID: AudienceRule] = [:]
    for row in try db.rows("SELECT id, rule FROM audience WHERE app = ?", [app]) {
      var problems: [Diagnostic] = []
      guard let json = try? row.document("rule", "audience") as Wire.JSONValue else { continue }
      rules[AudienceID(row["id"])] = AudienceRule(json: json, at: "rule", &problems)
    }
    return rules
  }
}

extension SQLStore {
  public func audiences(app: AppID) async throws(StoreError) -> [Audience] {
    try await read { [unreadable = memory.unreadable] db in try db.audiences(app, unreadable) }
  }

  public func insert(_ audience: Audience) async throws(StoreError) {
    let rule = String(decoding: Wire.encode(audience.rule), as: UTF8.self)
    try await write { db in
      let app = try db.appKey(audience.appID)
      let count =
        try db.value("SELECT count(*) FROM audience WHERE app = ?", [app], as: Int.self) ?? 0
      guard count < Audience.maximum else { throw StoreError.conflict }
      try db.check(audience)
      try db.refuseTakenName(audience.name, of: audience.id, app)
      try db.run(
        "INSERT INTO audience (app, id, name, rule, revision, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
          app, audience.id.rawValue, audience.name, rule, audience.revision, audience.createdAt.milliseconds,
          audience.updatedAt.milliseconds,
        ])
      try db.catalogueChanged(app)
    }
  }

  public func update(_ audience: Audience, expectedRevision: Int, ifUnused: Bool) async throws(StoreError) {
    let rule = String(decoding: Wire.encode(audience.rule), as: UTF8.self)
    try await write { db in
      let app = try db.appKey(audience.appID)
      if ifUnused { try db.refuseUse(of: audience.id, audience.appID) }
      try db.refuseTakenName(audience.name, of: audience.id, app)
      try db.check(audience)
      guard
        try db.execute(
          """
          UPDATE audience SET name = ?, rule = ?, revision = revision + 1, updated_at = ? WHERE app = ? AND id = ? AND revision = ?
          """,
          [
            audience.name, rule, audience.updatedAt.milliseconds, app, audience.id.rawValue, expectedRevision,
          ]) == 1
      else { throw try db.missingOrConflict(audience.id, app) }
      try db.catalogueChanged(app)
    }
  }

  public func deleteAudience(_ id: AudienceID, app: AppID, expectedRevision: Int) async throws(StoreError) {
    let key = try await write { db in
      let key = try db.appKey(app)
      let uses = AudienceUses(campaigns: try db.unfinishedCampaigns(app), audiences: try db.audiences(app))
      guard uses[id].isEmpty else { throw StoreError.conflict }
      guard
        try db.execute(
          "DELETE FROM audience WHERE app = ? AND id = ? AND revision = ?",
          [key, id.rawValue, expectedRevision]) == 1
      else { throw try db.missingOrConflict(id, key) }
      try db.run("DELETE FROM audience_list WHERE app = ? AND audience = ?", [key, id.rawValue])
      try db.run("DELETE FROM audience_size WHERE app = ? AND audience = ?", [key, id.rawValue])
      try db.catalogueChanged(key)
      return key
    }
    try await deleteEntries(of: id, key)
  }

  // MARK: - People

  public func facts(
    of personID: String, _ needs: AudienceNeeds, app: AppID, at now: Instant
  ) async throws(StoreError) -> PersonFacts {
    guard !personID.utf8.contains(0) else { return PersonFacts() }
    return try await readShared { db in
      guard
        let key = try db.knownAppKey(app),
        let person = try db.value(SQL.person, [key, personID], as: Int64.self)
      else { return PersonFacts() }
      return try FactReading(app: key, now: now).facts(of: [person], needs, db)[person] ?? PersonFacts()
    }
  }

  public func people(
    matching rule: AudienceRule, named: [AudienceID: AudienceRule], app: AppID, at now: Instant
  ) async throws(StoreError) -> PersonSet {
    try await readFigures { db in
      guard
        let key = try db.knownAppKey(app)
      else {
        return PersonSet()
      }
      if let problem = AudienceIndex([rule], named: named).problems[0] {
        throw StoreError.failed("The audience cannot be evaluated: \(problem).")
      }
      var scan = AudienceScan(at: now, named: named) {
        var everybody = PersonSet()
        try db.forEachNumber(SQL.everybody, [key]) { everybody.insert($0) }
        return everybody
      } reading: { subject, isWanted in
        var found = PersonSet()
        try SubjectRows(app: key, now: now, isWanted: isWanted).forEach(subject, db) { found.insert($0) }
        return found
      }
      var people = try scan.people(rule)
      var testPeople = PersonSet()
      try db.forEachNumber(SQL.peopleWithTestDevicesOnly, [key]) { testPeople.insert($0) }
      people.subtract(testPeople)
      return people
    }
  }

  public func personIDs(of numbers: [Int64], app: AppID) async throws(StoreError) -> [String] {
    try await read { db in
      try db.values(SQL.audienceMembers, [app.rawValue, SQL.list(numbers)], as: String.self)
    }
  }
}

extension SQL {
  static let audiences = """
    SELECT id, name, rule, revision, created_at, updated_at FROM audience WHERE app = \(app) ORDER BY name
    """
  static let everybody = "SELECT person_id FROM person WHERE app = ?"
  static let audienceMembers = """
    SELECT p.alias FROM \(numbers("?2")) n CROSS JOIN person p ON p.app = (SELECT app FROM app WHERE id = ?1) AND p.person_id = n.value
    ORDER BY n.key
    """
}

extension SQLSession {
  fileprivate func refuseTakenName(_ name: String, of id: AudienceID, _ app: Int64) throws {
    let taken = try value(
      "SELECT EXISTS (SELECT 1 FROM audience WHERE app = ? AND name = ? AND id <> ?)",
      [app, name, id.rawValue], as: Bool.self)
    if taken == true { throw StoreError.alreadyExists }
  }

  /// Nothing is launched with it between this and the end of the transaction.
  func refuseUse(of id: AudienceID, _ app: AppID) throws {
    let uses = AudienceUses(campaigns: try unfinishedCampaigns(app), audiences: try audiences(app))
    guard uses[id].campaigns.isEmpty else { throw StoreError.conflict }
  }

  fileprivate func missingOrConflict(_ id: AudienceID, _ app: Int64) throws -> StoreError {
    try hasAudience(id, app) ? .conflict : .notFound
  }
}

extension SQLSession {
  /// Without those that cannot be read, which `unreadable` remembers.
  func audiences(_ app: AppID, _ unreadable: LeftOut = LeftOut()) throws -> [Audience] {
    let rows = try rows(SQL.audiences, [app.rawValue])
    unreadable.keep(only: rows.map { $0["id"] }, "audience", app)
    return try rows.compactMap { row in
      try unreadable.reading("audience", row["id"], app) { try Audience(row, app: app) }
    }
  }

  /// Nothing else changes audiences and campaigns between this and the writing, so that two changes
  /// together make no circle.
  fileprivate func check(_ audience: Audience) throws {
    // A rule that a newer version wrote names nothing that this version knows.
    guard audience.parsed != nil else { return }
    let audiences = try audiences(audience.appID)
    guard audiences.first(where: { $0.id == audience.id })?.rule != audience.rule else { return }
    let problems = AudienceUses.problems(
      of: audience, campaigns: try unfinishedCampaigns(audience.appID), among: audiences)
    guard problems.isEmpty else { throw StoreError.conflict }
  }

  func hasAudience(_ id: AudienceID, _ app: Int64) throws -> Bool {
    try value(
      "SELECT EXISTS (SELECT 1 FROM audience WHERE app = ? AND id = ?)", [app, id.rawValue], as: Bool.self)
      ?? false
  }
}

extension Audience {
  init(_ row: SQLRow, app: AppID) throws {
    let id: String = row["id"]
    self.init(
      id: AudienceID(id), appID: app, name: row["name"],
      rule: try row.document("rule", "rule of audience \(id)"),
      revision: row["revision"],
      createdAt: Instant(milliseconds: row["created_at"]), updatedAt: Instant(milliseconds: row["updated_at"])
    )
  }
}
