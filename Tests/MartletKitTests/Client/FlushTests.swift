// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// A flush that somebody waits for.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct FlushTests {
  private let transport = HeldTransport()

  private func bench(_ change: (Martlet.Configuration) -> Void = { _ in }) -> Bench {
    Bench(transport: transport) {
      $0.api.requestPolicy = .manual
      change($0)
    }
  }

  @Test func `it returns when the server has taken what waited; nothing waiting is complete at once`() async {
    let bench = bench()
    #expect(await bench.martlet.flush().isComplete)
    for name in ["a", "b"] { bench.martlet.logCustomEvent(name: name) }
    async let result = bench.martlet.flush()
    await transport.waitForRequest().answerStored()
    let told = await result
    #expect(told.isComplete && told.sent == 2 && told.dropped == 0 && told.reason == nil)
  }

  @Test func `without network it returns after the attempt, and says so`() async {
    let bench = bench()
    bench.martlet.logCustomEvent(name: "a")
    async let result = bench.martlet.flush()
    await transport.waitForRequest().fail(URLError(.notConnectedToInternet))
    let told = await result
    #expect(told.waiting == 1 && told.sent == 0 && told.reason == .unreachable)
  }

  @Test(
    arguments: [
      (503, Martlet.FlushResult.Reason.serverBusy), (429, .serverBusy), (401, .refused), (404, .refused),
    ])
  func `what the server says against it is the reason`(status: Int, reason: Martlet.FlushResult.Reason) async
  {
    let bench = bench()
    bench.martlet.logCustomEvent(name: "a")
    async let result = bench.martlet.flush()
    await transport.waitForRequest().answer(.init(status: status, headers: ["retry-after": "60"]))
    #expect(await result.reason == reason)
    #expect(await bench.martlet.flush().waiting == 1, "at once, while the server's time runs")
  }

  @Test func `an event that the server refuses is dropped, not sent`() async {
    let server = ScriptedServer()
    server.refuse(customEvent: "bad", message: "No such event.")
    let bench = Bench(transport: server) { $0.api.requestPolicy = .manual }
    for name in ["a", "bad", "b"] { bench.martlet.logCustomEvent(name: name) }
    let told = await bench.martlet.flush()
    #expect(told.sent == 2 && told.dropped == 1 && told.isComplete)
  }

  @Test
  func
    `it never hangs: a server that says nothing, a client that ends, a task that is cancelled, an SDK that is off`()
    async
  {
    let bench = bench()
    bench.martlet.logCustomEvent(name: "a")
    let silent = Task { await bench.martlet.flush() }
    let request = await transport.waitForRequest()
    await bench.advance(by: .seconds(30))
    #expect(await silent.value.reason == .timedOut)

    let martlet = bench.martlet
    let cancelled = Task { await martlet.flush() }
    cancelled.cancel()
    let told = await cancelled.value
    #expect(told.reason == .cancelled && !told.isComplete, "nobody knows what became of it")

    bench.martlet.isEnabled = false
    #expect(await bench.martlet.flush().reason == .disabled)
    request.answerStored()
  }

  @Test func `without an address of a server it says so`() async {
    let bench = bench { $0.api.endpoint = "" }
    bench.martlet.logCustomEvent(name: "a")
    #expect(await bench.martlet.flush().reason == .noEndpoint)
  }
}
