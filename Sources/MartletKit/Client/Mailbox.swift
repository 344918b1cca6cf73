// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// The one way into the client: any thread posts, in the order in which posts return, and never waits.
struct Mailbox: Sendable {
  let commands: AsyncStream<Command>
  private let continuation: AsyncStream<Command>.Continuation

  init() {
    (commands, continuation) = AsyncStream.makeStream(of: Command.self, bufferingPolicy: .unbounded)
  }

  func post(_ command: Command) {
    guard case .terminated = continuation.yield(command) else { return }
    // Nobody will read it; whoever waits for an answer must not wait for ever.
    switch command {
    case .settle(let waiting): waiting.end(())
    case .describeActivity(let waiting): waiting.resume(returning: Martlet.Activity())
    case .identify(let waiting): waiting.resume(returning: nil)
    case .flushAwaited(let turn): turn.end(Martlet.FlushResult(reason: .ended))
    default: break
    }
  }

  /// What was posted is still read; what is posted later is not.
  func close() {
    continuation.finish()
  }
}

/// A turn in the client's line that somebody waits for. It ends once: with what the client says, or when the one who waits is cancelled.
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

  /// - Parameter cancelled: what is returned at once when the task that waits is cancelled.
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
