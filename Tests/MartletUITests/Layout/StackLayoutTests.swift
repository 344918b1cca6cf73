// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI
import Testing

@Suite("How stacks, layers and scrolling boxes lay out their children")
struct StackLayoutTests {
  private typealias Alignment = SceneNode.Stack.Alignment

  @Test func `padding and border are inside of the size`() {
    let style = SceneNode.Style(
      padding: Insets(top: 1, leading: 2, bottom: 3, trailing: 4),
      border: .init(width: 10, color: SceneColor(argb: 0)), width: 100)
    let layout = SceneLayout(
      .stack("root", .vertical, style: style, [.space("a", .init(height: 20))]), .top(insets: .zero))
    #expect(layout.numbers("root") == [100, 0, 100, 44])
    #expect(layout.numbers("a") == [12, 11, 74, 20])
  }

  @Test(
    arguments: [(10.0, 20.0, 30.0, 20.0), (50, 20, 30, 30), (25, 20, 30, 25), (25, 40, 30, 40)])
  func `the minimum prevails over the maximum, and both over the size`(
    size: Double, minimum: Double, maximum: Double, expected: Double
  ) {
    let style = SceneNode.Style(
      width: size, height: size, minWidth: minimum, maxWidth: maximum, minHeight: minimum, maxHeight: maximum)
    for axis in [SceneNode.Stack.Axis.horizontal, .vertical, .rowOrColumn] where axis != .rowOrColumn {
      let layout = SceneLayout(.stack("root", axis, [.space("a", style)]))
      #expect(layout.numbers("a") == [0, 0, expected, expected])
    }
  }

  @Test(
    arguments: [(Alignment.leading, 0.0, 0.0), (.center, 110, 70), (.trailing, 220, 140), (.fill, 0, 0)])
  func `children are aligned across the axis, and fill it if they have no size`(
    alignment: SceneNode.Stack.Alignment, x: Double, y: Double
  ) {
    let children: [SceneNode] = [.box("a", 80, 60), .overlay("b", [.box("c", 20, 10)])]
    let column = SceneLayout(.stack("root", .vertical, alignment: alignment, spacing: 5, children))
    #expect(column.numbers("a") == [x, 0, 80, 60])
    #expect(column.numbers("b").map { [$0[1], $0[2]] } == [65, alignment == .fill ? 300 : 20])
    let row = SceneLayout(.stack("root", .horizontal, alignment: alignment, spacing: 5, children))
    #expect(row.numbers("a") == [0, y, 80, 60])
    #expect(row.numbers("b").map { [$0[0], $0[3]] } == [85, alignment == .fill ? 200 : 10])
    #expect(row["root"]?.axis == .horizontal && column["root"]?.axis == .vertical && row["a"]?.axis == nil)
  }

  @Test func `those that grow share what is left, within their limits; in a row they begin without content`()
  {
    let column = SceneLayout(
      .stack(
        "root", .vertical, spacing: 10,
        [
          .box("a", 10, 30), .space("b", .init(height: 10, grows: true)),
          .space("c", .init(maxHeight: 20, grows: true)), .box("d", 10, 10),
        ])
    )
    #expect(column.numbers("b") == [0, 40, 300, 110])
    #expect(column.numbers("c") == [0, 160, 300, 20])
    let row = SceneLayout(
      .stack(
        "root", .horizontal,
        [
          .text("a", "a long text", .init(grows: true)), .text("b", "b", .init(grows: true)),
          .box("c", 100, 10),
        ]))
    #expect(row.numbers("a") == [0, 0, 100, 200])
    #expect(row.numbers("b") == [100, 0, 100, 200])
  }

  @Test
  func
    `if space is limited, all lose the same part, except those that keep their size, and none goes below its minimum`()
  {
    let children: [SceneNode] = [
      .space("a", .init(height: 200)), .space("b", .init(height: 100)),
      .space("kept", .init(height: 60, keepsSize: true)),
      .space("least", .init(height: 100, minHeight: 90)),
    ]
    let layout = SceneLayout(.stack("root", .vertical, children))
    #expect(["a", "b", "kept", "least"].map { layout.numbers($0)?[3] } == [33.33, 16.67, 60, 90])
    let row = SceneLayout(
      .stack(
        "root", .horizontal, [.text("text", String(repeating: "word ", count: 40)), .box("box", 100, 10)]))
    #expect(row["text"].map { $0.frame.width + 100 > 299 && $0.frame.width < 300 } == true)
    #expect((row.numbers("box")?[2] ?? 100) < 100)
  }

  @Test func `padding never shrinks`() {
    let layout = SceneLayout(
      .stack(
        "root", .vertical,
        [.space("a", .init(padding: Insets(top: 150), height: 200)), .space("b", .init(height: 200))]))
    #expect(layout.numbers("a") == [0, 0, 300, 150 + 50 - 40])
    #expect(layout.numbers("b") == [0, 160, 300, 40])
  }

  @Test func `a scrolling box shrinks, and what is pinned below it stays`() {
    let layout = SceneLayout(
      .stack(
        "root", .vertical,
        [
          .scroll("scroll", .stack("content", .vertical, [.box("tall", 10, 500)])),
          .stack("buttons", .rowOrColumn, style: .init(keepsSize: true), [.box("button", 44, 44)]),
        ]))
    #expect(layout.numbers("scroll") == [0, 0, 300, 156])
    #expect(layout.numbers("content") == [0, 0, 300, 500])
    #expect(layout["scroll"]?.scrolledSize == SceneSize(width: 300, height: 500))
    #expect(layout.numbers("buttons") == [0, 156, 300, 44])
  }

