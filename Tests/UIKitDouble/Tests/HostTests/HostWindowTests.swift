// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import TestSupport
import Testing
import UIKit

@testable import MartletUI

extension HostTests {
  @MainActor
  @Suite("Windows, scenes and traits on UIKit")
  struct HostWindowTests {
    private func scene(_ name: String) throws -> MessageScene { try HostRig.scene(name) }

    @Test func `the traits are those of the app's window`() {
      let rig = HostRig(traits: UITraitCollection(userInterfaceStyle: .dark))
      Drive.setAccessibility { $0.isReduceMotionEnabled = true }
      let traits = rig.host.traits
      #expect(traits.width == 390 && traits.height == 844 && traits.scheme == .dark && traits.reduceMotion)
      #expect(traits.safeArea == Insets(top: 47, bottom: 34))
      #expect(traits.supportedOrientations == [.portrait, .landscape])
      #expect(rig.changes > 0)
    }

    @Test func `dark mode, text size, rotation and the keyboard reach the presenter, each change once`()
      async throws
    {
      let rig = HostRig()
      await rig.show(try scene("modal_390x844_light"))
      var before = rig.changes
      func expectChange(_ change: () -> Void) {
        change()
        Drive.turn()
        Drive.layout()
        #expect(rig.changes > before)
        before = rig.changes
        Drive.layout()
        #expect(rig.changes == before)
      }
      expectChange { Drive.change(rig.scene, UITraitCollection(userInterfaceStyle: .dark)) }
      expectChange {
        Drive.change(rig.scene, UITraitCollection(preferredContentSizeCategory: .accessibilityExtraLarge))
      }
      #expect(rig.host.traits.textScale > 1.5)
      expectChange { Drive.showKeyboard(in: rig.scene) }
      #expect(rig.host.traits.keyboardHeight > 200)
      expectChange { Drive.hideKeyboard(in: rig.scene) }
      expectChange { _ = Drive.rotate(rig.scene, to: .landscapeRight) }
      #expect(rig.host.traits.orientation == .landscape)
    }

    @Test func `without a window scene, for example with only a car, nothing can be shown`() async throws {
      Drive.reset()
      Drive.connectSceneWithoutWindows()
      let host = UIKitSceneHost(environment: .live)
      #expect(!host.isAvailable && host.windowScenes.isEmpty)
    }

    @Test func `if the scene goes, the message ends with that reason, and no window is left`() async throws {
      let rig = HostRig()
      await rig.show(try scene("modal_390x844_light"))
      Drive.disconnect(rig.scene)
      #expect(rig.events == [.appeared, .failed(.hostGone)])
      #expect(rig.scene.windows.filter { $0 is MessageWindow }.isEmpty)
      #expect(!rig.host.isAvailable)
    }

    @Test func `a message appears in the window scene that the app chose`() async throws {
      let rig = HostRig()
      let other = Drive.connectScene(
        id: "scene-2", size: CGSize(width: 500, height: 700), origin: CGPoint(x: 400, y: 0),
        isMultitasking: true)
      let window = Drive.appWindow(in: other, root: UIViewController())
      var scene = try scene("modal_390x844_light")
      scene.window = WindowChoice(scene: WindowScene(id: "scene-2"), level: .statusBar)
      #expect(rig.host.windowScenes.map(\.id) == ["scene-1", "scene-2"])
      #expect(rig.host.traits(in: WindowScene(id: "scene-2")).width == 500)
      rig.host.show(scene)
      await rig.wait { other.windows.contains { $0 is MessageWindow && !$0.isHidden } }
      let shown = try #require(other.windows.first { $0 is MessageWindow })
      #expect(shown.windowLevel.rawValue == 1_000)
      rig.host.hide(sceneID: scene.id, animated: false)
      withExtendedLifetime(window) {}
    }

    @Test func `a full-screen message hides the status bar; any other leaves it and its style to the app`()
      async throws
    {
      let rig = HostRig()
      rig.appController.style = .lightContent
      let modal = try scene("modal_390x844_light")
      await rig.show(modal)
      #expect(rig.scene.statusBarManager?.isStatusBarHidden == false)
      #expect(rig.scene.statusBarManager?.statusBarStyle == .lightContent)
      rig.host.hide(sceneID: modal.id, animated: false)
      await rig.show(try scene("full-buttons_390x844_light"))
      #expect(rig.scene.statusBarManager?.isStatusBarHidden == true)
    }

