// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit

/// Waits until somebody resumes the continuation. A task that is cancelled leaves at once.
///
/// - Parameters:
///   - join: puts the continuation where it is found.
///   - leave: takes it away again. nil: somebody has taken it, or it is not there yet.
func waiting<State: Sendable, Value: Sendable>(
  in state: Locked<State>, join: (inout State, CheckedContinuation<Value, any Error>) -> Void,
  leave: @escaping @Sendable (inout State) -> CheckedContinuation<Value, any Error>?
) async throws -> Value {
  try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { continuation in
      let left = state.withLock { state in
        join(&state, continuation)
        // The handler may have come before. Nobody sees what joins and leaves at once.
        return Task.isCancelled ? leave(&state) : nil
      }
      left?.resume(throwing: CancellationError())
    }
  } onCancel: {
    state.withLock { leave(&$0) }?.resume(throwing: CancellationError())
  }
}

/// A wait that ends because its task was cancelled: the test is about to fail, and should say for want of what.
enum GivenUp {
  static func say(_ what: String) {
    StandardError.write("MartletTesting gave up: \(what)\n")
  }
}
