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

@testable import MartletUI

extension HostTests {
  @MainActor
  @Suite("Areas for banners in the app’s screens, on UIKit")
  struct NotificationAreaTests {
    private let app = AreaApp()

    @Test func `an area is hidden until a banner is in it, fills it, and no window lies over the app`()
      async throws
    {
      let area = app.addArea()
      #expect(area.isHidden && !area.hasBanner)
      await app.start()
      #expect(app.texts(in: area) == ["Hello", "You"])
      #expect(!area.isHidden && area.hasBanner)
      #expect(area.subviews.map(\.frame) == [area.bounds])
      #expect(app.cardSize(in: area) == area.bounds.size)
      #expect(app.messageWindows.isEmpty)
      #expect(await app.stored() == ["delivered", "banner displayed"])
    }

    @Test func `when the banner is closed, its area is hidden and empty, and says so`() async throws {
      let area = app.addArea()
      var changes: [Bool] = []
      area.bannerChanged = { changes.append($0) }
      await app.start()
      Drive.tap(try #require(app.node("close", in: area)))
      await app.pass()
      #expect(area.isHidden && area.subviews.isEmpty)
      #expect(changes == [true, false])
      #expect(await app.stored() == ["delivered", "banner displayed", "banner exited"])
    }

    @Test func `a tap on a banner in an area is counted, and opens its announcement in a window`()
      async throws
    {
      let area = app.addArea()
      await app.start(
        content: Wire.Content(kind: .known(.text), title: "News", body: "All of it.", exitLabel: "Close"))
      Drive.tap(try #require(app.node("body", in: area)))
      await app.pass()
      #expect(area.isHidden)
      #expect(app.messageWindows.count == 1)
      #expect(
        await app.stored() == ["delivered", "banner displayed", "banner actioned", "content displayed"])
    }

    @Test
    func `without a size of its own, an area is as wide as the view around it, and as high as it wants`() {
      let area = app.addArea(frame: .zero)
      area.preferredHeight = 72
      #expect(area.intrinsicContentSize.height == 72)
      #expect(app.host.areas.map(\.size) == [SceneSize(width: 390, height: 72)])
      area.preferredHeight = 0
      #expect(app.host.areas.isEmpty)
    }

    @Test func `an area that is transparent, cut off or scrolled away takes no banner`() throws {
      let area = app.addArea()
      let around = UIScrollView(frame: CGRect(x: 0, y: 0, width: 390, height: 300))
      around.clipsToBounds = true
      try #require(area.superview).addSubview(around)
      around.addSubview(area)
      #expect(app.host.areas.count == 1)
      around.alpha = 0
      #expect(app.host.areas.isEmpty)
      around.alpha = 1
      around.contentOffset.y = area.frame.maxY + 1
      #expect(app.host.areas.isEmpty)
      around.contentOffset.y = 0
      around.frame.origin.y = 3_000
      #expect(app.host.areas.isEmpty)
      around.frame = CGRect(x: 0, y: 0, width: 390, height: 0)
      #expect(app.host.areas.count == 1, "what has no size yet may grow with the banner")
    }

    @Test func `a banner that is scrolled away stays in its area`() async throws {
      let area = app.addArea()
      let around = UIScrollView(frame: CGRect(x: 0, y: 0, width: 390, height: 300))
      around.clipsToBounds = true
      try #require(area.superview).addSubview(around)
      around.addSubview(area)
      await app.start()
      #expect(area.hasBanner)
      around.contentOffset.y = area.frame.maxY + 1
      #expect(app.host.areas.count == 1)
    }

    @Test func `when the area changes its size, also with a rotation, the banner fills it again`()
      async throws
    {
      let area = app.addArea()
      await app.start()
      area.frame.size = CGSize(width: 250, height: 90)
      await app.pass()
      #expect(app.cardSize(in: area) == CGSize(width: 250, height: 90))
      area.autoresizingMask = [.flexibleWidth]
      let width = app.window.bounds.width
      _ = Drive.rotate(app.scene, to: .landscapeRight)
      await app.pass()
      #expect(app.window.bounds.width > width)
      #expect(app.cardSize(in: area) == CGSize(width: 250 + app.window.bounds.width - width, height: 90))
      #expect(await app.stored() == ["delivered", "banner displayed"])
    }

    @Test func `on the next screen, the banner is in the area of that screen, and counts once`() async throws
    {
      let first = app.addArea()
      await app.start()
      first.removeFromSuperview()
      let second = app.addArea()
      app.martlet?.logScreen(name: "B")
      await app.pass()
      #expect(first.isHidden && first.subviews.isEmpty)
      #expect(app.texts(in: second) == ["Hello", "You"])
      #expect(await app.stored() == ["delivered", "banner displayed"])
    }

    @Test
    func
      `a banner whose screen is closed lies over the window if the next one has no area, also if the app logs no screen`()
      async throws
    {
      let area = app.addArea()
      await app.start()
      area.removeFromSuperview()
      await app.pass()
      #expect(area.isHidden && area.subviews.isEmpty)
      #expect(app.messageWindows.count == 1)
      #expect(await app.stored() == ["delivered", "banner displayed"])
    }

    @Test func `a banner for certain screens does not follow the person to another one`() async throws {
      let area = app.addArea()
      await app.start(screens: ["A"])
      #expect(area.hasBanner)
      area.removeFromSuperview()
      app.martlet?.logScreen(name: "B")
      await app.pass()
      #expect(app.messageWindows.isEmpty)
      app.martlet?.logScreen(name: "A")
      await app.pass()
      #expect(app.messageWindows.count == 1)
    }

    @Test func `if the window with the area goes away, the banner waits and nothing is left`() async throws {
      let area = app.addArea()
      await app.start()
      Drive.disconnect(app.scene)
      await app.pass()
      #expect(area.subviews.isEmpty)
      #expect(!app.host.isAvailable && app.host.areas.isEmpty)
      #expect(await app.stored() == ["delivered", "banner displayed"])
    }

    @Test func `a view that only moves to another place in its window keeps its banner`() async throws {
      let area = app.addArea()
      await app.start()
      let held = area.subviews
      let stack = UIView(frame: app.window.bounds)
      app.root.view.addSubview(stack)
      stack.addSubview(area)
      await app.pass()
      #expect(area.subviews == held && area.hasBanner)
    }

    @Test func `a banner over the window moves into an area that comes later`() async throws {
      await app.start()
      #expect(app.messageWindows.count == 1)
      let area = app.addArea()
      await app.pass()
      #expect(app.texts(in: area) == ["Hello", "You"])
      #expect(app.messageWindows.isEmpty)
      Drive.tap(try #require(app.node("close", in: area)))
      await app.pass()
      #expect(await app.stored() == ["delivered", "banner displayed", "banner exited"])
    }

    @Test func `of several areas, the one that came last is used, and none in a hidden view`() async throws {
      let first = app.addArea()
      let second = app.addArea()
      let hidden = UIView(frame: app.window.bounds)
      hidden.isHidden = true
      app.root.view.addSubview(hidden)
      hidden.addSubview(NotificationAreaView(frame: CGRect(x: 0, y: 0, width: 100, height: 60)))
      await app.start()
      #expect(!first.hasBanner && second.hasBanner)
      #expect(app.host.areas.map(\.id) == [second.id, first.id])
      // It stays where it is, also when another comes.
      let third = app.addArea()
      await app.pass()
      #expect(second.hasBanner && !third.hasBanner)
    }

    @Test func `an area that nobody holds any more is gone`() {
      weak var gone: NotificationAreaView?
      do {
        let area = app.addArea()
        gone = area
        area.removeFromSuperview()
      }
      #expect(gone == nil)
      #expect(app.host.areas.isEmpty)
    }
  }
}

/// An app with a window, a client, and Reach on the real UIKit host.
@MainActor
private final class AreaApp {
  let clock = ManualClock()
  let scene: UIWindowScene
  let window: UIWindow
  let root = UIViewController()
  let host: UIKitSceneHost
  private let server = ScriptedServer()
  private let reach: Reach
  private(set) var martlet: Martlet?

