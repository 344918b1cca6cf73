// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit
import MartletWire
import Testing

@testable import MartletUI

@MainActor
@Suite("In all surroundings a scene keeps to the rules of the look")
struct SceneRuleTests {
  /// Made once for all tests.
  private static var made: [SceneCase.Content: [(SceneCase, MessageScene, [SceneNode])]] = [:]

  private func forAll(
    _ content: SceneCase.Content, _ check: (SceneCase, MessageScene, [SceneNode]) throws -> Void
  ) throws {
    let all =
      try Self.made[content]
      ?? SceneCase.Window.allCases.flatMap { SceneCase.all(of: content, in: $0) }.map { sceneCase in
        let scene = try #require(sceneCase.scene)
        return (sceneCase, scene, scene.root.allNodes)
      }
    Self.made[content] = all
    for (sceneCase, scene, nodes) in all { try check(sceneCase, scene, nodes) }
  }

  @Test(arguments: SceneCase.Content.native)
  func `cards stay within their bounds, inside the safe area and above the keyboard`(
    content: SceneCase.Content
  ) throws {
    try forAll(content) { sceneCase, scene, _ in
      let traits = sceneCase.traits
      guard let insets = scene.placement.insets else {
        #expect(scene.root.style.width == traits.width && scene.root.style.height == traits.height)
        return
      }
      #expect(insets.top >= traits.safeArea.top + 16)
      #expect(insets.bottom >= max(traits.safeArea.bottom, traits.keyboardHeight) + 16)
      let width = try #require(scene.root.style.width ?? scene.root.style.maxWidth)
      #expect(width <= traits.width - insets.leading - insets.trailing)
      #expect(width <= (scene.kind == .message(.slideup) ? 480 : traits.isLargeLandscape ? 640 : 420))
      let height = try #require(scene.root.style.maxHeight)
      #expect(height <= max(0, traits.height - insets.top - insets.bottom))
    }
  }

