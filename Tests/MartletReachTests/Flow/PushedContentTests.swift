// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletReach
import MartletTesting
import MartletUI
import MartletWire
import TestSupport
import Testing

@MainActor
@Suite("Pushes that open content", .timeLimit(.minutes(5)))
struct PushedContentTests {
  private let host = HeadlessHost()

  private func tap(
    _ bench: ReachBench, _ campaign: String = "news", id: String = "d-1", action: String? = nil,
    isTest: Bool = false
  ) {
    let martlet: [String: any Sendable] = [
      "campaign_id": campaign, "delivery_id": id, "opens_content": true, "campaign_version": 1,
      "is_test": isTest,
    ]
    bench.martlet.notifications.handleUserNotification(
      userInfo: ["aps": ["alert": "Hello"], "martlet": martlet], actionIdentifier: action)
  }

  private static let counted = [
    "delivered", "click push", "impression content from push", "click content", "outcome actioned",
  ]

  @Test func `a tapped push opens its content without a banner, and each step counts once`() async throws {
    let bench = try ReachBench([.reach("news", content: .announcement)], host: host)
    await bench.start()
    tap(bench)
    await bench.settle { self.host.scene?.kind == .announcement }
    tap(bench)
    await bench.martlet.settled()
    try host.press("action")
    #expect(await bench.stored() == Self.counted)
  }

  @Test func `a tap that launches the app opens the content when the app shows items and has the campaign`()
    async throws
  {
    let bench = try ReachBench([.reach("news", content: .announcement)], host: host)
    bench.server.campaigns = []
    await bench.start(withReach: false)
    tap(bench)
    await bench.martlet.settled()
    bench.server.campaigns = [.reach("news", content: .announcement)]
    bench.reach.install(in: bench.martlet)
    await bench.settle {
      self.host.scene?.kind == .announcement && self.host.scene?.root.node("spinner") == nil
    }
    try host.press("action")
    #expect(await bench.stored() == Self.counted)
  }

  @Test func `the content of a tapped push takes the place of other content`() async throws {
    // Only a push brings it, so it has no trigger.
    var news = Wire.Campaign.reach("news", content: .survey)
    news.triggers = []
    let bench = try ReachBench([.reach("other", banner: nil, content: .announcement), news], host: host)
    await bench.start()
    await bench.log("a")
    #expect(host.scene?.kind == .announcement)
    tap(bench)
    await bench.settle { self.host.scene?.kind == .survey }
    #expect(await bench.stored().contains("dismissal content push_tap"))
  }

  @Test func `a button of the notification opens only what its own action names`() async throws {
    let bench = try ReachBench([.reach("news", content: .announcement)], host: host)
    await bench.start()
    tap(bench, action: "later")
    await bench.martlet.settled()
    #expect(host.scene == nil)
  }

  @Test func `of a push to a test device everything is shown, and nothing is counted`() async throws {
    let bench = try ReachBench([.reach("news", content: .announcement)], host: host)
    await bench.start()
    tap(bench, isTest: true)
    await bench.settle { self.host.scene?.kind == .announcement }
    try host.press("action")
    #expect(await bench.stored() == [])
  }

  @Test func `a push whose campaign is gone is dropped after some attempts`() async throws {
    let bench = try ReachBench([], host: host)
    await bench.start()
    tap(bench)
    for number in 1...ReachMachine.loadingAttempts {
      await bench.martlet.settled()
      bench.martlet.logScreen(name: "screen \(number)")
    }
    await bench.settle { self.host.stage == .empty }
    #expect(Set(await bench.stored()).isSuperset(of: ["click push"]))
  }
}
