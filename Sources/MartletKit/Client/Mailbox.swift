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
