// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire
import Store

/// Makes the anonymous person of a device and the user who signs in there one person.
///
/// The rule, of which `docs/wire.md` tells devices' side: the first user who signs in on a device where nobody was known takes over what was
/// done there, once. Afterwards the device's anonymous name leads to the user, so whatever arrives late under it is the user's too. A device
/// that was taken over stays so: another user who signs in there later takes nothing.
struct PersonMerge {
  let app: Int64

  /// Returns the key of the person who is no more; nil when there was nothing to move.
  ///
  /// `prepare` writes what is not yet in the tables; it is called only when there is something to move.
  func merge(
    _ anonymous: String, into user: Int64, at: Int64, _ rollups: inout Rollups, _ db: Database, prepare: () throws -> Void = {}
  ) throws -> Int64? {
    guard let owner = try Int64.fetchOne(db.cachedStatement(sql: SQL.person), arguments: [app, anonymous]) else {
      try db.cachedStatement(sql: SQL.insertAlias).execute(arguments: [app, anonymous, user])
      try link(anonymous, to: user, at: at, db)
      return nil
    }
    if owner == user {
      try link(anonymous, to: user, at: at, db)
      return nil
    }
    let name = try String.fetchOne(db.cachedStatement(sql: SQL.personName), arguments: [app, owner])
    guard name == anonymous else { return nil }
    try prepare()
    try removeDuplicates(of: owner, user, &rollups, db)
    try mergeAttributes(of: owner, user, db)
    try mergeCampaigns(of: owner, user, &rollups, db)
    for statement in SQL.moves {
      // `$user`, `$owner` and `$app`, as often as each statement names them.
      let sql = try db.cachedStatement(sql: statement)
      try sql.execute(arguments: StatementArguments(["app": app, "user": user, "owner": owner]))
    }
    let attributes = AttributeSteps(app: app)
    var profile = try attributes.profile(of: user, db)
    profile.trim()
    for update in profile.updates { try attributes.write(update, of: user, db) }
    try link(anonymous, to: user, at: at, db)
    rollups.forget([owner, user])
    return owner
  }

  private func link(_ alias: String, to user: Int64, at: Int64, _ db: Database) throws {
    try db.cachedStatement(sql: SQL.linkAlias).execute(arguments: [app, user, alias, at])
  }

  /// An id counts once for a person: of two events with one id the user's stays.
  private func removeDuplicates(of owner: Int64, _ user: Int64, _ rollups: inout Rollups, _ db: Database) throws {
    let rows = try Row.fetchAll(db.cachedStatement(sql: SQL.sharedEvents), arguments: [app, owner, user])
    var attributes: Set<String> = []
    var names = CountedNames(app: app)
    for row in rows {
      let (id, at, isTest) = (row["id"] as String, Instant(milliseconds: row["counted_at"]), row["is_test"] as Bool)
      rollups.add(.event, detail: row["kind"], -1)
      try db.cachedStatement(sql: SQL.deleteEvent).execute(arguments: [app, owner, id])
      try db.cachedStatement(sql: SQL.deleteDecision).execute(arguments: [app, owner, at.milliseconds, id])
      guard let text = row["record"] as String?, let record = try? Wire.decode(Wire.EventRecord.self, from: Array(text.utf8)) else {
        continue
      }
      if let key = record.body.attributeKey { attributes.insert(key) }
      guard let count = try CampaignCount(record).flatMap({ try names.counted($0, db) }) else { continue }
      rollups.add(count, at: at, isTest: isTest, -1)
      for step in PersonStep.all where step.kind == row["kind"] {
        try recount(step, campaign: count.campaign.rawValue, of: owner, without: at, isTest: isTest, &rollups, db)
      }
    }
    // Of somebody whose older events were removed, the history cannot be read again: it stays as it is.
    let isWhole = try Int.fetchOne(db.cachedStatement(sql: SQL.isAnyRemovedOfPerson), arguments: [app, owner]) == nil
    for key in attributes.sorted() where isWhole { try AttributeSteps(app: app).rebuild(key, of: owner, db) }
  }

  /// Those that either of them changed, and not just set; of the others the newer value is taken when rows are moved.
  private func mergeAttributes(of owner: Int64, _ user: Int64, _ db: Database) throws {
    let steps = AttributeSteps(app: app)
    for key in try String.fetchAll(db.cachedStatement(sql: SQL.changedAttributes), arguments: [app, owner, user]) {
      let before = try steps.history(of: key, user, db)
      let taken = try steps.history(of: key, owner, db)
      var merged = before
      merged.merge(taken)
      try steps.write(AttributeUpdate(key, merged, over: before), of: user, db)
      try steps.write(AttributeUpdate(key, AttributeHistory(), over: taken), of: owner, db)
    }
  }

  /// The first impression or click may have been the one that went away.
  private func recount(
    _ step: PersonStep, campaign: String, of owner: Int64, without at: Instant, isTest: Bool, _ rollups: inout Rollups, _ db: Database
  ) throws {
    let row = try Row.fetchOne(db.cachedStatement(sql: SQL.firstTimes(step)), arguments: [app, owner, campaign])
    let known = FirstTimes(row, step)
    guard known[isTest: isTest] == at else { return }
    let next = try Int64.fetchOne(db.cachedStatement(sql: SQL.firstOfKind), arguments: [app, owner, step.kind, campaign, isTest])
    try db.cachedStatement(sql: SQL.setFirst(step, isTest: isTest)).execute(arguments: [app, owner, campaign, next])
    var times = known
    times[isTest: isTest] = Instant(stored: next)
    rollups.move(step.metric, campaign: campaign, from: known, to: times)
  }

  /// What both of them are counted for counts once, in the hour of the earlier.
  private func mergeCampaigns(of owner: Int64, _ user: Int64, _ rollups: inout Rollups, _ db: Database) throws {
    for row in try Row.fetchAll(db.cachedStatement(sql: SQL.sharedCampaigns), arguments: [app, owner, user]) {
      for step in PersonStep.all {
        let (one, other) = (FirstTimes(row, step, prefix: "a_"), FirstTimes(row, step, prefix: "b_"))
        var both = one
        both.add(other)
        rollups.move(step.metric, campaign: row["campaign"], from: one, to: nil)
        rollups.move(step.metric, campaign: row["campaign"], from: other, to: both)
      }
    }
  }

  // MARK: - Links of version 1

  /// Merges those whom the first version only linked; where several users had signed in on a device, the first of them.
  static func mergeLinked(_ db: Database) throws {
    for row in try Row.fetchAll(db, sql: SQL.outstandingLinks) {
      let app: Int64 = row["app"]
      var rollups = Rollups(app: app)
      _ = try PersonMerge(app: app).merge(row["alias"], into: row["person_id"], at: row["since"], &rollups, db)
      try rollups.write(db)
    }
  }
}
