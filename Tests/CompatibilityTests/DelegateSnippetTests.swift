// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import BrazeKit
import BrazeUI
import Foundation
import MartletCore
import MartletTesting
import MartletWire
import Testing

extension Compatibility {
  /// The documents' delegates, on the real presenter.
  @MainActor
  @Suite
  struct DelegateSnippetTests {
    @Test func `a delegate without methods changes nothing: the message is shown, and its click carried out`()
      throws
    {
      for delegate in [AppDelegate(), ShouldProcessSignatureDefault(), DisplayChoiceSignatureDefault()]
        as [any BrazeInAppMessageUIDelegate]
      {
        let screen = Screen(delegate: delegate)
        screen.present(.modal(.init(message: "Tulips", buttons: Sample.buttons)))
        #expect(screen.host.stage == .visible)
        try screen.host.press("button-1")
        #expect(screen.opened == ["https://example.test/tulips web=false"])
      }
    }

    @Test
    func `the click action that the app sets before display is carried out, in a web view if it says so`()
      async throws
    {
      let changes = ClickActionChange()
      let bench = await Bench(["spring": .modal(.init(data: .init(clickAction: .none), message: "Tulips"))])
        .started()
      bench.ui.delegate = changes
      await bench.log("spring")
      #expect(
        bench.ui.messageView?.inAppMessage?.clickAction
          == .url(try #require(URL(string: "{your-url}")), useWebView: true))
      try bench.host.pressBody()
      #expect(bench.delegate.opened == ["%7Byour-url%7D"])
      #expect(await bench.analytics() == ["spring impression", "spring click body"])
    }

    @Test(arguments: Sample.withButtons)
    func `a click's button id is the button's position, by which the app looks it up`(kind: Wire.Message.Kind)
      throws
    {
      let delegate = ButtonLookup()
      let screen = Screen(delegate: delegate)
      screen.present(Sample.message(kind))
      try screen.host.press("button-1")
      #expect(delegate.printed.count == 3)
      #expect(delegate.printed[0] as? Int == 1)
      #expect(delegate.printed[1] as? String == "Order tulips")
      #expect(delegate.printed[2] as? Braze.InAppMessage.ClickAction == .url(Sample.page, useWebView: false))
      #expect(screen.opened == ["https://example.test/tulips web=false"])
      #expect(screen.host.stage == .empty)
    }

    @Test func `a click on the body has no button to look up`() throws {
      let delegate = ButtonLookup()
      let screen = Screen(delegate: delegate)
      screen.present(
        .slideup(.init(data: .init(clickAction: .url(Sample.page, useWebView: true)), message: "Tulips")))
      try screen.host.pressBody()
      #expect(delegate.printed.isEmpty)
      #expect(screen.opened == ["https://example.test/tulips web=true"])
    }

    @Test func `a tap beside a modal image closes it once the app says so, and does nothing before`() throws {
      let screen = Screen()
      screen.present(Sample.message(.modalImage))
      try screen.host.tapBackdrop()
      #expect(screen.host.stage == .visible)
      screen.ui.dismiss()

      let defaults = BrazeInAppMessageUI.ModalImageView.Attributes.defaults
      defer { BrazeInAppMessageUI.ModalImageView.Attributes.defaults = defaults }
      AppDelegate().dismissOnBackgroundTap()
      screen.present(Sample.message(.modalImage))
      try screen.host.tapBackdrop()
      #expect(screen.host.stage == .empty)
    }

    @Test
    func `the orientation that the app prefers is taken when the app supports it, and left alone when not`() {
      let delegate = PreferredOrientation()
      let turning = Screen(delegate: delegate, traits: Sample.landscape)
      turning.present(.modal(.init(message: "Tulips")))
      #expect(turning.host.calls.first == .turn(.portrait))
      #expect(turning.host.traits.orientation == .portrait)
      #expect(turning.host.stage == .visible)

      var onlyLandscape = Sample.landscape
      onlyLandscape.supportedOrientations = [.landscape]
      let fixed = Screen(delegate: delegate, traits: onlyLandscape)
      fixed.present(.modal(.init(message: "Tulips")))
      #expect(fixed.host.traits.orientation == .landscape)
      #expect(fixed.host.stage == .visible)
    }

    @Test(arguments: Sample.themed)
    func `without its dark themes a message looks in the dark as in the light, with its buttons`(
      kind: Wire.Message.Kind
    ) throws {
      let message = Sample.message(kind)
      let delegate = LightOnly()
      let screen = Screen(delegate: delegate, traits: Sample.dark)
      screen.present(message)
      let shown = try #require(screen.ui.messageView?.inAppMessage)
      let themes: [Braze.InAppMessage.Themes] = [
        shown.slideup?.themes, shown.modal?.themes, shown.modalImage?.themes, shown.full?.themes,
        shown.fullImage?.themes,
      ].compactMap { $0 }
      #expect(themes.count == 1)
      #expect(themes.allSatisfy { $0.dark == nil })
      let buttons =
        shown.modal?.buttons ?? shown.modalImage?.buttons ?? shown.full?.buttons ?? shown.fullImage?.buttons
        ?? []
      #expect(buttons.allSatisfy { $0.themes.dark == nil && $0.themes.themes.count == 1 })

      let bright = Screen(traits: Sample.portrait)
      bright.present(message)
      let dark = Screen(traits: Sample.dark)
      dark.present(message)
      #expect(screen.host.scene?.root == bright.host.scene?.root)
      #expect(screen.host.scene?.backdrop == bright.host.scene?.backdrop)
      #expect(screen.host.scene?.root != dark.host.scene?.root, "The sample must look different in the dark.")
    }
  }
}
