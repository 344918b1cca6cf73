// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// Stores the records of a batch's decisions, and removes the decisions that must make room for
/// them.
struct Decisions {
  let app: Int64
  let quota: DecisionQuota
  /// The day of the receipt.
  let today: Int64

  func write(_ decisions: [GroupDecision.Decision], of parts: [BatchPart], _ db: any SQLSession) throws {
    guard !decisions.isEmpty else { return }
    var groups: Set<DecisionGroup> = []
    var (records, candidates): ([SQLArguments], [SQLArguments]) = ([], [])
    for decision in decisions {
      let event = parts[decision.place].event
      let (at, id) = (event.countedAt.milliseconds, event.record.id)
      records.append([
        app, decision.person, at, id, event.record.at.milliseconds,
        String(decoding: event.encoded, as: UTF8.self),
      ])
      for group in decision.groups {
        candidates.append([
          app, decision.person, at, id, group.campaign, group.reason, today, decision.deviceRank,
        ])
        groups.insert(group)
      }
    }
    try db.run(SQL.insertDecision, each: records)
    try db.run(SQL.insertCandidate, each: candidates)
    var room = DecisionGroup.removedAtOnce * parts.count
    for group in groups { try trim(group, &room, db) }
  }

  /// Removes what exceeds the quota.
  private func trim(_ group: DecisionGroup, _ room: inout Int, _ db: any SQLSession) throws {
    guard room > 0 else { return }
    let ofDay =
      try db.value(SQL.decisionsOfDay, [app, group.campaign, group.reason, today], as: Int.self)
      ?? 0
    if ofDay > quota.perDay {
      let rows = try db.rows(SQL.candidatesOfDay, [app, group.campaign, group.reason, today])
      let surplus = quota.surplus(rows.map { $0["device_rank"] })
      try remove(surplus.suffix(room).map { rows[$0] }, of: group, &room, db)
    }
    let all =
      try db.value(SQL.decisionsOfReason, [app, group.campaign, group.reason], as: Int.self) ?? 0
    let excess = min(all - quota.perReason, room)
    guard excess > 0 else { return }
    let oldest = try db.rows(SQL.oldestDecisions, [app, group.campaign, group.reason, excess])
    try remove(oldest, of: group, &room, db)
  }

  private func remove(_ rows: [SQLRow], of group: DecisionGroup, _ room: inout Int, _ db: any SQLSession)
    throws
  {
    guard !rows.isEmpty else { return }
    // They are other people's, too.
    try db.requireAlone()
    room -= rows.count
    for row in rows {
      let (person, at, id) = (row["person_id"] as Int64, row["counted_at"] as Int64, row["id"] as String)
      try db.run(SQL.deleteCandidate, [app, person, at, id, group.campaign])
      try db.run(SQL.deleteDecisionOfNobody, [app, person, at, id])
    }
  }
}
