// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI
import Testing

@Suite("The boxes of texts, images, signs and pages")
struct ContentLayoutTests {
  private typealias Style = SceneNode.Style
  private static let advance = MonospaceMeasure.advance * 10
  private static let edges = Insets(top: 1, leading: 2, bottom: 3, trailing: 4)

  @Test func `a text is as wide as its longest line, in a box with its padding`() {
    let layout = SceneLayout(
      .stack("root", .vertical, alignment: .leading, [.text("a", "one\nthree", .init(padding: Self.edges))]),
      direction: .rightToLeft)
    let width = (5 * Self.advance * 64).rounded(.up) / 64
    #expect(layout["a"]?.frame == SceneRect(x: 300 - width - 6, y: 0, width: width + 6, height: 34))
    #expect(layout["a"]?.content == SceneRect(x: 4, y: 1, width: width, height: 30))
  }

  @Test func `lines break between words if the space is limited, and there are not more than the maximum`() {
    // Nine characters fit: "four more" and "words".
    let width = Self.advance * 9.5
    for (maximum, count) in [(nil, 2.0), (1, 1), (2, 2), (7, 2), (0, 1)] {
      let layout = SceneLayout(
        .stack(
          "root", .vertical, style: .init(width: width),
          [.text("a", "four more words", maximumLines: maximum)]))
      #expect(layout["a"]?.frame.height == count * 15)
    }
  }

