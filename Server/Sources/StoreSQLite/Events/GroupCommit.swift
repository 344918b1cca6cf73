// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletWire
import Store
import Synchronization

/// Groups writes, so that everything that arrives during a commit shares the next one.
///
/// A commit waits for the disk; without groups, every caller would wait separately. Each caller is
/// answered after the commit that contains its work. Work that fails is undone alone; a commit that
/// fails fails all of its work.
///
///     caller A   ── enqueue ─────────────────────── answered
///     caller B        ── enqueue ──────────────────────────────── answered
///     caller C             ── enqueue ─────────────────────────── answered
///     writer         [ A: begin … commit, sync ]  [ B, C: begin … commit, sync ]
final class GroupCommit: Sendable {
  /// The work of one caller.
  private struct Waiting: Sendable {
    /// The number of events, or 1 for any other work.
    var weight: Int
    /// Writes, and returns a closure that answers the caller once it is known whether the work was
    /// committed.
    var write: @Sendable (Database) throws -> Answer
    /// Tells the caller that nothing was written.
    var refuse: Answer
  }

  private typealias Answer = @Sendable (StoreError?) -> Void

  private struct State: Sendable {
    var waiting: [Waiting] = []
    /// The number of events in `waiting`.
    var events = 0
    var phase = Phase.idle
    /// For how many more groups each caller's work has its own savepoint. A savepoint costs a copy
    /// of every changed page, so it is used only after something went wrong.
    var careful = 0

    enum Phase {
      case idle
      /// The writer is scheduled and will take what waits.
      case scheduled
      case closed
    }
  }

  /// The most events in one transaction, so that no caller waits for long; a batch is never
  /// divided.
  private static let groupLimit = 8_000
  private static let carefulGroups = 64
  /// How many events may wait before callers are refused.
  private static let waitingLimit = 200_000

  private let database: any DatabaseWriter
  private let writer: BatchWriter
  let campaignNumbers = CampaignNumbers()
  private let watch: DataFileWatch?
  let newPeople = NewPeople()
  let campaignEvents = CampaignEventNames()
  private let state = Mutex(State())

  init(database: any DatabaseWriter, decisions: DecisionQuota, watch: DataFileWatch? = nil) {
    self.database = database
    self.watch = watch
    writer = BatchWriter(
      quota: decisions, newPeople: newPeople, campaignEvents: campaignEvents, eventRuns: EventRun.Cache(),
      tapped: TappedCampaigns())
  }

  func commit(_ batch: PreparedBatch) async throws(StoreError) -> [Wire.EventResult] {
    try await commit(weight: batch.events.count) { [writer] db in try writer.write(batch, db) }
  }

  /// Runs `body` inside a transaction, which other callers' work may share, and returns after its
  /// commit.
  ///
  /// - Parameter body: Runs again when the transaction of a group is lost, so it must change
  ///   nothing but the database.
  func commit<Value: Sendable>(
    weight: Int = 1, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, StoreError>, Never>) in
      let refuse: Answer = {
        continuation.resume(returning: .failure($0 ?? .unavailable("The store is closed.")))
      }
      enqueue(
        Waiting(
          weight: weight,
          write: { db in
            let value = try body(db)
            return { error in continuation.resume(returning: error.map { .failure($0) } ?? .success(value)) }
          }, refuse: refuse))
    }
    return try result.get()
  }

  /// Refuses later batches; those that wait are still written.
  func close() async {
    await withCheckedContinuation { continuation in
      database.asyncWriteWithoutTransaction { [self] db in
        while case let group = takeGroup(), !group.isEmpty { write(group, db) }
        state.withLock { $0.phase = .closed }
        // Work that arrived between the last look and the closing.
        while case let group = takeGroup(), !group.isEmpty { write(group, db) }
        continuation.resume()
      }
    }
  }

  /// How many batches wait for the writer.
  var waitingBatches: Int { state.withLock { $0.waiting.count } }

  // MARK: - The queue

  private func enqueue(_ waiting: Waiting) {
    enum Step { case schedule, wait, refuse(String) }
    let step: Step = state.withLock { state in
      let events = waiting.weight
      guard state.phase != .closed else { return .refuse("The store is closed.") }
      guard state.waiting.isEmpty || state.events + events <= Self.waitingLimit else {
        return .refuse("Events arrive faster than they can be stored. Try again in a moment.")
      }
      state.waiting.append(waiting)
      state.events += events
      guard state.phase == .idle else { return .wait }
      state.phase = .scheduled
      return .schedule
    }
    switch step {
    case .wait: break
    case .schedule: schedule()
    case .refuse(let reason): waiting.refuse(.unavailable(reason))
    }
  }

  private func schedule() {
    database.asyncWriteWithoutTransaction { [self] db in
      write(takeGroup(), db)
      let isMoreWaiting = state.withLock { state in
        guard state.phase == .scheduled else { return false }
        if state.waiting.isEmpty { state.phase = .idle }
        return !state.waiting.isEmpty
      }
      if isMoreWaiting { schedule() }
    }
  }

  private func takeGroup() -> [Waiting] {
    state.withLock { state in
      var count = 0
      var events = 0
      while count < state.waiting.count, count == 0 || events + state.waiting[count].weight <= Self.groupLimit
      {
        events += state.waiting[count].weight
        count += 1
      }
      let group = Array(state.waiting.prefix(count))
      state.waiting.removeFirst(count)
      state.events -= events
      return group
    }
  }

  // MARK: - The transaction

  private func write(_ group: [Waiting], _ db: Database) {
    guard !group.isEmpty else { return }
    do {
      if group.count == 1 || state.withLock({ $0.careful }) == 0 {
        do {
          return try commit(group, db) { waiting, db in try waiting.write(db) }
        } catch  where group.count > 1 {
          // One of them cannot be written; the code below finds out which one.
          state.withLock { $0.careful = Self.carefulGroups }
        }
      }
      state.withLock { $0.careful = max(0, $0.careful - 1) }
      try commit(group, db, writeAlone)
    } catch {
      let error = StoreError(error)
      for waiting in group { waiting.refuse(error) }
    }
  }

  /// Throws when the transaction is lost; nobody has been answered then.
  private func commit(_ group: [Waiting], _ db: Database, _ write: (Waiting, Database) throws -> Answer)
    throws
  {
    var answers: [Answer] = []
    let people = newPeople.mark
    do {
      try watch.guarding(db) {
        try db.inTransaction(.immediate) {
          for waiting in group { answers.append(try write(waiting, db)) }
          return .commit
        }
      }
    } catch {
      newPeople.goBack(to: people)
      throw error
    }
    for answer in answers { answer(nil) }
  }

  /// Throws only when the whole transaction is lost.
  private func writeAlone(_ waiting: Waiting, _ db: Database) throws -> Answer {
    var answer = waiting.refuse
    do {
      try db.inSavepoint {
        answer = try waiting.write(db)
        return .commit
      }
      return answer
    } catch {
      // When SQLite runs out of space or memory, it ends the transaction itself, and nothing of the
      // group is stored.
      guard db.isInsideTransaction else { throw error }
      let error = StoreError(error)
      return { _ in waiting.refuse(error) }
    }
  }
}
