// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import Testing
import UIKit

@testable import MartletUI

extension HostTests {
  @MainActor
  @Suite("The views of a message, in the app's hands")
  struct HostPartTests {
    private let app = PresenterOnHost()
    private let buttons: [Martlet.InAppMessage.Button] = [
      .init(id: 0, text: "Now", clickAction: .none), .init(id: 1, text: "Later", clickAction: .none),
    ]

    /// What happens to the views in `onLayout`.
    private func show(_ change: @escaping @MainActor (InAppMessageUI.ModalView) -> Void) async throws
      -> InAppMessageUI.ModalView
    {
      app.prepare = { context in context.attributes?.modal?.onLayout = change }
      await app.present(.modal(.init(header: "Autumn", message: "New colours", buttons: buttons)))
      await app.advance(by: 0.5)
      return try #require(app.ui.messageView?.modal)
    }

    @Test func `each part is the view that the host has drawn, and there is none before and after`()
      async throws
    {
      let early = InAppMessageUI.ModalView(message: .init(header: "Autumn"))
      #expect(early.drawn(.box, of: "card") == nil && app.ui.rootController(of: early) == nil)
      let view = try await show { _ in }
      let window = try #require(app.rig.window)
      for (part, nodeID) in [(.box, "card"), (.shadow, "card"), (.content, "labels")]
        as [(MessageSceneView.Part, String)]
      {
        #expect(view.drawn(part, of: nodeID)?.isDescendant(of: window) == true, "\(nodeID)")
      }
      #expect(
        view.drawn(.content, of: "buttons") is UIStackView && view.drawn(.content, of: "header") is UILabel)
      #expect(["close", "button-0", "button-1"].allSatisfy { view.drawn(.button, of: $0) is UIButton })
      #expect(view.drawn(.button, of: "card") == nil && view.drawn(.content, of: "image") == nil)
      #expect(app.ui.rootController(of: view) === window.rootViewController)
      app.ui.dismiss()
      await app.advance(by: 0.5)
      #expect(view.drawn(.box, of: "card") == nil)
    }

    @Test func `what onLayout changes on views lasts over redraws of any kind, without drawing for ever`()
      async throws
    {
      var calls = 0
      let view = try await show { view in
        calls += 1
        view.attributes.cornerRadius = 3
        view.drawn(.box, of: "card")?.backgroundColor = .red
        view.drawn(.button, of: "close")?.isHidden = true
        (view.drawn(.content, of: "header") as? UILabel)?.numberOfLines = 1
      }
      func expectChanges(_ comment: Comment) {
        Drive.layout()
        #expect(view.drawn(.box, of: "card")?.backgroundColor == .red, comment)
        #expect(view.drawn(.box, of: "card")?.layer.cornerRadius == 3, comment)
        #expect(view.drawn(.button, of: "close")?.isHidden == true, comment)
        #expect((view.drawn(.content, of: "header") as? UILabel)?.numberOfLines == 1, comment)
      }
      expectChanges("first")
      view.message.header = "Winter"
      expectChanges("another text")
      Drive.change(app.rig.scene, UITraitCollection(userInterfaceStyle: .dark))
      expectChanges("dark")
      Drive.rotate(app.rig.scene, to: .landscapeRight)
      expectChanges("rotated")
      Drive.showKeyboard(in: app.rig.scene)
      expectChanges("keyboard")
      #expect(calls < 60)
      #expect(Drive.violations == [])
    }

    @Test func `the focus can start at a part, which only exists once it is drawn`() async throws {
      app.prepare = { context in
        context.attributes?.modal?.onLayout = { view in view.focusFirst(view.drawn(.button, of: "button-1")) }
      }
      Drive.setAccessibility { $0.isVoiceOverRunning = true }
      await app.present(.modal(.init(header: "Autumn", buttons: buttons)))
      await app.advance(by: 0.5)
      #expect(Drive.focus === app.ui.messageView?.modal?.drawn(.button, of: "button-1"))
    }
  }
}
