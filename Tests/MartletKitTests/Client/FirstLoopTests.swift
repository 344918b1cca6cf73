// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// Author → deliver → trigger → show → count, with a small server in memory.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct FirstLoopTests {
  @Test func `an event shows its campaign's message, and what became of it reaches the server once`() async {
    let server = ScriptedServer(campaigns: [.onEvent("cart_viewed")], key: "key")
    let bench = Bench(transport: server)
    bench.presenter.onPresent = { message in
      message.context?.logImpression()
      message.context?.logClick(buttonId: "0")
      message.context?.logDismissal(by: .click)
    }
    bench.martlet.applicationDidBecomeActive()
    bench.martlet.logCustomEvent(name: "cart_viewed", properties: ["total": 42.5])
    await bench.settle(until: { !bench.presenter.presented.isEmpty })
    #expect(bench.presenter.presented.first?.slideup?.message == "Hello")
    #expect(bench.presenter.presented.first?.data.id == "on-cart_viewed")

    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { server.storedEvents.contains { $0.label == "dismissal click" } })
    #expect(
      server.storedEvents.map(\.label) == [
        "session_start", "custom cart_viewed", "decision", "impression", "click 0", "dismissal click",
      ])
    #expect(server.duplicateCount == 0)
    #expect(Set(server.storedEvents.map(\.sessionID)).count == 1)
    #expect(bench.delegate.decisions.map(\.chosen) == [nil, "on-cart_viewed"])
    #expect(bench.log.all.filter { $0.hasPrefix("error") } == [])
  }
}
