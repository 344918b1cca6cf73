// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletReach
import MartletTesting
import MartletUI
import MartletWire
import TestSupport
import Testing

@MainActor
@Suite("Banners, content and data that the server writes for each person", .timeLimit(.minutes(5)))
struct RenderedItemTests {
  private func campaign(_ id: String = "news", content: Wire.Content? = nil, data: Wire.DataPush? = nil)
    -> Wire.Campaign
  {
    .reach(
      id, banner: data == nil ? Wire.Banner(title: "{{user.first_name}}") : nil, content: content, data: data,
      delivery: Wire.DeliveryRules(render: .known(.atDisplay)))
  }

  private func requests(_ bench: ReachBench) throws -> [Wire.RenderRequest] {
    try bench.server.requests.filter { $0.url.path == "/sdk/v1/render" }.map {
      try Wire.decode(Wire.RenderRequest.self, from: $0.plainBody)
    }
  }

  @Test func `a banner is asked for with its delivery and its event, and shown as the server wrote it`()
    async throws
  {
    let bench = try ReachBench([campaign()])
    bench.server.renderings["news"] = .init(banner: Wire.Banner(title: "Ada"))
    await bench.start()
    await bench.log("a")
    await bench.settle { bench.notifier.visible?.banner?.title == "Ada" }
    let request = try #require(try requests(bench).last)
    #expect(request.presentation.id == bench.notifier.visible?.id)
    #expect(request.event?.body == .custom(name: "a", properties: [:]))
    #expect(try requests(bench).count == 1)
  }

  @Test func `content opens as it was written with its banner, without another request`() async throws {
    let bench = try ReachBench([campaign(content: .announcement)])
    var content = Wire.Content.announcement
    content.title = "News for Ada"
    bench.server.renderings["news"] = .init(banner: Wire.Banner(title: "Ada"), content: content)
    await bench.start()
    await bench.log("a")
    await bench.settle { bench.notifier.visible != nil }
    bench.notifier.visible?.tapBanner()
    await bench.settle {
      guard case .announcement(let shown)? = bench.controllers.first?.item.content else { return false }
      return shown.title == "News for Ada"
    }
    #expect(bench.controllers.first?.item.isOpenedByPush == false)
    #expect(try requests(bench).count == 1)
  }

  @Test func `many of them are asked for one after the other, and all are shown`() async throws {
    let ids = (1...20).map { "news-\($0)" }
    let bench = try ReachBench(ids.map { campaign($0) })
    for id in ids { bench.server.renderings[id] = .init(banner: Wire.Banner(title: id)) }
    bench.line.hold("https://example.test/sdk/v1/render")
    await bench.start()
    await bench.log("a")
    await bench.settle { bench.line.held == 1 }
    bench.line.release("https://example.test/sdk/v1/render")
    for _ in ids {
      await bench.settle { bench.notifier.visible.map { $0.banner?.title == $0.campaignID } ?? false }
      bench.notifier.visible?.closeBanner()
    }
    await bench.settle { Set(bench.notifier.shown.map(\.campaignID)) == Set(ids) }
  }

  @Test func `a request that failed is repeated on the next occasions, and the banner is dropped after some`()
    async throws
  {
    let bench = try ReachBench([campaign()])
    await bench.start()
    await bench.log("a")
    for screen in ["A", "B"] {
      bench.martlet.logScreen(name: screen)
      await bench.martlet.settled()
    }
    #expect(await bench.stored() == ["delivered", "outcome dropped load_failed"])
    #expect(try requests(bench).count == ReachMachine.loadingAttempts)
  }

  @Test func `a push brings no event, and its content is written in the version on the device`() async throws
  {
    var news = campaign(content: .announcement)
    (news.triggers, news.version) = ([], 3)
    let bench = try ReachBench([news])
    bench.server.renderings["news"] = .init(banner: Wire.Banner(title: "Ada"), content: .announcement)
    await bench.start()
    bench.martlet.notifications.handleUserNotification(
      userInfo: [
        "aps": ["alert": "Hello"],
        "martlet": [
          "campaign_id": "news", "delivery_id": "d-1", "campaign_version": 2, "opens_content": true,
        ] as [String: Any],
      ], actionIdentifier: nil)
    await bench.settle { bench.controllers.first?.isPresented ?? false }
    #expect(bench.controllers.first?.item.isOpenedByPush == true)
    let request = try #require(try requests(bench).last)
    #expect(
      request.presentation.campaignVersion == 3 && request.presentation.id == "d-1" && request.event == nil)
  }

  @Test
  func
    `what is asked for of a person who leaves is abandoned, and the next person gets what is written for them`()
    async throws
  {
    let bench = try ReachBench([campaign()])
    bench.server.renderings["news"] = .init(banner: Wire.Banner(title: "Ada"))
    bench.line.hold("https://example.test/sdk/v1/render")
    await bench.start()
    await bench.log("a")
    await bench.settle { bench.line.held == 1 }
    bench.martlet.changeUser(userId: "grace")
    await bench.settle { bench.line.held == 0 }
    bench.line.release("https://example.test/sdk/v1/render")
    #expect(bench.notifier.shown.isEmpty)
    await bench.log("a")
    await bench.settle { bench.notifier.visible != nil }
    #expect(try requests(bench).map(\.userID) == ["grace"])
  }
}
