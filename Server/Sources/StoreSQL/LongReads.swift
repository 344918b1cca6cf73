// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Store
import Synchronization

/// Lets questions that read much take turns, so that there is always a reader, and processor time,
/// for devices.
///
/// A question whose caller is gone ends at once, in the queue and while it reads.
public final class LongReads: Sendable {
  public init() {}

  /// Out of four readers.
  public static let together = 2
  /// How many wait before more are refused.
  package static let waitingLimit = 200

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
  package var waiting: Int { state.withLock { $0.waiting.count } }

  public func run<Value: Sendable>(_ body: (_ reader: Reader) async throws(StoreError) -> Value)
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
      reader.leave()
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

  /// Who answers one question.
  public final class Reader: Sendable {
    private let isLeft = Atomic(false)

    /// Whether the caller is gone. Ask now and then, also while one statement runs: there is
    /// nothing else that ends it.
    public var isCallerGone: Bool { isLeft.load(ordering: .relaxed) }

    /// Throws when the caller is gone.
    public func check() throws(StoreError) {
      if isCallerGone { throw LongReads.gone }
    }

    fileprivate func leave() { isLeft.store(true, ordering: .relaxed) }
  }
}
