// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// The process may end between any two writes; what the engine decided is known all the same.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LastStepTests {
  private let server = ScriptedServer(campaigns: [.onEvent("hello"), .onEvent("hello", id: "second")])

  /// A client whose message was triggered, and seen when `isShown`.
  private func first(isShown: Bool) async -> Bench {
    let bench = Bench(transport: server) {
      $0.api.requestPolicy = .manual
      $0.triggerMinimumTimeInterval = 0
    }
    if isShown { bench.presenter.onPresent = { $0.context?.logImpression() } }
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    bench.martlet.logCustomEvent(name: "hello")
    await bench.settle(until: { bench.presenter.presented.count == 1 })
    await bench.martlet.settled()
    return bench
  }

  private func second(_ directory: URL, until label: String) async -> [String] {
    let bench = Bench(transport: server, directory: directory, clock: ManualClock(seed: 2)) {
      $0.api.requestPolicy = .manual
    }
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { server.storedEvents.contains { $0.label == label } })
    await bench.quiet()
    return server.storedEvents.map(\.label).filter {
      $0.hasPrefix("outcome") || ["decision", "impression"].contains($0)
    }
  }

  @Test
  func
    `what the last step led to and the end of the process cut off is written at the next launch; the message that it chose ends with the relaunch`()
    async throws
  {
    let directory = await first(isShown: false).copyOfDirectory()
    try directory.cut("journal.") {
      $0.contains(#""outcome":"suppressed""#) || $0.contains(#""kind":"decision""#)
    }
    let labels = await second(directory, until: "outcome discarded relaunched")
    #expect(labels == ["decision", "outcome suppressed priority", "outcome discarded relaunched"])
  }

  @Test(arguments: [true, false])
  func `what was written, and what the server has acknowledged, is not written again`(isAcknowledged: Bool)
    async throws
  {
    let bench = await first(isShown: true)
    if isAcknowledged {
      bench.martlet.requestImmediateDataFlush()
      await bench.settle(until: { server.storedEvents.contains { $0.label == "impression" } })
      await bench.quiet()
    }
    #expect(
      await second(bench.copyOfDirectory(), until: "impression") == [
        "decision", "outcome suppressed priority", "impression",
      ],
      "the impression says that it was shown")
    #expect(server.duplicateCount == 0)
  }

  @Test func `an impression that is in the journal and not in the recording is counted at the launch`()
    async throws
  {
    let server = ScriptedServer(
      campaigns: [
        {
          var campaign = Wire.Campaign.onEvent("hello")
          campaign.rules.reEligibility = .init(type: .known(.once))
          return campaign
        }()
      ])
    let first = Bench(transport: server)
    first.presenter.onPresent = { $0.context?.logImpression() }
    first.martlet.applicationDidBecomeActive()
    await first.settle(until: { !first.delegate.decisions.isEmpty })
    first.martlet.logCustomEvent(name: "hello")
    await first.settle(until: { first.presenter.presented.count == 1 })
    await first.martlet.settled()
    let directory = first.copyOfDirectory()
    try directory.cut("engine.") { $0.contains(#""outcome":"shown""#) }
    let second = Bench(transport: server, directory: directory, clock: ManualClock(seed: 2)) {
      $0.triggerMinimumTimeInterval = 0
    }
    second.martlet.applicationDidBecomeActive()
    await second.settle(until: { !second.delegate.decisions.isEmpty })
    second.martlet.logCustomEvent(name: "hello")
    await second.settle(until: { second.delegate.decisions.contains { $0.event.label == "hello" } })
    await second.martlet.settled()
    #expect(second.presenter.presented.isEmpty)
  }
}
