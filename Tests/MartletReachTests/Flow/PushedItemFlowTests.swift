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
@Suite("Notifications that bring a banner or data", .timeLimit(.minutes(5)))
struct PushedItemFlowTests {
  /// Without triggers: only notifications bring it.
  private func campaign(_ id: String = "news", content: Wire.Content? = nil, data: Wire.DataPush? = nil)
    -> Wire.Campaign
  {
    var campaign = Wire.Campaign.reach(
      id, banner: data == nil ? Wire.Banner(title: "Hello") : nil, content: content, data: data)
    campaign.triggers = []
    return campaign
  }

  private func userInfo(
    _ id: String = "d-1", campaign: String = "news", version: Int = 1, opensContent: Bool = false
  ) -> [String: Any] {
    [
      "aps": ["content-available": 1],
      "martlet": [
        "campaign_id": campaign, "delivery_id": id, "campaign_version": version, "delivers_item": true,
        "brings_banner": true,
        "opens_content": opensContent,
      ] as [String: Any],
    ]
  }

  @Test
  func `data in a silent push reaches the app, is counted once, and the system gets its answer after it`()
    async throws
  {
    let bench = try ReachBench([campaign(data: Wire.DataPush(body: "refresh"))])
    await bench.start()
    var results: [Martlet.Notifications.FetchResult] = []
    for _ in 1...2 {
      bench.martlet.notifications.handleBackgroundNotification(userInfo: userInfo()) { result in
        results.append(result)
      }
      await bench.martlet.settled()
    }
    await bench.settle { bench.handler.received == ["none: refresh"] && results == [.newData, .noData] }
    #expect(await bench.stored() == ["delivered", "click data", "outcome actioned"])
  }

  @Test func `a push in the foreground shows its banner inside the app instead of an alert`() async throws {
    let bench = try ReachBench([campaign(content: .announcement)])
    await bench.start()
    #expect(bench.martlet.notifications.handleForegroundNotification(userInfo: userInfo()) == [])
    await bench.settle { bench.notifier.visible?.campaignID == "news" }
    #expect(await bench.stored() == ["delivered", "impression banner"])
  }

  @Test func `without anybody who shows banners, the system shows the alert`() async throws {
    let bench = try ReachBench([campaign()])
    await bench.start(withReach: false)
    var userInfo = userInfo()
    userInfo["aps"] = ["alert": "Hello"]
    #expect(bench.martlet.notifications.handleForegroundNotification(userInfo: userInfo) != [])
  }

  @Test func `a push ahead of its campaign fetches it, also a newer version of it`() async throws {
    let bench = try ReachBench([campaign(content: .announcement)])
    await bench.start()
    var edited = campaign(content: .announcement)
    edited.version = 2
    bench.server.campaigns = [edited, campaign("later")]
    bench.martlet.notifications.handleBackgroundNotification(
      userInfo: userInfo(version: 2), fetchCompletionHandler: nil)
    await bench.settle { bench.notifier.visible?.campaignID == "news" }
    bench.notifier.visible?.closeBanner()
    bench.martlet.notifications.handleBackgroundNotification(
      userInfo: userInfo("d-2", campaign: "later"), fetchCompletionHandler: nil)
    await bench.settle { bench.notifier.visible?.campaignID == "later" }
  }

  @Test func `a push whose banner waits opens its content when it is tapped, and is delivered once`()
    async throws
  {
    let bench = try ReachBench([campaign("first"), campaign(content: .announcement)])
    await bench.start()
    for (id, name) in [("d-1", "first"), ("d-2", "news")] {
      bench.martlet.notifications.handleBackgroundNotification(
        userInfo: userInfo(id, campaign: name), fetchCompletionHandler: nil)
    }
    await bench.settle { bench.notifier.visible?.campaignID == "first" }
    bench.martlet.notifications.handleUserNotification(userInfo: userInfo("d-2", opensContent: true))
    await bench.settle { bench.controllers.first?.isPresented == true }
    let stored = await bench.stored()
    #expect(stored.filter { $0 == "delivered" }.count == 2)
    #expect(stored.contains("impression content from push"))
  }

  @Test func `a campaign that this device does not get is dropped, and everything else goes on`() async throws
  {
    let bench = try ReachBench([campaign()])
    await bench.start()
    var results: [Martlet.Notifications.FetchResult] = []
    bench.martlet.notifications.handleBackgroundNotification(userInfo: userInfo("d-0", campaign: "gone")) {
      result in results.append(result)
    }
    await bench.settle { !results.isEmpty }
    bench.martlet.notifications.handleBackgroundNotification(
      userInfo: userInfo(), fetchCompletionHandler: nil)
    await bench.settle { bench.notifier.visible?.campaignID == "news" }
    #expect(results == [.noData])
  }

  @Test func `another person gets nothing of what a push brought`() async throws {
    let bench = try ReachBench([campaign()])
    await bench.start()
    bench.server.campaigns = []
    bench.martlet.logScreen(name: "home")
    await bench.martlet.settled()
    bench.line.hold("https://example.test/sdk/v1/sync")
    bench.martlet.notifications.handleBackgroundNotification(
      userInfo: userInfo(campaign: "late"), fetchCompletionHandler: nil)
    await bench.martlet.settled()
    bench.martlet.changeUser(userId: "ann")
    bench.martlet.changeUser(userId: "ben")
    bench.server.campaigns = [campaign("late")]
    bench.line.release("https://example.test/sdk/v1/sync")
    await bench.martlet.settled()
    #expect(await bench.stored().filter { $0 == "delivered" } == [])
    #expect(bench.notifier.shown.isEmpty)
  }
}
