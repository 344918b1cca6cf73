// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit
import MartletTesting
import Testing

/// What a presenter hears of the app's phase.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct PresenterPhaseTests {
  @MainActor
  final class PhasePresenter: InAppMessagePresenter {
    var heard: [String] = []

    func present(message: Martlet.InAppMessage) {}
    func userBecameEligible() { heard.append("eligible") }
    func applicationPhaseDidChange(isActive: Bool) { heard.append(isActive ? "active" : "background") }
  }

  @Test func `the presenter hears of each phase, and that the person is eligible after it is active`() async {
    let bench = Bench(transport: ScriptedServer(campaigns: [], key: "key"))
    let presenter = PhasePresenter()
    bench.martlet.inAppMessagePresenter = presenter
    bench.martlet.applicationDidBecomeActive()
    bench.martlet.applicationDidEnterBackground()
    bench.martlet.applicationDidBecomeActive()
    await bench.martlet.settled()
    #expect(presenter.heard == ["active", "eligible", "background", "active", "eligible"])
  }

  @Test func `a presenter that is set while the app is in the background is told so`() async {
    let bench = Bench(transport: ScriptedServer(campaigns: [], key: "key"))
    bench.martlet.applicationDidEnterBackground()
    await bench.martlet.settled()
    let presenter = PhasePresenter()
    bench.martlet.inAppMessagePresenter = presenter
    #expect(presenter.heard == ["background"])
  }

  @Test
  func
    `a presenter that leaves preparing to the SDK gets nothing in the background, and then the newest first`()
    async
  {
    let server = ScriptedServer(campaigns: [.onEvent("a"), .onEvent("b")], key: "key")
    let bench = Bench(transport: server) {
      $0.triggerMinimumTimeInterval = 0
      $0.sessionTimeout = 600
    }
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    bench.martlet.applicationDidEnterBackground()
    bench.martlet.logCustomEvent(name: "a")
    bench.martlet.logCustomEvent(name: "b")
    await bench.settle(until: { bench.delegate.decisions.count == 3 })
    #expect(bench.presenter.presented.isEmpty)
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { bench.presenter.presented.count == 2 })
    #expect(bench.presenter.presented.map(\.data.id) == ["on-b", "on-a"])
  }

  @Test func `however often such a presenter's messages have to wait, the newest is offered first`() async {
    let names = ["a", "b", "c"]
    let bench = Bench(transport: ScriptedServer(campaigns: names.map { .onEvent($0) }, key: "key")) {
      $0.triggerMinimumTimeInterval = 60
      $0.sessionTimeout = 600
    }
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    bench.martlet.applicationDidEnterBackground()
    for name in names {
      bench.martlet.logCustomEvent(name: name)
      await bench.martlet.settled()
    }
    bench.presenter.onPresent = { $0.context?.logImpression() }
    // One is shown and the two others have to wait for the interval, at each occasion anew.
    for _ in 0..<3 {
      bench.martlet.applicationDidBecomeActive()
      await bench.settle(until: { bench.presenter.presented.count == 1 })
      bench.martlet.applicationDidEnterBackground()
      await bench.martlet.settled()
    }
    bench.martlet.applicationDidBecomeActive()
    await bench.advance(by: .seconds(60))
    await bench.settle(until: { bench.presenter.presented.count == 2 })
    #expect(bench.presenter.presented.map(\.data.id) == ["on-c", "on-b"])
  }
}
