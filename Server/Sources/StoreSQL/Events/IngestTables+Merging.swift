// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

extension IngestTables {
  /// Moves everything from the anonymous person to the user and removes the anonymous person.
  /// `BatchPeople` decides when.
  func merge(_ anonymous: Int64, into user: Int64, _ db: any SQLSession) throws {
    let shared = try removeSharedEvents(of: anonymous, user, db)
    let counts = Set(shared.flatMap(\.counts))
    let merge = PersonMerge(
      of: anonymous, into: user, shared: shared,
      steps: try allSteps(of: anonymous, db).merging(allSteps(of: user, db)) { $1 },
      remaining: try remainingSteps(of: anonymous, shared, db),
      names: try names(
        Array(Set(counts.map { ExactText($0.campaign.rawValue) })),
        Array(counts.filter { !$0.detail.isEmpty }), [], db))
    for isTest in [false, true] { try writeFirst(merge.corrected, isTest: isTest, db) }
    try mergeAttributes(
      of: anonymous, user, said: Set(shared.compactMap { $0.record?.body.attributeKey }), db)
    try mergeOffers(of: anonymous, user, db)
    try mergeActiveDays(of: anonymous, user, shared: shared, db)
    for statement in SQL.moves {
      // `$user`, `$owner` and `$app`, as often as each statement uses them.
      try db.run(statement, ["app": app, "user": user, "owner": anonymous])
    }
    var profiles = try AttributeSteps(app: app).profiles(of: [user], db)
    profiles[user]?.trim()
    try write(profiles, db)
    try write(merge.rollups, db)
  }

  private func removeSharedEvents(of anonymous: Int64, _ user: Int64, _ db: any SQLSession) throws
    -> [PersonMerge
    .SharedEvent]
  {
    try db.rows(SQL.sharedEvents, [app, anonymous, user]).map {
      row in
      let record = (row["record"] as String?).flatMap {
        try? Wire.decode(Wire.EventRecord.self, from: Array($0.utf8))
      }
      let (id, at) = (row["id"] as String, Instant(milliseconds: row["counted_at"]))
      try db.run(SQL.deleteEvent, [app, anonymous, id])
      try db.run(SQL.deleteDecision, [app, anonymous, at.milliseconds, id])
      return PersonMerge.SharedEvent(
        id: id, kind: row["kind"], countedAt: at, isTest: row["is_test"], topic: try topic(of: row, db),
        isOfDevice: (row["device_id"] as String) != "",
        onlyCloses: (row["kind"] as String) == PersonStep.click.kind && (row["name"] as String?) != nil,
        record: record)
    }
  }

  /// Under which topic an event is counted now.
  private func topic(of row: SQLRow, _ db: any SQLSession) throws -> EventTopic {
    let kind: String = row["kind"]
    let name: String? = row["name"]
    guard let name, kind == "custom" else { return EventTopic(kind: kind) }
    let isOfProgram = (row["device_id"] as String) == ""
    let isCounted =
      try isOfProgram || db.row(SQL.eventName, [app, name]) != nil
    return EventTopic(kind: kind, name: isCounted ? name : "")
  }

  private func allSteps(of person: Int64, _ db: any SQLSession) throws -> [PersonSteps.Key: FirstTimes] {
    var steps: [PersonSteps.Key: FirstTimes] = [:]
    for row in try db.rows(SQL.stepsOfPerson, [app, person]) {
      for step in PersonStep.allCases {
        steps[PersonSteps.Key(person: person, campaign: row["campaign"], step: step)] = FirstTimes(row, step)
      }
    }
    return steps
  }

  private func remainingSteps(
    of anonymous: Int64, _ shared: [PersonMerge.SharedEvent], _ db: any SQLSession
  ) throws -> [PersonSteps.Key: FirstTimes] {
    var remaining: [PersonSteps.Key: FirstTimes] = [:]
    for key in Set(shared.compactMap { $0.step(of: anonymous) }) {
      for isTest in [false, true] {
        let first = try db.value(
          SQL.firstOfKind, [app, anonymous, key.step.kind, key.campaign, isTest], as: Int64.self)
        remaining[key, default: FirstTimes()][isTest: isTest] = Instant(stored: first)
      }
    }
    return remaining
  }

  /// Merges attributes that both people have, or that were changed and not just set. The rows of
  /// all others are moved.
  ///
  /// - Parameter said: The attributes that the shared events set or change.
  private func mergeAttributes(of anonymous: Int64, _ user: Int64, said: Set<String>, _ db: any SQLSession)
    throws
  {
    let steps = AttributeSteps(app: app)
    // When older events of the person were removed, the history cannot be read from events again
    // and stays as it is.
    let isWhole =
      try !db.isAny(SQL.isAnyRemovedOfPerson, [app, anonymous])
    for key in said where isWhole { try steps.rebuild(key, of: anonymous, db) }
    for key in try db.values(SQL.sharedAttributes, [app, anonymous, user], as: String.self) {
      let before = try steps.history(of: key, user, db)
      let taken = try steps.history(of: key, anonymous, db)
      var merged = before
      merged.merge(taken)
      try steps.write(AttributeUpdate(key, merged, over: before), of: user, db)
      try steps.write(AttributeUpdate(key, AttributeHistory(), over: taken), of: anonymous, db)
    }
  }
}
