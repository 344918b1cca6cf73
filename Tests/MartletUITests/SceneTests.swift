// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import TestSupport
import Testing

@testable import MartletUI

@MainActor
@Suite("Scenes of slideups and modals")
struct SceneTests {
  @Test("A scene is as reviewed", arguments: SceneCase.golden)
  func golden(of sceneCase: SceneCase) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let scene = try #require(sceneCase.scene)
    let json = String(decoding: try encoder.encode(scene), as: UTF8.self) + "\n"
    #expect(try Golden.difference(json, from: "scenes/\(sceneCase.name).json") == nil)
    #expect(try JSONDecoder().decode(Scene.self, from: Data(json.utf8)) == scene)
  }

  @Test("In all surroundings a scene keeps to the rules of the look", arguments: SceneCase.all)
  func rules(of sceneCase: SceneCase) throws {
    let scene = try #require(sceneCase.scene)
    let traits = sceneCase.traits
    let nodes = scene.root.allNodes
    #expect(Set(nodes.map(\.id)).count == nodes.count, "ids are unique")

    // Inside the safe area, above the keyboard, with the margin.
    let insets = try #require(scene.placement.insets)
    #expect(insets.top >= traits.safeArea.top + 16)
    #expect(insets.bottom >= max(traits.safeArea.bottom, traits.keyboardHeight) + 16)
    let width = try #require(scene.root.style.width)
    #expect(width <= traits.width - insets.leading - insets.trailing)
    #expect(width <= (scene.kind == .slideup ? 480 : traits.isLargeLandscape ? 640 : 420))
    let height = try #require(scene.root.style.maxHeight)
    #expect(height <= max(0, traits.height - insets.top - insets.bottom))

    // Large targets; everything that can be pressed has a name, and the close control a disc.
    for node in nodes where node.action != nil {
      let style = node.style
      if node.action != .body {
        #expect((style.width ?? style.minWidth ?? 0) >= 44, "\(node.id)")
        #expect((style.height ?? style.minHeight ?? 0) >= 44, "\(node.id)")
        #expect(node.accessibility.label?.isEmpty == false, "\(node.id)")
      }
    }
    #expect(nodes.contains { $0.action == .close } == (scene.kind == .modal))
    if scene.kind == .modal { #expect(scene.root.node("close-disc")?.style.background != nil) }

    // With large text no line is cut, and what may grow can scroll.
    for node in nodes {
      guard case .text(let text) = node.content else { continue }
      #expect(text.font.size >= 10)
      if traits.textScale > 1.3 {
        #expect(text.maximumLines == nil, "\(node.id)")
        #expect(scene.root.isScrolled(node.id), "\(node.id)")
      }
    }

    // Focus lands on something that is there.
    #expect(scene.accessibility.initialFocus.map { scene.root.node($0) != nil } ?? false)
    #expect(scene.accessibility.isModal == (scene.backdrop != nil))
    for transition in [scene.enter, scene.leave] {
      #expect(transition.milliseconds <= (traits.reduceMotion ? 120 : 250))
      if traits.reduceMotion { #expect(transition.style == .fade) }
    }
    #expect(scene.direction == traits.direction)
    #expect(!scene.isStatusBarHidden)
  }

  @Test(
    "Text grows with the person's text size, within 0.8 and 3.2; headers grow less, but stay the larger ones",
    arguments: [(0.1, 13.0, 16.0), (1, 16, 20), (2, 32, 36), (3.2, 51, 55), (9, 51, 55)])
  func textScale(asked: Double, message: Double, header: Double) throws {
    let scene = try #require(SceneCase(content: .modal, window: .phone, textScale: asked).scene)
    for (id, size) in [("message", message), ("header", header)] {
      guard case .text(let text)? = scene.root.node(id)?.content else {
        Issue.record("no \(id)")
        continue
      }
      #expect(text.font.size == size, "\(id)")
    }
  }

  @Test("An image without alternative text is hidden from assistive technology", arguments: [nil, "", "A leaf"])
  func altText(text: String?) throws {
    let url = URL(string: "https://assets.example/leaf.png")!
    let scene = try #require(
      InAppMessageUI.ModalView(message: .init(graphic: .image(url), imageAltText: text, header: "Autumn"))
        .makeScene(id: "1", traits: SceneTraits(width: 390, height: 844)))
    let image = try #require(scene.root.node("image")?.accessibility)
    #expect(image == (text == "A leaf" ? .init(role: .image, label: "A leaf") : .hidden))
  }

  @Test("Without a dark theme the message is light everywhere, its buttons too")
  func lightOnly() throws {
    var message = Martlet.InAppMessage.Modal(header: "Autumn", buttons: [.init(id: 0, text: "Look", clickAction: .none)])
    message.themes.dark = nil
    let view = InAppMessageUI.ModalView(message: message)
    let light = try #require(view.makeScene(id: "1", traits: SceneTraits(width: 390, height: 844)))
    let dark = try #require(view.makeScene(id: "1", traits: SceneTraits(width: 390, height: 844, scheme: .dark)))
    #expect(light == dark)
    message.themes = .defaults
    view.message = message
    #expect(view.makeScene(id: "1", traits: SceneTraits(width: 390, height: 844, scheme: .dark)) != light)
  }

  @Test(
    "The chevron is there only when a tap leads somewhere, unless an attribute says otherwise",
    arguments: [
      (InAppMessageUI.SlideupView.ChevronVisibility.auto, false, false), (.auto, true, true), (.hidden, true, false),
      (.visible, false, true),
    ])
  func chevron(visibility: InAppMessageUI.SlideupView.ChevronVisibility, hasAction: Bool, isShown: Bool) throws {
    var attributes = InAppMessageUI.SlideupView.Attributes()
    attributes.chevronVisibility = visibility
    let action: Martlet.InAppMessage.ClickAction = hasAction ? .url(URL(string: "https://shop.example")!, useWebView: false) : .none
    let view = InAppMessageUI.SlideupView(message: .init(data: .init(clickAction: action), message: "Hello"), attributes: attributes)
    let scene = try #require(view.makeScene(id: "1", traits: SceneTraits(width: 390, height: 844)))
    #expect((scene.root.node("chevron") != nil) == isShown)
  }

  @Test(
    "The close control is named in the message's language, else in the person's, else in English",
    arguments: [
      ("de-AT", "es", "Schließen"), (nil, "es_MX", "Cerrar"), (nil, nil, "Close"), ("tlh", "de", "Schließen"), ("", nil, "Close"),
      ("tlh", "tlh", "Close"), ("zh-Hant-TW", nil, "關閉"), ("zh-CN", nil, "关闭"),
    ])
  func closeLabel(message: String?, person: String?, label: String) throws {
    let scene = try #require(
      InAppMessageUI.ModalView(message: .init(language: message, header: "Autumn"))
        .makeScene(id: "1", traits: SceneTraits(width: 390, height: 844, language: person)))
    #expect(scene.root.node("close")?.accessibility.label == label)
  }

  @Test(
    "A length is the large one only when both size classes are regular, in landscape",
    arguments: [
      (1_180.0, 820.0, SceneTraits.SizeClass.regular, SceneTraits.SizeClass.regular, 640.0),
      (820, 1_180, .regular, .regular, 420), (844, 390, .compact, .compact, 420), (926, 428, .regular, .compact, 420),
    ])
  func dimension(
    width: Double, height: Double, horizontal: SceneTraits.SizeClass, vertical: SceneTraits.SizeClass, expected: Double
  ) {
    let traits = SceneTraits(width: width, height: height, horizontalSizeClass: horizontal, verticalSizeClass: vertical)
    #expect(InAppMessageUI.ModalView.Attributes().maxWidth.value(for: traits) == expected)
    #expect((7 as ViewDimension).value(for: traits) == 7)
  }

  @Test("Texts on the default themes reach a contrast of 4.5 to 1", arguments: [SceneTraits.Scheme.light, .dark])
  func contrast(scheme: SceneTraits.Scheme) throws {
    for content in SceneCase.Content.allCases {
      let scene = try #require(SceneCase(content: content, window: .phone, scheme: scheme).scene)
      let card = try #require(scene.root.style.background)
      for (node, background) in scene.root.withBackgrounds(card) {
        switch node.content {
        case .text(let text): #expect(text.color.contrast(with: background) >= 4.5, "\(content) \(node.id)")
        case .symbol, .icon:
          let color = try #require(node.style.foreground)
          #expect(color.contrast(with: background) >= 3, "\(content) \(node.id)")
        default: break
        }
      }
    }
  }
}

extension Scene.Placement {
  var insets: Insets? {
    switch self {
    case .top(let insets), .bottom(let insets), .center(let insets): insets
    case .fill: nil
    }
  }
}

extension SceneNode {
  /// Whether a scrolling box holds the node.
  func isScrolled(_ id: String) -> Bool {
    if case .scroll(let child) = content { return child.node(id) != nil }
    return children.contains { $0.isScrolled(id) }
  }

  /// Every node with the opaque colour behind it.
  func withBackgrounds(_ behind: SceneColor) -> [(SceneNode, SceneColor)] {
    let mine = style.background ?? behind
    return [(self, mine)] + children.flatMap { $0.withBackgrounds(mine) }
  }
}
