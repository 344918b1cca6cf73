// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import MartletWire
import TestSupport
import Testing

@testable import MartletUI

@MainActor
@Suite("Scenes of all kinds")
struct SceneTests {
  @Test(arguments: SceneCase.golden.filter { Golden.pictures.contains($0.name) })
  func `a scene is as reviewed`(of sceneCase: SceneCase) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let scene = try #require(sceneCase.scene)
    let json = String(decoding: try encoder.encode(scene), as: UTF8.self) + "\n"
    #expect(try Golden.difference(json, from: "scenes/\(sceneCase.name).json") == nil)
    #expect(try JSONDecoder().decode(MessageScene.self, from: Data(json.utf8)) == scene)
  }

  @Test(
    arguments: SceneCase.Content.richest + SceneCase.Content.pages)
  func `a kind in every scheme, window, text size and direction is as reviewed`(of content: SceneCase.Content)
    throws
  {
    try expectLines(of: SceneCase.matrix(of: content), in: content.rawValue)
  }

  @Test func `the scenes of other kinds that are not kept whole are as recorded`() throws {
    try expectLines(of: SceneCase.golden.filter { !Golden.pictures.contains($0.name) }, in: "surroundings")
  }

  /// The renderers of the server and of UIKit read these files.
  private func expectLines(of cases: [SceneCase], in file: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let lines = try cases.map { sceneCase in
      let scene = try #require(sceneCase.scene)
      let json = String(decoding: try encoder.encode(scene), as: UTF8.self)
      #expect(try JSONDecoder().decode(MessageScene.self, from: Data(json.utf8)) == scene)
      return "{\"case\":\"\(sceneCase.name)\",\"scene\":\(json)}\n"
    }
    #expect(try Golden.difference(lines.joined(), from: "scene-matrix/\(file).jsonl") == nil)
  }

  @Test(
    arguments: [(0.1, 13.0, 16.0), (1, 16, 20), (2, 32, 36), (3.2, 51, 55), (9, 51, 55)])
  func
    `text grows with the person's text size, within 0.8 and 3.2; headers grow less, but stay the larger ones`(
      asked: Double, message: Double, header: Double
    ) throws
  {
    let scene = try #require(SceneCase(content: .modal, window: .phone, textScale: asked).scene)
    for (id, size) in [("message", message), ("header", header)] {
      guard case .text(let text)? = scene.root.node(id)?.content else {
        Issue.record("no \(id)")
        continue
      }
      #expect(text.font.size == size, "\(id)")
    }
  }

  @Test(
    arguments: [Wire.Message.Kind.modal, .modalImage, .full, .fullImage],
    [nil, "", "A leaf"])
  func `an image without alternative text is hidden from assistive technology`(
    kind: Wire.Message.Kind, text: String?
  ) throws {
    var message = Martlet.InAppMessage.sample(kind)
    message.modal?.graphic = .image(URL(string: "https://assets.example/leaf.png")!)
    message.modal?.imageAltText = text
    message.modalImage?.imageAltText = text
    message.full?.imageAltText = text
    message.fullImage?.imageAltText = text
    let view = try #require(InAppMessageUI.view(for: message))
    let scene = try #require(view.makeScene(id: "1", traits: SceneTraits(width: 390, height: 844)))
    let image = try #require(scene.root.node("image")?.accessibility)
    #expect(image == (text == "A leaf" ? .init(role: .image, label: "A leaf") : .hidden))
  }

  @Test func `without a dark theme the message is light everywhere, its buttons too`() throws {
    var message = Martlet.InAppMessage.Modal(
      header: "Autumn", buttons: [.init(id: 0, text: "Look", clickAction: .none)])
    message.themes.dark = nil
    let view = InAppMessageUI.ModalView(message: message)
    let light = try #require(view.makeScene(id: "1", traits: SceneTraits(width: 390, height: 844)))
    let dark = try #require(
      view.makeScene(id: "1", traits: SceneTraits(width: 390, height: 844, scheme: .dark)))
    #expect(light == dark)
    message.themes = .defaults
    view.message = message
    #expect(view.makeScene(id: "1", traits: SceneTraits(width: 390, height: 844, scheme: .dark)) != light)
  }

  @Test(
    arguments: [
      (InAppMessageUI.SlideupView.ChevronVisibility.auto, false, false), (.auto, true, true),
      (.hidden, true, false),
      (.visible, false, true),
    ])
  func `the chevron is there only when a tap leads somewhere, unless an attribute says otherwise`(
    visibility: InAppMessageUI.SlideupView.ChevronVisibility, hasAction: Bool, isShown: Bool
  ) throws {
    var attributes = InAppMessageUI.SlideupView.Attributes()
    attributes.chevronVisibility = visibility
    let action: Martlet.InAppMessage.ClickAction =
      hasAction ? .url(URL(string: "https://shop.example")!, useWebView: false) : .none
    let view = InAppMessageUI.SlideupView(
      message: .init(data: .init(clickAction: action), message: "Hello"), attributes: attributes)
    let scene = try #require(view.makeScene(id: "1", traits: SceneTraits(width: 390, height: 844)))
    #expect((scene.root.node("chevron") != nil) == isShown)
  }

  @Test(
    arguments: [
      ("de-AT", "es", "Schließen"), (nil, "es_MX", "Cerrar"), (nil, nil, "Close"), ("tlh", "de", "Schließen"),
      ("", nil, "Close"),
      ("tlh", "tlh", "Close"), ("zh-Hant-TW", nil, "關閉"), ("zh-CN", nil, "关闭"),
    ])
  func `the close control is named in the message's language, else in the person's, else in English`(
    message: String?, person: String?, label: String
  ) throws {
    let scene = try #require(
      InAppMessageUI.ModalView(message: .init(language: message, header: "Autumn"))
        .makeScene(id: "1", traits: SceneTraits(width: 390, height: 844, language: person)))
    #expect(scene.root.node("close")?.accessibility.label == label)
  }

  @Test(
    arguments: [
      (1_180.0, 820.0, SceneTraits.SizeClass.regular, SceneTraits.SizeClass.regular, 640.0),
      (820, 1_180, .regular, .regular, 420), (844, 390, .compact, .compact, 420),
      (926, 428, .regular, .compact, 420),
    ])
  func `a length is the large one only when both size classes are regular, in landscape`(
    width: Double, height: Double, horizontal: SceneTraits.SizeClass, vertical: SceneTraits.SizeClass,
    expected: Double
  ) {
    let traits = SceneTraits(
      width: width, height: height, horizontalSizeClass: horizontal, verticalSizeClass: vertical)
    #expect(InAppMessageUI.ModalView.Attributes().maxWidth.value(for: traits) == expected)
    #expect((7 as ViewDimension).value(for: traits) == 7)
  }
}

extension MessageScene.Placement {
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
}
