// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletUI
import MartletWire
import Testing

// example: attributes-of-one
@MainActor
final class Festive: InAppMessageUIDelegate {
  func inAppMessage(_ ui: InAppMessageUI, prepareWith context: inout InAppMessageUI.PresentationContext) {
    guard context.message.extras["style"] as? String == "festive" else { return }
    context.attributes?.slideup?.cornerRadius = 32
    context.attributes?.slideup?.margin.bottom = 40
    context.attributes?.modal?.maxWidth = ViewDimension(regular: 360, large: 560)
    context.attributes?.modal?.buttonsAttributes.cornerRadius = 22
  }
}
// end

// example: subclass
@MainActor
final class PlainModal: InAppMessageUI.ModalView {
  override func makeScene(id: String, traits: SceneTraits) -> MessageScene? {
    var scene = super.makeScene(id: id, traits: traits)
    scene?.enter = .none
    scene?.backdrop?.color = SceneColor(argb: 0xFF00_0000)
    return scene
  }
}
// end

// example: custom-view
@MainActor
final class PlainModals: InAppMessageUIDelegate {
  func inAppMessage(_ ui: InAppMessageUI, prepareWith context: inout InAppMessageUI.PresentationContext) {
    guard let modal = context.message.modal else { return }
    context.customView = PlainModal(message: modal, attributes: context.attributes?.modal ?? .defaults)
  }
}
// end

// example: own-view
@MainActor
final class BannerView: MessageSceneView {
  override func makeScene(id: String, traits: SceneTraits) -> MessageScene? {
    guard let slideup = inAppMessage.slideup else { return nil }
    let theme = slideup.themes.theme(for: traits.scheme)
    let text = SceneNode(
      id: "text",
      content: .text(
        .init(
          string: slideup.message, font: SceneFont(size: 16, lineHeight: 22, weight: .regular),
          color: SceneColor(theme.textColor),
          alignment: .leading)),
      style: .init(
        padding: Insets(top: traits.safeArea.top + 12, leading: 16, bottom: 12, trailing: 16),
        background: SceneColor(theme.backgroundColor), width: traits.width),
      action: .body, accessibility: .init(role: .text))
    return MessageScene(
      id: id, kind: .init(inAppMessage), placement: .top(insets: .zero), root: text,
      enter: .init(style: .slide(.top), milliseconds: 200),
      leave: .init(style: .slide(.top), milliseconds: 160), swipe: .top,
      accessibility: .init(
        label: slideup.message, isModal: false, initialFocus: nil, language: slideup.language),
      direction: traits.direction)
  }
}
// end

// example: make-view
@MainActor
final class BannerUI: InAppMessageUI {
  override func makeView(for message: Martlet.InAppMessage, attributes: ViewAttributes?) -> (
    any InAppMessageView
  )? {
    if message.slideup != nil { return BannerView(message: message) }
    return super.makeView(for: message, attributes: attributes)
  }
}
// end

extension Customising {
  /// Attributes, live changes, and views of the app's own.
  @MainActor
  @Suite
  struct LookTests {
    @Test func `defaults count for every message from now on`() throws {
      let (slideups, modals, fulls) = (
        InAppMessageUI.SlideupView.Attributes.defaults, InAppMessageUI.ModalView.Attributes.defaults,
        InAppMessageUI.FullView.Attributes.defaults
      )
      defer {
        InAppMessageUI.SlideupView.Attributes.defaults = slideups
        InAppMessageUI.ModalView.Attributes.defaults = modals
        InAppMessageUI.FullView.Attributes.defaults = fulls
      }
      // example: defaults
      InAppMessageUI.SlideupView.Attributes.defaults.cornerRadius = 8
      InAppMessageUI.SlideupView.Attributes.defaults.font = .init(size: 15, lineHeight: 20, weight: .medium)
      InAppMessageUI.ModalView.Attributes.defaults.dismissOnBackgroundTap = true
      InAppMessageUI.FullView.Attributes.defaults.preferredDisplayMode = .modal
      // end
      let stage = Stage()
      stage.ui.present(message: .slideup(.init(message: "Tulips")))
      #expect(stage.nodes.contains { $0.style.cornerRadius == 8 })
      stage.ui.dismiss()
      stage.ui.present(message: .tulips)
      try stage.host.tapBackdrop()
      #expect(stage.host.stage == .empty)
      stage.ui.present(message: .full)
      #expect(stage.ui.messageView?.full?.displayMode == .modal)
    }

