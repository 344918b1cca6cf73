// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import EngagementReach
import Foundation
import MartletWire
import Testing
import UIKit

extension HostTests {
  /// Without `@testable`: everything here is what an app can write.
  @MainActor
  @Suite("The Swift spellings of apps that move in, on UIKit")
  struct MovedSpellingTests {
    private let app = MovedApp()

    private func press(_ view: UIView?, _ tag: Int) throws {
      try #require(view?.viewWithTag(tag) as? UIButton).performPrimaryAction()
    }

    @Test func `a subclass of the default notifier makes, fills and follows the view of its banner`()
      async throws
    {
      let notifier = NotedNotifier(icon: nil)
      app.module.registerNotifier(notifier, forCategory: kAEReachDefaultCategory)
      await app.start([.moved("news")])
      let view = try #require(notifier.view)
      #expect(view.window === app.window)
      #expect((view.viewWithTag(NOTIFICATION_TITLE_TAG) as? UILabel)?.text == "Hello!")
      try press(view, NOTIFICATION_CLOSE_TAG)
      await app.pass()
      #expect(view.window == nil)
      #expect(
        notifier.calls == [
          "nib none", "view", "prepare", "animate overlay", "did appear", "exited", "did disappear",
        ])
      #expect(await app.stored() == ["delivered", "banner displayed", "banner exited"])
    }

    @Test func `a tap on the banner of a subclass opens the content, and clears it once`() async throws {
      let notifier = NotedNotifier(icon: nil)
      app.module.registerNotifier(notifier, forCategory: "promo")
      app.module.registerAnnouncementController(Promo.self, forCategory: "promo")
      await app.start([.moved("news", content: .announcement, rules: .init(category: "promo"))])
      try press(notifier.view, NOTIFICATION_BUTTON_TAG)
      await app.pass()
      #expect(notifier.calls.suffix(2) == ["actioned", "did disappear"])
      let promo = try #require(topmost(in: app.window) as? Promo)
      #expect(promo.announcement.title == "News" && promo.content === promo.announcement)
      promo.action()
      await app.pass()
      #expect(await app.stored().suffix(2) == ["content displayed", "content actioned"])
    }

    @Test func `exit of a controller ends its content, and it is taken away`() async throws {
      app.module.registerAnnouncementController(Promo.self, forCategory: nil)
      await app.start([.moved("news", content: .announcement)])
      try press(app.banner, NOTIFICATION_BUTTON_TAG)
      await app.pass()
      try #require(topmost(in: app.window) as? Promo).exit()
      await app.pass()
      Drive.advance(by: 0.5)
      #expect(!(topmost(in: app.window) is Promo))
      #expect(await app.stored().last == "content exited")
    }

    @Test func `a controller of surveys submits the ids of choices by the ids of questions`() async throws {
      app.module.registerPollController(Ask.self, forCategory: kAEReachDefaultCategory)
      await app.start([.moved("ask", content: .survey)])
      try press(app.banner, NOTIFICATION_BUTTON_TAG)
      await app.pass()
      let ask = try #require(topmost(in: app.window) as? Ask)
      #expect(ask.poll.questions.map(\.questionId) == ["q"])
      ask.submitAnswers(["q": "n", "other": 5, 7: "n"])
      await app.pass()
      #expect(await app.stored().suffix(2) == ["answers", "content actioned"])
    }

    @Test func `after the start, a class of controllers is ignored`() async throws {
      await app.start([.moved("news", content: .announcement)])
      app.module.registerAnnouncementController(Promo.self, forCategory: nil)
      app.module.registerPollController(Ask.self, forCategory: nil)
      try press(app.banner, NOTIFICATION_BUTTON_TAG)
      await app.pass()
      #expect(!(topmost(in: app.window) is Promo))
    }

    @Test func `a name without a nib drops the campaign, and the next one comes`() async throws {
      app.module.registerNotifier(NamingNotifier(icon: nil), forCategory: "nib")
      await app.start([.moved("broken", rules: .init(category: "nib")), .moved("next")])
      #expect(await app.stored().contains("dropped notifier_failed"))
      #expect(app.logged.contains { $0.contains("There is no nib MyNotificationView") })
      #expect(
        app.logged.contains {
          $0.contains("broken is dropped") && $0.contains("There is no view for the banner")
        })
      #expect(app.banner != nil)
    }

    @Test func `the factories make what their names say`() throws {
      #expect(AEDefaultNotifier.notifier(withIcon: nil) is AEDefaultNotifier)
      #expect(NotedNotifier.notifier(withIcon: nil) is NotedNotifier)
      #expect(AEReachModule.module(withNotificationIcon: nil) is AEReachModule)
    }

    @Test func `a screen of the app starts an activity with the name of its class`() async throws {
      await app.start([])
      let cart = CartViewController()
      #expect(cart.engagementActivityName() == "Cart" && cart.engagementActivityExtra() == nil)
      app.window.rootViewController = cart
      await app.pass()
      #expect(await app.stored().contains("screen Cart"))
    }

    @Test func `a view that turned by itself in the past only fills its content's room`() {
      let content = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
      let view = AEAutorotateView(content: content)
      #expect(view.frame.size == CGSize(width: 100, height: 50))
      view.frame.size = CGSize(width: 200, height: 80)
      #expect(content.frame == view.bounds && view.content === content)
      #expect(view.transform(for: .landscapeLeft) == .identity)
    }

    @Test func `the tags are those of the SDK that apps come from`() {
      #expect(NOTIFICATION_AREA_VIEW_TAG == 36_822_491)
      let parts: [Int] = [
        NOTIFICATION_ICON_TAG, NOTIFICATION_TITLE_TAG, NOTIFICATION_MESSAGE_TAG, NOTIFICATION_IMAGE_TAG,
        NOTIFICATION_BUTTON_TAG,
        NOTIFICATION_CLOSE_TAG,
      ]
      #expect(parts == Array(1...6))
    }
  }
}

private final class NotedNotifier: AEDefaultNotifier {
  private(set) var calls: [String] = []
  private(set) var view: UIView?

  override func nibName(forCategory category: String!) -> String! {
    calls.append("nib \(category ?? "none")")
    return super.nibName(forCategory: category)
  }
  override func notificationView(for content: AEInteractiveContent!) -> UIView! {
    view = super.notificationView(for: content)
    // The name was asked for on the way.
    calls.insert("view", at: 1)
    return view
  }
  override func prepareNotificationView(_ view: UIView!, for content: AEInteractiveContent!) {
    super.prepareNotificationView(view, for: content)
    (view.viewWithTag(NOTIFICATION_TITLE_TAG) as? UILabel)?.text = content.notificationTitle + "!"
    calls.append("prepare")
  }
  override func notificationViewDidAppear(_ view: UIView!) { calls.append("did appear") }
  override func notificationViewDidDisappear(_ view: UIView!) { calls.append("did disappear") }
  override func animateAreaNoticationView(_ view: UIView!) { calls.append("animate area") }
  override func animateOverlayNotificationView(_ view: UIView!) { calls.append("animate overlay") }
  override func onNotificationActioned() {
    calls.append("actioned")
    super.onNotificationActioned()
  }
  override func onNotificationExited() {
    calls.append("exited")
    super.onNotificationExited()
  }
}

private final class NamingNotifier: AEDefaultNotifier {
  override func nibName(forCategory category: String!) -> String! { "MyNotificationView" }
}

private final class Promo: AEAnnouncementViewController {}

private final class Ask: AEPollViewController {}

private final class CartViewController: EngagementViewController {}
