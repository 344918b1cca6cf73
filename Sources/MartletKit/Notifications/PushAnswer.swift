// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A completion handler that the system waits for. It is called exactly once, on the main actor:
/// the system ends an app that does not answer, and stops one that answers twice.
///
/// If nobody ends it, it ends as failed when it is released.
final class PushAnswer: Sendable {
  typealias Handler = @MainActor @Sendable (Martlet.Notifications.FetchResult) -> Void

  private let handler: Locked<Handler?>

  init(_ handler: @escaping Handler) {
    self.handler = Locked(handler)
  }

  deinit {
    endLater(.failed)
  }

  @MainActor
  func end(_ result: Martlet.Notifications.FetchResult) {
    take()?(result)
  }

  /// From any thread.
  func endLater(_ result: Martlet.Notifications.FetchResult) {
    guard let handler = take() else { return }
    Task { @MainActor in handler(result) }
  }

  private func take() -> Handler? {
    handler.withLock { handler in
      defer { handler = nil }
      return handler
    }
  }
}

extension PushAnswer: Equatable {
  static func == (lhs: PushAnswer, rhs: PushAnswer) -> Bool { lhs === rhs }
}
