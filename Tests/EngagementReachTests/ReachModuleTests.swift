// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import MartletReach
import MartletTesting
import MartletUI
import MartletWire
import Testing

@testable import EngagementReach

@MainActor
@Suite("Reach of apps that move in", .timeLimit(.minutes(5)))
struct ReachModuleTests {
  @Test func `a banner that the app's notifier shows is displayed, actioned and opens its announcement`()
    async throws
  {
    let bench = MovedAppBench([.reach("news", content: .announcement)])
    await bench.start()
    await bench.sendEvent("a")
    let content = try #require(bench.notifier.contents.first as? AEReachAnnouncement)
    #expect(
      [
        content.notificationTitle, content.notificationMessage, content.title, content.actionLabel,
        content.exitLabel,
      ] == [
        "Hello", "You", "News", "More", "Close",
      ])
    #expect(content.type == .text)
    #expect(content.kind() == "a")
    #expect(bench.module.state == .notifying)
    content.actionNotification()
    content.actionNotification()
    await bench.settle { bench.host.scene?.kind == .announcement }
    #expect(bench.notifier.cleared == [kAEReachDefaultCategory])
    #expect(bench.module.state == .showing)
    try bench.host.press("action")
    await bench.martlet.settled()
    #expect(bench.module.state == .idle)
    #expect(
      await bench.stored() == [
        "delivered", "banner displayed", "banner actioned", "content displayed", "content actioned",
        "actioned",
      ])
    let id = try #require(bench.agent.deviceId())
    #expect(bench.links == ["https://example.test/\(id)"])
  }

  @Test func `a page in Martlet's own view is called by the names that pages had before`() async throws {
    var page = Wire.Content.announcement
    (page.kind, page.body, page.bridge) = (.known(.html), "<p>News</p>", Wire.Bridge(names: ["shop"]))
    let bench = MovedAppBench([.reach("news", banner: nil, content: page)])
    await bench.start()
    await bench.sendEvent("a")
    await bench.settle { bench.host.scene?.kind == .announcement }
    guard case .web(let web)? = bench.host.scene?.root.node("page")?.content else {
      Issue.record("There is no page.")
      return
    }
    #expect(web.bridge.names == ["engagementReachContent", "ReachContent", "capptainReachContent", "shop"])
  }

  @Test
  func `a notifier that answers false is asked again on the next screen, and nothing is counted before`()
    async throws
  {
    let bench = MovedAppBench([.reach("news")])
    bench.notifier.answer = false
    await bench.start()
    await bench.sendEvent("a")
    #expect(await bench.stored() == ["delivered"])
    #expect(bench.module.state == .idle)
    bench.notifier.answer = true
    bench.agent.startActivity("cart", extras: nil)
    await bench.martlet.settled()
    #expect(bench.notifier.contents.count == 1)
    #expect(await bench.stored() == ["delivered", "banner displayed"])
  }

  @Test func `a notifier that throws drops the campaign`() async throws {
    let bench = MovedAppBench([.reach("news")])
    bench.notifier.answer = nil
    await bench.start()
    await bench.sendEvent("a")
    #expect(await bench.stored() == ["delivered", "dropped notifier_failed"])
  }

  @Test func `a notifier that closes the banner while it is asked is heard`() async throws {
    let bench = MovedAppBench([.reach("news")])
    bench.notifier.whenAsked = { $0.exitNotification() }
    await bench.start()
    await bench.sendEvent("a")
    #expect(await bench.stored() == ["delivered", "banner displayed", "banner exited", "exited"])
  }

  @Test func `a banner without content is actioned, and nothing of a content is counted`() async throws {
    let banner = Wire.Banner(
      title: "Hello", action: .init(type: .known(.url), url: "https://example.test/offer"))
    let bench = MovedAppBench([.reach("news", banner: banner)])
    await bench.start()
    await bench.sendEvent("a")
    let content = try #require(bench.notifier.contents.first as? AEReachNotifAnnouncement)
    #expect(content.kind() == "n")
    #expect(content.actionURL == "https://example.test/offer")
    content.actionContent()
    content.exitContent()
    content.actionNotification()
    await bench.martlet.settled()
    #expect(await bench.stored() == ["delivered", "banner displayed", "banner actioned", "actioned"])
    #expect(bench.links == ["https://example.test/offer"])
  }

  @Test func `an app that shows the content itself reports with the same object`() async throws {
    let bench = MovedAppBench([.reach("news", content: .announcement)])
    await bench.start()
    await bench.sendEvent("a")
    let content = try #require(bench.notifier.contents.first)
    content.actionNotification(false)
    await bench.martlet.settled()
    #expect(bench.host.scene == nil)
    content.exitContent()
    content.actionContent()
    #expect(
      await bench.stored() == [
        "delivered", "banner displayed", "banner actioned", "content displayed", "content exited", "exited",
      ])
    #expect(bench.links.isEmpty)
  }

  @Test func `while content loads, the module says so, and a person who closes the view ends the campaign`()
    async throws
  {
    let page = Wire.Content(
      kind: .known(.html), body: "<p>Hello</p>", exitLabel: "Close",
      assetURLs: [StallingTransport.endlessFile])
    let bench = MovedAppBench([.reach("page", content: page)])
    await bench.start()
    await bench.sendEvent("a")
    await bench.settle { bench.notifier.contents.count == 1 }
    try #require(bench.notifier.contents.first).actionNotification()
    await bench.settle { bench.module.state == .loading }
    bench.module.onLoadingViewDismissed()
    await bench.settle { bench.module.state == .idle }
    #expect(await bench.stored().suffix(2) == ["banner actioned", "exited"])
  }

  @Test func `members without a meaning are there, and change nothing`() async throws {
    let bench = MovedAppBench([.reach("ask", content: .survey)])
    await bench.start()
    await bench.sendEvent("a")
    let content = try #require(bench.notifier.contents.first)
    content.setPayload(["a": 1])
    content.setDisplayed(true)
    content.setActioned(true)
    #expect(
      !content.hasDLC() && !content.hasContentDLC() && !content.hasNotificationDLC()
        && !content.hasNotificationAndContentDLC())
    #expect(content.isDlcCompleted() && content.getDlcId() == nil)
    #expect(content.getPushId() == content.pushId && content.localId == content.pushId)
    #expect(content.behavior == .anyTime && content.canNotify("cart") && !content.isExpired())
    #expect(
      content.decodeBase64("AAE=") == Data([0, 1]) && content.decodeBase64("?") == nil
        && content.decodeBase64(nil) == nil)
    #expect(AEReachContent(reachValues: ["id": "a1"]) == nil)
    #expect(await bench.stored() == ["delivered", "banner displayed"])
  }

  @Test(arguments: [true, false])
  func `the auto badge is the client's own, which clears it at each activation`(isOn: Bool) {
    let module = AEReachModule(icon: nil)
    let configuration = Martlet.Configuration(apiKey: "key", endpoint: "https://example.test")
    module.setAutoBadgeEnabled(isOn)
    module.change(configuration)
    #expect(configuration.push.clearsBadge == isOn)
    #expect(configuration.maximumWaitingItems == 64)
  }

  @Test func `a status is asked for once for each push`() {
    let module = AEReachModule(icon: nil)
    #expect(module.shouldSendFeedback("delivered", forPushId: "p"))
    #expect(!module.shouldSendFeedback("delivered", forPushId: "p"))
    #expect(module.shouldSendFeedback("dropped", forPushId: "p"))
    #expect(module.shouldSendFeedback(nil, forPushId: nil))
  }

  @Test func `the names and numbers are those of the SDK that apps come from`() {
    #expect(
      [
        kAEReachModuleName, kAEReachNamespace, kAEReachDefaultCategory, kAEAnnouncementKind, kAEPollKind,
        kAEDatapushKind,
      ] == [
        "ReachModule", "urn:ubikod:ermin:reach:0", "engagement.category.default", "a", "p", "d",
      ])
    #expect([AEReachModuleState.idle, .notifying, .loading, .showing].map(\.rawValue) == [1, 2, 3, 4])
    #expect([AEContentBehavior.anyTime, .background, .session].map(\.rawValue) == [1, 2, 3])
    #expect([AEAnnouncementType.unknown, .text, .html].map(\.rawValue) == [-1, 1, 2])
    #expect([AEDatapushType.unknown, .text, .base64].map(\.rawValue) == [-1, 1, 2])
  }

  @Test func `the answers of a survey travel as the ids of its questions and choices`() async throws {
    let bench = MovedAppBench([.reach("ask", content: .survey)])
    await bench.start()
    await bench.sendEvent("a")
    let poll = try #require(bench.notifier.contents.first as? AEReachPoll)
    #expect(poll.questions.map(\.questionId) == ["q"])
    #expect(poll.questions[0].choices.map(\.choiceId) == ["y", "n"])
    poll.actionNotification(false)
    await bench.martlet.settled()
    poll.fillAnswer(withQuestionId: "q", choiceId: "n")
    poll.actionContent()
    #expect(
      await bench.stored() == [
        "delivered", "banner displayed", "banner actioned", "content displayed", "answers q: [“n”]",
        "content actioned", "actioned",
      ])
  }

  @Test func `the next campaign comes when the one before has ended`() async throws {
    let bench = MovedAppBench([.reach("one"), .reach("two")])
    await bench.start()
    await bench.sendEvent("a")
    #expect(bench.notifier.contents.count == 1)
    bench.module.markContentProcessed(bench.notifier.contents[0])
    await bench.settle { bench.notifier.contents.count == 2 }
    #expect(Set(bench.notifier.contents.map(\.contentId)) == ["one", "two"])
  }

  @Test(arguments: [(true, "data actioned"), (false, "data exited")])
  func `data goes to the delegate with its category`(answer: Bool, counted: String) async throws {
    let bench = MovedAppBench([
      .reach("text", banner: nil, data: Wire.DataPush(body: "hi"), rules: .init(category: "sync")),
      .reach("bytes", banner: nil, data: Wire.DataPush(type: .known(.base64), body: "AAEC")),
    ])
    bench.data.answer = answer
    await bench.start()
    await bench.sendEvent("a")
    await bench.settle { bench.data.received.count == 2 }
    #expect(Set(bench.data.received) == ["sync: hi", "none: 3 bytes, AAEC"])
    #expect(await bench.stored().filter { $0 == counted }.count == 2)
  }

  @Test func `without a delegate, data is dropped`() async throws {
    let bench = MovedAppBench([.reach("text", banner: nil, data: Wire.DataPush(body: "hi"))])
    bench.module.dataPushDelegate = nil
    await bench.start()
    await bench.sendEvent("a")
    #expect(await bench.stored() == ["delivered", "dropped no_handler"])
  }

  @Test func `64 campaigns can wait, and the oldest are dropped`() async throws {
    let bench = MovedAppBench((0..<70).map { .reach("c\($0)") })
    await bench.start()
    await bench.sendEvent("a")
    #expect(await bench.stored().filter { $0.hasPrefix("dropped") }.count == 6)
  }

  @Test func `with a maximum of 0, campaigns are dropped`() async throws {
    let bench = MovedAppBench([.reach("one")])
    bench.module.setMaxInAppCampaigns(0)
    await bench.start()
    await bench.sendEvent("a")
    #expect(bench.notifier.contents.isEmpty)
    #expect(await bench.stored().contains { $0.hasPrefix("dropped") })
  }

  @Test
  func `after the start, the room for campaigns stays with a line in the log, and controllers are refused`()
    async throws
  {
    let bench = MovedAppBench()
    await bench.start()
    bench.module.setMaxInAppCampaigns(3)
    #expect(bench.logged.contains { $0.contains("setMaxInAppCampaigns is ignored") })
    #expect(throws: AEReachModule.RegistrationError.started) {
      try bench.module.registerPolls(nil) { _ in OwnView() }
    }
  }

  @Test
  func
    `an announcement of a category is shown by the controller of that category, and others by the default one`()
    async throws
  {
    let bench = MovedAppBench([
      .reach("own", content: .announcement, rules: .init(category: "promo")),
      .reach("other", content: .announcement, rules: .init(category: "unknown")),
    ])
    let view = OwnView()
    try bench.module.registerAnnouncements("promo") { content in
      view.content = content
      return view
    }
    await bench.start()
    await bench.sendEvent("a")
    for _ in 0..<2 {
      let content = try #require(bench.notifier.contents.last)
      content.actionNotification()
      await bench.martlet.settled()
      #expect(view.isPresented == (content.contentId == "own"))
      #expect((bench.host.scene?.kind == .announcement) == (content.contentId == "other"))
      if content.contentId == "own" {
        #expect(bench.module.state == .showing)
        view.content?.exitContent()
        #expect(bench.module.state == .idle)
      } else {
        try bench.host.press("exit")
      }
      await bench.martlet.settled()
      #expect(!view.isPresented)
    }
  }
}

@MainActor
private final class OwnView: ContentView {
  var content: AEReachContent?
  private(set) var isPresented = false
  func present() { isPresented = true }
  func dismiss() { isPresented = false }
}
