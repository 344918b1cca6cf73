// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// The engine counts by the clock on the wall, which a person may put back while something waits.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ClockSetBackTests {
  @Test(
    arguments: [true, false])
  func
    `a delay begins anew once, from when the client notices: at its next command, or at the latest when its timer wakes it`(
      isNoticedAtOnce: Bool
    ) async
  {
    var campaign = Wire.Campaign.onEvent("hello")
    campaign.rules.delayMilliseconds = 60_000
    let bench = Bench(transport: ScriptedServer(campaigns: [campaign]))
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    bench.martlet.logCustomEvent(name: "hello")
    await bench.martlet.settled()
    await bench.advance(by: .seconds(10))
    bench.clock.setWallClock(to: bench.clock.now - .seconds(86_400))
    if isNoticedAtOnce {
      bench.martlet.logCustomEvent(name: "other")
      await bench.quiet()
    }
    // The delay would have ended here; at the latest now the client is woken and sets its timer
    // anew. Asking it before whether it rests would be a command.
    await bench.clock.advance(by: .seconds(50))
    await bench.quiet()
    await bench.advance(by: .seconds(10) - .milliseconds(1))
    #expect(bench.presenter.presented.isEmpty)
    await bench.advance(by: .milliseconds(1))
    if !isNoticedAtOnce { await bench.advance(by: .seconds(50)) }
    await bench.settle(until: { bench.presenter.presented.count == 1 })
  }
}
