// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// Caps over several campaigns, as the server sends them.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SharedCapTests {
  private let transport = HeldTransport()

  private func answer(_ request: HeldRequest, tag: String, caps: String) {
    let campaign = String(decoding: Wire.encode(Wire.Campaign.onEvent("hello")), as: UTF8.self)
    let results = request.events.map { #"{"id": "\#($0.id)", "status": "stored"}"# }.joined(separator: ",")
    let text =
      #"{"version": 1, "results": [\#(results)], "definitions": {"tag": "\#(tag)", "campaigns": [\#(campaign)], "caps": \#(caps)}}"#
    request.answer(
      TransportResponse(status: 200, headers: ["content-type": "application/json"], body: Array(text.utf8)))
  }

  @Test
  func
    `a cap that cannot be read stops all campaigns, is named, settles what was uploaded, and is not forgotten at a relaunch`()
    async
  {
    let bench = Bench(transport: transport)
    bench.martlet.applicationDidBecomeActive()
    answer(await transport.waitForRequest(), tag: "t1", caps: #"[{"limit": "many", "within": "day"}]"#)
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    bench.martlet.logCustomEvent(name: "hello")
    await bench.martlet.settled()
    #expect(bench.presenter.presented.isEmpty)
    #expect(bench.log.contains("No campaigns run: caps[0].limit"))
    #expect(!bench.log.contains("cannot be read ("))

    // Only what was logged since is sent.
    bench.martlet.requestImmediateDataFlush()
    let next = await transport.waitForRequest()
    #expect(next.sync == nil)
    #expect(next.events.first?.label == "custom hello")

    let second = Bench(transport: transport, directory: bench.copyOfDirectory(), clock: ManualClock(seed: 2))
    second.martlet.logCustomEvent(name: "hello")
    await second.martlet.settled()
    #expect(second.presenter.presented.isEmpty)
    #expect(second.log.contains("No campaigns run: caps[0].limit"))
  }

  @Test func `the next answer whose caps can be read lets the campaigns run`() async {
    let bench = Bench(transport: transport)
    bench.martlet.applicationDidBecomeActive()
    answer(await transport.waitForRequest(), tag: "t1", caps: "[7]")
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    bench.martlet.changeUser(userId: "A")
    answer(await transport.waitForRequest(), tag: "t2", caps: #"[{"limit": 1, "within": "day"}]"#)
    bench.martlet.logCustomEvent(name: "hello")
    await bench.settle(until: { bench.presenter.presented.count == 1 })
  }
}
