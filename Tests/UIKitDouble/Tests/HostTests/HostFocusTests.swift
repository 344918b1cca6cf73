// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing
import UIKit

@testable import MartletUI

extension HostTests {
  @MainActor
  @Suite("The focus of a remote control, and controls that the system enlarges, on UIKit")
  struct HostFocusTests {
    private let rig = HostRig(
      size: SceneSize(width: 1_180, height: 820), traits: UITraitCollection(userInterfaceIdiom: .tv))

    @Test func `on a television, the focus starts on the first button and reaches every control`()
      async throws
    {
      await rig.show(try HostRig.scene("modal-image-buttons_1180x820_light"))
      Drive.enterFocus(in: rig.scene)
      #expect(Drive.remoteFocus === rig.view("button-0")?.focusTarget)
      let reached = Drive.focusItems(in: try #require(rig.window)).compactMap(\.accessibilityIdentifier)
      #expect(Set(reached).isSuperset(of: ["button-0", "button-1", "close"]))
      #expect(Drive.violations == [])
    }

    @Test func `without a button, the focus starts on the message if it can be pressed`() async throws {
      await rig.show(try HostRig.scene("modal_1180x820_light_text-1.35"))
      Drive.enterFocus(in: rig.scene)
      #expect(Drive.remoteFocus === rig.view("body")?.focusTarget)
    }

    @Test func `on a television, the control with the focus is larger, and the remote control presses it`()
      async throws
    {
      await rig.show(try HostRig.scene("modal-image-buttons_1180x820_light"))
      Drive.enterFocus(in: rig.scene)
      let first = try #require(rig.view("button-0")?.focusTarget)
      let second = try #require(rig.view("button-1")?.focusTarget)
      #expect(first.transform.a > 1 && second.transform == .identity)
      Drive.moveFocus(to: second)
      #expect(first.transform == .identity && second.transform.a > 1)
      Drive.select()
      #expect(rig.events == [.appeared, .pressed(nodeID: "button-1")])
    }

    @Test func `with a keyboard, nothing changes its size`() async throws {
      let rig = HostRig(size: SceneSize(width: 1_180, height: 820))
      await rig.show(try HostRig.scene("modal-image-buttons_1180x820_light"))
      Drive.enterFocus(in: rig.scene)
      #expect(Drive.remoteFocus === rig.view("button-0")?.focusTarget)
      #expect(Drive.remoteFocus?.transform == .identity)
    }

    @Test
    func `who needs large text and keeps a finger on the close control sees it enlarged, with its name`()
      async throws
    {
      let rig = HostRig()
      await rig.show(try HostRig.scene("modal_390x844_light"))
      let close = try #require(rig.view("close"))
      let shown = try #require(Drive.largeContent(at: middle(of: close, in: rig), in: rig.scene))
      #expect(shown.title == close.focusTarget.accessibilityLabel && shown.title?.isEmpty == false)
      #expect(shown.image != nil)
      let header = try #require(rig.view("header"))
      #expect(
        Drive.largeContent(at: middle(of: header, in: rig), in: rig.scene) == nil,
        "its text already follows the text size")
    }

    private func middle(of view: UIView, in rig: HostRig) -> CGPoint {
      view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: rig.window)
    }
  }
}
