// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

extension IngestTables {
  /// Profiles of the people whose attributes the parts set or change anew. Repeated events cost
  /// nothing, unless their id is that of a new event, whose place they may take.
  func profiles(of parts: [BatchPart], isNew: [[Bool]], _ db: any SQLSession) throws -> [Int64: Profile] {
    let said = said(by: parts, isNew: isNew)
    guard !said.isEmpty else { return [:] }
    let attributes = AttributeSteps(app: app)
    var profiles = try attributes.profiles(of: Array(Set(said.keys.lazy.map(\.person))), db)
    let keys = Array(said.keys)
    let stored = try attributes.stored(keys, db)
    let wanted = zip(keys, stored).map { key, stored in stored.flatMap { said[key]?.steps(of: $0) } ?? 0 }
    let histories = try attributes.firstSteps(zip(keys, wanted).filter { $1 > 0 }.map { ($0, $1) }, db)
    for (key, stored) in zip(keys, stored) {
      profiles[key.person, default: Profile()].load(
        key.key, stored, histories[key] ?? AttributeHistory())
    }
    return profiles
  }

  /// What new events, and repeated ones with their ids, say about attributes.
  private func said(by parts: [BatchPart], isNew: [[Bool]]) -> [AttributeSteps.Key: AttributeReading] {
    var new: Set<ExactText> = []
    for (part, isNew) in zip(parts, isNew) where !part.batch.attributes.isEmpty {
      for (index, isNew) in zip(part.range, isNew) where isNew {
        let record = part.batch.events[index].record
        if record.body.attributeKey != nil { new.insert(ExactText(record.id)) }
      }
    }
    guard !new.isEmpty else { return [:] }
    var said: [AttributeSteps.Key: AttributeReading] = [:]
    for part in parts where !part.batch.attributes.isEmpty {
      var ofPart: Set<AttributeSteps.Key> = []
      for index in part.storable {
        guard let key = part.batch.events[index].record.body.attributeKey,
          new.contains(ExactText(part.batch.events[index].record.id))
        else { continue }
        ofPart.insert(AttributeSteps.Key(person: part.keys[index], key: key))
      }
      for key in ofPart {
        if let reading = part.batch.attributes[ExactText(key.key)] {
          said[key, default: AttributeReading()].add(reading)
        }
      }
    }
    return said
  }

  // MARK: - Campaigns

  func question(_ steps: [PersonSteps.Key]) -> SQLQuestion {
    SQLQuestion(SQL.firstTimes, each: steps.map { [app, $0.person, $0.campaign] })
  }

  /// First times of impressions and clicks.
  func steps(_ keys: [PersonSteps.Key], _ db: any SQLSession) throws -> PersonSteps {
    var stored: [PersonSteps.Key: FirstTimes] = [:]
    for (key, rows) in zip(keys, try db.rows(ofEach: [question(keys)])) {
      if let row = rows.first { stored[key] = FirstTimes(row, key.step) }
    }
    return PersonSteps(stored)
  }

  func names(_ needs: IngestNeeds, _ parts: [BatchPart], _ db: any SQLSession) throws -> CountedNames {
    // Taps that only close their message have details of their own.
    var marked = parts.reduce(into: Set()) {
      $0.formUnion($1.batch.counts.lazy.filter { !$0.detail.isEmpty })
    }
    marked.subtract(needs.details)
    return try names(needs.campaigns, needs.details, Array(marked), db)
  }

  /// - Parameter further: More details.
  func names(
    _ campaigns: [ExactText], _ details: [CampaignCount], _ further: [CampaignCount], _ db: any SQLSession
  ) throws -> CountedNames {
    let found = try db.rows(ofEach: [
      .areCampaigns(campaigns, app: app), .areDetails(details, app: app), .areDetails(further, app: app),
    ])
    let known = Set(zip(campaigns, found).lazy.filter { !$1.isEmpty }.map { $0.0 })
    let all = details + further
    let counted = Set(zip(all, found.dropFirst(campaigns.count)).lazy.filter { !$1.isEmpty }.map { $0.0 })
    var strayCount = 0
    if known.count < campaigns.count {
      strayCount =
        try db.value(SQL.countNames, [app, Rollups.AppMetric.strayCampaign.rawValue], as: Int.self) ?? 0
    }
    let open = Array(Set(all.lazy.filter { !counted.contains($0) }.map(CountedNames.Details.init)))
    let counts = try db.rows(ofEach: [
      SQLQuestion(SQL.countDetails, each: open.map { [app, $0.campaign, $0.metric.rawValue] })
    ])
    return CountedNames(
      campaigns: known, details: counted, strayCount: strayCount,
      detailCounts: Dictionary(uniqueKeysWithValues: zip(open, counts.map { $0[0][0] ?? 0 })))
  }

  // MARK: - Names of events

  func eventNames(_ needs: IngestNeeds, _ campaignEvents: CampaignEventNames, _ db: any SQLSession) throws
    -> EventNames
  {
    var stored: [ExactText: EventNames.Entry] = [:]
    for (name, rows) in zip(needs.eventNames, try db.rows(ofEach: [needs.eventNameRows])) {
      guard let row = rows.first else { continue }
      let people = NamePeople(bits: UInt64(bitPattern: row["people_bits"]))
      stored[name] = EventNames.Entry(people: people, lastDay: row["last_day"])
    }
    let new = needs.eventNames.count - stored.count
    guard new > 0 else { return EventNames(today: needs.day, stored: stored) }
    let count = try db.value(SQL.countEventNames, [app], as: Int.self) ?? 0
    guard count + new > CountLimits.eventNames else {
      return EventNames(today: needs.day, stored: stored, count: count)
    }
    let waitedFor = try campaignEvents.names(app: app, db)
    let limit = EventNames.Claims.limit(waitedFor: waitedFor.count, named: needs.eventNames.count)
    let old = try db.values(
      SQL.oldEventNames, [app, needs.day - Int64(CountLimits.forgottenAfterDays), limit], as: String.self)
    let few = try db.values(SQL.weakEventNames, [app, NamePeople.many, limit], as: String.self)
    let isOld = Set(old.map { ExactText($0) })
    let claims = EventNames.Claims(
      waitedFor: waitedFor, weak: old + few.filter { !isOld.contains(ExactText($0)) })
    return EventNames(today: needs.day, stored: stored, count: count, claims: claims)
  }

  func decisionSalt(_ db: any SQLSession) throws -> Int64 {
    try db.value(SQL.decisionSalt, as: Int64.self) ?? 0
  }
}
