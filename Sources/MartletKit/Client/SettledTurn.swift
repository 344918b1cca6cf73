// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A turn in the client's line that somebody waits for. It ends once: when it was taken, or when the one who waits is cancelled.
final class SettledTurn: Sendable {
  private enum State: Sendable {
    case ahead
    case awaited(CheckedContinuation<Void, Never>)
    case ended
  }

  private let state = Locked(State.ahead)

  /// Returns when the turn has ended.
  func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let hasEnded = state.withLock { state in
          if case .ended = state { return true }
          state = .awaited(continuation)
          return false
        }
        if hasEnded { continuation.resume() }
      }
    } onCancel: {
      resume()
    }
  }

  func resume() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      defer { state = .ended }
      if case .awaited(let continuation) = state { return continuation }
      return nil
    }
    waiting?.resume()
  }
}
