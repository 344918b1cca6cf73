// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletUI
import Testing

@testable import SceneHTML

@Suite struct SceneDrawingTests {
  private static let size = SceneSize(width: 375, height: 667)

  private static func text(_ id: String, _ string: String, lines: Int? = nil) -> SceneNode {
    let text = SceneNode.Text(
      string: string, font: SceneFont(size: 16, lineHeight: 20, weight: .regular),
      color: SceneColor(argb: 0xFF11_2233),
      alignment: .leading, maximumLines: lines)
    return SceneNode(id: id, content: .text(text))
  }

  private static func scene(
    _ children: [SceneNode], placement: MessageScene.Placement = .center(insets: Insets(all: 20))
  ) -> MessageScene {
    let stack = SceneNode.Stack(axis: .vertical, spacing: 8, alignment: .fill, children: children)
    let style = SceneNode.Style(background: SceneColor(argb: 0xFFFE_FEFE), cornerRadius: 16, width: 300)
    return MessageScene(
      id: "s", kind: .announcement, placement: placement,
      backdrop: .init(color: SceneColor(argb: 0x7314_1A26), dismissesOnTap: true),
      root: SceneNode(id: "root", content: .stack(stack), style: style), enter: .none, leave: .none,
      accessibility: .init(label: "", isModal: true, initialFocus: nil, language: nil),
      direction: .leftToRight)
  }

  private static func svg(_ scene: MessageScene) -> String { SceneDrawing(scene, size: size).svg }

  @Test func `a drawing has the window's proportions, the backdrop, and the card where it stands`() {
    let svg = Self.svg(Self.scene([Self.text("a", "Words")], placement: .top(insets: Insets(all: 20))))
    #expect(svg.hasPrefix("<svg viewBox=\"0 0 75 133\" aria-hidden=\"true\" focusable=\"false\">"))
    #expect(svg.contains("fill=\"#141a2673\""))
    #expect(svg.contains("<rect x=\"8\" y=\"4\" width=\"60\""))
    #expect(svg.contains("fill=\"#fefefe\""))
  }

  @Test(arguments: [
    ("Short", 1), (String(repeating: "word ", count: 16), 3), ("", 0), ("one\ntwo\nthree", 3),
  ])
  func `each line of a text is a bar in its colour`(string: String, count: Int) {
    let svg = Self.svg(Self.scene([Self.text("a", string)]))
    let bars =
      svg.components(separatedBy: "<path fill=\"#112233\"").dropFirst().first?.prefix { $0 != "/" } ?? ""
    #expect(bars.count { $0 == "M" } == count)
  }

  @Test func `a text has no more bars than it shows lines`() {
    let svg = Self.svg(Self.scene([Self.text("a", String(repeating: "word ", count: 40), lines: 2)]))
    #expect(svg.components(separatedBy: "M").count - 1 >= 2)
    let bars = svg.components(separatedBy: "<path fill=\"#112233\"").last?.prefix { $0 != "/" } ?? ""
    #expect(bars.count { $0 == "M" } == 2)
  }

  @Test func `an image is an area of its size, and its address is not in the drawing`() {
    let image = SceneNode.Image(url: "https://example.com/secret.png", fit: .cover)
    let svg = Self.svg(Self.scene([SceneNode(id: "i", content: .image(image), style: .init(height: 150))]))
    #expect(svg.contains("#c6cbd4") && svg.contains("v30h-60z"))
    #expect(!svg.contains("example.com") && !svg.contains("<image"))
  }

  @Test func `what a message says and is called never reaches the drawing`() {
    let hostile = "</svg><script>alert(1)</script>\" style=\"x"
    let svg = Self.svg(
      Self.scene([Self.text(hostile, hostile), SceneNode(id: hostile, content: .icon(hostile))]))
    #expect(!svg.contains("script") && !svg.contains("style") && !svg.contains("alert"))
  }

  @Test func `a drawing stays small, however much a scene has`() {
    let nodes = (0..<2_000).map { Self.text("t\($0)", String(repeating: "word ", count: 400)) }
    #expect(Self.svg(Self.scene(nodes)).utf8.count < 6_000)
  }

  @Test func `every scene can be drawn`() {
    for seed in 0..<200 {
      var random = RandomScenes(seed: UInt64(seed))
      let svg = Self.svg(random.scene())
      #expect(svg.hasSuffix("</svg>") && !svg.contains("nan") && !svg.contains("inf"), "seed \(seed)")
    }
  }
}
