// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletReach
import MartletTesting
import MartletUI
import MartletWire
import Synchronization
import TestSupport
import Testing

extension DefaultViewsTests {
  @Test func `a subclass changes the look of its category, and hears when its banner comes and goes`()
    async throws
  {
    let own = LoudNotifier()
    let bench = try ReachBench([.reach("one", rules: .init(category: "loud"))], host: host)
    bench.reach.register(own, forCategory: "loud")
    await bench.start()
    await bench.log("a")
    #expect(host.scene?.root.style.cornerRadius == 0)
    try host.press("close")
    await bench.martlet.settled()
    #expect(own.heard == ["appeared", "disappeared"])
  }

  @Test func `without a host, the items of the SDK’s own views are dropped, and the log names the remedy`()
    async throws
  {
    let clock = ManualClock()
    let problems = Mutex<[String]>([])
    let configuration = Martlet.Configuration(apiKey: "key", endpoint: "https://example.test")
    configuration.transport = ScriptedServer(campaigns: [.reach("one")])
    configuration.environment = clock.environment
    configuration.storageDirectory = URL.temporaryFolder()
    configuration.logger.print = { text, _ in
      problems.withLock { $0.append(text) }
      return false
    }
    let martlet = Martlet(configuration: configuration)
    Reach(environment: clock.environment).install(in: martlet)
    martlet.applicationDidBecomeActive()
    await martlet.settled()
    martlet.logCustomEvent(name: "a")
    func names() -> Bool { problems.withLock { $0.contains { $0.contains("Reach(host: …)") } } }
    await eventually("the log names the missing host") {
      await martlet.settled()
      return names()
    }
  }
}

private final class LoudNotifier: Reach.BannerNotifier {
  private(set) var heard: [String] = []

  override func view(for item: Reach.Item) -> Reach.BannerView? {
    var view = super.view(for: item)
    view?.attributes.cornerRadius = 0
    return view
  }

  override func bannerDidAppear(_ item: Reach.Item) { heard.append("appeared") }
  override func bannerDidDisappear(_ item: Reach.Item) { heard.append("disappeared") }
}
