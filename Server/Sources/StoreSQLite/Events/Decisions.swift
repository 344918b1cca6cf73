// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire

/// Stores the records of a batch's decisions, and removes the decisions that must make room for
/// them.
struct Decisions {
  let app: Int64
  let quota: DecisionQuota
  /// The day of the receipt.
  let today: Int64

  func write(_ decisions: [BatchDecision.Decision], of batch: PreparedBatch, _ db: Database) throws {
    guard !decisions.isEmpty else { return }
    let insert = try db.cachedStatement(sql: SQL.insertCandidate)
    var groups: Set<DecisionGroup> = []
    for decision in decisions {
      let event = batch.events[decision.index]
      let (at, id) = (event.countedAt.milliseconds, event.record.id)
      try db.cachedStatement(sql: SQL.insertDecision)
        .execute(arguments: [
          app, decision.person, at, id, event.record.at.milliseconds,
          String(decoding: event.encoded, as: UTF8.self),
        ])
      for group in decision.groups {
        try insert.execute(arguments: [
          app, decision.person, at, id, group.campaign, group.reason, today, decision.deviceRank,
        ])
        groups.insert(group)
      }
    }
    var room = DecisionGroup.removedAtOnce
    for group in groups { try trim(group, &room, db) }
  }

  /// Removes what exceeds the quota.
  private func trim(_ group: DecisionGroup, _ room: inout Int, _ db: Database) throws {
    let ofDay =
      try Int.fetchOne(
        db.cachedStatement(sql: SQL.decisionsOfDay), arguments: [app, group.campaign, group.reason, today])
      ?? 0
    if ofDay > quota.perDay {
      let rows = try Row.fetchAll(
        db.cachedStatement(sql: SQL.candidatesOfDay), arguments: [app, group.campaign, group.reason, today])
      let surplus = quota.surplus(rows.map { $0["device_rank"] })
      try remove(surplus.suffix(room).map { rows[$0] }, of: group, &room, db)
    }
    let all =
      try Int.fetchOne(
        db.cachedStatement(sql: SQL.decisionsOfReason), arguments: [app, group.campaign, group.reason]) ?? 0
    let excess = min(all - quota.perReason, room)
    guard excess > 0 else { return }
    let oldest = try Row.fetchAll(
      db.cachedStatement(sql: SQL.oldestDecisions), arguments: [app, group.campaign, group.reason, excess])
    try remove(oldest, of: group, &room, db)
  }

  private func remove(_ rows: [Row], of group: DecisionGroup, _ room: inout Int, _ db: Database) throws {
    room -= rows.count
    for row in rows {
      let (person, at, id) = (row["person_id"] as Int64, row["counted_at"] as Int64, row["id"] as String)
      try db.cachedStatement(sql: SQL.deleteCandidate).execute(arguments: [
        app, person, at, id, group.campaign,
      ])
      try db.cachedStatement(sql: SQL.deleteDecisionOfNobody).execute(arguments: [app, person, at, id])
    }
  }
}
