// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire

/// The decisions of one batch, and those that have to go for them.
struct Decisions {
  private struct Group: Hashable {
    var campaign: String
    var reason: String
  }

  /// Decisions that one batch may remove: no batch pays for a large clean-up.
  private static let removedAtOnce = 1_000
  private static let day: Int64 = 86_400_000
  /// Verdicts of their own; a newer SDK's, and invented ones, are one kind together.
  private static let reasons: Set<String> = ["chosen", "filter", "not_started", "ended", "interval", "priority"]

  private let app: Int64
  private let quota: DecisionQuota
  /// Of the receipt.
  private let today: Int64
  private var touched: Set<Group> = []

  init(app: Int64, quota: DecisionQuota, receivedAt: Int64) {
    self.app = app
    self.quota = quota
    today = receivedAt / Self.day
  }

  mutating func add(
    _ decision: Wire.DecisionRecord, _ event: PreparedBatch.Event, of person: Int64, _ names: inout CountedNames, _ db: Database
  ) throws {
    let at = event.countedAt.milliseconds
    try db.cachedStatement(sql: SQL.insertDecision)
      .execute(arguments: [app, person, at, event.record.id, event.record.at.milliseconds, event.json])
    var groups: [Group] = []
    for candidate in decision.candidates where try names.isCounted(candidate.campaignID, db) {
      groups.append(Group(campaign: candidate.campaignID, reason: Self.reasons.contains(candidate.verdict) ? candidate.verdict : "other"))
    }
    if groups.isEmpty { groups = [Group(campaign: "", reason: "")] }
    let insert = try db.cachedStatement(sql: SQL.insertCandidate)
    for group in groups {
      try insert.execute(arguments: [app, person, at, event.record.id, group.campaign, group.reason, today])
      touched.insert(group)
    }
  }

  /// Removes what is beyond the quota.
  func trim(_ db: Database) throws {
    var room = Self.removedAtOnce
    for group in touched {
      let ofDay = try Int.fetchOne(db.cachedStatement(sql: SQL.decisionsOfDay), arguments: [app, group.campaign, group.reason, today]) ?? 0
      try remove(ofDay - quota.perDay, of: group, day: today, &room, db)
      let all = try Int.fetchOne(db.cachedStatement(sql: SQL.decisionsOfReason), arguments: [app, group.campaign, group.reason]) ?? 0
      try remove(all - quota.perReason, of: group, day: nil, &room, db)
    }
  }

  /// The oldest. `day` nil: of all days.
  private func remove(_ count: Int, of group: Group, day: Int64?, _ room: inout Int, _ db: Database) throws {
    let count = min(count, room)
    guard count > 0 else { return }
    room -= count
    let rows =
      if let day {
        try Row.fetchAll(db.cachedStatement(sql: SQL.oldestDecisionsOfDay), arguments: [app, group.campaign, group.reason, day, count])
      } else {
        try Row.fetchAll(db.cachedStatement(sql: SQL.oldestDecisions), arguments: [app, group.campaign, group.reason, count])
      }
    for row in rows {
      let (person, at, id) = (row["person_id"] as Int64, row["counted_at"] as Int64, row["id"] as String)
      try db.cachedStatement(sql: SQL.deleteCandidate).execute(arguments: [app, person, at, id, group.campaign])
      try db.cachedStatement(sql: SQL.deleteDecisionOfNobody).execute(arguments: [app, person, at, id])
    }
  }
}
