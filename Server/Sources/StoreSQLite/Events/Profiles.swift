// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletWire

/// The profiles of the people of one batch: each is read when the batch first says something of it, and what became of it is written once.
struct Profiles {
  private let attributes: AttributeSteps
  private let readings: [ExactName: AttributeReading]
  private var profiles: [Int64: Profile] = [:]

  init(app: Int64, readings: [ExactName: AttributeReading]) {
    attributes = AttributeSteps(app: app)
    self.readings = readings
  }

  /// Takes in what the event says of an attribute; returns why the person cannot have it.
  mutating func take(_ event: PreparedBatch.Event, of person: Int64, _ db: Database) throws -> Wire.EventResult? {
    guard let key = event.record.body.attributeKey else { return nil }
    if profiles[person] == nil { profiles[person] = try attributes.profile(of: person, db) }
    if profiles[person]?.hasLoaded(key) == false {
      let stored = try attributes.stored(key, of: person, db)
      let steps = stored.flatMap { readings[ExactName(key)]?.steps(of: $0) } ?? 0
      let history = steps > 0 ? try attributes.firstSteps(steps, of: key, person, db) : AttributeHistory()
      profiles[person]?.load(key, stored, history)
    }
    return profiles[person]?.take(event.record, countedAt: event.countedAt)
  }

  /// Needed at the end, and before people are merged.
  mutating func write(_ db: Database) throws {
    for (person, profile) in profiles {
      for update in profile.updates { try attributes.write(update, of: person, db) }
    }
    profiles = [:]
  }
}