    @Test func `attributes are changed for one presentation`() {
      let festive = Festive()
      let stage = Stage(festive)
      var message = Martlet.InAppMessage.slideup(.init(message: "Tulips"))
      stage.ui.present(message: message)
      #expect(!stage.nodes.contains { $0.style.cornerRadius == 32 })
      stage.ui.dismiss()
      message.extras = ["style": "festive"]
      stage.ui.present(message: message)
      #expect(stage.nodes.contains { $0.style.cornerRadius == 32 })
    }

    @Test func `what is visible is drawn anew when its view changes`() {
      let ui: InAppMessageUI
      let stage = Stage()
      ui = stage.ui
      ui.present(message: .slideup(.init(message: "3 left")))
      let before = stage.host.scene
      // example: live
      ui.messageView?.slideup?.message.message = "2 left"
      ui.messageView?.slideup?.attributes.margin.bottom = 80
      // end
      #expect(stage.host.scene != before)
      #expect(stage.host.scene?.id == before?.id)
    }

    @Test func `one closure serves modals and full messages, which are modals too`() {
      let (modals, fulls) = (
        InAppMessageUI.ModalView.Attributes.defaults, InAppMessageUI.FullView.Attributes.defaults
      )
      defer {
        InAppMessageUI.ModalView.Attributes.defaults = modals
        InAppMessageUI.FullView.Attributes.defaults = fulls
      }
      // example: closures
      let roomier: @MainActor @Sendable (InAppMessageUI.ModalView) -> Void = { view in
        if view.isLargeLandscape { view.attributes.padding = Insets(all: 40) }
      }
      InAppMessageUI.ModalView.Attributes.defaults.onLayout = roomier
      InAppMessageUI.FullView.Attributes.defaults.onLayout = roomier
      // end
      let traits = SceneTraits(
        width: 1366, height: 1024, horizontalSizeClass: .regular, verticalSizeClass: .regular)
      for message in [Martlet.InAppMessage.tulips, .full] {
        let large = Stage(traits: traits)
        large.ui.present(message: message)
        #expect(large.ui.messageView?.modal?.attributes.padding == Insets(all: 40))
        let small = Stage()
        small.ui.present(message: message)
        #expect(small.ui.messageView?.modal?.attributes.padding != Insets(all: 40))
      }
    }

    @Test func `moving pictures move once the app says so`() {
      let before = GIFViewProvider.shared
      defer { GIFViewProvider.shared = before }
      // example: moving-pictures
      GIFViewProvider.shared = .animating
      // end
      #expect(GIFViewProvider.shared.animates(URL(filePath: "/tulips.gif")))
    }

    @Test func `a subclass changes the scene that it inherits`() {
      let delegate = PlainModals()
      let stage = Stage(delegate)
      stage.ui.present(message: .tulips)
      #expect(stage.ui.messageView is PlainModal)
      #expect(stage.host.scene?.enter == MessageScene.Transition.none)
      #expect(stage.host.scene?.backdrop?.color == SceneColor(argb: 0xFF00_0000))
    }

    @Test func `a view of the app's own makes the whole scene, and a presenter can use it for a kind`() throws
    {
      let stage = Stage()
      let ui = BannerUI(host: stage.host, environment: .live)
      ui.present(message: .slideup(.init(message: "Tulips")))
      #expect(ui.messageView is BannerView)
      #expect(stage.host.scene?.placement == .top(insets: .zero))
      try stage.host.press("text")
      #expect(stage.host.stage == .empty)
      ui.present(message: .tulips)
      #expect(ui.messageView is InAppMessageUI.ModalView)
    }
  }
}
