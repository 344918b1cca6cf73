// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite
import Store
import Synchronization

/// Lets questions that read much take turns, so that there is always a reader, and processor time,
/// for devices.
///
/// A question whose caller is gone ends at once, in the queue and while it reads.
final class LongReads: Sendable {
  /// Out of four readers.
  static let together = 2
  /// How many wait before more are refused.
  static let waitingLimit = 200

  private typealias Turn = CheckedContinuation<Verdict, Never>

  private enum Verdict: Sendable { case begin, full, cancelled }

  private struct State: Sendable {
    var running = 0
    var next: UInt64 = 0
    var waiting: [(ticket: UInt64, turn: Turn)] = []
    /// Cancelled before they waited.
    var cancelled: Set<UInt64> = []
  }

  private let state = Mutex(State())

  /// How many wait for their turn.
  var waiting: Int { state.withLock { $0.waiting.count } }

  func run<Value: Sendable>(_ body: (_ reader: Reader) async throws(StoreError) -> Value)
    async throws(StoreError) -> Value
  {
    switch await turn() {
    case .begin: break
    case .full: throw .unavailable("Too many questions are being answered. Try again in a moment.")
    case .cancelled: throw Self.gone
    }
    defer { end() }
    let reader = Reader()
    let result = await withTaskCancellationHandler { () async -> Result<Value, StoreError> in
      do throws(StoreError) { return .success(try await body(reader)) } catch { return .failure(error) }
    } onCancel: {
      reader.interrupt()
    }
    return try result.get()
  }

  fileprivate static let gone = StoreError.unavailable("Nobody waits for the answer any more.")

  // MARK: - Turns

  private func turn() async -> Verdict {
    let ticket = state.withLock { state in
      state.next += 1
      return state.next
    }
    let verdict = await withTaskCancellationHandler {
      await withCheckedContinuation { (turn: Turn) in
        let verdict: Verdict? = state.withLock { state in
          if state.cancelled.remove(ticket) != nil { return .cancelled }
          if state.running < Self.together {
            state.running += 1
            return .begin
          }
          guard state.waiting.count < Self.waitingLimit else { return .full }
          state.waiting.append((ticket, turn))
          return nil
        }
        if let verdict { turn.resume(returning: verdict) }
      }
    } onCancel: {
      let turn: Turn? = state.withLock { state in
        guard let place = state.waiting.firstIndex(where: { $0.ticket == ticket }) else {
          state.cancelled.insert(ticket)
          return nil
        }
        return state.waiting.remove(at: place).turn
      }
      turn?.resume(returning: .cancelled)
    }
    _ = state.withLock { $0.cancelled.remove(ticket) }
    return verdict
  }

  private func end() {
    let next: Turn? = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.running -= 1
        return nil
      }
      return state.waiting.removeFirst().turn
    }
    next?.resume(returning: .begin)
  }

  // MARK: - Interruption

  /// The connection that answers one question, as long as it does.
  final class Reader: Sendable {
    // The connection is a pointer, which is used only with the lock and while a statement of this
    // question may run on it.
    private struct State: @unchecked Sendable {
      var connection: SQLiteConnection?
      var isInterrupted = false
    }

    private let state = Mutex(State())

    /// Throws when the caller is gone.
    func reading<Value>(_ db: Database, _ body: (Database) throws -> Value) throws -> Value {
      let isInterrupted = state.withLock { state in
        state.connection = db.sqliteConnection
        return state.isInterrupted
      }
      defer { state.withLock { $0.connection = nil } }
      if isInterrupted { throw LongReads.gone }
      return try body(db)
    }

    fileprivate func interrupt() {
      state.withLock { state in
        state.isInterrupted = true
        if let connection = state.connection { sqlite3_interrupt(connection) }
      }
    }
  }
}
