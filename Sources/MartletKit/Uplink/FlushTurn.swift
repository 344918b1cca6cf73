// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A flush that somebody waits for. It ends once: with what the client says, or when the one who waits is cancelled.
final class FlushTurn: Sendable {
  private enum State: Sendable {
    case underWay
    case awaited(CheckedContinuation<Martlet.FlushResult, Never>)
    case ended(Martlet.FlushResult)
  }

  private let state = Locked(State.underWay)

  var hasEnded: Bool {
    state.withLock { if case .ended = $0 { true } else { false } }
  }

  func wait() async -> Martlet.FlushResult {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ended = state.withLock { state -> Martlet.FlushResult? in
          if case .ended(let result) = state { return result }
          state = .awaited(continuation)
          return nil
        }
        if let ended { continuation.resume(returning: ended) }
      }
    } onCancel: {
      end(Martlet.FlushResult(reason: .cancelled))
    }
  }

  func end(_ result: Martlet.FlushResult) {
    let waiting = state.withLock { state -> CheckedContinuation<Martlet.FlushResult, Never>? in
      switch state {
      case .ended: return nil
      case .underWay:
        state = .ended(result)
        return nil
      case .awaited(let continuation):
        state = .ended(result)
        return continuation
      }
    }
    waiting?.resume(returning: result)
  }
}