  @Test
  func `padding of a scrolling box scrolls with its content, and content that fits has the size of the box`()
  {
    let style = SceneNode.Style(padding: Insets(top: 10, leading: 20, bottom: 30, trailing: 40), height: 100)
    let tall = SceneLayout(
      .stack("root", .vertical, [.scroll("scroll", style: style, .space("a", .init(height: 90)))]))
    #expect(tall.numbers("a") == [20, 10, 240, 90])
    #expect(tall["scroll"]?.scrolledSize == SceneSize(width: 300, height: 130))
    let low = SceneLayout(
      .stack("root", .vertical, [.scroll("scroll", style: style, .space("a", .init(height: 9)))]))
    #expect(low["scroll"]?.scrolledSize == SceneSize(width: 300, height: 100))
  }

  @Test(
    arguments: [
      (145.0, SceneNode.Stack.Axis.horizontal, [0.0, 0, 145, 20], [155.0, 0, 145, 20]),
      (100, .horizontal, [0, 0, 145, 20], [155, 0, 145, 20]),
      (146, .vertical, [0, 0, 300, 20], [0, 30, 300, 20]),
    ])
  func
    `a row or column is a row if all children fit, and then they share what is left; otherwise each fills the width`(
      width: Double, axis: SceneNode.Stack.Axis, first: [Double], second: [Double]
    )
  {
    let children = ["a", "b"].map { SceneNode.space($0, .init(width: width, height: 20)) }
    let stack = SceneNode.stack("stack", .rowOrColumn, spacing: 10, children)
    let layout = SceneLayout(.stack("root", .vertical, [stack]))
    #expect(layout["stack"]?.axis == axis)
    #expect(layout.numbers("a") == first)
    #expect(layout.numbers("b") == second)
    #expect(layout.numbers("stack")?[3] == (axis == .horizontal ? 20 : 50))
  }

  @Test func `those that grow in a row or column fit with their minimum width, whatever is in them`() {
    let children = [80.0, 80].enumerated().map {
      SceneNode.text("\($0)", String(repeating: "word ", count: 30), .init(minWidth: $1, grows: true))
    }
    #expect(SceneLayout(.stack("root", .rowOrColumn, children))["root"]?.axis == .horizontal)
    #expect(
      SceneLayout(.stack("root", .rowOrColumn, style: .init(width: 159), children))["root"]?.axis == .vertical
    )
  }

  @Test(
    arguments: [
      (nil, [5.0, 5, 290, 190]), (SceneNode.Position.fill, [5, 5, 290, 190]), (.top, [140, 5, 20, 10]),
      (.bottom, [140, 185, 20, 10]),
      (.center, [140, 95, 20, 10]), (.topLeading, [5, 5, 20, 10]), (.topTrailing, [275, 5, 20, 10]),
    ])
  func `a layer is at its position, and fills the overlay if it has none`(
    position: SceneNode.Position?, expected: [Double]
  ) {
    let layer = SceneNode.overlay("layer", style: .init(position: position), [.box("a", 20, 10)])
    let root = SceneNode.overlay("root", style: .init(padding: Insets(all: 5)), [layer, layer])
    #expect(SceneLayout(root).numbers("layer") == expected)
    let mirrored = SceneLayout(root, direction: .rightToLeft)
    #expect(
      mirrored.numbers("layer") == [300 - expected[0] - expected[2], expected[1], expected[2], expected[3]])
  }

  @Test func `a layer that is given a size keeps it, even if it fills`() {
    let layout = SceneLayout(
      .overlay("root", [.box("a", 30, 40), .space("b", .init(height: 20, maxWidth: 50))]))
    #expect(layout.numbers("a") == [0, 0, 30, 40])
    #expect(layout.numbers("b") == [0, 0, 50, 20])
  }

  @Test func `an overlay is as large as its largest layer`() {
    let layout = SceneLayout(
      .overlay(
        "root", style: .init(padding: Insets(all: 1)),
        [.box("a", 30, 90), .box("b", 60, 20, position: .center)]),
      .center(insets: .zero))
    #expect(layout.root.width == 62 && layout.root.height == 92)
  }

  @Test func `frames are relative to the parent and to the window, and mirrored from right to left`() {
    let root = SceneNode.stack(
      "root", .horizontal, alignment: .leading, style: .init(padding: Insets(top: 5, leading: 20)),
      [
        .box("a", 30, 10),
        .stack("inner", .vertical, alignment: .leading, style: .init(width: 100), [.box("b", 40, 10)]),
      ])
    let layout = SceneLayout(root)
    #expect(layout.numbers("b") == [0, 0, 40, 10])
    #expect(layout.windowNumbers("b") == [50, 5, 40, 10])
    let mirrored = SceneLayout(root, direction: .rightToLeft)
    #expect(mirrored.numbers("inner") == [150, 5, 100, 10])
    #expect(mirrored.numbers("b") == [60, 0, 40, 10])
    #expect(mirrored.windowNumbers("b") == [210, 5, 40, 10])
  }
}