  init() {
    Drive.reset()
    scene = Drive.connectScene(size: CGSize(width: 390, height: 844))
    window = Drive.appWindow(in: scene, root: root)
    Drive.layout()
    host = UIKitSceneHost(environment: clock.environment)
    reach = Reach(host: host, environment: clock.environment)
  }

  func addArea(frame: CGRect = CGRect(x: 0, y: 100, width: 320, height: 60)) -> NotificationAreaView {
    let area = NotificationAreaView(frame: frame)
    root.view.addSubview(area)
    return area
  }

  /// A campaign with a banner is delivered on the screen A.
  func start(content: Wire.Content? = nil, screens: [String] = []) async {
    var rules = Wire.SurfaceRules()
    rules.screens = screens
    server.campaigns = [
      Wire.Campaign(
        id: "news", createdAt: Instant(milliseconds: 0),
        triggers: [.init(kind: .known(.customEvent), name: "a")],
        banner: Wire.Banner(title: "Hello", text: "You"), content: content, surfaceRules: rules,
        rules: Wire.DeliveryRules())
    ]
    let configuration = Martlet.Configuration(apiKey: "key", endpoint: "https://example.test")
    configuration.triggerMinimumTimeInterval = 0
    configuration.transport = server
    configuration.environment = clock.environment
    configuration.storageDirectory = .temporaryFolder()
    configuration.logger.level = .disabled
    let martlet = Martlet(configuration: configuration)
    self.martlet = martlet
    reach.install(in: martlet)
    await pass()
    martlet.logScreen(name: "A")
    martlet.logCustomEvent(name: "a")
    await pass()
  }

  /// Lets everything happen that can, and animations end.
  func pass() async {
    for _ in 0..<3 {
      for _ in 0..<20 {
        await martlet?.settled()
        await Task.yield()
        Drive.turn()
      }
      Drive.advance(by: 0.5)
    }
  }

  var messageWindows: [UIWindow] { scene.windows.filter { $0 is MessageWindow && !$0.isHidden } }

  func node(_ id: String, in view: UIView) -> NodePlace? {
    if let place = view as? NodePlace, place.node.id == id { return place }
    return view.subviews.lazy.compactMap { self.node(id, in: $0) }.first
  }

  func texts(in view: UIView) -> [String] {
    ["title", "text"].compactMap { id in
      guard case .text(let text)? = node(id, in: view)?.node.content else { return nil }
      return text.string
    }
  }

  func cardSize(in view: UIView) -> CGSize? { node("card", in: view)?.bounds.size }

  func stored() async -> [String] {
    martlet?.requestImmediateDataFlush()
    await pass()
    return server.storedEvents.compactMap { event in
      switch event.body {
      case .delivered: "delivered"
      case .impression(let it): "\(it.surface?.rawValue ?? "") displayed"
      case .click(let it, _): "\(it.surface?.rawValue ?? "") actioned"
      case .dismissal(let it, _): "\(it.surface?.rawValue ?? "") exited"
      default: nil
      }
    }
  }
}
