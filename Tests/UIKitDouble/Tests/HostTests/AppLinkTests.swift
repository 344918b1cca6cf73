// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import SafariServices
import Testing
import UIKit

@testable import MartletUI

extension HostTests {
  /// Links of messages and notifications, opened with UIKit.
  @MainActor
  @Suite struct AppLinkTests {
    init() { Drive.reset() }

    private func app() -> (scene: UIWindowScene, window: UIWindow, root: UIViewController) {
      let scene = Drive.connectScene()
      let root = UIViewController()
      return (scene, Drive.appWindow(in: scene, root: root), root)
    }

    @Test func `A page opens in Safari on top of what the app shows`() async throws {
      let (_, window, root) = app()
      let sheet = UIViewController()
      root.present(sheet, animated: false)
      Drive.turn()
      let rig = AppRig()
      try rig.open("https://shop.example/a", useWebView: true)
      await rig.wait { topmost(in: window) is SFSafariViewController }
      let safari = try #require(sheet.presentedViewController as? SFSafariViewController)
      #expect(Drive.url(of: safari).absoluteString == "https://shop.example/a")
      #expect(Drive.opened.isEmpty && Drive.violations.isEmpty)
      Drive.advance(by: 1)
      Drive.tapDone(safari)
      Drive.advance(by: 1)
      #expect(sheet.presentedViewController == nil && Drive.violations.isEmpty)
    }

    @Test func `A second page waits until the first is there, and opens on it`() async throws {
      let (_, window, root) = app()
      let rig = AppRig()
      try rig.open("https://shop.example/a", useWebView: true)
      try rig.open("https://shop.example/b", useWebView: true)
      try rig.open("shop://c")
      await rig.wait { root.presentedViewController != nil }
      await rig.pass()
      #expect(Drive.opened.isEmpty)
      Drive.advance(by: 0.5)
      await rig.wait {
        (topmost(in: window) as? SFSafariViewController).map { Drive.url(of: $0).path } == "/b"
      }
      Drive.advance(by: 0.5)
      #expect(Drive.opened.map(\.url.absoluteString) == ["shop://c"] && Drive.violations.isEmpty)
    }

    @Test(arguments: ["mailto:a@shop.example", "shop://a", "file:///tmp/a"])
    func `What is no page never reaches Safari, which would end the app`(url: String) async throws {
      let (_, _, root) = app()
      let rig = AppRig()
      try rig.open(url, useWebView: true)
      await rig.pass()
      #expect(Drive.opened.map(\.url.absoluteString) == [url])
      #expect(root.presentedViewController == nil && Drive.violations.isEmpty)
    }

    @Test(arguments: ["alert", "moving", "no window"])
    func `A page that cannot be presented goes to the system`(why: String) async throws {
      let scene = Drive.connectScene()
      let root = UIViewController()
      let window = why == "no window" ? nil : Drive.appWindow(in: scene, root: root)
      switch why {
      case "alert":
        root.present(
          UIAlertController(title: "Question", message: nil, preferredStyle: .alert), animated: false)
        Drive.turn()
      case "moving": root.present(UIViewController(), animated: true)
      default: break
      }
      let rig = AppRig()
      try rig.open("https://shop.example/a", useWebView: true)
      await rig.wait { !Drive.opened.isEmpty }
      #expect(
        Drive.opened.map(\.url.absoluteString) == ["https://shop.example/a"] && Drive.violations.isEmpty)
      withExtendedLifetime(window) {}
    }

    @Test
    func
      `The delegate chooses the controller, and whether it moves; without a controller, the system opens the page`()
      async throws
    {
      final class Delegate: MartletDelegate {
        var controller: UIViewController?
        var seen: UIViewController?
        func martlet(_ martlet: Martlet, willPresent page: Martlet.ModalContext) {
          seen = page.presentingViewController
          page.presentingViewController = controller
          page.animatesPresentation = false
        }
      }
      let (_, window, root) = app()
      defer { withExtendedLifetime(window) {} }
      let child = UIViewController()
      root.present(child, animated: false)
      Drive.turn()
      let rig = AppRig()
      let delegate = Delegate()
      rig.martlet?.delegate = delegate
      delegate.controller = child
      try rig.open("https://shop.example/a", useWebView: true) { $0.targetViewController = root }
      await rig.wait { child.presentedViewController is SFSafariViewController }
      Drive.turn()
      #expect(delegate.seen === root && child.presentedViewController?.isBeingPresented == false)
      delegate.controller = nil
      try rig.open("https://shop.example/b", useWebView: true)
      await rig.wait { !Drive.opened.isEmpty }
      #expect(Drive.opened.map(\.url.path) == ["/b"] && Drive.violations.isEmpty)
    }

