// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire
public import Store
import Synchronization

/// The transactions of a connection that writes.
public protocol SQLTransactions {
  /// False once the connection is lost: then nothing can be written any more.
  var isAlive: Bool { get }
  /// Runs the body in a transaction. Throws when the transaction is lost.
  ///
  /// - Parameter alone: Whether no other transaction may write meanwhile. Otherwise the body
  ///   changes only rows of people whom it holds (`SQL.holdPeople`), adds to counters in the order
  ///   of their keys, and says `requireAlone` before anything else.
  func transaction(alone: Bool, _ body: (any SQLSession) throws -> Void) throws
  /// Runs the body inside a transaction so that it can be undone alone. Returns why it was undone.
  /// Throws when the whole transaction is lost.
  func savepoint(_ body: (any SQLSession) throws -> Void) throws -> (any Error)?
}

/// A connection that writes, for one after the other.
public protocol SQLWriter: Sendable {
  /// Calls when the connection is free.
  func schedule(_ work: @escaping @Sendable (any SQLTransactions) -> Void)
  /// What an error of a transaction means to callers.
  func storeError(_ error: any Error) -> StoreError
}

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
public final class GroupCommit: Sendable {
  /// The work of one caller.
  private struct Waiting: Sendable {
    var work: Work
    /// Tells the caller that nothing was written.
    var refuse: Answer

    /// The number of events, or how many of them it takes as long as.
    var weight: Int
  }

  private enum Work: Sendable {
    case batch(PreparedBatch, @Sendable (GroupWriter.Outcome) -> Void)
    /// Writes, and returns a closure that answers the caller once it is known whether the work was
    /// committed.
    case other(@Sendable (any SQLSession) throws -> Answer)
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

  private let writer: any SQLWriter
  private let batches: GroupWriter
  private let state = Mutex(State())

  public init(writer: any SQLWriter, memory: SQLMemory) {
    (self.writer, batches) = (writer, memory.batches)
  }

  /// Writes a batch together with those that wait at the same time, and returns after the commit.
  func ingest(_ batch: PreparedBatch) async throws(StoreError) -> [Wire.EventResult] {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<GroupWriter.Outcome, Never>) in
      enqueue(
        Waiting(
          work: .batch(batch) { continuation.resume(returning: $0) },
          refuse: { continuation.resume(returning: .failure($0 ?? Self.closed)) }, weight: batch.events.count)
      )
    }
    return try result.get()
  }

  private static let closed = StoreError.unavailable("The store is closed.")

  /// Runs `body` inside a transaction, which other callers' work may share, and returns after its
  /// commit.
  ///
  /// - Parameter body: Runs again when the transaction of a group is lost, so it must change
  ///   nothing but the database.
  public func commit<Value: Sendable>(
    weight: Int, _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StoreError) -> Value {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, StoreError>, Never>) in
      let refuse: Answer = {
        continuation.resume(returning: .failure($0 ?? Self.closed))
      }
      enqueue(
        Waiting(
          work: .other { db in
            let value = try body(db)
            return { error in continuation.resume(returning: error.map { .failure($0) } ?? .success(value)) }
          }, refuse: refuse, weight: weight))
    }
    return try result.get()
  }

  /// Refuses later batches; those that wait are still written.
  public func close() async {
    await withCheckedContinuation { continuation in
      writer.schedule { [self] db in
        while case let group = takeGroup(), !group.isEmpty { write(group, db) }
        state.withLock { $0.phase = .closed }
        // Work that arrived between the last look and the closing.
        while case let group = takeGroup(), !group.isEmpty { write(group, db) }
        continuation.resume()
      }
    }
  }

  /// How many batches wait for the writer.
  public var waitingBatches: Int { state.withLock { $0.waiting.count } }

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
    writer.schedule { [self] db in
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

  private func write(_ group: [Waiting], _ db: any SQLTransactions) {
    guard !group.isEmpty else { return }
    do {
      if group.count == 1 || state.withLock({ $0.careful }) == 0 {
        do {
          let isAnyOther = group.contains { if case .other = $0.work { true } else { false } }
          return try commit(db, alone: isAnyOther) { session in try write(group, session) }
        } catch  where group.count > 1 && db.isAlive {
          // One of them cannot be written; the code below finds out which one.
          state.withLock { $0.careful = Self.carefulGroups }
        }
      }
      state.withLock { $0.careful = max(0, $0.careful - 1) }
      try commit(db, alone: true) { _ in try group.flatMap { try writeAlone($0, db) } }
    } catch {
      let error = writer.storeError(error)
      for waiting in group { waiting.refuse(error) }
    }
  }

  /// Throws when the transaction is lost; nobody has been answered then.
  private func commit(
    _ db: any SQLTransactions, alone: Bool, _ write: (any SQLSession) throws -> [Answer]
  ) throws {
    var answers: [Answer] = []
    let newPeople = batches.newPeople
    let people = newPeople.mark
    do {
      try db.transaction(alone: alone) { session in
        // It may run again.
        newPeople.goBack(to: people)
        answers = try write(session)
      }
    } catch {
      newPeople.goBack(to: people)
      throw error
    }
    for answer in answers { answer(nil) }
  }

  /// Writes all batches together. Callers do not wait for each other, so the order is free.
  private func write(_ group: [Waiting], _ db: any SQLSession) throws -> [Answer] {
    var answers: [Answer] = []
    var waiting: [(batch: PreparedBatch, answer: @Sendable (GroupWriter.Outcome) -> Void)] = []
    for one in group {
      switch one.work {
      case .batch(let batch, let answer): waiting.append((batch, answer))
      case .other(let write): answers.append(try write(db))
      }
    }
    for (one, outcome) in zip(waiting, try batches.write(waiting.map(\.batch), db)) {
      answers.append { error in one.answer(error.map { .failure($0) } ?? outcome) }
    }
    return answers
  }

  /// Throws only when the whole transaction is lost.
  private func writeAlone(_ waiting: Waiting, _ db: any SQLTransactions) throws -> [Answer] {
    var answers = [waiting.refuse]
    guard let error = try db.savepoint({ session in answers = try write([waiting], session) }) else {
      return answers
    }
    let refusal = writer.storeError(error)
    return [{ _ in waiting.refuse(refusal) }]
  }
}
