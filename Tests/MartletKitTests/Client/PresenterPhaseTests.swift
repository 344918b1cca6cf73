// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit
import MartletTesting
import Testing

/// What a presenter hears of the app's phase.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct PresenterPhaseTests {
  @MainActor
  final class PhasePresenter: InAppMessagePresenter {
    var heard: [String] = []

    func present(message: Martlet.InAppMessage) {}
    func userBecameEligible() { heard.append("eligible") }
    func applicationPhaseDidChange(isActive: Bool) { heard.append(isActive ? "active" : "background") }
  }

  @Test("The presenter hears of each phase, and that the person is eligible after it is active")
  func phases() async {
    let bench = Bench(transport: ScriptedServer(campaigns: [], key: "key"))
    let presenter = PhasePresenter()
    bench.martlet.inAppMessagePresenter = presenter
    bench.martlet.applicationDidBecomeActive()
    bench.martlet.applicationDidEnterBackground()
    bench.martlet.applicationDidBecomeActive()
    await bench.martlet.settled()
    #expect(presenter.heard == ["active", "eligible", "background", "active", "eligible"])
  }

  @Test("A presenter that is set while the app is in the background is told so")
  func setInBackground() async {
    let bench = Bench(transport: ScriptedServer(campaigns: [], key: "key"))
    bench.martlet.applicationDidEnterBackground()
    await bench.martlet.settled()
    let presenter = PhasePresenter()
    bench.martlet.inAppMessagePresenter = presenter
    #expect(presenter.heard == ["background"])
  }
}
