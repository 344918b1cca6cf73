// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Synchronization

/// Writes batches inside an open transaction: reads the stored state of everything that they name,
/// lets Domain decide the outcome, and writes it, all batches of an app together.
struct GroupWriter: Sendable {
  /// What becomes of a batch.
  typealias Outcome = Result<[Wire.EventResult], StoreError>

  let quota: DecisionQuota
  let newPeople: NewPeople
  let campaignEvents: CampaignEventNames
  let eventRuns: EventRun.Cache
  let tapped: TappedCampaigns
  let apps = AppKeys()

  /// Returns what becomes of each batch, in order. Throws when none of them can be written so: then
  /// nothing is known about any.
  func write(_ batches: [PreparedBatch], _ db: any SQLSession) throws -> [Outcome] {
    var outcomes = [Outcome](repeating: .success([]), count: batches.count)
    let groups = Self.groups(batches)
    if groups.count > 1 {
      // Two groups of an app add to its counters twice, and so in no order.
      if Set(groups.map { batches[$0[0]].appID }).count < groups.count { try db.requireAlone() }
      try hold(batches, db)
    }
    for group in groups {
      let written = try write(group.map { batches[$0] }, app: batches[group[0]].appID, db)
      for (index, outcome) in zip(group, written) { outcomes[index] = outcome }
    }
    return outcomes
  }

  /// Indices of batches that are decided together: those of an app and a day, in the order of apps,
  /// so that two transactions wait for each other's counters in one order. With a sign-in two
  /// people may become one in the middle, so such a batch comes after the others of its app, alone.
  private static func groups(_ batches: [PreparedBatch]) -> [[Int]] {
    struct Key: Hashable {
      var app: AppID
      var day: Int64
    }
    var groups: [[Int]] = []
    var known: [Key: Int] = [:]
    for (index, batch) in batches.enumerated() where batch.signIns.isEmpty {
      let key = Key(app: batch.appID, day: batch.day)
      if let group = known[key] {
        groups[group].append(index)
      } else {
        known[key] = groups.count
        groups.append([index])
      }
    }
    groups += batches.indices.filter { !batches[$0].signIns.isEmpty }.map { [$0] }
    func place(_ group: [Int]) -> (String, Int, Int64, Int) {
      let first = batches[group[0]]
      return (first.appID.rawValue, first.signIns.isEmpty ? 0 : 1, first.day, group[0])
    }
    return groups.sorted { place($0) < place($1) }
  }

  /// Holds the people of all groups at once, so that two transactions wait for each other's people
  /// in one order.
  private func hold(_ batches: [PreparedBatch], _ db: any SQLSession) throws {
    var ofApps: [Int64: [PreparedBatch]] = [:]
    for (app, batches) in Dictionary(grouping: batches, by: \.appID) {
      // Batches of an app that does not exist are refused later.
      do { ofApps[try apps.key(of: app, db)] = batches } catch StoreError.notFound {}
    }
    for (app, batches) in ofApps.sorted(by: { $0.key < $1.key }) {
      try db.run(SQL.holdPeople, IngestNeeds(batches, app: app).whoTheyAre.each[0])
    }
  }

  private func write(_ batches: [PreparedBatch], app: AppID, _ db: any SQLSession) throws -> [Outcome] {
    let tables: IngestTables
    do { tables = IngestTables(app: try apps.key(of: app, db)) } catch let error as StoreError {
      return batches.map { _ in .failure(error) }
    }
    let needs = IngestNeeds(batches, app: tables.app)
    try db.prefetch { needs.questions }
    defer { db.forgetPrefetched() }
    let batches = try Tombstones(app: tables.app).filter(batches, db)
    if let batch = batches.first, !batch.signIns.isEmpty {
      return [try write(signIn: batch, needs, tables, db)]
    }
    var known = try tables.people(needs, db)
    var outcomes: [Outcome] = []
    var parts: [BatchPart] = []
    var new: [BatchPeople.New] = []
    for batch in batches {
      let people = BatchPeople(batch, known)
      if let refusal = admit(people, of: batch) {
        outcomes.append(.failure(refusal))
        continue
      }
      known.add(people.new)
      new += people.new
      outcomes.append(.success([]))
      parts.append(BatchPart(batch, keys: people.keys))
    }
    try tables.insert(new, db)
    var results = try write(parts, needs, tables, db)[...]
    return outcomes.map { outcome in outcome.flatMap { _ in .success(results.popFirst() ?? []) } }
  }

