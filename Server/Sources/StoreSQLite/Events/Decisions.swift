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
  /// Verdicts of their own; a newer SDK's, and invented ones, are one kind together.
  private static let reasons: Set<String> = ["chosen", "filter", "not_started", "ended", "interval", "priority"]

  private let app: Int64
  private let quota: DecisionQuota
  private let deviceID: String
  private let isTest: Bool
  /// Of the receipt.
  private let today: Int64
  private var touched: Set<Group> = []
  private var rank: Int64?

  /// Counted from 1970.
  static func day(of milliseconds: Int64) -> Int64 { milliseconds / 86_400_000 }

  /// - Parameter isTest: A test device sent them, or the lab's.
  init(app: Int64, quota: DecisionQuota, deviceID: String, isTest: Bool, receivedAt: Int64) {
    self.app = app
    self.quota = quota
    self.deviceID = deviceID
    self.isTest = isTest
    today = Self.day(of: receivedAt)
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
    let rank = try rank ?? deviceRank(db)
    self.rank = rank
    for group in groups {
      try insert.execute(arguments: [app, person, at, event.record.id, group.campaign, group.reason, today, rank])
      touched.insert(group)
    }
  }

  // MARK: - Devices

  private static let rankOfTestDevices: Int64 = 0

  /// The device's place among all that send something on this day.
  private func deviceRank(_ db: Database) throws -> Int64 {
    if isTest { return Self.rankOfTestDevices }
    let salt = try Int64.fetchOne(db.cachedStatement(sql: SQL.decisionSalt)) ?? 0
    var hash = UInt64(bitPattern: salt) ^ UInt64(bitPattern: today) &* 0x9E37_79B9_7F4A_7C15
    for byte in deviceID.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return max(1, Int64((hash ^ (hash >> 31)) >> 1))
  }

  // MARK: - The quota

  /// Removes what is beyond the quota.
  func trim(_ db: Database) throws {
    var room = Self.removedAtOnce
    for group in touched {
      let ofDay = try Int.fetchOne(db.cachedStatement(sql: SQL.decisionsOfDay), arguments: [app, group.campaign, group.reason, today]) ?? 0
      if ofDay > quota.perDay { try thin(group, &room, db) }
      let all = try Int.fetchOne(db.cachedStatement(sql: SQL.decisionsOfReason), arguments: [app, group.campaign, group.reason]) ?? 0
      let excess = min(all - quota.perReason, room)
      guard excess > 0 else { continue }
      let oldest = try Row.fetchAll(db.cachedStatement(sql: SQL.oldestDecisions), arguments: [app, group.campaign, group.reason, excess])
      try remove(oldest[...], of: group, &room, db)
    }
  }

  /// Keeps a fair part of what devices sent today.
  private func thin(_ group: Group, _ room: inout Int, _ db: Database) throws {
    let rows = try Row.fetchAll(db.cachedStatement(sql: SQL.candidatesOfDay), arguments: [app, group.campaign, group.reason, today])
    var ofDevice: [Int64: Int] = [:]
    let ranked = rows.enumerated().map { index, row in
      let rank: Int64 = row["device_rank"]
      let turn = ofDevice[rank, default: 0]
      if rank != Self.rankOfTestDevices { ofDevice[rank] = turn + 1 }
      return (turn: turn, rank: rank, index: index)
    }
    let kept = ranked.sorted { ($0.turn, $0.rank, $0.index) < ($1.turn, $1.rank, $1.index) }.map { rows[$0.index] }
    try remove(kept.dropFirst(quota.keptOfDay).suffix(room), of: group, &room, db)
  }

  private func remove(_ rows: ArraySlice<Row>, of group: Group, _ room: inout Int, _ db: Database) throws {
    room -= rows.count
    for row in rows {
      let (person, at, id) = (row["person_id"] as Int64, row["counted_at"] as Int64, row["id"] as String)
      try db.cachedStatement(sql: SQL.deleteCandidate).execute(arguments: [app, person, at, id, group.campaign])
      try db.cachedStatement(sql: SQL.deleteDecisionOfNobody).execute(arguments: [app, person, at, id])
    }
  }
}
