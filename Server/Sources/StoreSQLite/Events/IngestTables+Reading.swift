// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire

extension IngestTables {
  /// Profiles of the people whose attributes the part sets or changes anew. Repeated events cost
  /// nothing, unless their id is that of a new event, whose place they may take.
  func profiles(
    of batch: PreparedBatch, _ part: Range<Int>, _ keys: [Int64], isNew: [Bool], _ db: Database
  ) throws -> [Int64: Profile] {
    guard !batch.attributes.isEmpty else { return [:] }
    let new = Set(
      part.filter { isNew[$0 - part.lowerBound] && batch.events[$0].record.body.attributeKey != nil }.map {
        ExactText(batch.events[$0].record.id)
      })
    guard !new.isEmpty else { return [:] }
    let attributes = AttributeSteps(app: app)
    var profiles: [Int64: Profile] = [:]
    for index in part {
      guard let key = batch.events[index].record.body.attributeKey, batch.events[index].refusal == nil,
        new.contains(ExactText(batch.events[index].record.id))
      else { continue }
      let person = keys[index]
      if profiles[person] == nil { profiles[person] = try attributes.profile(of: person, db) }
      guard profiles[person]?.hasLoaded(key) == false else { continue }
      let stored = try attributes.stored(key, of: person, db)
      let steps = stored.flatMap { batch.attributes[ExactText(key)]?.steps(of: $0) } ?? 0
      let history = steps > 0 ? try attributes.firstSteps(steps, of: key, person, db) : AttributeHistory()
      profiles[person]?.load(key, stored, history)
    }
    return profiles
  }

  // MARK: - Campaigns

  /// First times of impressions and clicks.
  func steps(of batch: PreparedBatch, _ part: Range<Int>, _ keys: [Int64], _ db: Database) throws
    -> PersonSteps
  {
    var named: Set<PersonSteps.Key> = []
    for index in part where batch.events[index].refusal == nil {
      switch batch.events[index].record.body {
      case .impression(let it):
        named.insert(PersonSteps.Key(person: keys[index], campaign: it.campaignID, step: .impression))
      case .click(let it, _):
        named.insert(PersonSteps.Key(person: keys[index], campaign: it.campaignID, step: .click))
      default: break
      }
    }
    return try steps(named, db)
  }

  func steps(_ named: Set<PersonSteps.Key>, _ db: Database) throws -> PersonSteps {
    var stored: [PersonSteps.Key: FirstTimes] = [:]
    for key in named {
      let row = try Row.fetchOne(
        db.cachedStatement(sql: SQL.firstTimes), arguments: [app, key.person, key.campaign])
      if let row { stored[key] = FirstTimes(row, key.step) }
    }
    return PersonSteps(stored)
  }

  func names(_ campaigns: Set<ExactText>, _ counts: Set<CampaignCount>, _ db: Database) throws -> CountedNames
  {
    func isAny(_ sql: String, _ arguments: StatementArguments) throws -> Bool {
      try Int.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) != nil
    }
    let stray = Rollups.AppMetric.strayCampaign.rawValue
    let known = try campaigns.filter {
      try isAny(SQL.isCampaign, [app, $0.text]) || isAny(SQL.appTotal, [app, stray, $0.text])
    }
    var strayCount = 0
    if known.count < campaigns.count {
      strayCount = try Int.fetchOne(db.cachedStatement(sql: SQL.countNames), arguments: [app, stray]) ?? 0
    }
    let withDetail = counts.filter { !$0.detail.isEmpty }
    let details = try withDetail.filter {
      try isAny(SQL.isDetail, [app, $0.campaign.rawValue, $0.metric.rawValue, $0.detail])
    }
    var detailCounts: [CountedNames.Details: Int] = [:]
    for details in Set(withDetail.subtracting(details).map(CountedNames.Details.init)) {
      detailCounts[details] =
        try Int.fetchOne(
          db.cachedStatement(sql: SQL.countDetails),
          arguments: [app, details.campaign, details.metric.rawValue])
    }
    return CountedNames(
      campaigns: known, details: details, strayCount: strayCount, detailCounts: detailCounts)
  }

  // MARK: - Names of events

  func eventNames(of batch: PreparedBatch, _ campaignEvents: CampaignEventNames, _ db: Database) throws
    -> EventNames
  {
    var stored: [ExactText: EventNames.Entry] = [:]
    for name in batch.eventNames {
      guard let row = try Row.fetchOne(db.cachedStatement(sql: SQL.eventName), arguments: [app, name.text])
      else { continue }
      let people = NamePeople(bits: UInt64(bitPattern: row["people_bits"]))
      stored[name] = EventNames.Entry(people: people, lastDay: row["last_day"])
    }
    let new = batch.eventNames.count - stored.count
    guard new > 0 else { return EventNames(today: batch.day, stored: stored) }
    let count = try Int.fetchOne(db.cachedStatement(sql: SQL.countEventNames), arguments: [app]) ?? 0
    guard count + new > CountLimits.eventNames else {
      return EventNames(today: batch.day, stored: stored, count: count)
    }
    let waitedFor = try campaignEvents.names(app: app, db)
    let limit = EventNames.Claims.limit(waitedFor: waitedFor.count, named: batch.eventNames.count)
    let old = try String.fetchAll(
      db.cachedStatement(sql: SQL.oldEventNames),
      arguments: [app, batch.day - Int64(CountLimits.forgottenAfterDays), limit])
    let few = try String.fetchAll(
      db.cachedStatement(sql: SQL.weakEventNames), arguments: [app, NamePeople.many, limit])
    let isOld = Set(old.map { ExactText($0) })
    let claims = EventNames.Claims(
      waitedFor: waitedFor, weak: old + few.filter { !isOld.contains(ExactText($0)) })
    return EventNames(today: batch.day, stored: stored, count: count, claims: claims)
  }

  func decisionSalt(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db.cachedStatement(sql: SQL.decisionSalt)) ?? 0
  }
}