    @Test func `A link opens in the scene that the delegate wants`() async throws {
      let (_, window, _) = app()
      let other = Drive.connectScene(id: "scene-2")
      let root = UIViewController()
      let otherWindow = Drive.appWindow(in: other, root: root)
      let rig = AppRig()
      try rig.open("shop://a") { $0.targetScene = other }
      #expect(Drive.opened.first?.scene === other)
      try rig.open("https://shop.example/a", useWebView: true) { $0.targetScene = other }
      await rig.wait { root.presentedViewController != nil }
      #expect(topmost(in: window) === window.rootViewController && Drive.violations.isEmpty)
      withExtendedLifetime(otherWindow) {}
    }

    @Test func `Links before the app is active open once, in their order, when it is; a car opens none`()
      async throws
    {
      let rig = AppRig()
      try rig.open("shop://a")
      try rig.open("https://shop.example/b", useWebView: true)
      try rig.open("shop://c")
      Drive.connectSceneWithoutWindows()
      await rig.pass()
      #expect(Drive.opened.isEmpty)
      let scene = Drive.connectScene(isActive: false)
      let root = UIViewController()
      let window = Drive.appWindow(in: scene, root: root)
      await rig.pass()
      #expect(Drive.opened.isEmpty)
      Drive.activate(scene)
      await rig.wait { root.presentedViewController != nil }
      Drive.advance(by: 1)
      await rig.pass()
      #expect(Drive.opened.map(\.url.absoluteString) == ["shop://a", "shop://c"])
      Drive.moveToBackground(scene)
      Drive.activate(scene)
      await rig.pass()
      #expect(Drive.opened.count == 2 && Drive.violations.isEmpty)
      withExtendedLifetime(window) {}
    }

    @Test(arguments: [true, false])
    func `A universal link of the app goes to the delegate of the scene, or to that of the app`(
      hasSceneDelegate: Bool
    ) async throws {
      final class SceneDelegate: NSObject, UISceneDelegate {
        var activities: [NSUserActivity] = []
        func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
          activities.append(userActivity)
        }
      }
      final class AppDelegate: NSObject, UIApplicationDelegate {
        var activities: [NSUserActivity] = []
        func application(
          _ application: UIApplication, continue userActivity: NSUserActivity,
          restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
        ) -> Bool {
          activities.append(userActivity)
          return userActivity.webpageURL?.path == "/known"
        }
      }
      let (scene, window, _) = app()
      defer { withExtendedLifetime(window) {} }
      let (sceneDelegate, appDelegate) = (SceneDelegate(), AppDelegate())
      if hasSceneDelegate { scene.delegate = sceneDelegate }
      UIApplication.shared.delegate = appDelegate
      let rig = AppRig {
        $0.forwardUniversalLinks = true
        $0.universalLinkHosts = ["shop.example"]
      }
      for url in ["https://shop.example/known", "https://shop.example/other", "https://elsewhere.example/c"] {
        try rig.open(url)
      }
      let activities = hasSceneDelegate ? sceneDelegate.activities : appDelegate.activities
      #expect(activities.map { $0.webpageURL?.path } == ["/known", "/other"])
      #expect(activities.allSatisfy { $0.activityType == NSUserActivityTypeBrowsingWeb })
      #expect(Drive.opened.map(\.url.path) == (hasSceneDelegate ? ["/c"] : ["/other", "/c"]))
      #expect(Drive.opened.allSatisfy { !$0.universalLinksOnly })
    }

    @Test(arguments: [true, false])
    func `A page opens below a message that leaves, and in the browser if the message stays`(leaves: Bool)
      async throws
    {
      let rig = HostRig()
      let app = AppRig()
      let message = Martlet.InAppMessage.modal(.init(data: .init(), header: "Tulips", message: "Now"))
      let view = try #require(InAppMessageUI.view(for: message))
      let scene = try #require(
        view.scene(id: "m", traits: rig.host.traits(in: nil), statusBar: .auto, window: nil))
      await rig.show(scene)
      try app.open("https://shop.example/a", useWebView: true)
      if leaves { rig.host.hide(sceneID: "m", animated: true) }
      await app.wait { !Drive.opened.isEmpty || rig.appController.presentedViewController != nil }
      #expect((rig.appController.presentedViewController is SFSafariViewController) == leaves)
      Drive.advance(by: 1)
      #expect(
        (rig.appController.presentedViewController is SFSafariViewController) == leaves
          && Drive.violations.isEmpty)
    }
  }
}
