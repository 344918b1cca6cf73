// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// The one way into the client: any thread posts, in the order in which posts return, and never waits.
struct Mailbox: Sendable {
  let commands: AsyncStream<Command>
  private let continuation: AsyncStream<Command>.Continuation
  private let closed = Locked(false)

  init() {
    (commands, continuation) = AsyncStream.makeStream(of: Command.self, bufferingPolicy: .unbounded)
  }

  func post(_ command: Command) {
    if case .terminated = continuation.yield(command), case .settle(let waiting) = command { waiting.resume() }
  }

  var isClosed: Bool { closed.withLock { $0 } }

  /// What was posted is still read; what is posted later is not.
  func close() {
    closed.withLock { $0 = true }
    continuation.finish()
  }
}
