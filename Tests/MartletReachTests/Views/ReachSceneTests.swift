// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletUI
import MartletWire
import TestSupport
import Testing

@testable import MartletReach

@Suite("Scenes of banners, announcements and surveys")
struct ReachSceneTests {
  @Test(arguments: ReachSample.allCases)
  func `a scene is as reviewed`(of sample: ReachSample) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let lines = try Surroundings.reviewed.map { surroundings in
      let scene = try #require(sample.scene(surroundings))
      let json = String(decoding: try encoder.encode(scene), as: UTF8.self)
      #expect(try JSONDecoder().decode(MessageScene.self, from: Data(json.utf8)) == scene)
      return "{\"case\":\"reach-\(sample.rawValue)_\(surroundings.name)\",\"scene\":\(json)}\n"
    }
    #expect(try Golden.difference(lines.joined(), from: "scene-matrix/reach-\(sample.rawValue).jsonl") == nil)
  }

  // MARK: - Rules that hold in all surroundings

  private func forAll(
    _ sample: ReachSample, _ check: (Surroundings, SceneTraits, MessageScene, [SceneNode]) throws -> Void
  ) throws {
    let made = Self.made[sample] ?? []
    #expect(made.count == Surroundings.all.count)
    for (surroundings, scene, nodes) in made {
      try check(surroundings, sample.traits(surroundings), scene, nodes)
    }
  }

  /// Made once for all tests.
  private static let made: [ReachSample: [(Surroundings, MessageScene, [SceneNode])]] = Dictionary(
    uniqueKeysWithValues: ReachSample.allCases.map { sample in
      (
        sample,
        Surroundings.all.compactMap { place in sample.scene(place).map { (place, $0, $0.root.allNodes) } }
      )
    })

  @Test(arguments: ReachSample.allCases)
  func `everything that can be pressed or filled in is 44 points at least, and has a name and a role`(
    sample: ReachSample
  ) throws {
    try forAll(sample) { surroundings, _, _, nodes in
      #expect(Set(nodes.map(\.id)).count == nodes.count, "ids are unique")
      for node in nodes where node.action != nil || node.field != nil {
        let place: Comment = "\(surroundings.name) \(node.id)"
        let (role, label) = (node.accessibility.role, node.accessibility.label)
        #expect([.button, .radio, .checkbox, .textbox].contains(role), place)
        #expect((role == .textbox) == (node.field != nil), place)
        #expect(label?.isEmpty == false && !node.accessibility.isHidden, place)
        #expect((role == .radio || role == .checkbox) == (node.action?.isAnswer ?? false), place)
        if role == .radio || role == .checkbox { #expect(node.accessibility.state != nil, place) }
        guard node.action != .body else { continue }
        #expect((node.style.height ?? node.style.minHeight ?? 0) >= 44, place)
        if node.field == nil { #expect((node.style.width ?? node.style.minWidth ?? 0) >= 44, place) }
      }
    }
  }

  @Test(arguments: ReachSample.surveys)
  func `choices and ratings are in a group that is called like their question`(sample: ReachSample) throws {
    try forAll(sample) { surroundings, _, scene, nodes in
      for question in ReachSample.survey.questions {
        guard scene.root.node("question-\(question.id)") != nil else { continue }
        if question.kind == .text {
          let field = try #require(nodes.first { $0.field?.name == question.id })
          #expect(field.accessibility.label == question.title)
          #expect(field.accessibility.state?.isRequired ?? false == question.isRequired)
          continue
        }
        let group = try #require(scene.root.node("input-\(question.id)"))
        #expect(
          group.accessibility.role == (question.kind == .multiple ? .group : .choices)
            && group.accessibility.label == question.title)
        #expect(group.accessibility.state?.isRequired ?? false == question.isRequired)
        let count = group.allNodes.filter { $0.action != nil }.count
        #expect(count == (question.kind == .rating ? question.scale.range.count : question.choices.count))
      }
    }
  }

  @Test(arguments: ReachSample.allCases)
  func `only what blocks the app keeps the focus, which lands on something that is there and seen`(
    sample: ReachSample
  ) throws {
    try forAll(sample) { _, _, scene, _ in
      let target = try #require(scene.accessibility.initialFocus.flatMap(scene.root.node))
      #expect(!target.accessibility.isHidden && !scene.accessibility.label.isEmpty)
      #expect(scene.accessibility.isModal == ReachSample.sheets.contains(sample))
    }
  }

  @Test(arguments: ReachSample.allCases)
  func `read in order: title, text, questions, buttons, and the way out`(sample: ReachSample) throws {
    let order = [
      "title", "progress", "text", "page", "question-single", "input-single", "exit", "back", "action",
      "next", "submit", "close",
    ]
    try forAll(sample) { surroundings, _, _, nodes in
      let read = nodes.map(\.id).filter(order.contains)
      #expect(read == order.filter(read.contains), "\(surroundings.name)")
    }
  }

  @Test(arguments: ReachSample.allCases)
  func `the same is said, in the same order, in all surroundings`(sample: ReachSample) throws {
    var first: [String]?
    try forAll(sample) { surroundings, _, _, nodes in
      let said = nodes.compactMap { $0.accessibility.isHidden ? nil : $0.accessibility.label }
      #expect(said == first ?? said, "\(surroundings.name)")
      first = first ?? said
    }
  }

  @Test(arguments: ReachSample.allCases)
  func `there is always a way out: a close control, an exit button, or a swipe`(sample: ReachSample) throws {
    try forAll(sample) { _, _, scene, nodes in
      let hasControl = nodes.contains { $0.action == .close || $0.action == .button(id: "exit") }
      #expect(hasControl == (sample != .bannerPicture), "a banner that cannot be closed opens its content")
      #expect((scene.swipe != nil) == [.banner, .bannerFull].contains(sample))
    }
  }

  @Test(arguments: ReachSample.allCases)
  func `cards stay inside the safe area and above the keyboard, and screens are filled`(sample: ReachSample)
    throws
  {
    try forAll(sample) { surroundings, traits, scene, _ in
      let style = scene.root.style
      switch scene.placement {
      case .fill where sample == .announcementScreen:
        #expect(style.grows && style.padding.bottom == traits.keyboardHeight)
      case .fill:
        #expect(style.width == traits.width && style.height == traits.height, "\(surroundings.name)")
      case .top(let insets), .bottom(let insets), .center(let insets):
        #expect(
          insets.top >= traits.safeArea.top + 16
            && insets.bottom >= max(traits.safeArea.bottom, traits.keyboardHeight) + 16)
        let (width, height) = (try #require(style.width), try #require(style.maxHeight))
        #expect(
          width <= traits.width - insets.leading - insets.trailing
            && height <= max(0, traits.height - insets.top - insets.bottom))
        #expect(style.height ?? 0 <= style.maxHeight ?? 0)
      }
    }
  }

  @Test(arguments: ReachSample.allCases)
  func `with large text no line is cut, and all of it can scroll`(sample: ReachSample) throws {
    try forAll(sample) { surroundings, _, scene, nodes in
      guard surroundings.textScale > 1.3, sample != .announcementPage else { return }
      for node in nodes {
        guard case .text(let text) = node.content else { continue }
        #expect(text.maximumLines == nil, "\(surroundings.name) \(node.id)")
        #expect(scene.root.isScrolled(node.id), "\(surroundings.name) \(node.id)")
      }
    }
  }

  @Test(arguments: ReachSample.allCases)
  func `motion is short, and only a fade for who wants less of it`(sample: ReachSample) throws {
    try forAll(sample) { surroundings, _, scene, _ in
      for transition in [scene.enter, scene.leave] {
        #expect(transition.milliseconds <= (surroundings.isCalm ? 120 : 250))
        if surroundings.isCalm || sample == .bannerArea { #expect(transition.style == .fade) }
      }
      #expect(scene.direction == surroundings.direction && scene.isStatusBarHidden == nil)
    }
  }

  @Test(arguments: ReachSample.allCases)
  func `every text reaches AA on what is behind it, and AAA when more contrast is wanted`(sample: ReachSample)
    throws
  {
    // Colours do not depend on the size of the window.
    try forAll(sample) { surroundings, _, scene, _ in
      guard surroundings.window == .phone else { return }
      for (node, background, behind) in scene.root.withBackgrounds(scene.root.style.background ?? .white) {
        let place: Comment = "\(surroundings.name) \(node.id)"
        let wanted = surroundings.isStrong ? 7.0 : 4.5
        switch node.content {
        case .text(let text): #expect(text.color.contrast(with: background) >= wanted, place)
        case .field(let field):
          #expect(
            field.color.contrast(with: background) >= wanted
              && field.placeholderColor.contrast(with: background) >= wanted, place)
          let border = try #require(node.style.border)
          #expect(border.color.contrast(with: behind) >= 3, place)
        case .symbol, .icon, .spinner:
          let sign = try #require(node.style.foreground)
          #expect(sign.contrast(with: background) >= (surroundings.isStrong ? 4.5 : 3), place)
        default:
          // The signs of choices.
          guard node.id.hasSuffix("-sign"), let border = node.style.border else { continue }
          #expect(border.color.contrast(with: behind) >= 3, place)
        }
      }
    }
  }

  @Test(arguments: ReachSample.sheets)
  func `nothing on a screen lies under a notch, a home indicator or the keyboard`(sample: ReachSample) throws
  {
    try forAll(sample) { surroundings, traits, scene, nodes in
      guard scene.placement == .fill, sample != .announcementScreen else { return }
      let below = max(traits.safeArea.bottom, traits.keyboardHeight)
      let last = try #require(scene.root.node("buttons") ?? scene.root.node("body"))
      #expect(last.style.padding.bottom >= below, "\(surroundings.name)")
      #expect(
        last.style.padding.trailing >= traits.safeArea.trailing
          && last.style.padding.leading >= traits.safeArea.leading)
      let first = try #require(scene.root.node("title-bar") ?? scene.root.node("body"))
      #expect(first.style.padding.top >= traits.safeArea.top)
    }
  }
}

extension SceneNode.Action {
  fileprivate var isAnswer: Bool {
    switch self {
    case .choose, .rate: true
    case .close, .body, .button, .next, .back, .submit: false
    }
  }
}

extension SceneNode {
  /// Whether the node is inside of one that scrolls.
  fileprivate func isScrolled(_ id: String) -> Bool {
    if case .scroll(let child) = content, child.node(id) != nil { return true }
    return children.contains { $0.isScrolled(id) }
  }

  /// All nodes with the colour behind their content, and with the one behind their box. A disc that
  /// lets little through counts as opaque.
  fileprivate func withBackgrounds(_ behind: SceneColor) -> [(
    SceneNode, content: SceneColor, box: SceneColor
  )] {
    let own = style.background.map { $0.alpha >= 0x80 ? $0 : behind } ?? behind
    return [(self, own, behind)] + children.flatMap { $0.withBackgrounds(own) }
  }
}
