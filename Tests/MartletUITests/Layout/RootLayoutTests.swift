// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI
import Testing

@Suite("Where the root of a scene is")
struct RootLayoutTests {
  private static let insets = Insets(top: 10, leading: 20, bottom: 30, trailing: 40)

  @Test(
    arguments: [
      (MessageScene.Placement.top(insets: insets), [90.0, 10, 100, 50]),
      (.bottom(insets: insets), [90, 120, 100, 50]),
      (.center(insets: insets), [90, 65, 100, 50]), (.fill, [100, 0, 100, 200]),
    ])
  func `a root with a size is at its edge, inside the insets and in the middle across`(
    placement: MessageScene.Placement, expected: [Double]
  ) {
    let layout = SceneLayout(.box("root", 100, 50), placement)
    #expect(layout.numbers("root") == expected)
    #expect(layout.root == layout["root"]?.windowFrame)
    // Leading is right now.
    let mirrored = SceneLayout(.box("root", 100, 50), placement, direction: .rightToLeft)
    #expect(
      mirrored.numbers("root") == [300 - expected[0] - expected[2], expected[1], expected[2], expected[3]])
  }

  @Test func `without a width, a card in the centre is as wide as its content, and others fill the space`() {
    let root = SceneNode.overlay("root", [.box("inside", 70, 20)])
    #expect(SceneLayout(root, .center(insets: Self.insets)).numbers("root") == [105, 80, 70, 20])
    #expect(SceneLayout(root, .top(insets: Self.insets)).numbers("root") == [20, 10, 240, 20])
    #expect(SceneLayout(root).numbers("root") == [0, 0, 300, 200])
  }

  @Test func `a card in the centre is not wider than the space, unless its style says so`() {
    let wide = SceneNode.overlay("root", [.text("inside", String(repeating: "word ", count: 30))])
    #expect(SceneLayout(wide, .center(insets: Self.insets)).numbers("root")?[2] == 240)
    let limited = SceneNode.overlay("root", style: .init(width: 280, maxWidth: 260), [])
    #expect(SceneLayout(limited, .center(insets: Self.insets)).numbers("root")?[2] == 260)
  }

  @Test(
    arguments: [
      (SceneNode.Style(width: 50), 160.0), (.init(width: 50, maxHeight: 90), 90),
      (.init(width: 50, minHeight: 190), 190),
      (.init(width: 50, height: 60), 60), (.init(width: 50, height: 60, maxHeight: 40), 40),
    ])
  func `a root is not taller than the space, or its limit, and not lower than its minimum`(
    style: SceneNode.Style, expected: Double
  ) {
    for placement in [
      MessageScene.Placement.top(insets: Self.insets), .bottom(insets: Self.insets),
      .center(insets: Self.insets),
    ] {
      let layout = SceneLayout(.stack("root", .vertical, style: style, [.box("tall", 10, 400)]), placement)
      #expect(layout.numbers("root")?[3] == expected)
    }
  }

  @Test func `a root that grows has the height of the space`() {
    for placement in [
      MessageScene.Placement.top(insets: Self.insets), .bottom(insets: Self.insets),
      .center(insets: Self.insets),
    ] {
      #expect(SceneLayout(.space("root", .init(grows: true)), placement).numbers("root")?[3] == 160)
    }
  }

  @Test func `insets that take all space leave none, and nothing becomes negative`() {
    let layout = SceneLayout(
      .overlay("root", [.text("text", "word")]),
      .center(insets: Insets(top: 150, leading: 200, bottom: 150, trailing: 200)))
    #expect(layout.root.width == 0 && layout.root.height == 0)
    #expect(layout["text"].map { $0.frame.width >= 0 && $0.frame.height >= 0 } == true)
  }

  @Test(
    arguments: [Double.infinity, -.infinity, .nan, -10])
  func `lengths that no box can have count as missing`(bad: Double) {
    let style = SceneNode.Style(
      padding: Insets(all: bad), border: .init(width: bad, color: SceneColor(argb: 0)), width: bad,
      height: bad, minWidth: bad,
      maxWidth: bad, minHeight: bad, maxHeight: bad)
    let layout = SceneLayout(
      .stack("root", .vertical, spacing: bad, style: style, [.box("a", 50, 20), .box("b", 50, 20)]))
    #expect(layout.numbers("root") == [0, 0, 300, 200])
    #expect(layout.numbers("b") == [0, 20, 50, 20])
  }

  @Test func `if a view gives two nodes the same id, the first has it, and the others are still laid out`() {
    let layout = SceneLayout(
      .stack("root", .vertical, [.box("a", 10, 20), .box("a", 30, 40), .box("b", 50, 60)]))
    #expect(layout.numbers("a") == [0, 0, 10, 20])
    #expect(layout.numbers("b") == [0, 60, 50, 60])
    #expect(layout["c"] == nil)
  }

  @Test(
    arguments: [
      (50.0, 120.0, true), (50, 190, false), (50, 80, false), (-1, 120, false), (300, 120, false),
      (299, 100, true), (299, 99, false),
    ])
  func `a finger moves the card where nothing scrolls, if the scene can be swiped away`(
    x: Double, y: Double, isSwipe: Bool
  ) {
    let root = SceneNode.stack(
      "root", .vertical, style: .init(height: 100),
      [.box("above", 10, 60), .scroll("scroll", style: .init(height: 40), .box("tall", 9, 90))])
    let placement = MessageScene.Placement.bottom(insets: .zero)
    let layout = SceneLayout(root, placement, swipe: .bottom)
    #expect(layout.isScrolling)
    #expect(layout.startsSwipe(x: x, y: y) == isSwipe)
    #expect(!SceneLayout(root, placement).startsSwipe(x: x, y: y))
  }

  @Test(arguments: [(40.0, false), (41, false), (41.1, true)])
  func `content scrolls if it is taller than its box by more than a point`(height: Double, isScrolling: Bool)
  {
    let layout = SceneLayout(
      .scroll("root", style: .init(height: 40), .box("a", 10, height)), .top(insets: .zero), swipe: .top)
    #expect(layout.isScrolling == isScrolling)
    #expect(layout.startsSwipe(x: 150, y: 20) != isScrolling)
  }
}
