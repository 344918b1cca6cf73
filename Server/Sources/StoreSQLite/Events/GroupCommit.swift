// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletWire
import Store
import Synchronization

/// Writes batches so that those which arrive during a commit share the next one.
///
/// A commit waits for the disk; without this, every caller would pay for a wait of its own. Each caller is answered after the commit that
/// has its batch. A batch that fails is undone alone, by a savepoint; a commit that fails fails all of its batches.
///
///     caller A   ── enqueue ─────────────────────── answered
///     caller B        ── enqueue ──────────────────────────────── answered
///     caller C             ── enqueue ─────────────────────────── answered
///     writer         [ A: begin … commit, sync ]  [ B, C: begin … commit, sync ]
final class GroupCommit: Sendable {
  private struct Waiting: Sendable {
    var batch: PreparedBatch
    var answer: CheckedContinuation<Answer, Never>
  }

  private typealias Answer = Result<[Wire.EventResult], StoreError>

  private struct State: Sendable {
    var waiting: [Waiting] = []
    /// Events of `waiting`.
    var events = 0
    var phase = Phase.idle

    enum Phase {
      case idle
      /// The writer will come and take what waits.
      case scheduled
      case closed
    }
  }

  /// Events in one transaction, so that no caller waits for long; a batch is never divided.
  private static let groupLimit = 8_000
  /// Events that may wait before callers are sent away.
  private static let waitingLimit = 200_000

  private let database: any DatabaseWriter
  private let writer: BatchWriter
  private let watch: DataFileWatch?
  let newPeople = NewPeople()
  let campaignEvents = CampaignEventNames()
  private let state = Mutex(State())

  init(database: any DatabaseWriter, decisions: DecisionQuota, watch: DataFileWatch? = nil) {
    self.database = database
    self.watch = watch
    writer = BatchWriter(quota: decisions, newPeople: newPeople, campaignEvents: campaignEvents)
  }

  func commit(_ batch: PreparedBatch) async throws(StoreError) -> [Wire.EventResult] {
    let answer = await withCheckedContinuation { continuation in
      enqueue(Waiting(batch: batch, answer: continuation))
    }
    return try answer.get()
  }

  /// Later batches are refused; those that wait are still written.
  func close() async {
    await withCheckedContinuation { continuation in
      database.asyncWriteWithoutTransaction { [self] db in
        while case let group = takeGroup(), !group.isEmpty { write(group, db) }
        state.withLock { $0.phase = .closed }
        // What came between the last look and the closing.
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
      let events = waiting.batch.events.count
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
    case .refuse(let reason): waiting.answer.resume(returning: .failure(.unavailable(reason)))
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
      while count < state.waiting.count, count == 0 || events + state.waiting[count].batch.events.count <= Self.groupLimit {
        events += state.waiting[count].batch.events.count
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
    var answers: [Answer] = []
    do {
      try watch.guarding(db) {
        try db.inTransaction(.immediate) {
          if group.count == 1 {
            answers = [.success(try writer.write(group[0].batch, db))]
          } else {
            for waiting in group { answers.append(try writeAlone(waiting.batch, db)) }
          }
          return .commit
        }
      }
    } catch {
      answers = Array(repeating: .failure(StoreError(error)), count: group.count)
    }
    for (waiting, answer) in zip(group, answers) { waiting.answer.resume(returning: answer) }
  }

  /// Throws only when the whole transaction is lost.
  private func writeAlone(_ batch: PreparedBatch, _ db: Database) throws -> Answer {
    var results: [Wire.EventResult] = []
    do {
      try db.inSavepoint {
        results = try writer.write(batch, db)
        return .commit
      }
      return .success(results)
    } catch {
      // Out of space or memory SQLite itself ends the transaction: then nothing of the group is stored.
      guard db.isInsideTransaction else { throw error }
      return .failure(StoreError(error))
    }
  }
}