  private func write(
    signIn batch: PreparedBatch, _ needs: IngestNeeds, _ tables: IngestTables, _ db: any SQLSession
  ) throws -> Outcome {
    let people = BatchPeople(batch, try tables.people(needs, signIn: batch, db))
    if let refusal = admit(people, of: batch) { return .failure(refusal) }
    // It changes counters again and again, in no order.
    if people.merge != nil { try db.requireAlone() }
    try tables.insert(people.new, db)
    if let renamed = people.renamed { try tables.rename(renamed, db) }
    let end = people.merge?.index ?? batch.events.count
    var results = try write([BatchPart(batch, 0..<end, keys: people.keys)], needs, tables, db)[0]
    if let merge = people.merge {
      // It changes what was asked about.
      db.forgetPrefetched()
      try tables.merge(merge.anonymous, into: merge.user, db)
      let rest = BatchPart(batch, end..<batch.events.count, keys: people.keys)
      results += try write([rest], needs, tables, db)[0]
    }
    try tables.writeSignIns(people, as: batch.anonymousName, db)
    return .success(results)
  }

  /// Returns why the sender may not make the new people of a batch.
  private func admit(_ people: BatchPeople, of batch: PreparedBatch) -> StoreError? {
    let before = people.new.count > 1 ? newPeople.mark : nil
    do {
      for _ in people.new { try newPeople.admit(batch.sender, at: Instant(milliseconds: batch.receivedAt)) }
      return nil
    } catch {
      // None of them is made.
      if let before { newPeople.goBack(to: before) }
      return error
    }
  }

  private func write(
    _ parts: [BatchPart], _ needs: IngestNeeds, _ tables: IngestTables, _ db: any SQLSession
  ) throws -> [[Wire.EventResult]] {
    guard parts.contains(where: { !$0.range.isEmpty }) else { return parts.map { _ in [] } }
    var parts = parts
    try tapped.mark(&parts, app: tables.app, db)
    let steps = Array(parts.steps)
    try db.prefetch { [tables.question(steps)] }
    let isNew = try tables.insertEvents(of: parts, db)
    var decision = GroupDecision(
      GroupState(
        profiles: try tables.profiles(of: parts, isNew: isNew, db), steps: try tables.steps(steps, db),
        names: try tables.names(needs, parts, db),
        eventNames: try tables.eventNames(needs, campaignEvents, db),
        decisionSalt: parts.contains { $0.batch.hasDecisions } ? try tables.decisionSalt(db) : 0))
    let results = decision.decide(parts, isNew: isNew)
    // Names have limits that all people share.
    if decision.state.names.isAnyNew || !decision.state.eventNames.changed.isEmpty { try db.requireAlone() }
    try tables.write(decision, of: parts, db)
    try Decisions(app: tables.app, quota: quota, today: needs.day).write(decision.decisions, of: parts, db)
    let runs = try tables.sendingEventRuns(needs, eventRuns, db)
    for (part, isNew) in zip(parts, isNew) { try tables.writePushes(for: part, isNew: isNew, runs, db) }
    return results
  }
}

/// The numbers of apps, which never change.
final class AppKeys: Sendable {
  private let known = Mutex<[AppID: Int64]>([:])

  func key(of app: AppID, _ db: any SQLSession) throws -> Int64 {
    if let key = known.withLock({ $0[app] }) { return key }
    let key = try db.appKey(app)
    known.withLock { $0[app] = key }
    return key
  }
}
