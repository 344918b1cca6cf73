// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// Experiments in an app that shows messages itself, and over launches.
@MainActor
@Suite("Experiments in the client", .timeLimit(.minutes(5)))
struct ExperimentTests {
  private static let treated = Wire.ExperimentArm(experimentID: "x-1", name: "a")
  private static let withheld = Wire.ExperimentArm(experimentID: "x-1", name: "control", isWithheld: true)

  private func tested(_ arm: Wire.ExperimentArm) -> Wire.Campaign {
    var campaign = Wire.Campaign.onEvent(
      "e", id: "x", message: arm.isWithheld ? .init(kind: .known(.control)) : nil)
    campaign.priority.order = 1
    campaign.arm = arm
    return campaign
  }

  private func started(
    _ campaigns: [Wire.Campaign], directory: URL? = nil, presenter: Bool = true
  ) async -> (bench: Bench, server: ScriptedServer) {
    let server = ScriptedServer(campaigns: campaigns)
    let bench = Bench(transport: server, directory: directory, presenter: presenter) {
      $0.triggerMinimumTimeInterval = 0
    }
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    return (bench, server)
  }

  /// What was recorded of messages.
  private func stored(_ bench: Bench, _ server: ScriptedServer) async -> [String] {
    await bench.quiet()
    let marker = "marker-\(server.requests.count)"
    bench.martlet.logCustomEvent(name: marker)
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { server.storedEvents.contains { $0.label == "custom \(marker)" } })
    return server.storedEvents.map(\.label).filter {
      $0.hasPrefix("exposure") || $0.hasPrefix("outcome") || $0.hasPrefix("impression")
    }
  }

  @Test func `an app that shows messages itself receives a treated one after its exposure`() async {
    let (bench, server) = await started([tested(Self.treated)])
    bench.martlet.logCustomEvent(name: "e")
    await bench.settle(until: { bench.presenter.presented.count == 1 })
    #expect(bench.presenter.presented.map(\.slideup?.message) == ["Hello"])
    #expect(await stored(bench, server) == ["exposure x a"])
    #expect(bench.presenter.presented.first?.context?.logImpression() == nil)
    #expect(await stored(bench, server) == ["exposure x a", "impression"])
  }

  @Test func `it never receives a withheld one, but the next campaign's message`() async {
    let (bench, server) = await started([tested(Self.withheld), .onEvent("e")])
    bench.martlet.logCustomEvent(name: "e")
    await bench.settle(until: { bench.presenter.presented.count == 1 })
    #expect(bench.presenter.presented.map(\.data.id) == ["on-e"])
    #expect(
      await stored(bench, server) == [
        "outcome suppressed priority", "exposure x control", "outcome withheld",
      ])
  }

  @Test func `without a presenter nobody could see the message, so nothing is compared until there is one`()
    async
  {
    for arm in [Self.treated, Self.withheld] {
      let (bench, server) = await started([tested(arm)], presenter: false)
      bench.martlet.logCustomEvent(name: "e")
      #expect(await stored(bench, server) == ["outcome queued no_presenter"])
      bench.martlet.inAppMessagePresenter = bench.presenter
      let rest = ["exposure x \(arm.name)"] + (arm.isWithheld ? ["outcome withheld"] : [])
      #expect(await stored(bench, server).dropFirst() == rest[...])
      #expect(bench.presenter.presented.count == (arm.isWithheld ? 0 : 1))
    }
  }

  @Test func `a message in the background is compared when the app is in front`() async {
    for arm in [Self.treated, Self.withheld] {
      let (bench, server) = await started([tested(arm)])
      bench.martlet.applicationDidEnterBackground()
      bench.martlet.logCustomEvent(name: "e")
      #expect(await stored(bench, server) == ["outcome queued in_background"])
      bench.martlet.applicationDidBecomeActive()
      await bench.quiet()
      #expect(await stored(bench, server).dropFirst().first == "exposure x \(arm.name)")
    }
  }

  @Test(arguments: [true, false])
  func `a wipe and a change of person end what waits without a comparison`(isWiped: Bool) async {
    for arm in [Self.treated, Self.withheld] {
      let (bench, server) = await started([tested(arm)])
      bench.martlet.applicationDidEnterBackground()
      bench.martlet.logCustomEvent(name: "e")
      await bench.quiet()
      if isWiped { bench.martlet.wipeData() } else { bench.martlet.changeUser(userId: "B") }
      bench.martlet.applicationDidBecomeActive()
      await bench.quiet()
      #expect(!server.storedEvents.contains { $0.body.kind == "exposure" })
      #expect(bench.presenter.presented.isEmpty)
    }
  }

  @Test func `the next launch knows the arm without a network, and what was withheld still counts`() async {
    var once = tested(Self.withheld)
    once.rules.reEligibility = .init(type: .known(.once))
    var other = tested(Self.withheld)
    (other.id, other.triggers) = ("y", [.init(kind: .known(.customEvent), name: "f")])
    let (first, server) = await started([once, other])
    first.martlet.logCustomEvent(name: "e")
    #expect(await stored(first, server) == ["exposure x control", "outcome withheld"])
    let offline = SwitchableTransport(server, isOnline: false)
    let second = Bench(
      transport: offline, directory: first.copyOfDirectory(),
      clock: ManualClock(start: first.clock.now, seed: 2)
    ) {
      $0.triggerMinimumTimeInterval = 0
    }
    second.martlet.applicationDidBecomeActive()
    for name in ["e", "f"] { second.martlet.logCustomEvent(name: name) }
    await second.advance(by: .seconds(6))
    await second.settle(until: { second.delegate.decisions.contains { $0.event.label == "f" } })
    #expect(second.delegate.decisions.map(\.chosen) == [nil, nil, "y"])
    await second.quiet()
    #expect(second.presenter.presented.isEmpty)
    offline.isOnline = true
    #expect(await stored(second, server).suffix(2) == ["exposure y control", "outcome withheld"])
  }

  @Test
  func
    `an exposure that the end of the process cut off is written at the next launch, and one that was not is not written twice`()
    async throws
  {
    for (arm, end) in [(Self.treated, "outcome discarded relaunched"), (Self.withheld, "outcome withheld")] {
      for isCut in [true, false] {
        let server = ScriptedServer(campaigns: [tested(arm)])
        let first = Bench(transport: server) { $0.api.requestPolicy = .manual }
        first.martlet.applicationDidBecomeActive()
        await first.settle(until: { !first.delegate.decisions.isEmpty })
        first.martlet.logCustomEvent(name: "e")
        await first.quiet()
        let directory = first.copyOfDirectory()
        if isCut {
          try directory.cut("journal.") {
            $0.contains(#""kind":"exposure""#) || $0.contains(#""outcome":"withheld""#)
          }
        }
        let second = Bench(transport: server, directory: directory, clock: ManualClock(seed: 2)) {
          $0.api.requestPolicy = .manual
        }
        #expect(
          await stored(second, server) == ["exposure x \(arm.name)", end], "\(arm.name), cut: \(isCut)")
        let ids = server.storedEvents.compactMap { event in
          if case .exposure(let presentation, _, _) = event.body { presentation.id } else { nil as String? }
        }
        #expect(ids == first.delegate.decisions.filter { $0.chosen == "x" }.map(\.id))
      }
    }
  }

  @Test func `a recording with experiments gives the same decisions, exposures and outcomes again`()
    async throws
  {
    let (bench, _) = await started([tested(Self.withheld), .onEvent("e"), .onEvent("f")])
    bench.presenter.onPresent = { $0.context?.logImpression() }
    for name in ["e", "f", "e"] { bench.martlet.logCustomEvent(name: name) }
    await bench.settle(until: { bench.delegate.decisions.count == 4 })
    await bench.quiet()
    let folder = bench.copyOfDirectory()
    let replay = try Martlet.Replay(contentsOf: folder)
    #expect(replay.problems == [] && replay.firstDifference == nil)
    #expect(replay.entries.flatMap(\.decisions) == bench.delegate.decisions)
    #expect(replay.entries.flatMap(\.outcomes).filter { $0.outcome == .withheld }.count == 2)
    #expect(replay.explain("x").contains { $0.outcomes.contains { $0.outcome == .withheld } })
    let file = try #require(try RelaunchTests.segments(folder).first)
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(text.contains(#""arm":{"experiment_id":"x-1","name":"control","withheld":true}"#))
  }
}
