// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

extension IngestTables {
  /// Writes everything except the records of decisions, which `Decisions` writes.
  func write(_ decision: GroupDecision, of parts: [BatchPart], _ db: any SQLSession) throws {
    try db.run(
      SQL.deleteEvent, each: decision.removed.map { [app, parts[$0].person, parts[$0].event.record.id] })
    _ = try db.insert(decision.restored, of: parts, app: app)
    try write(decision.state.profiles, db)
    try db.run(SQL.personSeenFirst, each: decision.seen.map { [$1.lowerBound.milliseconds, app, $0] })
    try db.run(SQL.personSeenLast, each: decision.seen.map { [$1.upperBound.milliseconds, app, $0] })
    try write(decision.devices, db)
    try db.run(
      SQL.putSession,
      each: decision.sessions.map { session, times in
        [
          app, session.person, session.id.text, times.deviceID, times.startedAt?.milliseconds,
          times.endedAt?.milliseconds, times.lengthMilliseconds,
        ]
      })
    try write(decision.state.steps, db)
    for name in decision.state.eventNames.replaced { try SQL.forgetEventName(name, app: app, db) }
    try db.run(
      SQL.putEventName,
      each: decision.state.eventNames.changed.map { name, entry in
        [app, name.text, Int64(bitPattern: entry.people.bits), entry.people.count, entry.lastDay]
      })
    try addActive(decision.activeDays, db)
    try write(decision.rollups, db)
  }

  private func write(_ devices: [GroupDecision.DeviceKey: GroupDecision.SeenDevice], _ db: any SQLSession)
    throws
  {
    try db.run(
      SQL.deviceSeenAgain,
      each: devices.map { key, it in
        [
          it.describedAt, it.seen.lowerBound.milliseconds, it.seen.upperBound.milliseconds, app, key.person,
          key.id.text, it.description, it.isLab,
        ]
      })
    try db.run(
      SQL.deviceSeen,
      each: devices.map { key, it in
        [
          app, key.person, key.id.text, it.description, DeviceWords.of(it.device), it.describedAt,
          it.seen.lowerBound.milliseconds, it.seen.upperBound.milliseconds, it.isLab,
        ]
      })
  }

  private func write(_ steps: PersonSteps, _ db: any SQLSession) throws {
    for isTest in [false, true] {
      try writeFirst(steps.changed.filter { $1[isTest: isTest] != nil }, isTest: isTest, db)
    }
  }

  func writeFirst(_ times: [PersonSteps.Key: FirstTimes], isTest: Bool, _ db: any SQLSession) throws {
    for step in PersonStep.allCases {
      try db.run(
        SQL.setFirst(step, isTest: isTest),
        each: times.filter { $0.key.step == step }.map { key, times in
          [app, key.person, key.campaign, times[isTest: isTest]?.milliseconds]
        })
    }
  }

  func write(_ profiles: [Int64: Profile], _ db: any SQLSession) throws {
    try AttributeSteps(app: app).write(
      profiles.flatMap { person, profile in profile.updates.map { (person, $0) } }, db)
  }

  func write(_ rollups: Rollups, _ db: any SQLSession) throws {
    try db.run(
      SQL.addToApp,
      each: rollups.ofApp.filter { $1 != 0 }.map { key, number in
        [app, key.metric.rawValue, key.detail, number]
      })
    try db.run(
      SQL.addToHour,
      each: rollups.hours.filter { $1 != 0 }.map { key, number in
        [
          app, key.count.campaign.rawValue, key.hour.milliseconds, key.count.metric.rawValue,
          key.count.detail, key.isTest, number,
        ]
      })
    try db.run(
      SQL.addToAppHour,
      each: rollups.appHours.filter { $1 != 0 }.map { key, number in
        [app, key.metric.rawValue, key.hour.milliseconds, number]
      })
    try db.run(
      SQL.addToEventDay,
      each: rollups.days.filter { $1 != 0 }.map { key, number in
        [app, key.day, key.topic.kind, key.topic.name, number]
      })
    try db.run(
      SQL.addToTotal,
      each: rollups.totals.filter { $1 != 0 }.map { key, number in
        [app, key.count.campaign.rawValue, key.count.metric.rawValue, key.count.detail, key.isTest, number]
      })
  }
}
