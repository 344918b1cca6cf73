// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import MartletTesting
import TestSupport
import Testing
import UIKit

@testable import MartletUI

extension HostTests {
  @MainActor
  @Suite("What a person does with a message on UIKit")
  struct HostInputTests {
    private func scene(_ name: String) throws -> MessageScene { try HostRig.scene(name) }

    @Test func `a tap on a button, on its title, or by VoiceOver presses it`() async throws {
      let rig = HostRig()
      await rig.show(try scene("modal-buttons_390x844_light"))
      Drive.tap(try #require(rig.view("button-1")))
      Drive.tap(try #require(rig.view("button-0-title")))
      let close = try #require(rig.view("close"))
      Drive.activate(element: close.focusTarget, in: rig.scene)
      #expect(
        rig.events == [
          .appeared, .pressed(nodeID: "button-1"), .pressed(nodeID: "button-0"), .pressed(nodeID: "close"),
        ])
      #expect(Drive.violations == [])
    }

    @Test func `a tap beside a modal is a tap on the backdrop, and does not reach the app`() async throws {
      let rig = HostRig()
      await rig.show(try scene("modal_390x844_light"))
      let hit = Drive.tap(CGPoint(x: 8, y: 100), in: rig.scene)
      #expect(rig.events == [.appeared, .backdropTapped])
      #expect(hit?.window is MessageWindow)
    }

    @Test func `beside a slideup, touches reach the app`() async throws {
      let rig = HostRig()
      await rig.show(try scene("slideup_390x844_light"))
      let hit = Drive.tap(CGPoint(x: 195, y: 200), in: rig.scene)
      #expect(hit?.window === rig.appWindow)
      #expect(rig.events == [.appeared])
      Drive.tap(try #require(rig.view("card")))
      #expect(rig.events == [.appeared, .pressed(nodeID: "card")])
    }

    @Test(
      arguments: [(60.0, 0.5, true), (20, 0.03, true), (30, 0.5, false), (-60, 0.1, false)])
    func `a card that the finger pulls far or throws is swiped away; any other returns`(
      way: Double, seconds: Double, isAway: Bool
    ) async throws {
      let rig = HostRig()
      await rig.show(try scene("slideup_390x844_light"))
      let card = try #require(rig.view("card"))
      let start = card.convert(CGPoint(x: card.bounds.midX, y: card.bounds.midY), to: rig.window)
      Drive.drag(
        [
          (start, 0), (CGPoint(x: start.x, y: start.y + way / 2), seconds / 2),
          (CGPoint(x: start.x, y: start.y + way), seconds),
        ],
        in: rig.scene)
      #expect(rig.events == (isAway ? [.appeared, .swipedAway] : [.appeared]))
      Drive.advance(by: 1)
      if !isAway {
        #expect(rig.boxes()["card"].map { abs($0[1] + $0[3] - Double(start.y) * 2 + $0[1]) < 2 } == true)
      }
      #expect(Drive.violations == [])
    }

    @Test func `a finger that the system takes away returns the card and presses nothing`() async throws {
      let rig = HostRig()
      await rig.show(try scene("slideup_390x844_light"))
      let card = try #require(rig.view("card"))
      let start = card.convert(CGPoint(x: card.bounds.midX, y: card.bounds.midY), to: rig.window)
      Drive.drag([(start, 0), (CGPoint(x: start.x, y: start.y + 80), 0.2)], in: rig.scene, isCancelled: true)
      Drive.advance(by: 1)
      #expect(rig.events == [.appeared])
    }

    @Test func `escape, the two-finger scrub and the menu button mean the same`() async throws {
      let rig = HostRig()
      await rig.show(try scene("modal_390x844_light"))
      Drive.escapeGesture(in: rig.scene)
      #expect(Drive.press(.keyboardEscape, in: rig.scene))
      #expect(Drive.press(.menu, in: rig.scene))
      #expect(rig.events == [.appeared, .escaped, .escaped, .escaped])
      #expect(Drive.magicTap(in: rig.scene))
    }

    @Test func `until a message is fully visible, and once it leaves, nothing that a person does counts`()
      async throws
    {
      let rig = HostRig()
      let scene = try scene("modal-buttons_390x844_light")
      rig.host.show(scene)
      await rig.wait { rig.window != nil }
      Drive.layout()
      Drive.tap(try #require(rig.view("button-0")))
      #expect(rig.events == [])
      Drive.advance(by: 0.5)
      rig.host.hide(sceneID: scene.id, animated: true)
      if let close = rig.view("close") { Drive.tap(close) }
      Drive.advance(by: 0.5)
      #expect(rig.events == [.appeared, .disappeared])
      #expect(rig.window == nil)
    }

    @Test func `a message takes keys only if it covers the app, and gives them back`() async throws {
      let rig = HostRig()
      let slideup = try scene("slideup_390x844_light")
      await rig.show(slideup)
      #expect(rig.appWindow.isKeyWindow)
      rig.host.hide(sceneID: slideup.id, animated: false)
      let modal = try scene("modal_390x844_light")
      await rig.show(modal)
      #expect(!rig.appWindow.isKeyWindow)
      rig.host.hide(sceneID: modal.id, animated: false)
      #expect(rig.appWindow.isKeyWindow)
    }

    @Test func `VoiceOver's focus moves into a message that covers the app, and back to where it was`()
      async throws
    {
      let rig = HostRig()
      let button = UIButton(frame: CGRect(x: 0, y: 300, width: 100, height: 44))
      rig.appController.view.addSubview(button)
      Drive.setAccessibility { $0.isVoiceOverRunning = true }
      Drive.focus(on: button)
      let scene = try scene("modal_390x844_light")
      await rig.show(scene)
      #expect(Drive.focus === rig.view("header")?.focusTarget)
      rig.host.hide(sceneID: scene.id, animated: false)
      #expect(Drive.focus === button)
    }

    @Test func `a slideup leaves the focus alone and is announced, late enough to be heard`() async throws {
      let rig = HostRig()
      await rig.show(try scene("slideup_390x844_light"))
      #expect(Drive.posts.isEmpty)
      await rig.wait { rig.clock.sleeperCount > 0 }
      await rig.clock.advance(by: .seconds(1))
      await rig.wait { !Drive.posts.isEmpty }
      #expect(
        Drive.posts.map(\.text) == [
          "The new colours have arrived, and the first hundred orders travel free of charge."
        ])
      #expect(Drive.posts.allSatisfy { !$0.isLost })
    }
  }
}
