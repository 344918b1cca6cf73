// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// The only entrance to the client. Any thread can post without waiting. Commands are processed in
/// the order in which the posts return.
///
/// A post takes a lock and appends to an array. Only the first post since the client went to sleep
/// wakes it, because that takes longer than everything else.
struct Mailbox: Sendable {
  private struct State: Sendable {
    var commands: [Command] = []
    /// The client, while it sleeps.
    var sleeper: UnsafeContinuation<Void, Never>?
    var isClosed = false
  }

  private let state = Locked(State())

  func post(_ command: Command) {
    let (isClosed, sleeper) = state.withLock { state in
      if !state.isClosed { state.commands.append(command) }
      defer { state.sleeper = nil }
      return (state.isClosed, state.sleeper)
    }
    sleeper?.resume()
    if isClosed { release(command) }
  }

  /// Nobody will read the command, so callers that wait for an answer are released.
  private func release(_ command: Command) {
    switch command {
    case .settle(let waiting): waiting.end(())
    case .describeActivity(let waiting): waiting.resume(returning: Martlet.Activity())
    case .identify(let waiting): waiting.resume(returning: nil)
    case .flushAwaited(let turn), .restAwaited(let turn): turn.end(Martlet.FlushResult(reason: .ended))
    case .requestPrivacy(_, let turn): turn.end(.failure(.init(.ended)))
    // The answers of notifications end when they are released.
    default: break
    }
  }

  /// Waits for commands, and takes all that were posted. nil: the mailbox is closed and empty. Only
  /// the client calls it, one call at a time.
  func next(isolation: isolated (any Actor)? = #isolation) async -> [Command]? {
    // The memory is ready before somebody posts.
    var empty: [Command] = []
    empty.reserveCapacity(16)
    while true {
      let (taken, isClosed) = state.withLock { state in
        if !state.commands.isEmpty { swap(&state.commands, &empty) }
        return (empty, state.isClosed)
      }
      if !taken.isEmpty { return taken }
      if isClosed { return nil }
      await withUnsafeContinuation { sleeper in
        let isNeeded = state.withLock { state in
          guard state.commands.isEmpty, !state.isClosed else { return true }
          state.sleeper = sleeper
          return false
        }
        if isNeeded { sleeper.resume() }
      }
    }
  }

  /// Commands that were already posted are still read. Later ones are not.
  func close() {
    let sleeper = state.withLock { state in
      state.isClosed = true
      defer { state.sleeper = nil }
      return state.sleeper
    }
    sleeper?.resume()
  }
}

/// A place in the client's queue that a caller waits for. It ends once: with the client's answer,
/// or when the waiting task is cancelled.
final class Turn<Result: Sendable>: Sendable {
  private enum State: Sendable {
    case underWay
    case awaited(CheckedContinuation<Result, Never>)
    case ended(Result)
  }

  private let state = Locked(State.underWay)

  var hasEnded: Bool {
    state.withLock { if case .ended = $0 { true } else { false } }
  }

  /// - Parameter cancelled: the value that is returned immediately if the waiting task is
  ///   cancelled.
  func wait(cancelled: Result) async -> Result {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ended = state.withLock { state -> Result? in
          if case .ended(let result) = state { return result }
          state = .awaited(continuation)
          return nil
        }
        if let ended { continuation.resume(returning: ended) }
      }
    } onCancel: {
      end(cancelled)
    }
  }

  func end(_ result: Result) {
    let waiting = state.withLock { state -> CheckedContinuation<Result, Never>? in
      if case .ended = state { return nil }
      defer { state = .ended(result) }
      if case .awaited(let continuation) = state { return continuation }
      return nil
    }
    waiting?.resume(returning: result)
  }
}

typealias FlushTurn = Turn<Martlet.FlushResult>
typealias SettledTurn = Turn<Void>
