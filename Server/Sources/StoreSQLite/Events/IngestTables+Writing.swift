// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire

extension IngestTables {
  /// Writes everything except the records of decisions, which `Decisions` writes.
  func write(_ decision: BatchDecision, of batch: PreparedBatch, _ keys: [Int64], _ db: Database) throws {
    for index in decision.removed {
      try db.cachedStatement(sql: SQL.deleteEvent).execute(arguments: [
        app, keys[index], batch.events[index].record.id,
      ])
    }
    for index in decision.restored {
      _ = try EventInsertion(of: batch, app: app, db).insert(index, of: keys[index])
    }
    for (person, profile) in decision.state.profiles { try write(profile, of: person, db) }
    for (person, seen) in decision.seen { try write(seen, of: person, batch, db) }
    for (session, times) in decision.sessions { try write(times, of: session, batch, db) }
    try write(decision.state.steps, isTest: batch.role.isTest, db)
    for name in decision.state.eventNames.replaced { try SQL.forgetEventName(name, app: app, db) }
    for (name, entry) in decision.state.eventNames.changed {
      try db.cachedStatement(sql: SQL.putEventName)
        .execute(arguments: [
          app, name.text, Int64(bitPattern: entry.people.bits), entry.people.count, entry.lastDay,
        ])
    }
    try addActive(decision.activeDays, db)
    try write(decision.rollups, db)
  }

  private func write(_ seen: ClosedRange<Instant>, of person: Int64, _ batch: PreparedBatch, _ db: Database)
    throws
  {
    let (first, last) = (seen.lowerBound.milliseconds, seen.upperBound.milliseconds)
    try db.cachedStatement(sql: SQL.personSeenFirst).execute(arguments: [first, app, person])
    try db.cachedStatement(sql: SQL.personSeenLast).execute(arguments: [last, app, person])
    guard let device = batch.device, let description = batch.deviceDescription else { return }
    let isLab = batch.role == .lab
    try db.cachedStatement(sql: SQL.deviceSeenAgain)
      .execute(arguments: [batch.receivedAt, first, last, app, person, device.id, description, isLab])
    guard db.changesCount == 0 else { return }
    try db.cachedStatement(sql: SQL.deviceSeen).execute(arguments: [
      app, person, device.id, description, DeviceWords.of(device), batch.receivedAt, first, last, isLab,
    ])
  }

  private func write(
    _ times: BatchDecision.SessionTimes, of session: BatchDecision.Session, _ batch: PreparedBatch,
    _ db: Database
  ) throws {
    try db.cachedStatement(sql: SQL.putSession).execute(arguments: [
      app, session.person, session.id.text, batch.deviceID, times.startedAt?.milliseconds,
      times.endedAt?.milliseconds,
      times.lengthMilliseconds,
    ])
  }

  func write(_ steps: PersonSteps, isTest: Bool, _ db: Database) throws {
    for (key, times) in steps.changed { try writeFirst(times, key, isTest: isTest, db) }
  }

  func writeFirst(_ times: FirstTimes, _ key: PersonSteps.Key, isTest: Bool, _ db: Database) throws {
    try db.cachedStatement(sql: SQL.setFirst(key.step, isTest: isTest))
      .execute(arguments: [app, key.person, key.campaign, times[isTest: isTest]?.milliseconds])
  }

  func write(_ profile: Profile, of person: Int64, _ db: Database) throws {
    for update in profile.updates { try AttributeSteps(app: app).write(update, of: person, db) }
  }

  func write(_ rollups: Rollups, _ db: Database) throws {
    for (key, number) in rollups.ofApp where number != 0 {
      try db.cachedStatement(sql: SQL.addToApp).execute(arguments: [
        app, key.metric.rawValue, key.detail, number,
      ])
    }
    for (key, number) in rollups.hours where number != 0 {
      try db.cachedStatement(sql: SQL.addToHour).execute(arguments: [
        app, key.count.campaign.rawValue, key.hour.milliseconds, key.count.metric.rawValue, key.count.detail,
        key.isTest, number,
      ])
    }
    for (key, number) in rollups.appHours where number != 0 {
      try db.cachedStatement(sql: SQL.addToAppHour)
        .execute(arguments: [app, key.metric.rawValue, key.hour.milliseconds, number])
    }
    for (key, number) in rollups.days where number != 0 {
      try db.cachedStatement(sql: SQL.addToEventDay).execute(arguments: [
        app, key.day, key.topic.kind, key.topic.name, number,
      ])
    }
    for (key, number) in rollups.totals where number != 0 {
      try db.cachedStatement(sql: SQL.addToTotal).execute(arguments: [
        app, key.count.campaign.rawValue, key.count.metric.rawValue, key.count.detail, key.isTest, number,
      ])
    }
  }
}
