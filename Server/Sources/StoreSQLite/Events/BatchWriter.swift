// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire

/// Writes one batch inside an open transaction: reads the stored state of everything that the batch
/// names, lets Domain decide the outcome, and writes it.
struct BatchWriter: Sendable {
  let quota: DecisionQuota
  let newPeople: NewPeople
  let campaignEvents: CampaignEventNames
  let eventRuns: EventRun.Cache
  let tapped: TappedCampaigns

  func write(_ batch: PreparedBatch, _ db: Database) throws -> [Wire.EventResult] {
    let tables = IngestTables(app: try db.appKey(batch.appID))
    let batch = try Tombstones(app: tables.app).filter(batch, db)
    let people = BatchPeople(batch, try tables.people(of: batch, db))
    for person in people.new {
      try newPeople.admit(batch.sender, at: Instant(milliseconds: batch.receivedAt))
      try tables.insert(person, db)
    }
    if let renamed = people.renamed { try tables.rename(renamed, db) }
    let end = people.merge?.index ?? batch.events.count
    var results = try write(batch, 0..<end, people, tables, db)
    if let merge = people.merge {
      try tables.merge(merge.anonymous, into: merge.user, db)
      results += try write(batch, end..<batch.events.count, people, tables, db)
    }
    try tables.writeSignIns(people, as: batch.anonymousName, db)
    return results
  }

  private func write(
    _ batch: PreparedBatch, _ part: Range<Int>, _ people: BatchPeople, _ tables: IngestTables, _ db: Database
  ) throws -> [Wire.EventResult] {
    guard !part.isEmpty else { return [] }
    var batch = batch
    try tapped.mark(&batch, part, people.keys, app: tables.app, db)
    let isNew = try tables.insertEvents(of: batch, part, people.keys, db)
    let state = try BatchState(
      isNew: isNew, profiles: tables.profiles(of: batch, part, people.keys, isNew: isNew, db),
      steps: tables.steps(of: batch, part, people.keys, db),
      names: tables.names(batch.campaigns, batch.counts, db),
      eventNames: tables.eventNames(of: batch, campaignEvents, db),
      decisionSalt: batch.hasDecisions ? tables.decisionSalt(db) : 0)
    let decision = BatchDecision(batch, part: part, keys: people.keys, state: state)
    try tables.write(decision, of: batch, people.keys, db)
    try Decisions(app: tables.app, quota: quota, today: batch.day).write(decision.decisions, of: batch, db)
    try tables.writePushes(for: batch, part, people.keys, isNew: isNew, eventRuns, db)
    return decision.results
  }
}
