// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletReach
import MartletTesting
import MartletWire
import TestSupport
import Testing
import UIKit

@testable import EngagementReach

extension HostTests {
  @MainActor
  @Suite("Banners and controllers of apps that move in, on UIKit")
  struct MovedNotifierTests {
    private let app = MovedApp()

    private func label(_ view: UIView, _ tag: Int) -> String? {
      (view.viewWithTag(tag) as? UILabel).flatMap { $0.isHidden ? nil : $0.text }
    }

    private func press(_ view: UIView?, _ tag: Int) throws {
      try #require(view?.viewWithTag(tag) as? UIButton).performPrimaryAction()
    }

    @Test
    func
      `a banner lies over the window at the bottom, its parts are filled, and it is counted when it is there`()
      async throws
    {
      await app.start([.moved("news")])
      let view = try #require(app.banner)
      #expect(view.frame.maxY == app.window.bounds.height - app.window.safeAreaInsets.bottom)
      #expect(view.frame.height >= 60)
      #expect(label(view, 2) == "Hello")
      #expect(label(view, 3) == "You")
      #expect((view.viewWithTag(5) as? UIButton)?.accessibilityLabel == "Hello, You")
      #expect(await app.stored() == ["delivered", "banner displayed"])
      try press(view, 6)
      #expect(await app.stored() == ["delivered", "banner displayed", "banner exited"])
      #expect(app.banner == nil)
    }

    @Test
    func `a banner of the top edge lies at the top, and one that cannot be closed has no button for it`()
      async throws
    {
      await app.start([
        .moved("news", banner: Wire.Banner(title: "Hello", isCloseable: false, edge: .known(.top)))
      ])
      let view = try #require(app.banner)
      #expect(view.frame.minY == app.window.safeAreaInsets.top)
      #expect(view.viewWithTag(6)?.isHidden == true)
      #expect(view.viewWithTag(3)?.isHidden == true)
    }

    @Test
    func
      `in a screen with a tagged view, a banner goes into it and none lies over the window; then it is hidden again`()
      async throws
    {
      let area = UIView(frame: CGRect(x: 0, y: 100, width: 320, height: 60))
      area.tag = 36_822_491
      area.isHidden = true
      app.window.rootViewController?.view.addSubview(area)
      await app.start([.moved("news")])
      let view = try #require(area.subviews.first)
      #expect(!area.isHidden)
      #expect(view.frame == area.bounds)
      #expect(!app.window.subviews.contains { $0 is AENotificationView })
      try press(view, 6)
      await app.pass()
      #expect(area.isHidden && area.subviews.isEmpty)
    }

