// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI
import ServerTestSupport

/// Scenes of any shape, with texts that try to break out.
struct RandomScenes {
  private var chance: SeededGenerator
  private var count = 0

  init(seed: UInt64) {
    chance = SeededGenerator(seed: seed)
  }

  static let texts = [
    "", "Hello", "a < b && c > d", "\"quoted\" 'single'", "</style><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "javascript:alert(1)",
    "{}\\\\\"]{color:red}", "مرحبا", "🐦\u{200D}\u{0}\u{7}\n\r\t", "&lt;already&gt;", "-->", "]]>", "\u{2028}",
  ]

  mutating func scene() -> MessageScene {
    MessageScene(
      id: text() + "x", kind: element(MessageScene.Kind.allCases), placement: placement(),
      backdrop: coin() ? MessageScene.Backdrop(color: color(), dismissesOnTap: coin()) : nil,
      root: node(depth: 0),
      enter: MessageScene.Transition(style: .slide(.bottom), milliseconds: int(-5...5_000)), leave: .none,
      swipe: coin() ? .top : nil,
      accessibility: MessageScene.Accessibility(
        label: text(), isModal: coin(), initialFocus: coin() ? text() : nil, language: coin() ? text() : nil),
      direction: coin() ? .rightToLeft : .leftToRight)
  }

  private mutating func node(depth: Int) -> SceneNode {
    count += 1
    let id = "\(count)" + text()
    let content = content(depth: depth)
    // A page and a field take their own touches: nobody makes one that can be pressed as a whole.
    let isPage =
      switch content {
      case .web, .field: true
      default: false
      }
    return SceneNode(
      id: id, content: content, style: style(),
      action: !isPage && int(0...3) == 0 ? element([.close, .body, .button(id: text())]) : nil,
      accessibility: SceneNode.Accessibility(
        role: element([
          .none, .button, .link, .image, .header, .text, .radio, .checkbox, .choices, .group, .progress,
        ]),
        label: coin() ? text() : nil, isHidden: int(0...5) == 0, language: coin() ? text() : nil,
        state: coin() ? nodeState() : nil))
  }

  private mutating func content(depth: Int) -> SceneNode.Content {
    switch depth > 3 ? int(3...10) : int(0...10) {
    case 0:
      return .stack(
        .init(
          axis: element([.horizontal, .vertical, .rowOrColumn]), spacing: number(),
          alignment: element([.leading, .center, .trailing, .fill]),
          children: nodes(depth)))
    case 1: return .overlay(nodes(depth))
    case 2: return .scroll(node(depth: depth + 1))
    case 3:
      return .text(words())
    case 4:
      return .image(
        .init(
          url: element(["https://example.com/a.png", "http://x/\"><script>"]) + text(), fit: .cover,
          animates: coin(),
          fallback: coin() ? words() : nil))
    case 5: return .icon(text())
    case 6: return .symbol(coin() ? .close : .chevron)
    case 7: return .web(.init(page: text()))
    case 8:
      return .field(
        .init(
          name: text(), text: text(), placeholder: text(),
          font: SceneFont(size: number(), lineHeight: number(), weight: .regular),
          color: color(), placeholderColor: color(), maximumLength: int(-1...100)))
    case 9: return .spinner
    default: return .space
    }
  }

  private mutating func nodeState() -> SceneNode.Accessibility.State {
    .init(
      isSelected: coin(), isDisabled: coin(), isRequired: coin(),
      progress: coin() ? .init(number: int(-1...9), count: int(0...9)) : nil)
  }

  private mutating func words() -> SceneNode.Text {
    .init(
      string: text(), font: SceneFont(size: number(), lineHeight: number(), weight: .medium), color: color(),
      alignment: .leading,
      maximumLines: coin() ? int(-1...4) : nil)
  }

  private mutating func nodes(_ depth: Int) -> [SceneNode] {
    (0..<int(0...4)).map { _ in node(depth: depth + 1) }
  }

  private mutating func style() -> SceneNode.Style {
    SceneNode.Style(
      padding: coin()
        ? Insets(top: number(), leading: number(), bottom: number(), trailing: number()) : .zero,
      foreground: coin() ? color() : nil,
      background: coin() ? color() : nil, cornerRadius: number(),
      border: coin() ? .init(width: number(), color: color()) : nil,
      shadow: coin() ? .init(color: color(), x: number(), y: number(), radius: number()) : nil,
      width: coin() ? number() : nil,
      maxHeight: coin() ? number() : nil, grows: coin(), keepsSize: coin(),
      position: coin() ? .topTrailing : nil)
  }

  private mutating func placement() -> MessageScene.Placement {
    element([
      .fill, .center(insets: Insets(all: number())), .top(insets: .zero),
      .bottom(insets: Insets(leading: number())),
    ])
  }

  private mutating func text() -> String { element(Self.texts) }
  private mutating func color() -> SceneColor { SceneColor(argb: UInt32(truncatingIfNeeded: chance.next())) }
  private mutating func number() -> Double { element([0, 1, 12.345, 1e300, -4, .nan, .infinity, 0.001]) }
  private mutating func coin() -> Bool { int(0...1) == 0 }
  private mutating func int(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(chance.next() % UInt64(range.count))
  }
  private mutating func element<Element>(_ elements: [Element]) -> Element {
    elements[int(0...(elements.count - 1))]
  }
}
