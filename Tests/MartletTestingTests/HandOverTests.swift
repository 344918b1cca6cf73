// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletUI
import MartletWire
import TestSupport
import Testing

/// Client and default presenter together, as an app's own tests have them.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct HandOverTests {
  @Test
  func
    `of three messages that waited for a presenter the newest is shown, then the newest of the rest, then the oldest`()
    async
  {
    let clock = ManualClock()
    let configuration = Martlet.Configuration(apiKey: "key", endpoint: "https://example.test")
    configuration.triggerMinimumTimeInterval = 0
    configuration.transport = ScriptedServer(campaigns: ["a", "b", "c"].map { .sample($0) })
    configuration.environment = clock.environment
    configuration.storageDirectory = .temporaryFolder()
    configuration.logger.level = .disabled
    let martlet = Martlet(configuration: configuration)
    let decisions = martlet.decisions
    martlet.applicationDidBecomeActive()
    for name in ["a", "b", "c"] { martlet.logCustomEvent(name: name) }
    // The session's start and the three events, decided once the server's campaigns are there.
    var decided = 0
    for await _ in decisions {
      decided += 1
      if decided == 4 { break }
    }
    await martlet.settled()

    let ui = InAppMessageUI(host: HeadlessHost(), environment: clock.environment)
    var shown: [String?] = []
    ui.outcomeObserver = { message, outcome in if outcome == .shown { shown.append(message.id) } }
    martlet.inAppMessagePresenter = ui
    // Each waited, and is asked about again before it is displayed.
    await martlet.settled()
    #expect(shown == ["c"])
    #expect(ui.stack.map(\.id) == ["a", "b"])
    ui.dismiss()
    await martlet.settled()
    #expect(shown == ["c", "b"])
    ui.dismiss()
    await martlet.settled()
    #expect(shown == ["c", "b", "a"])
    #expect(ui.stack.isEmpty)
  }
}
