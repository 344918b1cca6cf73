// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// The turn goes from one candidate to the next, however many there are.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ManyCandidatesTests {
  /// So many that giving the turn on from within itself, which takes more than 4 KB each time in a
  /// debug build, would overflow even the 8 MB of stack that threads have elsewhere; on Apple's
  /// systems the client's queue has 512 KB.
  @Test
  func
    `two thousand candidates of a kind that this version does not know cost no stack: each ends, and the one after them is shown`()
    async
  {
    let strange = (0..<2_000).map { number in
      var campaign = Wire.Campaign.onEvent(
        "hello", id: "strange-\(number)", message: Wire.Message(kind: .unknown("hologram")))
      campaign.priority.order = 1
      return campaign
    }
    let bench = Bench(transport: ScriptedServer(campaigns: strange + [.onEvent("hello", id: "known")])) {
      $0.api.requestPolicy = .manual
      $0.logger.level = .error
      $0.logger.print = { _, _ in false }
    }
    let outcomes = Task { [outcomes = bench.martlet.outcomes] in
      var count = 0
      for await outcome in outcomes where outcome.outcome == .discarded(.unsupportedKind) { count += 1 }
      return count
    }
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    bench.martlet.logCustomEvent(name: "hello")
    await bench.settle(until: { bench.presenter.presented.count == 1 })
    #expect(bench.presenter.presented.first?.data.id == "known")
    #expect(bench.presenter.presented.first?.context?.presentationID.hasSuffix("-2001") == true)
    outcomes.cancel()
    _ = await outcomes.value
  }
}
