// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletTesting
import MartletWire
import Testing

@testable import MartletKit

/// How long an app that moves to the background waits for the rest.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct RestTests {
  private let transport = HeldTransport()

  private func active(_ change: (Martlet.Configuration) -> Void = { _ in }) async -> Bench {
    let bench = Bench(transport: transport, change)
    bench.martlet.applicationDidBecomeActive()
    await transport.waitForRequest().answerStored(definitions: .init(tag: "t", campaigns: []))
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    return bench
  }

  private func leave(_ bench: Bench) -> FlushTurn {
    let turn = FlushTurn()
    bench.martlet.applicationDidEnterBackground()
    bench.martlet.mailbox.post(.restAwaited(turn))
    return turn
  }

  @Test func `it lasts until the server has what was logged`() async {
    let bench = await active()
    bench.martlet.logCustomEvent(name: "a")
    let turn = leave(bench)
    let request = await transport.waitForRequest()
    #expect(request.events.map(\.label) == ["custom a"])
    await bench.martlet.settled()
    #expect(!turn.hasEnded)
    request.answerStored()
    #expect(await turn.wait(cancelled: .init(reason: .cancelled)) == .init(sent: 1))
  }

  @Test(arguments: ["nothing", "manual", "off"])
  func `it ends at once if nothing waits, under the manual policy, and while the SDK is off`(why: String)
    async
  {
    let bench = await active { if why == "manual" { $0.api.requestPolicy = .manual } }
    if why != "nothing" { bench.martlet.logCustomEvent(name: "a") }
    if why == "off" { bench.martlet.isEnabled = false }
    let turn = leave(bench)
    await bench.martlet.settled()
    #expect(turn.hasEnded && transport.openCount == 0)
  }

  @Test
  func `it does not cut the client's own pause short: an event that must wait for the next attempt waits`()
    async
  {
    let bench = await active()
    bench.martlet.logCustomEvent(name: "a")
    bench.martlet.requestImmediateDataFlush()
    await transport.waitForRequest().fail(URLError(.notConnectedToInternet))
    await bench.settle(until: { transport.openCount == 0 })
    let turn = leave(bench)
    #expect(await turn.wait(cancelled: .init(reason: .cancelled)).reason == .unreachable)
    #expect(transport.openCount == 0)
  }

  @Test func `it ends when the client goes`() async {
    let bench = await active()
    bench.martlet.logCustomEvent(name: "a")
    let turn = leave(bench)
    _ = await transport.waitForRequest()
    bench.release()
    #expect(await turn.wait(cancelled: .init(reason: .cancelled)).reason == .ended)
  }
}
