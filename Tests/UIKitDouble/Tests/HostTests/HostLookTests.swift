// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import EngagementReach
import Foundation
import MartletKit
import MartletTesting
import Testing
import UIKit

@testable import MartletUI

extension HostTests {
  @MainActor
  @Suite("A message looks like the app that it lies over")
  struct HostLookTests {
    private func scene(_ name: String = "slideup_390x844_light") throws -> MessageScene {
      try HostRig.scene(name)
    }

    enum Chooser: CaseIterable {
      case window, controller
    }

    @Test(arguments: Chooser.allCases)
    func `the app's own choice of light or dark reaches the message, before and while it is visible`(
      chooser: Chooser
    ) async throws {
      let rig = HostRig()
      func choose(_ style: UIUserInterfaceStyle) {
        switch chooser {
        case .window: rig.appWindow.overrideUserInterfaceStyle = style
        case .controller: rig.appController.overrideUserInterfaceStyle = style
        }
      }
      #expect(rig.host.traits.scheme == .light)
      choose(.dark)
      #expect(rig.host.traits.scheme == .dark)
      await rig.show(try scene())
      #expect(rig.host.traits.scheme == .dark)
      #expect(rig.window?.traitCollection.userInterfaceStyle == .dark)
      let changes = rig.changes
      choose(.light)
      #expect(rig.changes > changes && rig.host.traits.scheme == .light)
      #expect(rig.window?.traitCollection.userInterfaceStyle == .light)
      // What the app no longer chooses follows the system.
      choose(.unspecified)
      Drive.change(rig.scene, UITraitCollection(userInterfaceStyle: .dark))
      #expect(rig.host.traits.scheme == .dark && rig.window?.traitCollection.userInterfaceStyle == .dark)
      #expect(Drive.violations == [])
    }

    @Test func `while the app has its own choice, a change of the system does not reach the message`()
      async throws
    {
      let rig = HostRig()
      rig.appWindow.overrideUserInterfaceStyle = .light
      await rig.show(try scene())
      Drive.change(rig.scene, UITraitCollection(userInterfaceStyle: .dark))
      #expect(rig.host.traits.scheme == .light && rig.window?.traitCollection.userInterfaceStyle == .light)
    }

    @Test func `so do its text size, its direction and its tint`() async throws {
      let rig = HostRig()
      rig.appWindow.traitOverrides.preferredContentSizeCategory = .accessibilityLarge
      rig.appController.view.semanticContentAttribute = .forceRightToLeft
      rig.appWindow.tintColor = .red
      #expect(rig.host.traits.textScale > 1.5 && rig.host.traits.direction == .rightToLeft)
      await rig.show(try scene())
      let window = try #require(rig.window)
      #expect(rig.host.traits.textScale > 1.5 && rig.host.traits.direction == .rightToLeft)
      #expect(window.traitCollection.preferredContentSizeCategory == .accessibilityLarge)
      #expect(window.effectiveUserInterfaceLayoutDirection == .rightToLeft)
      #expect(window.tintColor == .red)
      rig.appWindow.traitOverrides.preferredContentSizeCategory = .unspecified
      #expect(rig.host.traits.textScale == 1 && window.traitCollection.preferredContentSizeCategory == .large)
    }

    @Test func `its contrast too`() async throws {
      let rig = HostRig()
      rig.appWindow.traitOverrides.accessibilityContrast = .high
      await rig.show(try scene())
      #expect(rig.host.traits.increaseContrast && rig.window?.traitCollection.accessibilityContrast == .high)
      rig.appWindow.traitOverrides.accessibilityContrast = .unspecified
      #expect(
        !rig.host.traits.increaseContrast && rig.window?.traitCollection.accessibilityContrast == .normal)
    }

