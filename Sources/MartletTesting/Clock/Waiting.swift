// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit

/// Waits until the continuation is resumed. A cancelled task stops waiting immediately.
///
/// - Parameters:
///   - join: stores the continuation.
///   - leave: removes the continuation again. nil: it was already taken, or is not stored yet.
func waiting<State: Sendable, Value: Sendable>(
  in state: Locked<State>, join: (inout State, CheckedContinuation<Value, any Error>) -> Void,
  leave: @escaping @Sendable (inout State) -> CheckedContinuation<Value, any Error>?
) async throws -> Value {
  try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { continuation in
      let left = state.withLock { state in
        join(&state, continuation)
        // The handler may have run before. In that case, no other code sees that the task joined and left.
        return Task.isCancelled ? leave(&state) : nil
      }
      left?.resume(throwing: CancellationError())
    }
  } onCancel: {
    state.withLock { leave(&$0) }?.resume(throwing: CancellationError())
  }
}

/// Reports a wait that ended because its task was cancelled. The test is about to fail, and the message says what it waited for.
enum GivenUp {
  static func say(_ what: String) {
    StandardError.write("MartletTesting gave up: \(what)\n")
  }
}
