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
@Suite("A visible message follows its surroundings and its settings, and leaves nothing behind")
struct LiveViewTests {
  let rig = PresenterRig()

  private var updates: [MessageScene] {
    rig.host.calls.compactMap { if case .update(let scene) = $0 { scene } else { nil } }
  }

  @Test func `rotated, darkened, enlarged: redrawn each time under the same id, without a second impression`()
  {
    rig.ui.present(message: rig.message("a", kind: .modal))
    rig.host.rotate()
    rig.host.traits.scheme = .dark
    rig.host.traits.textScale = 2
    #expect(updates.count == 3)
    #expect(Set(updates.map(\.id)).count == 1)
    #expect(rig.host.stage == .visible)
    #expect(rig.lines.filter { $0.contains("impression") }.count == 1)
  }

  @Test func `traits that change nothing of the scene cause no redraw`() {
    rig.ui.present(message: rig.message("a", kind: .modal))
    rig.host.traits.supportedOrientations = [.portrait]
    #expect(updates.isEmpty)
  }

  @Test func `message and attributes set while visible are drawn`() throws {
    rig.ui.present(message: rig.message("a"))
    let view = try #require(rig.ui.messageView?.slideup)
    view.attributes.margin.bottom = 80
    view.message.message = "Changed"
    #expect(updates.count == 2)
    #expect(
      updates.last?.placement == .bottom(insets: Insets(top: 63, leading: 16, bottom: 114, trailing: 16)))
    #expect(updates.last?.accessibility.label == "Changed")
    try rig.host.swipe()
    view.message.message = "Too late"
    #expect(updates.count == 2)
  }

  @Test func `hooks are called, and what onLayout changes is in the scene it is called for`() throws {
    var calls: [String] = []
    rig.delegate.prepare = { context in
      context.attributes?.modal?.onTheme = { _ in calls.append("theme") }
      context.attributes?.modal?.onLayout = { view in
        calls.append("layout")
        view.attributes.cornerRadius = 3
      }
      context.attributes?.modal?.onPresent = { _ in calls.append("present") }
    }
    rig.ui.present(message: rig.message("a", kind: .modal))
    #expect(calls == ["theme", "layout", "present"])
    #expect(rig.host.scene?.root.style.cornerRadius == 3)
    rig.host.traits.scheme = .dark
    #expect(calls == ["theme", "layout", "present", "theme", "layout"])
  }

  @Test func `defaults count for messages presented from then on`() {
    let usual = InAppMessageUI.SlideupView.Attributes.defaults
    defer { InAppMessageUI.SlideupView.Attributes.defaults = usual }
    InAppMessageUI.SlideupView.Attributes.defaults.cornerRadius = 2
    InAppMessageUI.SlideupView.Attributes.defaults.maxWidth = 200
    rig.ui.present(message: rig.message("a"))
    #expect(rig.host.scene?.root.style.cornerRadius == 2)
    #expect(rig.host.scene?.root.style.width == 200)
  }

  @Test func `a slideup that may not be swiped away can neither be escaped`() throws {
    rig.delegate.prepare = { $0.attributes?.slideup?.dismissible = false }
    rig.ui.present(message: rig.message("a"))
    #expect(throws: HeadlessHost.Refusal.notSwipeable) { try rig.host.swipe() }
    try rig.host.escape()
    #expect(rig.host.stage == .visible)
    rig.ui.dismiss()
    #expect(rig.host.stage == .empty)
  }

  @Test func `a person cannot press what is not there`() throws {
    #expect(throws: HeadlessHost.Refusal.nothingVisible(.empty)) { try rig.host.press("close") }
    rig.ui.present(message: rig.message("a"))
    #expect(throws: HeadlessHost.Refusal.noSuchNode("close", present: ["card"])) {
      try rig.host.press("close")
    }
    #expect(throws: HeadlessHost.Refusal.notPressable("message")) { try rig.host.press("message") }
    #expect(throws: HeadlessHost.Refusal.noBackdrop) { try rig.host.tapBackdrop() }
    #expect(throws: HeadlessHost.Refusal.nothingToFinish(.visible)) { try rig.host.finishAppearing() }
  }

  @Test func `views are released when they have left, the presenter and its host when the app lets them go`()
    throws
  {
    weak var view: (any InAppMessageView)?
    weak var ui: InAppMessageUI?
    weak var host: HeadlessHost?
    do {
      let newHost = HeadlessHost()
      let newUI = InAppMessageUI(host: newHost, environment: rig.clock.environment)
      (ui, host) = (newUI, newHost)
      newUI.present(message: rig.message("a") { $0.messageClose = .auto(after: 60) })
      view = newUI.messageView
      #expect(view != nil)
      try newHost.swipe()
      #expect(view == nil)
      // Gone with a message on the screen and a timer running.
      newUI.present(message: rig.message("b") { $0.messageClose = .auto(after: 60) })
      view = newUI.messageView
    }
    #expect(ui == nil)
    #expect(host == nil)
    #expect(view == nil)
  }
}
