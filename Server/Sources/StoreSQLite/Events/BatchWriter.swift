// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire
import Store

/// Writes one batch inside a transaction that is open: events, profiles and counters, of rows that are really new.
struct BatchWriter: Sendable {
  let quota: DecisionQuota
  let newPeople: NewPeople
  let campaignEvents: CampaignEventNames

  func write(_ batch: PreparedBatch, _ db: Database) throws -> [Wire.EventResult] {
    let app = try db.appKey(batch.appID)
    var people = People(app: app, aliases: batch.people) {
      try newPeople.admit(batch.sender, at: Instant(milliseconds: batch.receivedAt))
    }
    var profiles = Profiles(app: app, readings: batch.attributes)
    var rollups = Rollups(app: app)
    var names = CountedNames(app: app)
    var eventNames = EventNames(app: app, today: Decisions.day(of: batch.receivedAt), campaigns: campaignEvents)
    var decisions = Decisions(
      app: app, quota: quota, deviceID: batch.deviceID, isTest: batch.role.isTest, receivedAt: batch.receivedAt)
    var results: [Wire.EventResult] = []
    results.reserveCapacity(batch.events.count)
    let insertEvent = try db.cachedStatement(sql: SQL.insertEvent)
    let isAnyRemoved = try Bool.fetchOne(db.cachedStatement(sql: SQL.isAnyRemoved)) ?? false

    for event in batch.events {
      if let refusal = event.refusal {
        results.append(refusal)
        continue
      }
      let record = event.record
      let person = try people.key(event.person, seenAt: event.countedAt, db)
      if isAnyRemoved, try Int.fetchOne(db.cachedStatement(sql: SQL.isRemoved), arguments: [app, person, record.id]) != nil {
        results.append(Wire.EventResult(id: record.id, status: .known(.duplicate)))
        continue
      }
      // Checking the arguments of each row would take as long as storing it; their number never changes.
      insertEvent.setUncheckedArguments([
        app, person, record.id, batch.deviceID, event.kind, record.at.milliseconds, event.countedAt.milliseconds, batch.receivedAt,
        event.keepsRecord ? event.json : nil, batch.role.isTest,
      ])
      try insertEvent.execute()
      guard db.changesCount == 1 else {
        results.append(Wire.EventResult(id: record.id, status: .known(.duplicate)))
        continue
      }
      // Only now it is known that this is no duplicate.
      if let refusal = try profiles.take(event, of: person, db) {
        try db.cachedStatement(sql: SQL.deleteEvent).execute(arguments: [app, person, record.id])
        results.append(refusal)
        continue
      }
      people.saw(event.person, at: event.countedAt)
      rollups.add(.event, detail: event.kind)
      try apply(
        event, of: batch, person: person, app: app, &people, &profiles, &names, &eventNames, &decisions, &rollups, db)
      results.append(Wire.EventResult(id: record.id, status: .known(.stored)))
    }

    try profiles.write(db)
    try people.write(batch, db)
    try decisions.trim(db)
    try eventNames.write(db)
    try rollups.write(db)
    return results
  }

  // MARK: - One event

  private func apply(
    _ event: PreparedBatch.Event, of batch: PreparedBatch, person: Int64, app: Int64, _ people: inout People,
    _ profiles: inout Profiles, _ names: inout CountedNames, _ eventNames: inout EventNames, _ decisions: inout Decisions,
    _ rollups: inout Rollups, _ db: Database
  ) throws {
    let record = event.record
    let at = event.countedAt.milliseconds
    switch record.body {
    case .sessionStart:
      guard let session = record.sessionID else { break }
      try db.cachedStatement(sql: SQL.sessionStarted).execute(arguments: [app, person, session, batch.deviceID, at])
    case .sessionEnd(let length):
      guard let session = record.sessionID else { break }
      try db.cachedStatement(sql: SQL.sessionEnded).execute(arguments: [app, person, session, batch.deviceID, at, length])
    case .custom(let name, _) where batch.deviceDescription != nil:
      rollups.add(.customEvent, detail: try eventNames.counted(name, by: person, db))
    case .userChanged(previousUserID: nil) where record.userID != nil && batch.deviceDescription != nil:
      let anonymous = PersonID.of(userID: nil, deviceID: batch.deviceID)
      let merged = try PersonMerge(app: app).merge(anonymous, into: person, at: at, &rollups, db) { try profiles.write(db) }
      if let merged { people.replace(merged, by: person) }
    case .impression(let presentation) where try names.isCounted(presentation.campaignID, db):
      try rollups.add(
        .impression, of: person, campaign: presentation.campaignID, at: event.countedAt, isTest: batch.role.isTest, db)
    case .click(let presentation, _) where try names.isCounted(presentation.campaignID, db):
      try rollups.add(.click, of: person, campaign: presentation.campaignID, at: event.countedAt, isTest: batch.role.isTest, db)
    case .decision(let decision):
      try decisions.add(decision, event, of: person, &names, db)
    case .attribute, .attributeChange, .userChanged, .custom, .purchase, .pushClick, .impression, .click, .dismissal, .outcome, .unknown:
      break
    }
    if let count = CampaignCount(record), let counted = try names.counted(count, db) {
      rollups.add(counted, at: event.countedAt, isTest: batch.role.isTest)
    }
  }
}

extension PreparedBatch.Event {
  /// A decision's record is kept in a table of its own, and not for ever.
  fileprivate var keepsRecord: Bool {
    if case .decision = record.body { false } else { true }
  }
}