  @Test(
    arguments: [SceneCase.Content.full, .fullButtons, .fullImage, .fullImageButtons])
  func `full messages fill small screens and are modals on large ones`(content: SceneCase.Content) throws {
    try forAll(content) { sceneCase, scene, _ in
      let isLarge = sceneCase.window == .tablet || sceneCase.window == .tabletUpright
      #expect((scene.placement == .fill) != isLarge, "\(sceneCase.name)")
      #expect(
        scene.kind == (content == .full || content == .fullButtons ? .message(.full) : .message(.fullImage)))
    }
  }

  @Test
  func
    `on a full screen nothing that is read or pressed lies under a notch, a home indicator or the keyboard`()
    throws
  {
    for content in [SceneCase.Content.full, .fullButtons, .fullImageButtons] {
      try forAll(content) { sceneCase, scene, _ in
        guard scene.placement == .fill else { return }
        let traits = sceneCase.traits
        let below = max(traits.safeArea.bottom, traits.keyboardHeight)
        if let place = scene.root.node("close-place") {
          #expect(
            place.style.padding.top == traits.safeArea.top
              && place.style.padding.trailing == traits.safeArea.trailing)
        } else {
          #expect(traits.safeArea.top == 0 && traits.safeArea.trailing == 0)
        }
        let last = try #require(scene.root.node("buttons") ?? scene.root.node("texts"))
        #expect(last.style.padding.bottom >= below, "\(sceneCase.name)")
        #expect(last.style.padding.trailing >= traits.safeArea.trailing)
      }
    }
  }

  @Test(
    arguments: [SceneCase.Content.modalImageButtons, .full, .fullButtons, .modalImageOnly, .fullWordless])
  func
    `above texts a picture takes half the height at most, so that the first words are seen; alone it takes what it needs`(
      content: SceneCase.Content
    ) throws
  {
    try forAll(content) { sceneCase, scene, nodes in
      let style = try #require(scene.root.node("image")?.style)
      // On a screen that lies, a full message has its picture beside the texts.
      guard style.height == nil else { return }
      let traits = sceneCase.traits
      let height = scene.root.style.maxHeight ?? traits.height - traits.keyboardHeight
      #expect((style.maxHeight == nil) != nodes.contains(where: \.isText), "\(sceneCase.name)")
      #expect(style.maxHeight ?? 0 <= height / 2, "\(sceneCase.name)")
    }
  }

  @Test(arguments: SceneCase.Content.pages)
  func `the control over a page stands clear of notches, and the page ends above the keyboard`(
    content: SceneCase.Content
  ) throws {
    try forAll(content) { sceneCase, scene, _ in
      #expect(scene.root.style.padding.bottom == sceneCase.keyboardHeight && scene.root.style.grows)
      #expect((scene.root.node("close-corner") != nil) == (content == .pageClosedFromOutside))
      guard let corner = scene.root.node("close-corner") else { return }
      #expect(corner.style.padding.top >= sceneCase.traits.safeArea.top + 8)
      #expect(corner.style.padding.trailing >= sceneCase.traits.safeArea.trailing + 8)
    }
  }

  @Test(arguments: SceneCase.Content.allCases)
  func `everything that can be pressed is 44 points at least and has a name`(content: SceneCase.Content)
    throws
  {
    try forAll(content) { sceneCase, scene, nodes in
      #expect(Set(nodes.map(\.id)).count == nodes.count, "ids are unique")
      for node in nodes where node.action != nil {
        let style = node.style
        if node.action != .body {
          #expect((style.width ?? style.minWidth ?? 0) >= 44, "\(node.id)")
          #expect((style.height ?? style.minHeight ?? 0) >= 44, "\(node.id)")
        }
        #expect(!node.name.isEmpty, "\(sceneCase.name) \(node.id)")
        #expect(!node.accessibility.isHidden)
      }
      #expect(
        nodes.contains { $0.action == .close } == (scene.kind != .message(.slideup) && content != .page),
        "a page brings its own")
      #expect(!scene.accessibility.label.isEmpty)
    }
  }

  @Test(arguments: SceneCase.Content.allCases)
  func `read in order: what is said, then what can be answered, then the way out`(content: SceneCase.Content)
    throws
  {
    let order = ["image", "header", "message", "button-0", "button-1", "close"]
    try forAll(content) { sceneCase, _, nodes in
      let read = nodes.map(\.id).filter(order.contains)
      #expect(read == order.filter(read.contains), "\(sceneCase.name)")
    }
  }

  @Test(arguments: SceneCase.Content.allCases)
  func `focus lands on something that is there and seen; only what blocks the app keeps it`(
    content: SceneCase.Content
  ) throws {
    try forAll(content) { _, scene, _ in
      let target = try #require(scene.accessibility.initialFocus.flatMap(scene.root.node))
      #expect(!target.accessibility.isHidden)
      #expect(
        scene.accessibility.isModal == (scene.backdrop != nil || scene.kind == .message(.html)),
        "a page takes all touches itself")
      #expect(scene.accessibility.isModal == (scene.kind != .message(.slideup)))
    }
  }

  @Test(arguments: SceneCase.Content.allCases)
  func `with large text no line is cut, and what may grow can scroll`(content: SceneCase.Content) throws {
    try forAll(content) { sceneCase, scene, nodes in
      for node in nodes {
        guard case .text(let text) = node.content else { continue }
        #expect(text.font.size >= 10)
        guard sceneCase.textScale > 1.3 else { continue }
        #expect(text.maximumLines == nil, "\(node.id)")
        #expect(scene.root.isScrolled(node.id), "\(sceneCase.name) \(node.id)")
      }
      // Between what scrolls and its words nothing has a height of its own.
      guard sceneCase.textScale > 1.3 else { return }
      for node in nodes
      where node.children.contains(where: { $0.allNodes.contains { $0.isText } })
        && scene.root.isScrolled(node.id)
      {
        #expect(node.style.height == nil && node.style.maxHeight == nil, "\(sceneCase.name) \(node.id)")
      }
    }
  }

  @Test(arguments: SceneCase.Content.allCases)
  func `motion is short, and only a fade for who wants less of it`(content: SceneCase.Content) throws {
    try forAll(content) { sceneCase, scene, _ in
      for transition in [scene.enter, scene.leave] {
        #expect(transition.milliseconds <= (sceneCase.reduceMotion ? 120 : 250))
        if sceneCase.reduceMotion { #expect(transition.style == .fade) }
      }
      #expect(scene.direction == sceneCase.direction)
      #expect(
        scene.isStatusBarHidden
          == ([.message(.full), .message(.fullImage), .message(.html)].contains(scene.kind) ? true : nil))
    }
  }

  @Test(arguments: SceneCase.Content.allCases)
  func `without animation a message is there and gone at once`(content: SceneCase.Content) throws {
    var message = SceneCase(content: content, window: .phone).message
    message.data.animateIn = false
    message.data.animateOut = false
    let view = try #require(InAppMessageUI.view(for: message))
    let scene = try #require(
      view.scene(id: "1", traits: SceneCase(content: content, window: .phone).traits, statusBar: .auto))
    #expect(scene.enter == .none && scene.leave == .none)
  }

  @Test(arguments: SceneCase.Content.allCases)
  func `where nothing may shine through, every colour is opaque or not there at all`(
    content: SceneCase.Content
  ) throws {
    try forAll(content) { sceneCase, scene, nodes in
      guard sceneCase.reduceTransparency else { return }
      for color in [scene.backdrop?.color].compactMap({ $0 }) + nodes.compactMap(\.style.background) {
        #expect(color.alpha == 0 || color.isOpaque, "\(sceneCase.name)")
      }
    }
  }

  @Test(
    arguments: SceneCase.Content.allCases)
  func `a picture is never stretched, keeps a place when it stands alone, and moves only when it may`(
    content: SceneCase.Content
  ) throws {
    try forAll(content) { sceneCase, scene, nodes in
      let hasWords = nodes.contains(where: \.isText)
      for node in nodes {
        guard case .image(let image) = node.content else { continue }
        #expect(!image.animates)
        if !hasWords || node.accessibility.label != nil, scene.kind != .message(.slideup) {
          #expect(image.fallback?.string.isEmpty == false, "\(sceneCase.name) leaves a hole")
        }
      }
    }
  }
}

extension SceneNode {
  var isText: Bool { if case .text = content { true } else { false } }

  /// What assistive technology says of it: its label, else the words inside.
  var name: String {
    if let label = accessibility.label { return label }
    return allNodes.compactMap { if case .text(let text) = $0.content { text.string } else { nil } }.joined(
      separator: " ")
  }
}