  @Test func `text begins at the top of its box, and in the middle if it can be pressed`() {
    let text = SceneNode.text("a", "word", .init(padding: Self.edges, height: 104))
    #expect(SceneLayout(.stack("root", .vertical, [text])).contentNumbers("a") == [2, 1, 294, 15])
    #expect(
      SceneLayout(.stack("root", .vertical, [text.pressed()])).contentNumbers("a") == [2, 43.5, 294, 15])
  }

  @Test(
    arguments: [
      (Style(width: 50, height: 70), [50.0, 70]), (Style(width: 60), [60, 30]),
      (Style(height: 30), [60, 30]),
      (Style(width: 100, maxHeight: 20), [100, 20]), (Style(), [80, 40]), (Style(maxWidth: 40), [40, 20]),
      (Style(maxHeight: 10), [20, 10]),
      (Style(maxWidth: 60, maxHeight: 10), [20, 10]), (Style(minWidth: 160), [160, 80]),
      (Style(minHeight: 60), [120, 60]),
      (Style(minWidth: 100, maxHeight: 40), [100, 40]), (Style(padding: Insets(all: 5)), [90, 50]),
      (Style(padding: Insets(all: 5), width: 50), [50, 30]), (Style(width: 400), [300, 150]),
      (Style(width: 400, maxWidth: 350), [350, 175]),
    ])
  func `a picture has its own ratio within the limits of its style, and exactly a given size`(
    style: SceneNode.Style, expected: [Double]
  ) {
    let roots: [SceneNode] = [
      .stack("root", .vertical, alignment: .leading, [.picture("a", style)]),
      .overlay("root", [.picture("a", style)]),
      .scroll("root", .picture("a", style)),
    ]
    for root in roots {
      let layout = SceneLayout(root, picture: SceneSize(width: 80, height: 40))
      #expect(layout.numbers("a").map { [$0[2], $0[3]] } == expected)
    }
  }

  @Test func `a picture fills the width of a column that fills, in its own ratio`() {
    let layout = SceneLayout(
      .stack("root", .vertical, [.picture("a", .init(maxWidth: 200))]),
      picture: SceneSize(width: 80, height: 40))
    #expect(layout.numbers("a") == [0, 0, 200, 100])
    let edged = SceneLayout(
      .overlay("root", [.picture("a", .init(padding: Self.edges, width: 50, height: 60))]),
      picture: SceneSize(width: 1, height: 1))
    #expect(edged.contentNumbers("a") == [2, 1, 44, 56])
  }

  @Test func `a picture that loses height in a column keeps its ratio`() {
    let children: [SceneNode] = [.picture("a"), .space("b", .init(height: 100, keepsSize: true))]
    let layout = SceneLayout(
      .stack("root", .vertical, alignment: .center, children), picture: SceneSize(width: 160, height: 320))
    #expect(layout.numbers("a") == [125, 0, 50, 100])
  }

  @Test
  func
    `a text replaces a picture that is lost: in the middle, with space around it, and at least as tall as a button`()
  {
    let layout = SceneLayout(.stack("root", .vertical, [.picture("a", fallback: "word"), .box("b", 10, 10)]))
    #expect(layout.numbers("a") == [0, 0, 300, 44])
    #expect(layout.contentNumbers("a") == [16, 14.5, 268, 15])
    #expect(layout.numbers("b") == [0, 44, 10, 10])
    let limited = SceneLayout(
      .stack(
        "root", .vertical,
        [
          .picture(
            "a", .init(padding: Insets(all: 1), width: 50, minHeight: 20, maxHeight: 30),
            fallback: "two words")
        ]))
    #expect(limited.numbers("a") == [0, 0, 50, 30])
    #expect(limited.contentNumbers("a") == [1, 0, 48, 30])
  }

  @Test func `a lost picture without a text has no box, and leaves no gap`() {
    let layout = SceneLayout(
      .stack("root", .vertical, spacing: 10, [.box("a", 10, 10), .picture("b"), .box("c", 10, 10)]))
    #expect(layout["b"] == nil)
    #expect(layout.numbers("c") == [0, 20, 10, 10])
    #expect(SceneLayout(.picture("root")).root == .zero)
    #expect(
      SceneLayout(.scroll("root", .picture("a")))["root"]?.scrolledSize == SceneSize(width: 300, height: 200))
  }

  @Test(
    arguments: [
      SceneSize.zero, SceneSize(width: 0, height: 5), SceneSize(width: .nan, height: 5),
      SceneSize(width: 5, height: .infinity),
    ])
  func `a picture without a size counts as lost`(size: SceneSize) {
    #expect(SceneLayout(.stack("root", .vertical, [.picture("a")]), picture: size)["a"] == nil)
  }

  @Test func `a symbol is 20 points large, and an icon as large as its text, unless they have a size`() {
    let signs: [SceneNode] = [
      SceneNode(id: "symbol", content: .symbol(.close), style: .init(padding: Insets(all: 2))),
      SceneNode(id: "icon", content: .icon("ok")),
      SceneNode(id: "sized", content: .icon("ok"), style: .init(width: 10, height: 60)),
    ]
    let layout = SceneLayout(.stack("root", .vertical, alignment: .leading, signs))
    #expect(layout.numbers("symbol") == [0, 0, 24, 24])
    #expect(layout.contentNumbers("symbol") == [2, 2, 20, 20])
    #expect(layout.numbers("icon") == [0, 24, 26.49, 22])
    #expect(layout.numbers("sized") == [0, 46, 10, 60])
    #expect(layout.contentNumbers("sized") == [-14.87, 13.5, 39.74, 33])
    #expect(signs.map { $0.iconText?.font.size } == [nil, 22, 33])
  }

  @Test func `a page fills layers, and boxes that do not follow from their content`() {
    let page = SceneNode(id: "a", content: .web(.init(page: "<p>")))
    #expect(
      SceneLayout(.overlay("root", style: .init(padding: Insets(bottom: 50)), [page])).numbers("a") == [
        0, 0, 300, 150,
      ])
    #expect(SceneLayout(.stack("root", .vertical, [page])).numbers("a") == [0, 0, 300, 200])
    #expect(SceneLayout(.stack("root", .horizontal, [page])).numbers("a") == [0, 0, 300, 200])
    #expect(
      SceneLayout(.scroll("root", .stack("inner", .vertical, [page]))).numbers("a") == [0, 0, 300, 150])
    #expect(SceneLayout(.scroll("root", page)).numbers("a") == [0, 0, 300, 200])
  }
}
