// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletReach
import MartletTesting
import MartletWire
import Testing

@MainActor
@Suite("Reach in an app", .timeLimit(.minutes(5)))
struct ReachTests {
  @Test func `an announcement is delivered, notified, opened and acted on, and each step is counted once`()
    async throws
  {
    let bench = try ReachBench([.reach("news", content: .announcement)])
    await bench.start()
    await bench.log("a")
    let item = try #require(bench.notifier.visible)
    #expect(item.banner?.title == "Hello")
    item.tapBanner()
    item.tapBanner()
    await bench.martlet.settled()
    let controller = try #require(bench.controllers.first)
    #expect(controller.isPresented)
    #expect(bench.notifier.removed == ["news"])
    controller.item.act()
    await bench.martlet.settled()
    #expect(!controller.isPresented)
    #expect(
      await bench.stored() == [
        "delivered", "impression banner", "click banner", "impression content from banner", "click content",
        "outcome actioned",
      ])
  }

  @Test func `the id of the installation stands in the body and in the URL of an announcement`() async throws
  {
    let bench = try ReachBench([.reach("news", content: .announcement)])
    await bench.start()
    await bench.log("a")
    bench.notifier.visible?.tapBanner()
    await bench.martlet.settled()
    let controller = try #require(bench.controllers.first)
    let id = try #require(await bench.martlet.deviceId)
    guard case .announcement(let announcement) = controller.item.content else { return #expect(Bool(false)) }
    #expect(announcement.body == "You are \(id).")
    controller.item.act()
    await bench.martlet.settled()
    #expect(bench.links == ["https://example.test/\(id)"])
  }

  @Test func `the answers of a survey are sent once, with its click`() async throws {
    let bench = try ReachBench([.reach("poll", banner: nil, content: .survey)])
    await bench.start()
    await bench.log("a")
    let controller = try #require(bench.controllers.first)
    controller.item.submit(["q": .choices(["y"])])
    controller.item.submit(["q": .choices(["n"])])
    #expect(
      await bench.stored() == [
        "delivered", "impression content", "answers q", "click content", "outcome actioned",
      ])
  }

  @Test func `one event delivers several campaigns, which are shown one after the other`() async throws {
    let bench = try ReachBench([.reach("one"), .reach("two")])
    await bench.start()
    await bench.log("a")
    #expect(bench.notifier.shown.count == 1)
    bench.notifier.visible?.closeBanner()
    await bench.martlet.settled()
    #expect(Set(bench.notifier.shown.map(\.campaignID)) == ["one", "two"])
  }

  @Test func `a banner moves to the next screen of the app, and is counted once`() async throws {
    let bench = try ReachBench([.reach("one")])
    await bench.start()
    bench.martlet.logScreen(name: "A")
    await bench.log("a")
    bench.martlet.logScreen(name: "B")
    await bench.martlet.settled()
    #expect(bench.notifier.removed == ["one"])
    #expect(bench.notifier.shown.map(\.isRepeat) == [false, true])
    #expect(await bench.stored() == ["delivered", "impression banner"])
  }

  @Test func `a category has its own notifier, and any other category the default one`() async throws {
    let bench = try ReachBench([
      .reach("own", rules: .init(category: "promo")), .reach("other", rules: .init(category: "unknown")),
    ])
    let own = PlayedNotifier()
    bench.reach.register(own, forCategory: "promo")
    await bench.start()
    await bench.log("a")
    for notifier in [own, bench.notifier, own, bench.notifier] {
      notifier.visible?.closeBanner()
      await bench.martlet.settled()
    }
    #expect(own.shown.map(\.campaignID) == ["own"])
    #expect(bench.notifier.shown.map(\.campaignID) == ["other"])
  }

  @Test func `controllers cannot be registered after the start`() async throws {
    let bench = try ReachBench([])
    await bench.start()
    #expect(throws: Reach.RegistrationError.installed) {
      try bench.reach.registerSurveys { item, _ in PlayedController(item) }
    }
  }

  @Test func `a notifier that throws drops its item, and the next one is offered`() async throws {
    struct Broken: Error {}
    let bench = try ReachBench([.reach("one"), .reach("two")])
    bench.notifier.answer = .failure(Broken())
    await bench.start()
    await bench.log("a")
    #expect(
      await bench.stored() == [
        "delivered", "delivered", "outcome dropped notifier_failed", "outcome dropped notifier_failed",
      ])
  }

  @Test(arguments: [
    (Reach.DataPushAnswer.accepted, ["delivered", "click data", "outcome actioned"]),
    (.refused, ["delivered", "dismissal data app", "outcome exited"]),
    (.notMine, ["delivered", "outcome dropped no_handler"]),
  ])
  func `data reaches the app with its category, and its answer is counted`(
    answer: Reach.DataPushAnswer, stored: [String]
  ) async throws {
    let bench = try ReachBench([
      .reach("text", banner: nil, data: Wire.DataPush(body: "hi"), rules: .init(category: "sync"))
    ])
    bench.handler.answer = answer
    await bench.start()
    await bench.log("a")
    #expect(bench.handler.received == ["sync: hi"])
    #expect(await bench.stored() == stored)
  }

  @Test func `bytes reach the app decoded`() async throws {
    let bench = try ReachBench([
      .reach("bytes", banner: nil, data: Wire.DataPush(type: .known(.base64), body: "AAEC"))
    ])
    await bench.start()
    await bench.log("a")
    #expect(bench.handler.received == ["none: 3 bytes"])
  }

  @Test func `without anything that shows items, they wait until it is there`() async throws {
    let bench = try ReachBench([.reach("one")])
    await bench.start(withReach: false)
    await bench.log("a")
    #expect(bench.notifier.shown.isEmpty)
    bench.reach.install(in: bench.martlet)
    await bench.martlet.settled()
    #expect(bench.notifier.shown.map(\.campaignID) == ["one"])
  }

  @Test func `another person sees nothing of an item, which ends`() async throws {
    let bench = try ReachBench([.reach("one", content: .announcement)])
    await bench.start()
    await bench.log("a")
    let item = try #require(bench.notifier.visible)
    bench.martlet.changeUser(userId: "next")
    await bench.martlet.settled()
    #expect(item.isOver)
    #expect(bench.notifier.removed == ["one"])
    #expect(await bench.stored().last == "outcome dropped user_changed")
  }

  @Test func `a campaign that is gone takes its banner away`() async throws {
    let bench = try ReachBench([.reach("one")])
    await bench.start()
    await bench.log("a")
    bench.server.campaigns = []
    bench.martlet.applicationDidEnterBackground()
    await bench.clock.advance(by: .seconds(60))
    bench.martlet.applicationDidBecomeActive()
    await bench.settle { bench.notifier.removed == ["one"] }
    #expect(await bench.stored().last == "outcome recalled")
  }

  @Test func `a campaign that a person may see once is not delivered again after its banner was seen`()
    async throws
  {
    let bench = try ReachBench([
      .reach("one", delivery: .init(reEligibility: Wire.ReEligibility(type: .known(.once))))
    ])
    await bench.start()
    await bench.log("a")
    bench.notifier.visible?.closeBanner()
    await bench.log("a")
    #expect(bench.notifier.shown.count == 1)
  }
}