    @Test
    func `a nib of the app under the default name is used, and its autosizing beats the campaign's edge`()
      async throws
    {
      let nib = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 80))
      nib.autoresizingMask = [.flexibleBottomMargin, .flexibleWidth]
      let title = UILabel()
      title.tag = 2
      nib.addSubview(title)
      let stage = AENotificationStage(icon: nil) { $0 == "AENotificationView" ? nib : nil }
      let notifier = AEDefaultNotifier(icon: nil)
      notifier.stage = stage
      app.module.registerNotifier(notifier, forCategory: kAEReachDefaultCategory)
      await app.start([.moved("news")])
      #expect(nib.window === app.window)
      #expect(nib.frame.minY == app.window.safeAreaInsets.top)
      #expect(nib.frame.height == 80)
      #expect(label(nib, 2) == "Hello")
    }

    @Test
    func
      `a copy of the nib, with the class AENotificationView, arranges its parts for what the campaign has; one with constraints is left alone`()
      throws
    {
      func part<Part: UIView>(_ part: Part, _ tag: Int, in view: UIView, hasConstraints: Bool) -> Part {
        part.tag = tag
        part.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
        part.translatesAutoresizingMaskIntoConstraints = !hasConstraints
        view.addSubview(part)
        return part
      }
      for hasConstraints in [false, true] {
        let view = AENotificationView(frame: CGRect(x: 0, y: 0, width: 320, height: 60))
        for own in view.subviews { own.removeFromSuperview() }
        let icon = part(UIImageView(), 1, in: view, hasConstraints: hasConstraints)
        let title = part(UILabel(), 2, in: view, hasConstraints: hasConstraints)
        title.text = "Hello"
        icon.isHidden = true
        view.layoutSubviews()
        #expect((title.frame.minX == 8) == !hasConstraints && (title.frame.width > 200) == !hasConstraints)
      }
    }

    @Test
    func
      `in a nib, icon, picture and close button stay, labels take the rest, and a picture without texts fills the banner`()
      throws
    {
      let view = try #require(AENotificationView(coder: NSCoder()))
      view.frame = CGRect(x: 0, y: 0, width: 320, height: 100)
      func part<Part: UIView>(
        _ part: Part, _ tag: Int, in parent: UIView? = nil, _ x: CGFloat, _ width: CGFloat
      ) -> Part {
        (part.tag, part.frame) = (tag, CGRect(x: x, y: 10, width: width, height: 80))
        (parent ?? view).addSubview(part)
        return part
      }
      let icon = part(UIImageView(), 1, 4, 60)
      let image = part(UIImageView(), 4, 200, 70)
      let close = part(UIButton(type: .custom), 6, 280, 30)
      let title = part(UILabel(), 2, 1, 1)
      let box = part(UIView(), 0, 100, 50)
      let message = part(UILabel(), 3, in: box, 5, 20)
      (title.text, message.text) = ("Hello", "You")
      view.layoutSubviews()
      #expect(
        [icon, image, close].map(\.frame.minX) == [4, 200, 280]
          && [icon, image, close].allSatisfy { $0.frame.height == 80 })
      #expect(title.frame.minX == 72 && title.frame.maxX == 192 && title.frame.midY == 50)
      #expect(
        message.frame == CGRect(x: 5, y: 10, width: 20, height: 80),
        "a part inside another view is left alone")
      #expect(view.sizeThatFits(CGSize(width: 320, height: 0)).height == 100)
      image.isHidden = true
      view.layoutSubviews()
      #expect(title.frame.maxX == 272)
      (image.isHidden, title.isHidden, message.isHidden) = (false, true, true)
      view.layoutSubviews()
      #expect(image.frame == view.bounds && icon.frame.minX == 4)
    }

    @Test func `the default name without a nib gives our view, and another name gives none`() {
      let stage = AENotificationStage(icon: nil)
      #expect(stage.makeView(nibName: nil) is AENotificationView)
      #expect(stage.makeView(nibName: "AENotificationView") is AENotificationView)
      #expect(stage.makeView(nibName: "MyNotificationView") == nil)
    }

    @Test func `a notifier that accepts and has no view in a window loses its turn after 5 seconds`()
      async throws
    {
      app.module.registerNotifier(SilentNotifier(), forCategory: kAEReachDefaultCategory)
      await app.start([.moved("news")])
      #expect(await app.stored() == ["delivered"])
      await app.clock.advance(by: .seconds(5))
      #expect(await app.stored() == ["delivered", "dropped notifier_silent"])
    }

    @Test func `a tap opens the controller of the category, whose action and exit are counted`() async throws
    {
      var made: [OwnController] = []
      try app.module.registerAnnouncementController(forCategory: "promo") { announcement in
        made.append(OwnController(announcement))
        return made.last
      }
      await app.start([.moved("news", content: .announcement, rules: .init(category: "promo"))])
      try press(app.banner, 5)
      await app.pass()
      let controller = try #require(made.first)
      #expect(topmost(in: app.window) === controller)
      #expect(controller.announcement.title == "News")
      controller.announcement.exitContent()
      await app.pass()
      Drive.advance(by: 0.5)
      #expect(topmost(in: app.window) !== controller)
      #expect(await app.stored().suffix(2) == ["content displayed", "content exited"])
    }

    @Test func `a controller that leaves the hierarchy without a word counts as closed after 2 seconds`()
      async throws
    {
      var made: [OwnController] = []
      try app.module.registerAnnouncementController(forCategory: nil) { announcement in
        made.append(OwnController(announcement))
        return made.last
      }
      await app.start([.moved("news", content: .announcement)])
      try press(app.banner, 5)
      await app.pass()
      let controller = try #require(made.first)
      controller.presentingViewController?.dismiss(animated: false, completion: nil)
      await app.pass()
      await app.clock.advance(by: .milliseconds(1_900))
      await app.pass()
      #expect(await app.stored().last == "content displayed")
      await app.clock.advance(by: .milliseconds(200))
      await app.pass()
      #expect(await app.stored().last == "content exited")
    }
  }
}

@MainActor
private final class SilentNotifier: SeesItsView {
  func handleNotification(_ content: AEInteractiveContent!) throws -> Bool { true }
  func clearNotification(_ category: String!) {}
  func isShowing(_ content: AEInteractiveContent) -> Bool { false }
}

@MainActor
private final class OwnController: UIViewController {
  let announcement: AEReachAnnouncement

  init(_ announcement: AEReachAnnouncement) {
    self.announcement = announcement
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }
}
