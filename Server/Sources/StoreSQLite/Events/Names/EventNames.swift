// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB

/// Which names of custom events one batch counts by themselves, and which give way to them.
///
/// Whoever has an app's SDK key can invent as many names as they like. So places go to what is useful: a name that a campaign waits for always has
/// one; where there is none left, a name that nobody has sent for long gives way to a new one, and after those a name that few people sent. What a
/// name that gave way had been counted is counted as other.
struct EventNames {
  private struct Entry {
    var isCounted: Bool
    var people = NamePeople()
    var lastDay: Int64 = 0
    var isChanged = false
  }

  private let app: Int64
  private let today: Int64
  private let campaigns: CampaignEventNames
  private var names: [String: Entry] = [:]
  /// How many have a place, once somebody asked.
  private var count: Int?
  /// Names that may give way, the first one first, once somebody asked.
  private var weak: [String]?
  private var replaced = 0

  init(app: Int64, today: Int64, campaigns: CampaignEventNames) {
    self.app = app
    self.today = today
    self.campaigns = campaigns
  }

  /// What the event is counted under: its name, or nothing.
  mutating func counted(_ name: String, by person: Int64, _ db: Database) throws -> String {
    guard !name.isEmpty else { return "" }
    var entry = try names[name] ?? entry(name, db)
    defer { names[name] = entry }
    guard entry.isCounted else { return "" }
    if !entry.people.areMany, entry.people.add(person) { entry.isChanged = true }
    if entry.lastDay < today {
      entry.lastDay = today
      entry.isChanged = true
    }
    return name
  }

  /// At the batch's end.
  func write(_ db: Database) throws {
    for (name, entry) in names where entry.isChanged {
      try db.cachedStatement(sql: SQL.putEventName)
        .execute(arguments: [app, name, Int64(bitPattern: entry.people.bits), entry.people.count, entry.lastDay])
    }
  }

  // MARK: - Places

  private mutating func entry(_ name: String, _ db: Database) throws -> Entry {
    if let row = try Row.fetchOne(db.cachedStatement(sql: SQL.eventName), arguments: [app, name]) {
      return Entry(isCounted: true, people: NamePeople(bits: UInt64(bitPattern: row["people_bits"])), lastDay: row["last_day"])
    }
    return Entry(isCounted: try takePlace(for: name, db))
  }

  private mutating func takePlace(for name: String, _ db: Database) throws -> Bool {
    let known = try count ?? Int.fetchOne(db.cachedStatement(sql: SQL.countEventNames), arguments: [app]) ?? 0
    count = known
    if known >= CountLimits.eventNames, try !campaigns.names(app: app, db).contains(name) {
      guard try replaceOne(db) else { return false }
    } else {
      count = known + 1
    }
    return true
  }

  /// False: all have a better claim. No batch pays for more than a few, however many it invents.
  private mutating func replaceOne(_ db: Database) throws -> Bool {
    guard replaced < CountLimits.replacedNames else { return false }
    if weak == nil { weak = try weakNames(db).reversed() }
    while let name = weak?.popLast() {
      // Not one that this batch has counted itself.
      guard names[name] == nil else { continue }
      try SQL.forgetEventName(name, app: app, db)
      replaced += 1
      return true
    }
    return false
  }

  private func weakNames(_ db: Database) throws -> [String] {
    let used = try campaigns.names(app: app, db)
    // As many more as campaigns use, and those of this batch, may be among them and stay.
    let limit = CountLimits.replacedNames * 2 + min(used.count + names.count, CountLimits.eventNames)
    let old = try String.fetchAll(
      db.cachedStatement(sql: SQL.oldEventNames), arguments: [app, today - Int64(CountLimits.forgottenAfterDays), limit])
    let few = try String.fetchAll(db.cachedStatement(sql: SQL.weakEventNames), arguments: [app, NamePeople.many, limit])
    return (old + few.filter { !old.contains($0) }).filter { !used.contains($0) }
  }
}

/// About how many different people there are, in 64 bits: each person has one of them. 20 people have about 17.
struct NamePeople {
  /// As many bits as `CountLimits.establishedPeople` people have on average.
  static let many = 17

  private(set) var bits: UInt64

  init(bits: UInt64 = 0) {
    self.bits = bits
  }

  var count: Int { bits.nonzeroBitCount }
  var areMany: Bool { count >= Self.many }

  /// True: it is one that is not known to be among them.
  mutating func add(_ person: Int64) -> Bool {
    var hash = UInt64(bitPattern: person) &+ 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    let bit = UInt64(1) << ((hash ^ (hash >> 31)) & 63)
    defer { bits |= bit }
    return bits & bit == 0
  }
}