    @Test func `a status bar that the app hides stays hidden, unless the message shows it`() async throws {
      let rig = HostRig()
      rig.appController.hidesStatusBar = true
      var modal = try scene("modal_390x844_light")
      await rig.show(modal)
      #expect(rig.scene.statusBarManager?.isStatusBarHidden == true)
      modal.isStatusBarHidden = false
      rig.host.update(modal)
      Drive.turn()
      #expect(rig.scene.statusBarManager?.isStatusBarHidden == false)
      rig.host.hide(sceneID: modal.id, animated: false)
      Drive.turn()
      #expect(rig.scene.statusBarManager?.isStatusBarHidden == true)
    }

    @Test
    func `a message that supports one orientation keeps the window in it, and only if the app supports it`()
      async throws
    {
      let rig = HostRig()
      var modal = try scene("modal_390x844_light")
      modal.orientation = .portrait
      await rig.show(modal)
      #expect(Drive.supportedOrientations(of: rig.scene) == .portrait)
      rig.host.hide(sceneID: modal.id, animated: false)
      Drive.turn()
      #expect(Drive.supportedOrientations(of: rig.scene) == .allButUpsideDown)
      rig.appController.mask = .portrait
      modal.orientation = .landscape
      await rig.show(modal)
      #expect(Drive.supportedOrientations(of: rig.scene) == .portrait)
    }

    @Test func `a window that the app shows later at the usual level does not hide a message`() async throws {
      let rig = HostRig()
      await rig.show(try scene("modal_390x844_light"))
      let later = Drive.appWindow(in: rig.scene, root: UIViewController())
      #expect(rig.scene.windows.contains(later))
      #expect(rig.scene.windows.last is MessageWindow)
    }

    @Test func `after a message, the app is asked again for its status bar and orientations`() async throws {
      let rig = HostRig()
      var modal = try scene("modal_390x844_light")
      modal.orientation = .portrait
      await rig.show(modal)
      let (bars, orientations) = (rig.appController.statusBarUpdates, rig.appController.orientationUpdates)
      rig.host.hide(sceneID: modal.id, animated: false)
      Drive.turn()
      #expect(rig.appController.statusBarUpdates > bars)
      #expect(rig.appController.orientationUpdates > orientations)
    }

    @Test(arguments: [
      (UIModalPresentationStyle.fullScreen, OrientationMask.anyLandscape), (.overFullScreen, .anyLandscape),
      (.pageSheet, .portrait), (.custom, .portrait),
    ])
    func `of what the app presents, only what fills the screen says which orientations there are`(
      _ style: UIModalPresentationStyle, _ mask: OrientationMask
    ) {
      let rig = HostRig()
      let over = HostRig.AppController()
      (over.mask, over.modalPresentationStyle) = (.landscape, style)
      rig.appController.mask = .portrait
      rig.appController.present(over, animated: false)
      #expect(AppOrientations.mask(of: rig.scene) == mask)
    }

    @Test func `an image that cannot be loaded fails the scene before it appears`() async throws {
      let rig = HostRig()
      let scene = try scene("modal-image-buttons_390x844_light").replacingImages { _ in
        "file:///nowhere/picture.png"
      }
      rig.host.show(scene)
      await rig.wait { !rig.events.isEmpty }
      #expect(rig.events == [.failed(.asset(nodeID: "image"))])
      #expect(rig.window == nil)
    }

    @Test func `a redraw keeps the views, their scroll position, and what cannot be loaded has its text`()
      async throws
    {
      let rig = HostRig(size: SceneSize(width: 320, height: 568))
      let scene = try scene("modal-image-buttons_320x568_light_text-3.2_calm")
      await rig.show(scene)
      let scroll = try #require(rig.view("scroll")?.box.content as? UIScrollView)
      scroll.contentOffset.y = 40
      rig.host.update(scene.replacingImages { _ in "file:///nowhere/picture.png" })
      Drive.layout()
      #expect(rig.view("scroll")?.box.content === scroll)
      #expect(scroll.contentOffset.y == 40)
      #expect(rig.events == [.appeared])
    }

    @Test func `after a thousand presentations nothing is left alive`() async throws {
      let rig = HostRig()
      let scenes = try [scene("slideup_390x844_light"), scene("modal-image-buttons_390x844_light")]
      weak var last: UIWindow?
      for number in 0..<1_000 {
        // Most are slideups, which take the test less time.
        let scene = scenes[number % 50 == 0 ? 1 : 0]
        await rig.show(scene)
        last = rig.window
        #expect(last != nil)
        rig.host.hide(sceneID: scene.id, animated: true)
        Drive.advance(by: 0.5)
      }
      await rig.wait { last == nil }
      #expect(rig.scene.windows.count == 1)
      #expect(rig.events.count == 2_000)
      #expect(Drive.violations == [])
    }
  }
}
