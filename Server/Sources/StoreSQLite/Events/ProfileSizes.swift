// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletWire

/// How much room the attributes of the people of one batch take, for `PeopleLimits`. A profile is measured when a batch first touches it.
struct ProfileSizes {
  private struct Profile {
    /// Of attributes that are there: bytes of name and value.
    var bytes: [String: Int] = [:]
    var total = 0
    var removed: Set<String> = []
  }

  private let app: Int64
  private var profiles: [Int64: Profile] = [:]
  /// Who was measured again, because they seemed to be full.
  private var exact: Set<Int64> = []

  init(app: Int64) {
    self.app = app
  }

  /// Why a person cannot have what an event says of an attribute; nil when they can. What takes no more room than there was always fits.
  mutating func refusal(
    _ record: Wire.EventRecord, of person: Int64, _ attributes: inout Attributes, _ db: Database
  ) throws -> Wire.EventResult? {
    guard let key = record.body.attributeKey else { return nil }
    var profile = try profile(of: person, db)
    var before = profile.bytes[key] ?? 0
    var after = Self.bytes(record.body, before: before)
    if profile.total - before + after > PeopleLimits.attributeBytes, exact.insert(person).inserted {
      // What was collected, and what changes come to, is estimated, and never too little of it. Once in a batch it is measured.
      try attributes.write(db)
      profile = try measure(person, db)
      profiles[person] = profile
      before = profile.bytes[key] ?? 0
      after = Self.bytes(record.body, before: before)
    }
    if profile.total - before + after > PeopleLimits.attributeBytes, case .attributeChange(_, let change) = record.body,
      !attributes.isCollected(key, of: person)
    {
      let row = try Row.fetchOne(db.cachedStatement(sql: SQL.attribute), arguments: [app, person, key])
      let value = change.applied(to: try row.map(AttributeSteps.value) ?? .null)
      after = value == .null ? 0 : key.utf8.count + value.encodedByteCount
    }
    guard after > before else { return nil }
    func refused(_ field: String, _ message: String) -> Wire.EventResult {
      Wire.EventResult(id: record.id, status: .known(.rejected), code: "profile_full", field: field, message: message)
    }
    if before == 0, profile.bytes.count >= PeopleLimits.attributes {
      return refused(
        "key", "A person has at most \(PeopleLimits.attributes) attributes. Remove one that is not needed, or use one that is there.")
    }
    guard profile.total - before + after > PeopleLimits.attributeBytes else { return nil }
    return refused(
      "value",
      "The attributes of a person have at most \(PeopleLimits.attributeBytes) bytes together. Remove some, or send a shorter value.")
  }

  /// After what the event says was taken in. `isNewest`: nothing later was said of the attribute, so that its value is what was set.
  mutating func took(_ record: Wire.EventRecord, of person: Int64, isNewest: Bool, _ db: Database) throws {
    guard let key = record.body.attributeKey else { return }
    var profile = try profile(of: person, db)
    let before = profile.bytes[key] ?? 0
    var after = Self.bytes(record.body, before: before)
    if !isNewest, case .attribute = record.body { after = min(before + after, key.utf8.count + Wire.Limits.attributeBytes) }
    profile.total += after - before
    profile.bytes[key] = after == 0 ? nil : after
    if after == 0 { profile.removed.insert(key) } else { profile.removed.remove(key) }
    profiles[person] = profile
    if profile.removed.count > PeopleLimits.removedAttributes { try trim(person, db) }
  }

  /// Forgets what was measured: after people became one.
  mutating func measureAgain() {
    profiles = [:]
  }

  /// Makes two people who became one fit: what was said while anonymous goes first, the oldest of it before the newer. Of what was removed
  /// the newest is remembered.
  mutating func trim(_ person: Int64, _ db: Database) throws {
    var profile = try measure(person, db)
    if profile.bytes.count > PeopleLimits.attributes || profile.total > PeopleLimits.attributeBytes {
      for key in try String.fetchAll(db.cachedStatement(sql: SQL.anonymousAttributes), arguments: [app, person]) {
        guard profile.bytes.count > PeopleLimits.attributes || profile.total > PeopleLimits.attributeBytes else { break }
        try delete(key, of: person, db)
        profile.total -= profile.bytes.removeValue(forKey: key) ?? 0
      }
    }
    // Half of them at once, so that not every removal looks for the oldest.
    if profile.removed.count > PeopleLimits.removedAttributes {
      let excess = profile.removed.count - PeopleLimits.removedAttributes / 2
      for key in try String.fetchAll(db.cachedStatement(sql: SQL.removedAttributes), arguments: [app, person, excess]) {
        try delete(key, of: person, db)
        profile.removed.remove(key)
      }
    }
    profiles[person] = profile
  }

  private func delete(_ key: String, of person: Int64, _ db: Database) throws {
    try db.cachedStatement(sql: SQL.deleteAttributeSteps).execute(arguments: [app, person, key])
    try db.cachedStatement(sql: SQL.deleteAttribute).execute(arguments: [app, person, key])
  }

  // MARK: - Measuring

  private mutating func profile(of person: Int64, _ db: Database) throws -> Profile {
    if let known = profiles[person] { return known }
    let measured = try measure(person, db)
    profiles[person] = measured
    return measured
  }

  private func measure(_ person: Int64, _ db: Database) throws -> Profile {
    var profile = Profile()
    let rows = try Row.fetchCursor(db.cachedStatement(sql: SQL.attributeSizes), arguments: [app, person])
    while let row = try rows.next() {
      let key: String = row["key"]
      guard !row["is_removed"] else {
        profile.removed.insert(key)
        continue
      }
      let bytes = key.utf8.count + (row["bytes"] as Int)
      profile.bytes[key] = bytes
      profile.total += bytes
    }
    return profile
  }

  /// Of name and value after what the event says; at most so many when that is a change.
  private static func bytes(_ body: Wire.EventRecord.Body, before: Int) -> Int {
    switch body {
    case .attribute(_, .null): 0
    case .attribute(let key, let value): key.utf8.count + value.encodedByteCount
    case .attributeChange(let key, let change):
      switch change.operation {
      // A number hardly grows.
      case .known(.increment) where before > 0: before
      case .known(.remove): before
      default: min(max(before, key.utf8.count) + change.value.encodedByteCount + 3, key.utf8.count + Wire.Limits.attributeBytes)
      }
    default: before
    }
  }
}