    @Test func `a tint that an alert of the app has dimmed is not taken`() async throws {
      let rig = HostRig()
      rig.appWindow.tintColor = .red
      rig.appWindow.tintAdjustmentMode = .dimmed
      await rig.show(try scene())
      #expect(
        rig.window?.tintColor.resolvedColor(with: .init()).hex
          == UIColor.systemBlue.resolvedColor(with: .init()).hex)
      rig.appWindow.tintAdjustmentMode = .automatic
      rig.appWindow.overrideUserInterfaceStyle = .dark
      #expect(rig.window?.tintColor == .red)
      rig.appWindow.tintAdjustmentMode = .dimmed
      rig.appWindow.overrideUserInterfaceStyle = .light
      #expect(rig.window?.tintColor == .red)
    }

    @Test
    func
      `a window of the app that comes later, such as an alert's, does not change how the message looks, unless the first one goes`()
      async throws
    {
      let rig = HostRig()
      rig.appWindow.overrideUserInterfaceStyle = .dark
      rig.appWindow.tintColor = .red
      await rig.show(try scene())
      let alert = Drive.appWindow(in: rig.scene, root: UIViewController())
      alert.overrideUserInterfaceStyle = .light
      alert.makeKey()
      var isDark: Bool {
        rig.host.traits.scheme == .dark && rig.window?.traitCollection.userInterfaceStyle == .dark
      }
      // Something else changes, so that the message looks again.
      Drive.change(rig.scene, UITraitCollection(preferredContentSizeCategory: .extraLarge))
      #expect(isDark && rig.window?.tintColor == .red)
      rig.appWindow.isHidden = true
      Drive.change(rig.scene, UITraitCollection(preferredContentSizeCategory: .large))
      #expect(!isDark)
    }

    @Test
    func
      `beside a small view that a message presents, touches reach the app; those on it and on what it presents do not`()
      async throws
    {
      let rig = HostRig()
      await rig.show(try scene())
      let (sheet, picker) = (UIViewController(), UIViewController())
      func present(_ controller: UIViewController, from other: UIViewController?, at frame: CGRect) {
        other?.present(controller, animated: true)
        Drive.advance(by: 1)
        controller.view.frame = frame
      }
      present(sheet, from: rig.host.rootController, at: CGRect(x: 0, y: 300, width: 390, height: 100))
      present(picker, from: sheet, at: CGRect(x: 0, y: 450, width: 390, height: 100))
      #expect(Drive.hit(CGPoint(x: 195, y: 200), in: rig.scene)?.window === rig.appWindow)
      #expect(Drive.hit(CGPoint(x: 195, y: 350), in: rig.scene) === sheet.view)
      #expect(Drive.hit(CGPoint(x: 195, y: 500), in: rig.scene) === picker.view)
      #expect(Drive.violations == [])
    }

    @Test
    func
      `what a message presents receives touches also where the message takes none, and they reach the app again afterwards`()
      async throws
    {
      let rig = HostRig()
      await rig.show(try scene())
      let place = CGPoint(x: 195, y: 200)
      #expect(Drive.hit(place, in: rig.scene)?.window === rig.appWindow)
      let alert = UIAlertController(title: "Really?", message: nil, preferredStyle: .alert)
      alert.addAction(UIAlertAction(title: "OK", style: .default))
      rig.host.rootController?.present(alert, animated: true)
      Drive.advance(by: 1)
      #expect(Drive.hit(place, in: rig.scene)?.isDescendant(of: alert.view) == true)
      #expect(Drive.choose("OK", in: alert))
      Drive.advance(by: 1)
      #expect(Drive.hit(place, in: rig.scene)?.window === rig.appWindow)
      #expect(Drive.violations == [])
    }

    @Test func `a menu that the system puts beside the message's own view receives touches`() async throws {
      let rig = HostRig()
      await rig.show(try scene())
      let menu = UIView(frame: CGRect(x: 100, y: 100, width: 200, height: 200))
      rig.window?.addSubview(menu)
      #expect(Drive.hit(CGPoint(x: 195, y: 200), in: rig.scene) === menu)
      #expect(Drive.hit(CGPoint(x: 195, y: 400), in: rig.scene)?.window === rig.appWindow)
    }

    @Test(arguments: [true, false])
    func `VoiceOver reads only a message that covers the app, and the app again as soon as it leaves`(
      isModal: Bool
    ) async throws {
      let rig = HostRig()
      let label = UILabel()
      (label.text, label.isAccessibilityElement, label.frame) = (
        "The app", true, CGRect(x: 0, y: 100, width: 100, height: 20)
      )
      rig.appController.view.addSubview(label)
      var reads: Bool { Drive.voiceOverOrder(in: rig.scene).contains { $0 === label } }
      let scene = try scene(isModal ? "modal_390x844_light" : "slideup_390x844_light")
      rig.host.show(scene)
      await rig.wait { rig.window != nil }
      Drive.advance(by: 1)
      #expect(reads == !isModal)
      rig.host.hide(sceneID: scene.id, animated: true)
      #expect(reads)
    }

    @Test(arguments: [0.0, 0.3])
    func `a long body scrolls also if the finger rests on it first`(rest: TimeInterval) async throws {
      let rig = HostRig()
      let text = Array(repeating: "A long text that does not fit.", count: 200).joined(separator: " ")
      let view = InAppMessageUI.ModalView(message: .init(header: "Hello", message: text))
      await rig.show(try #require(view.makeScene(id: "scene-1", traits: rig.host.traits)))
      let scroll = try #require(rig.view("scroll")?.box.content as? UIScrollView)
      let body = try #require(rig.view("body"))
      let start = CGPoint(x: 195, y: 400)
      #expect(
        Drive.hit(start, in: rig.scene).map { $0 is UIButton && $0.isDescendant(of: body) } == true,
        "the whole body is a button")
      Drive.drag(
        [
          (start, 0), (start, rest), (CGPoint(x: 195, y: 380), rest + 0.05),
          (CGPoint(x: 195, y: 300), rest + 0.1),
        ], in: rig.scene)
      #expect(scroll.contentOffset.y > 0)
      #expect(rig.events == [.appeared])
    }

    @Test func `the colours of a banner are there on whichever thread needs them`() async throws {
      _ = HostRig()
      let view = AENotificationView(frame: CGRect(x: 0, y: 0, width: 300, height: 60))
      let colours = [view.backgroundColor, view.titleView?.textColor].compactMap(\.self)
      try #require(colours.count == 2)
      let dark = UITraitCollection(userInterfaceStyle: .dark)
      let resolved = await Task.detached { colours.map { $0.resolvedColor(with: dark).hex } }.value
      #expect(resolved == ["#FF292929", "#FFFFFFFF"])
    }
  }
}
