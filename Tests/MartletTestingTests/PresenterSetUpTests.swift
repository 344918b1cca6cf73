// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletUI
import TestSupport
import Testing

@MainActor
@Suite("A presenter without a screen", .timeLimit(.minutes(5)))
struct PresenterSetUpTests {
  @Test(arguments: [false, true])
  func `is named when it is set, with the remedy; one that has a host is not`(hasHost: Bool) async {
    let lines = Locked<[String]>([])
    let configuration = Martlet.Configuration(apiKey: "key", endpoint: "https://example.test")
    configuration.storageDirectory = .temporaryFolder().appending(path: "storage")
    configuration.transport = ScriptedServer()
    configuration.environment = ManualClock().environment
    configuration.logger.print = { text, level in
      if level == .error { lines.withLock { $0.append(text) } }
      return false
    }
    let martlet = Martlet(configuration: configuration)
    martlet.inAppMessagePresenter = InAppMessageUI(host: hasHost ? HeadlessHost() : nil)
    await martlet.settled()
    #expect(lines.withLock { $0.filter { $0.contains("InAppMessageUI(host:") }.count } == (hasHost ? 0 : 1))
  }
}
