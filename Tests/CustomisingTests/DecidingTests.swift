// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletUI
import MartletWire
import Testing

// example: display-choice
@MainActor
final class Checkout: InAppMessageUIDelegate {
  var isPaying = false

  func inAppMessage(
    _ ui: InAppMessageUI, displayChoiceForMessage message: Martlet.InAppMessage
  ) -> InAppMessageUI.DisplayChoice {
    if message.extras["retired"] as? Bool == true { return .discard }
    return isPaying ? .reenqueue : .now
  }
}
// end

// example: prepare
@MainActor
final class Greeting: InAppMessageUIDelegate {
  func inAppMessage(_ ui: InAppMessageUI, prepareWith context: inout InAppMessageUI.PresentationContext) {
    context.message.slideup?.message += " 🌷"
    context.message.modal?.header = "Hello"
    context.message.animateIn = false
    if let basket = URL(string: "tulips://basket") {
      context.message.clickAction = .url(basket, useWebView: false)
    }
  }
}
// end

// example: light-only
@MainActor
final class LightOnly: InAppMessageUIDelegate {
  func inAppMessage(_ ui: InAppMessageUI, prepareWith context: inout InAppMessageUI.PresentationContext) {
    guard var modal = context.message.modal else { return }
    modal.themes.dark = nil
    for index in modal.buttons.indices { modal.buttons[index].themes["dark"] = nil }
    context.message.modal = modal
  }
}
// end

// example: surroundings
@MainActor
final class Kiosk: InAppMessageUIDelegate {
  func inAppMessage(_ ui: InAppMessageUI, prepareWith context: inout InAppMessageUI.PresentationContext) {
    context.preferredOrientation = .portrait
    context.statusBarHideBehavior = .hidden
    context.windowLevel = .statusBar
  }
}
// end

// example: veto
@MainActor
final class Members: InAppMessageUIDelegate {
  var isMember = false
  private(set) var refused: [String] = []

  func inAppMessage(
    _ ui: InAppMessageUI, shouldProcess clickAction: Martlet.InAppMessage.ClickAction, buttonId: String?,
    message: Martlet.InAppMessage, view: any InAppMessageView
  ) -> Bool {
    guard !isMember, clickAction.url?.path().hasPrefix("/members") == true else { return true }
    refused.append(buttonId ?? "body")
    return false
  }
}
// end

// example: links
@MainActor
final class Links: MartletDelegate {
  func martlet(_ martlet: Martlet, shouldOpenURL context: Martlet.URLContext) -> Bool {
    context.useWebView = context.url.host() == "example.test"
    return context.url.scheme == "https"
  }
}
// end

// example: lifecycle
@MainActor
final class Player: InAppMessageUIDelegate {
  var isPlaying = true

  func inAppMessage(
    _ ui: InAppMessageUI, willPresent message: Martlet.InAppMessage, view: any InAppMessageView
  ) {
    isPlaying = false
  }

  func inAppMessage(
    _ ui: InAppMessageUI, didDismiss message: Martlet.InAppMessage, view: any InAppMessageView
  ) {
    isPlaying = true
  }
}
// end

extension Customising {
  /// Whether, how and where a message is shown, and what a click does.
  @MainActor
  @Suite
  struct DecidingTests {
    @Test
    func `the app puts a message back while it does not suit, and shows it later; what it retired goes`() {
      let checkout = Checkout()
      checkout.isPaying = true
      let stage = Stage(checkout)
      let ui = stage.ui
      ui.present(message: .tulips)
      #expect(ui.stack.count == 1)
      #expect(stage.host.stage == .empty)
      // example: present-next
      checkout.isPaying = false
      ui.presentNext()
      // end
      #expect(stage.host.stage == .visible)
      ui.dismiss()

      var retired = Martlet.InAppMessage.tulips
      retired.extras = ["retired": true]
      ui.present(message: retired)
      #expect(ui.stack.isEmpty)
      #expect(stage.host.stage == .empty)
    }

    @Test func `everything about a message can be changed before it is shown`() throws {
      let greeting = Greeting()
      let stage = Stage(greeting)
      stage.ui.present(message: .slideup(.init(message: "Tulips")))
      #expect(stage.ui.messageView?.slideup?.message.message == "Tulips 🌷")
      #expect(stage.host.scene?.enter == MessageScene.Transition.none)
      #expect(stage.ui.messageView?.inAppMessage?.clickAction.url?.scheme == "tulips")
      stage.ui.dismiss()
      stage.ui.present(message: .tulips)
      #expect(stage.ui.messageView?.modal?.message.header == "Hello")
    }

    @Test func `without dark themes a message looks in the dark as in the light`() {
      let delegate = LightOnly()
      let dark = Stage(delegate, traits: SceneTraits(width: 390, height: 844, scheme: .dark))
      let light = Stage(traits: SceneTraits(width: 390, height: 844))
      for stage in [dark, light] { stage.ui.present(message: .tulips) }
      #expect(dark.host.scene?.root == light.host.scene?.root)
    }

    @Test func `orientation, status bar and window are chosen for one presentation`() {
      let kiosk = Kiosk()
      let stage = Stage(kiosk, traits: SceneTraits(width: 844, height: 390))
      stage.ui.present(message: .tulips)
      #expect(stage.host.traits.orientation == .portrait)
      #expect(stage.host.scene?.isStatusBarHidden == true)
      #expect(stage.host.scene?.window?.level == .statusBar)
    }

    @Test func `a vetoed click closes the message and opens nothing`() throws {
      let members = Members()
      let stage = Stage(members)
      let url = try #require(URL(string: "https://example.test/members/tulips"))
      stage.ui.present(
        message: .slideup(.init(data: .init(clickAction: .url(url, useWebView: false)), message: "Tulips")))
      let body = try #require(stage.nodes.first { $0.action == .body })
      try stage.host.press(body.id)
      #expect(members.refused == ["body"])
      #expect(stage.opened.isEmpty)
      #expect(stage.host.stage == .empty)

      stage.ui.present(message: .tulips)
      try stage.host.press("button-1")
      #expect(stage.opened == ["https://example.test/tulips"])
    }

    @Test func `the client's delegate says how URLs are opened, and which`() throws {
      let links = Links()
      let martlet = Martlet.quiet()
      martlet.delegate = links
      let context = Martlet.URLContext(
        url: try #require(URL(string: "https://example.test/a")), useWebView: false, extras: [:])
      #expect(links.martlet(martlet, shouldOpenURL: context))
      #expect(context.useWebView)
      context.url = try #require(URL(string: "tulips://basket"))
      #expect(!links.martlet(martlet, shouldOpenURL: context))
    }

    @Test func `the app hears when a message comes and goes`() {
      let player = Player()
      let stage = Stage(player)
      stage.ui.present(message: .tulips)
      #expect(!player.isPlaying)
      stage.ui.dismiss()
      #expect(player.isPlaying)
    }
  }
}
