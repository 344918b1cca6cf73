// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit

/// Waits until somebody resumes the continuation.
///
/// - Parameters:
///   - join: puts the continuation where it is found.
///   - leave: takes it away again, because the task was cancelled. nil: somebody has taken it, or it is not there yet.
func waiting<Value: Sendable>(
  join: (CheckedContinuation<Value, any Error>) -> Void, leave: @escaping @Sendable () -> CheckedContinuation<Value, any Error>?
) async throws -> Value {
  try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { continuation in
      join(continuation)
      // A task that was cancelled before left before it had joined.
      if Task.isCancelled { leave()?.resume(throwing: CancellationError()) }
    }
  } onCancel: {
    leave()?.resume(throwing: CancellationError())
  }
}

/// A wait that ends because its task was cancelled: the test is about to fail, and should say for want of what.
enum GivenUp {
  static func say(_ what: String) {
    StandardError.write("MartletTesting gave up: \(what)\n")
  }
}
