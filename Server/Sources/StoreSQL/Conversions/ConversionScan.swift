// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// Counts the conversions of one campaign.
///
/// First it finds the people who both saw the campaign and did what the conversion is, in the order
/// of an index. Only their messages and events are then read, of some hundred people at once.
struct ConversionScan {
  let app: Int64
  let campaign: CampaignID
  let period: Range<Instant>

  /// nil if there is nothing to count.
  init?(_ campaign: CampaignID, _ app: AppID, _ from: Instant?, _ to: Instant?, _ db: any SQLSession) throws {
    let first = from.map { CountedTime.hour(of: $0) } ?? Instant(milliseconds: .min)
    // The whole of the last hour too, as reports count it.
    let end =
      to.map { CountedTime.hour(of: $0 - .milliseconds(1)) + .seconds(3_600) } ?? Instant(milliseconds: .max)
    guard first < end,
      let key = try db.knownAppKey(app)
    else {
      return nil
    }
    (self.app, self.campaign, period) = (key, campaign, first..<end)
  }

  /// Of all time.
  init(_ campaign: CampaignID, app: Int64) {
    (self.app, self.campaign) = (app, campaign)
    period = Instant(milliseconds: .min)..<Instant(milliseconds: .max)
  }

  func work(_ rules: [ConversionRule], limit: Int, _ db: any SQLSession) throws -> Int {
    let (first, end) = (period.lowerBound.milliseconds, period.upperBound.milliseconds)
    var work =
      try db.value(SQL.peopleToLookAt, [app, campaign.rawValue, end, limit], as: Int.self) ?? 0
    guard work > 0 else { return 0 }
    for rule in rules where work < limit {
      let last = (period.upperBound + rule.window).milliseconds
      let (kind, name) = (rule.activity.kind.rawValue, rule.activity.name)
      work +=
        try db.value(
          name == nil ? SQL.eventsToLookAtByKind : SQL.eventsToLookAt,
          [app, kind, first, last, limit - work] + (name.map { [$0] } ?? []), as: Int.self) ?? 0
    }
    return work
  }

  func shown(_ db: any SQLSession) throws -> Int {
    try db.value(
      SQL.shownPeople,
      [app, campaign.rawValue, period.lowerBound.milliseconds, period.upperBound.milliseconds], as: Int.self)
      ?? 0
  }

  func count(_ rule: ConversionRule, shown: Int, _ db: any SQLSession) throws -> ConversionCount {
    var count = ConversionCount(rule, shown: shown)
    guard shown > 0 else { return count }
    try forEach(rule, db) { _, attribution in count.add(attribution) }
    return count
  }

  /// Calls `body` for each person who may have converted.
  ///
  /// - Parameters:
  ///   - people: Those among whom they are. nil: all.
  ///   - limit: The first messages and the first events of each that are looked at. nil: all.
  func forEach(
    _ rule: ConversionRule, of people: [Int64]? = nil, limit: Int? = nil, _ db: any SQLSession,
    _ body: (Int64, Attribution) -> Void
  ) throws {
    // In memory there are only the numbers of people.
    var set = PersonSet()
    if let people {
      for person in people { set.insert(person) }
    } else {
      try possible(rule, db) { set.insert($0) }
    }
    let reading = try ConversionReading(rule)
    var part: [Int64] = []
    func readPart() throws {
      guard !part.isEmpty else { return }
      let rows = try db.cursor(
        SQL.stepsToConversion,
        [
          app, campaign.rawValue, period.lowerBound.milliseconds, end(rule), rule.activity.kind.rawValue,
          rule.activity.name, SQL.list(part), limit,
        ])
      var current: (person: Int64, attribution: Attribution)?
      while let row = try rows.nextRow() {
        let person: Int64 = row[5]
        if current?.person != person {
          if let current { body(current.person, current.attribution) }
          current = (person, Attribution(period: period, window: rule.window))
        }
        let at = Instant(milliseconds: row[0])
        if row[1] as Bool {
          current?.attribution.add(at: at, reading) { row[4] }
        } else {
          current?.attribution.see(at: at, isOwn: row[3])
        }
      }
      if let current { body(current.person, current.attribution) }
      part = []
    }
    func add(_ person: Int64) throws {
      part.append(person)
      if part.count == Self.peopleAtOnce { try readPart() }
    }
    try set.forEach(add)
    try readPart()
  }

  /// What they saw and did is put in order in memory.
  private static let peopleAtOnce = 200

  /// Calls `body` for each person who saw the campaign and did what the conversion is, once or
  /// several times.
  func possible(_ rule: ConversionRule, _ db: any SQLSession, _ body: (Int64) -> Void) throws {
    let (kind, name) = (rule.activity.kind.rawValue, rule.activity.name)
    let found = try db.cursor(
      name == nil ? SQL.possiblyConvertedByKind : SQL.possiblyConverted,
      [
        app, campaign.rawValue, period.lowerBound.milliseconds, period.upperBound.milliseconds, end(rule),
        kind,
      ] + (name.map { [$0] } ?? []))
    while try found.next() { body(found.int(0)) }
  }

  /// The end of the time in which events can count, in milliseconds.
  private func end(_ rule: ConversionRule) -> Int64 { (period.upperBound + rule.window).milliseconds }
}
