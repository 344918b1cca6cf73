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
@Suite("What every native kind does on the screen", .timeLimit(.minutes(5)))
struct KindTests {
  static let tablet = SceneTraits(
    width: 1_180, height: 820, horizontalSizeClass: .regular, verticalSizeClass: .regular)
  nonisolated static let visible: [Wire.Message.Kind] = [.slideup, .modal, .modalImage, .full, .fullImage]
  /// Those over a backdrop.
  nonisolated static let modal: [Wire.Message.Kind] = [.modal, .modalImage, .full, .fullImage]

  let rig = PresenterRig()

  @Test(arguments: modal)
  func `shown with the attributes of its kind, in the documented order, and closed by its control`(
    kind: Wire.Message.Kind
  ) throws {
    rig.ui.present(message: rig.message("a", kind: kind))
    #expect(rig.host.scene?.kind == .message(kind))
    try rig.host.press("close")
    #expect(
      rig.lines == [
        "a: displayChoice", "a: prepare attributes=true", "a: willPresent presented=false",
        "a: log impression",
        "a: didPresent presented=true", "a: willDismiss presented=true", "a: log dismissal user",
        "a: didDismiss presented=false",
      ])
  }

  @Test(arguments: visible)
  func `a tap on the body counts a click and acts when there are no buttons`(kind: Wire.Message.Kind) throws {
    rig.ui.present(
      message: rig.message("a", kind: kind) {
        $0.clickAction = .url(URL(string: "https://shop.example")!, useWebView: true)
      })
    let body = kind == .slideup ? "card" : "body"
    #expect(rig.host.scene?.root.node(body)?.accessibility.role == .button)
    try rig.host.press(body)
    #expect(rig.lines.contains("a: log click body"))
    #expect(rig.lines.contains("a: open https://shop.example web=true"))
    #expect(rig.host.stage == .empty)
  }

  @Test(arguments: modal)
  func `buttons report their position and act by themselves; the body is inert beside them`(
    kind: Wire.Message.Kind
  ) throws {
    rig.ui.present(
      message: rig.message("a", kind: kind) {
        $0.clickAction = .url(URL(string: "https://body.example")!, useWebView: false)
        $0.setButtons([
          .init(id: 0, text: "Later", clickAction: .none, themes: .secondary),
          .init(
            id: 1, text: "Look", clickAction: .url(URL(string: "https://look.example")!, useWebView: false)),
        ])
      })
    #expect(throws: HeadlessHost.Refusal.notPressable("body")) { try rig.host.press("body") }
    try rig.host.press("button-1")
    #expect(
      rig.lines.filter { $0.contains("log click") || $0.contains("open") } == [
        "a: log click 1", "a: open https://look.example web=false",
      ])
  }

  @Test(arguments: modal, [false, true])
  func `a tap beside the card closes it only when the attribute says so`(
    kind: Wire.Message.Kind, isWanted: Bool
  ) throws {
    rig.host.traits = Self.tablet
    rig.delegate.prepare = { context in
      guard isWanted else { return }
      context.attributes?.modal?.dismissOnBackgroundTap = true
      context.attributes?.modalImage?.dismissOnBackgroundTap = true
      context.attributes?.full?.dismissOnBackgroundTap = true
      context.attributes?.fullImage?.dismissOnBackgroundTap = true
    }
    rig.ui.present(message: rig.message("a", kind: kind))
    try rig.host.tapBackdrop()
    #expect((rig.host.stage == .empty) == isWanted)
    #expect(!rig.lines.contains { $0.contains("click") }, "no click")
  }

  @Test(arguments: visible)
  func `escape closes every kind`(kind: Wire.Message.Kind) throws {
    rig.ui.present(message: rig.message("a", kind: kind))
    try rig.host.escape()
    #expect(rig.lines.contains("a: log dismissal user"))
  }

  @Test(arguments: visible)
  func `every kind closes by itself after its time`(kind: Wire.Message.Kind) async {
    rig.ui.present(message: rig.message("a", kind: kind) { $0.messageClose = .auto(after: 3) })
    await rig.advance(by: .milliseconds(2_999))
    #expect(rig.host.stage == .visible)
    await rig.advance(by: .milliseconds(1))
    #expect(rig.host.stage == .empty)
    #expect(rig.lines.contains("a: log dismissal auto"))
  }

  @Test(arguments: visible)
  func `only modals take the focus and the keyboard; a slideup is announced and leaves both to the app`(
    kind: Wire.Message.Kind
  ) throws {
    rig.ui.present(message: rig.message("a", kind: kind))
    let scene = try #require(rig.host.scene)
    #expect(scene.accessibility.isModal == (kind != .slideup))
    #expect((scene.backdrop == nil) == (kind == .slideup), "touches beside a slideup reach the app")
    #expect(!scene.accessibility.label.isEmpty)
  }

  @Test(
    arguments: visible, [true, false])
  func
    `the status bar: the presentation's word, else the view's, else the kind's: full kinds hide it, on every screen, others leave it to the app`(
      kind: Wire.Message.Kind, isLarge: Bool
    )
  {
    if isLarge { rig.host.traits = Self.tablet }
    let usual = kind == .full || kind == .fullImage ? true : nil
    let table: [(InAppMessageUI.StatusBarHideBehavior, Bool?, Bool?)] = [
      (.auto, nil, usual), (.auto, true, true), (.auto, false, false), (.hidden, false, true),
      (.visible, true, false),
    ]
    for (number, (behavior, view, isHidden)) in table.enumerated() {
      rig.delegate.prepare = { $0.statusBarHideBehavior = behavior }
      rig.delegate.willPresent = { $0.prefersStatusBarHidden = view }
      rig.ui.present(message: rig.message("\(number)", kind: kind))
      #expect(rig.host.scene?.isStatusBarHidden == isHidden, "\(behavior), view \(String(describing: view))")
      rig.ui.dismiss()
    }
  }

  @Test(
    arguments: [Wire.Message.Kind.full, .fullImage],
    InAppMessageUI.DisplayMode.allCases
  )
  func `full messages fill the screen or not as the app prefers`(
    kind: Wire.Message.Kind, mode: InAppMessageUI.DisplayMode
  ) throws {
    rig.delegate.prepare = { context in
      context.attributes?.full?.preferredDisplayMode = mode
      context.attributes?.fullImage?.preferredDisplayMode = mode
    }
    for (name, traits) in [("small", rig.host.traits), ("large", Self.tablet)] {
      rig.host.traits = traits
      rig.ui.present(message: rig.message(name, kind: kind))
      #expect((rig.host.scene?.placement == .fill) == (mode == .full))
      #expect(rig.ui.messageView?.full?.displayMode ?? rig.ui.messageView?.fullImage?.displayMode == mode)
      rig.ui.dismiss()
    }
  }

  @Test func `a full message becomes a modal when its window becomes large, and back`() {
    let small = rig.host.traits
    rig.ui.present(message: rig.message("a", kind: .full))
    #expect(rig.host.scene?.placement == .fill)
    rig.host.traits = Self.tablet
    #expect(rig.host.scene?.placement != .fill)
    #expect(rig.ui.messageView?.full?.displayMode == .modal)
    rig.host.traits = small
    #expect(rig.host.scene?.placement == .fill)
    #expect(rig.lines.filter { $0.contains("impression") }.count == 1)
  }

  @Test func `defaults of every kind are settable and count for messages presented from then on`() throws {
    typealias UI = InAppMessageUI
    let usual = (
      UI.ModalImageView.Attributes.defaults, UI.FullView.Attributes.defaults,
      UI.FullImageView.Attributes.defaults
    )
    defer {
      (
        UI.ModalImageView.Attributes.defaults, UI.FullView.Attributes.defaults,
        UI.FullImageView.Attributes.defaults
      ) = usual
    }
    UI.ModalImageView.Attributes.defaults.cornerRadius = 3
    UI.FullView.Attributes.defaults.cornerRadius = 4
    UI.FullImageView.Attributes.defaults.cornerRadius = 5
    rig.host.traits = Self.tablet
    for (kind, radius) in [(Wire.Message.Kind.modalImage, 3.0), (.full, 4), (.fullImage, 5)] {
      rig.ui.present(message: rig.message("\(kind)", kind: kind))
      #expect(rig.host.scene?.root.style.cornerRadius == radius)
      rig.ui.dismiss()
    }
  }

  @Test
  func
    `one closure for modals serves full messages too; hooks get the view of the kind and are drawn at once`()
  {
    var layouts: [String] = []
    let onLayout: @MainActor @Sendable (InAppMessageUI.ModalView) -> Void = { view in
      layouts.append(view.full == nil ? "modal" : "full")
      view.attributes.padding = Insets(all: 30)
    }
    var themes = 0
    rig.delegate.prepare = { context in
      context.attributes?.modal?.onLayout = onLayout
      context.attributes?.full?.onLayout = onLayout
      context.attributes?.full?.onTheme = { (view: InAppMessageUI.FullView) in
        themes += view.displayMode == .full ? 1 : 0
      }
      context.attributes?.fullImage?.onPresent = { (view: InAppMessageUI.ModalImageView) in
        layouts.append("\(type(of: view))")
      }
    }
    for kind in [Wire.Message.Kind.modal, .full] {
      rig.ui.present(message: rig.message("\(kind)", kind: kind) { $0.full?.header = "Autumn" })
      #expect(rig.host.scene?.root.node("texts")?.style.padding.leading == 30)
      rig.ui.dismiss()
    }
    #expect(themes == 1)
    rig.ui.present(message: rig.message("image", kind: .fullImage))
    #expect(layouts == ["modal", "full", "FullImageView"])
  }

  @Test func `a visible full message is changed through its view, by what it shares with a modal`() throws {
    rig.ui.present(message: rig.message("a", kind: .full))
    let view = try #require(rig.ui.messageView?.full)
    view.message.header = "Changed"
    view.message.graphic = nil
    #expect(view.inAppMessage.full?.header == "Changed")
    #expect(rig.host.scene?.root.node("image") != nil, "a full message keeps its image")
    view.attributes.headerFont = .body
    view.message.themes.dark = nil
    #expect(view.theme == .defaultLight)
    view.preferredDisplayMode = .modal
    #expect(rig.host.scene?.placement != .fill)
    rig.ui.dismiss()
    rig.ui.present(message: rig.message("b", kind: .fullImage))
    let image = try #require(rig.ui.messageView?.fullImage)
    image.message.imageAltText = "A leaf"
    #expect(image.inAppMessage.fullImage?.imageAltText == "A leaf")
    image.attributes.scrollLargeImages = true
    #expect(rig.host.scene?.root.isScrolled("image") == true)
  }

  @Test(arguments: visible)
  func `pictures move only when the provider says so and the person does not mind`(kind: Wire.Message.Kind)
    throws
  {
    func animates() -> Bool {
      rig.host.scene?.root.allNodes.contains {
        if case .image(let image) = $0.content { image.animates } else { false }
      } ?? false
    }
    rig.ui.present(
      message: rig.message("a", kind: kind) {
        $0.slideup?.graphic = .image(URL(string: "https://assets.example/leaf.gif")!)
        $0.modal?.graphic = .image(URL(string: "https://assets.example/leaf.gif")!)
      })
    let view = try #require(rig.ui.messageView as? MessageSceneView)
    #expect(!animates(), "by default they stand still")
    view.gifViewProvider = .animating
    #expect(animates())
    rig.host.traits.reduceMotion = true
    #expect(!animates())
    rig.host.traits.reduceMotion = false
    view.gifViewProvider = GIFViewProvider { $0.pathExtension == "webp" }
    #expect(!animates())
  }

  @Test(arguments: [Wire.Message.Kind.modalImage, .full, .fullImage])
  func `an image that cannot be loaded fails every kind before it is seen`(kind: Wire.Message.Kind) {
    rig.host.failingImages = ["https://assets.example/a.png"]
    rig.ui.present(message: rig.message("a", kind: kind))
    #expect(rig.transcript.finalOutcomes(of: "a") == [.discarded(.assetFailed)])
  }

  @Test(arguments: visible)
  func `a view of the app's own is drawn, clicked and closed as any other`(kind: Wire.Message.Kind) throws {
    final class Bare: MessageSceneView {
      override func makeScene(id: String, traits: SceneTraits) -> MessageScene? {
        let root = SceneNode(
          id: "only", content: .space, action: .button(id: "x"),
          accessibility: .init(role: .button, label: "Only"))
        return MessageScene(
          id: id, kind: .message(.modal), placement: .fill, root: root, enter: .none, leave: .none,
          accessibility: .init(label: "Own", isModal: true, initialFocus: "only", language: nil),
          direction: traits.direction)
      }
    }
    rig.delegate.prepare = { context in
      context.message.clickAction = .url(URL(string: "https://own.example")!, useWebView: false)
      context.customView = Bare(message: context.message)
    }
    rig.ui.present(message: rig.message("a", kind: kind))
    #expect(rig.ui.messageView is Bare)
    try rig.host.press("only")
    #expect(rig.lines.contains("a: log click x"))
    #expect(rig.lines.last == "a: didDismiss presented=false")
  }
}

extension Martlet.InAppMessage {
  /// On the kinds that have buttons.
  mutating func setButtons(_ buttons: [Button]) {
    modal?.buttons = buttons
    modalImage?.buttons = buttons
    full?.buttons = buttons
    fullImage?.buttons = buttons
  }
}
