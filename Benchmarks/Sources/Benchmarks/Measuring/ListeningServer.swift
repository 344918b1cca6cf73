// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletServer

/// A server in this process that takes requests until it is stopped.
struct ListeningServer {
  let port: Int
  private let running: Task<Void, any Error>

  init(_ server: ServerApplication) async {
    let (ports, listening) = AsyncStream.makeStream(of: Int.self)
    running = Task { try await server.run { url in listening.yield(url.port ?? 0) } }
    var iterator = ports.makeAsyncIterator()
    guard let port = await iterator.next() else { preconditionFailure("the server listens") }
    self.port = port
  }

  /// Begins to stop it, and waits for nothing.
  func cancel() { running.cancel() }

  /// Afterwards nothing uses its store any more.
  func stop() async {
    running.cancel()
    _ = try? await running.value
  }
}
