// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire
import Store

/// Makes the anonymous person of a device and the user who signs in there one person: `BatchPeople` says when.
struct PersonMerge {
  let tables: IngestTables
  private var app: Int64 { tables.app }

  init(tables: IngestTables) {
    self.tables = tables
  }

  /// Everything of the anonymous person becomes the user's, and there is no such person any more.
  func merge(_ owner: Int64, into user: Int64, _ db: Database) throws {
    var rollups = Rollups()
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
    try tables.write(rollups, db)
  }

  /// An id counts once for a person: of two events with one id the user's stays.
  private func removeDuplicates(of owner: Int64, _ user: Int64, _ rollups: inout Rollups, _ db: Database) throws {
    let rows = try Row.fetchAll(db.cachedStatement(sql: SQL.sharedEvents), arguments: [app, owner, user])
    let records = rows.map { row in
      (row["record"] as String?).flatMap { try? Wire.decode(Wire.EventRecord.self, from: Array($0.utf8)) }
    }
    let counts = Set(records.compactMap { $0.flatMap(CampaignCount.init) })
    var names = try tables.names(Set(counts.map(\.campaign.rawValue)), counts, db)
    var attributes: Set<String> = []
    for (row, record) in zip(rows, records) {
      let (id, at, isTest) = (row["id"] as String, Instant(milliseconds: row["counted_at"]), row["is_test"] as Bool)
      rollups.add(.event, detail: row["kind"], -1)
      try db.cachedStatement(sql: SQL.deleteEvent).execute(arguments: [app, owner, id])
      try db.cachedStatement(sql: SQL.deleteDecision).execute(arguments: [app, owner, at.milliseconds, id])
      guard let record else { continue }
      if let key = record.body.attributeKey { attributes.insert(key) }
      guard let count = CampaignCount(record).flatMap({ names.counted($0) }) else { continue }
      rollups.add(count, at: at, isTest: isTest, -1)
      for step in PersonStep.allCases where step.kind == row["kind"] {
        try recount(step, campaign: count.campaign.rawValue, of: owner, without: at, isTest: isTest, &rollups, db)
      }
    }
    for campaign in names.newStrays { rollups.add(.strayCampaign, detail: campaign) }
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
    let row = try Row.fetchOne(db.cachedStatement(sql: SQL.firstTimes), arguments: [app, owner, campaign])
    let known = row.map { FirstTimes($0, step) } ?? FirstTimes()
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
      for step in PersonStep.allCases {
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
      let (tables, name) = (IngestTables(app: row["app"]), row["alias"] as String)
      // One before may have been of the same device.
      guard let anonymous = try tables.person(name, db), try tables.isCalled(name, anonymous, db) else { continue }
      try PersonMerge(tables: tables).merge(anonymous, into: row["person_id"], db)
    }
  }
}
