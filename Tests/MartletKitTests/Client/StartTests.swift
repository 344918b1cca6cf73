// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Starting costs the caller nothing.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct StartTests {
  @Test
  func
    `making a client and calling it does no file work on the caller's thread: its state is a pipe that nobody has written to`()
    async throws
  {
    let directory = URL.temporary()
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let pipe = directory.appendingPathComponent("state.json").path
    #expect(mkfifo(pipe, 0o600) == 0)
    let server = ScriptedServer(campaigns: [.onEvent("hello")])
    // Whoever opens the pipe now waits until it is written to. All of this returns.
    let bench = Bench(transport: server, directory: directory)
    bench.martlet.applicationDidBecomeActive()
    bench.martlet.logCustomEvent(name: "hello")
    bench.martlet.user.setCustomAttribute(key: "plan", value: "free")
    #expect(bench.martlet.isEnabled)
    #expect(server.requests.isEmpty)

    try #require(FileHandle(forWritingAtPath: pipe)).write(
      Data(#"{"version": 1, "enabled": true, "user_id": "A"}"#.utf8))
    await bench.settle(until: { bench.presenter.presented.count == 1 })
    #expect(bench.martlet.user.id == "A")
  }

  @Test
  func
    `making a client does no network work on the caller's thread: the request goes out while that thread stands still`()
    async
  {
    let transport = SignallingTransport()
    let bench = Bench(transport: transport)
    bench.martlet.applicationDidBecomeActive()
    // This thread does nothing but wait, and the request goes out all the same.
    transport.waitHere()
    #expect(bench.presenter.presented.isEmpty)
  }
}

/// Tells that a request goes out, and never answers.
private final class SignallingTransport: Transport {
  private let sent = DispatchSemaphore(value: 0)

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    sent.signal()
    throw URLError(.notConnectedToInternet)
  }

  nonisolated func waitHere() { sent.wait() }
}
