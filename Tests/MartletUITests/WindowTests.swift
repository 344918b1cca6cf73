// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

@testable import MartletUI

@MainActor
@Suite("Windows, orientations and what a click brings along")
struct WindowTests {
  let rig = PresenterRig()

  @Test
  func
    `while a message is visible that is only for one orientation, the window keeps it and follows the device afterwards`()
  {
    rig.ui.present(message: rig.message("a", kind: .modal) { $0.orientation = .portrait })
    rig.host.rotate()
    #expect(rig.host.traits.orientation == .portrait)
    #expect(rig.host.stage == .visible)
    rig.ui.dismiss()
    #expect(rig.host.traits.orientation == .landscape)
    rig.ui.present(message: rig.message("b") { $0.orientation = .portrait })
    #expect(rig.transcript.finalOutcomes(of: "b") == [.discarded(.orientation)])
  }

  @Test func `turned there and back under such a message, nothing has happened`() {
    rig.ui.present(message: rig.message("a", kind: .modal) { $0.orientation = .portrait })
    rig.host.rotate()
    rig.host.rotate()
    rig.ui.dismiss()
    #expect(rig.host.traits.orientation == .portrait)
  }

  @Test func `a window that turns all the same, because no host can hold it, takes the message along`() {
    rig.ui.present(message: rig.message("a", kind: .full) { $0.orientation = .portrait })
    let traits = rig.host.traits
    (rig.host.traits.width, rig.host.traits.height) = (traits.height, traits.width)
    #expect(rig.host.stage == .visible)
    #expect(rig.host.scene?.root.style.width == traits.height)
    #expect(rig.lines.filter { $0.contains("impression") }.count == 1)
  }

  @Test
  func `shown in the window that the app chose, at the level that it chose, for that window's surroundings`()
    throws
  {
    let external = WindowScene(id: "external")
    rig.host.windows = [external: SceneTraits(width: 1_920, height: 1_080, scheme: .dark)]
    rig.delegate.prepare = { context in
      #expect(context.windowScene == nil && context.windowLevel == .normal)
      context.windowScene = external
      context.windowLevel = .alert
    }
    rig.ui.present(message: rig.message("a", kind: .modal) { $0.orientation = .landscape })
    let scene = try #require(rig.host.scene)
    #expect(scene.window == WindowChoice(scene: external, level: .alert))
    #expect(scene.root.style.background == SceneColor(Martlet.InAppMessage.Theme.defaultDark.backgroundColor))
    #expect(rig.transcript.finalOutcomes(of: "a") == [.shown])
  }

  @Test func `a chosen window that is not there is an outcome, and the next message is tried`() {
    rig.host.isAvailable = false
    for name in ["a", "b"] { rig.ui.present(message: rig.message(name)) }
    rig.delegate.prepare = { if $0.message.name == "b" { $0.windowScene = WindowScene(id: "closed") } }
    rig.host.isAvailable = true
    #expect(rig.transcript.finalOutcomes(of: "b") == [.discarded(.noHost)])
    #expect(rig.transcript.finalOutcomes(of: "a") == [.shown])
    #expect(rig.ui.showing?.window == nil)
  }

  @Test func `nothing chosen, nothing said: the active window, at its usual level`() {
    rig.ui.present(message: rig.message("a"))
    #expect(rig.host.scene != nil && rig.host.scene?.window == nil && rig.host.scene?.orientation == nil)
  }

  @Test func `a message that follows from a click is shown next, before what waited longer`() throws {
    rig.ui.present(
      message: rig.message("a", kind: .modal) {
        $0.modal?.buttons = [.init(id: 0, text: "More", clickAction: .none)]
      })
    for name in ["b", "c"] { rig.ui.present(message: rig.message(name)) }
    rig.delegate.shouldProcess = { [rig] _ in
      rig.ui.present(message: rig.message("more"))
      return true
    }
    try rig.host.press("button-0")
    #expect(rig.host.scene != nil)
    #expect(rig.ui.messageView?.inAppMessage?.name == "more")
    #expect(rig.ui.stack.map(\.name) == ["b", "c"])
  }

  @Test func `dismissing completes when the message is off the screen, not before`() throws {
    rig.ui.present(message: rig.message("a", kind: .full))
    rig.host.isDelaying = true
    var completions = 0
    rig.ui.dismiss { completions += 1 }
    #expect(completions == 0)
    try rig.host.finishDisappearing()
    #expect(completions == 1)
    #expect(rig.lines.last == "a: didDismiss presented=false")
  }

  @Test func `without animation the host is told so, in both directions`() {
    rig.ui.present(message: rig.message("a", kind: .fullImage) { $0.animateIn = false })
    #expect(rig.host.scene?.enter == MessageScene.Transition.none)
    #expect(rig.host.scene?.leave != MessageScene.Transition.none)
  }
}
