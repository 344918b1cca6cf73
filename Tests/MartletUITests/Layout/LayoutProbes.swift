// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI

/// Scenes that no message of ours has, but an author's view can make. They have the rules that
/// messages use little.
enum LayoutProbes {
  /// Each upright in one reading direction, and on its side in the other.
  static let all: [(name: String, scene: MessageScene)] = roots.flatMap { name, placement, root in
    [
      ("probe-\(name)_390x844_light", MessageScene.of(root.pressed(), placement)),
      ("probe-\(name)_844x390_dark_rtl", MessageScene.of(root.pressed(), placement, direction: .rightToLeft)),
    ]
  }

  private static let insets = Insets(top: 20, leading: 12, bottom: 36, trailing: 30)
  private static let sentence = "a few words that need more than one line in most of these boxes"
  private static let edges = SceneNode.Style(
    padding: .init(top: 3, leading: 8, bottom: 5, trailing: 14), border: border)
  private static let border = SceneNode.Border(width: 2, color: SceneColor(argb: 0xFF00_0000))

  private typealias Alignment = SceneNode.Stack.Alignment
  private static let alignments: [Alignment] = [.leading, .center, .trailing, .fill]

  private static let roots: [(String, MessageScene.Placement, SceneNode)] = [
    ("rows", .top(insets: insets), rows), ("columns", .fill, columns),
    ("layers", .center(insets: insets), layers),
    ("wrapping", .bottom(insets: insets), wrapping), ("pictures", .center(insets: insets), pictures),
    ("picture-limits", .top(insets: insets), pictureLimits), ("narrow", .center(insets: insets), narrow),
    ("picture-rows", .fill, pictureRows), ("texts", .center(insets: insets), texts),
    ("scrolling", .fill, scrolling), ("pages", .fill, pages),
    (
      "low", .center(insets: insets),
      .stack("root", .vertical, alignment: .center, style: .init(minWidth: 200, maxHeight: 80), lowContent)
    ),
    (
      "kept", .bottom(insets: insets),
      .stack(
        "root", .vertical, alignment: .fill, style: .init(width: 200, maxHeight: 900, keepsSize: true),
        [.box("tall", 90, 900)])
    ),
    (
      "grown", .top(insets: insets),
      .stack("root", .vertical, alignment: .trailing, style: .init(maxWidth: 300, grows: true), lowContent)
    ),
    (
      "wide", .center(insets: insets),
      .overlay("root", style: .init(width: 2_000, minHeight: 80), [.box("a", 50, 60, position: .bottom)])
    ),
    (
      "small-fill", .fill,
      .overlay(
        "root", style: .init(width: 200, maxHeight: 100), [.text("a", sentence, .init(position: .center))])
    ),
  ]

  private static let rows = SceneNode.stack(
    "root", .vertical, spacing: 6, style: .init(padding: .init(all: 4)),
    alignments.map(row) + [
      .stack(
        "narrow", .horizontal, alignment: .center, style: .init(width: 120),
        [
          .box("narrow-a", 100, 10), .text("narrow-b", sentence),
          .space("narrow-c", .init(width: 60, height: 20, keepsSize: true)),
        ]),
      .stack("rowless", .horizontal, spacing: 9, style: edges, []),
    ])

  private static func row(_ alignment: Alignment) -> SceneNode {
    let id = alignment.rawValue
    let children: [SceneNode] = [
      .text("\(id)-text", sentence, .init(minWidth: 50)), .box("\(id)-box", 40, 30),
      .text("\(id)-grown", "left and right", .init(maxWidth: 90, grows: true)),
      .space("\(id)-rest", .init(grows: true)),
      .text("\(id)-kept", "as wide as it is", .init(minHeight: 44, keepsSize: true)),
      SceneNode(id: "\(id)-icon", content: .icon("ok")),
      SceneNode(id: "\(id)-symbol", content: .symbol(.close), style: edges),
    ]
    return .stack(id, .horizontal, alignment: alignment, spacing: 5, style: edges, children)
  }

  private static let columns = SceneNode.stack("root", .horizontal, alignments.map(column))

  private static func column(_ alignment: Alignment) -> SceneNode {
    let id = alignment.rawValue
    let children: [SceneNode] = [
      .text("\(id)-text", sentence, .init(maxHeight: 90)),
      .scroll("\(id)-scroll", style: .init(minHeight: 40), .text("\(id)-long", sentence)),
      .text("\(id)-kept", sentence, .init(keepsSize: true)), .space("\(id)-rest", .init(grows: true)),
      .space("\(id)-grown", .init(width: 30, height: 10, maxHeight: 60, grows: true)),
      .stack(
        "\(id)-inner", .horizontal, alignment: .center, style: edges,
        [.text("\(id)-a", "one"), .text("\(id)-b", "two", .init(minHeight: 30))]),
      SceneNode(id: "\(id)-symbol", content: .symbol(.chevron), style: .init(width: 16, height: 16)),
    ]
    let style = SceneNode.Style(padding: edges.padding, border: border, grows: true)
    return .stack(id, .vertical, alignment: alignment, spacing: 7, style: style, children)
  }

  private static let layers = SceneNode.overlay(
    "root", style: .init(padding: edges.padding, border: border, maxHeight: 300),
    [SceneNode.Position.fill, .top, .bottom, .center, .topLeading, .topTrailing].flatMap(layers))

  private static func layers(_ position: SceneNode.Position) -> [SceneNode] {
    let id = position.rawValue
    return [
      .text("\(id)-text", "words at an edge", .init(padding: .init(all: 6), position: position)),
      .text("\(id)-limited", sentence, .init(minWidth: 30, maxWidth: 110, minHeight: 70, position: position)),
      .stack(
        "\(id)-row", .horizontal, alignment: .center, style: .init(border: border, position: position),
        [.text("\(id)-a", sentence), .box("\(id)-b", 9, 9)]),
      .box("\(id)-box", 70, 20, position: position),
    ]
  }

  private static let wrapping = SceneNode.stack(
    "root", .vertical, alignment: .center, spacing: 4, alignments.flatMap(wrapping))

  private static func wrapping(_ alignment: Alignment) -> [SceneNode] {
    let id = alignment.rawValue
    return [
      .stack(
        "\(id)-row", .rowOrColumn, alignment: alignment, spacing: 5, style: edges,
        [.text("\(id)-a", "short"), .text("\(id)-b", "short too", .init(minHeight: 40))]),
      .stack(
        "\(id)-column", .rowOrColumn, alignment: alignment, spacing: 5,
        style: .init(width: 150, minHeight: 120),
        [
          .text("\(id)-c", "much too long for this"),
          .text("\(id)-d", "also long, in lines", .init(maxWidth: 120)),
          .box("\(id)-e", 200, 8),
        ]),
      .stack(
        "\(id)-grown", .rowOrColumn, alignment: alignment, spacing: 5, style: .init(width: 150),
        [
          .text("\(id)-f", "this one wraps", .init(minWidth: 60, grows: true)),
          .text("\(id)-g", "so", .init(minWidth: 60, grows: true)),
        ]),
    ]
  }

  private static let pictures = SceneNode.stack(
    "root", .vertical, alignment: .leading, spacing: 3, style: .init(maxHeight: 500),
    [.leading, .center, .fill].map(pictures) + [
      .stack(
        "row", .horizontal, alignment: .center, spacing: 4,
        [
          .picture("row-a", .init(minWidth: 20)), .picture("row-b", .init(height: 30), fallback: "lost"),
          .picture("row-c", .init(width: 80, grows: true)),
        ]),
      .overlay(
        "layers", style: .init(height: 90),
        [
          .picture("layer-a"), .picture("layer-b", .init(maxWidth: 60, position: .center)),
          .picture("layer-c", .init(width: 40, position: .bottom)),
        ]),
      .scroll(
        "scroll", style: .init(minHeight: 30), .picture("scrolled", .init(minWidth: 30), fallback: "lost")),
    ])

  private static func pictures(_ alignment: Alignment) -> SceneNode {
    let id = alignment.rawValue
    return .stack(
      id, .vertical, alignment: alignment,
      [
        .picture("\(id)-free", fallback: "lost"), .picture("\(id)-low", .init(maxHeight: 40)),
        .picture("\(id)-edged", edges, fallback: sentence),
        .picture("\(id)-both", .init(width: 50, height: 20)),
        .picture("\(id)-kept", .init(maxWidth: 60, keepsSize: true)),
      ])
  }

  private static let pictureLimits = SceneNode.stack(
    "root", .vertical, alignment: .center,
    [
      .picture("a", .init(minWidth: 90, minHeight: 90, maxHeight: 120)),
      .picture("b", .init(maxWidth: 70, maxHeight: 70)),
      .picture("c", .init(minHeight: 80)), .picture("d", .init(minWidth: 100, maxHeight: 50)),
      .picture("e", .init(width: 90, minHeight: 70)), .picture("f", .init(height: 40, maxWidth: 30)),
      .picture("g", .init(minWidth: 40, maxWidth: 50, minHeight: 10, maxHeight: 20)),
      .overlay(
        "h", style: .init(minWidth: 60, maxWidth: 100),
        [.picture("i", .init(minWidth: 60, maxWidth: 100, minHeight: 44, maxHeight: 80), fallback: "i")]),
    ])

  private static let narrow = SceneNode.stack(
    "root", .vertical, alignment: .center, spacing: 4, style: .init(width: 50),
    [
      .stack("column", .vertical, [.box("a", 100, 10), .text("b", "words")]),
      .overlay("layers", style: edges, [.box("c", 100, 10), .text("d", "some words")]),
      .stack("row", .horizontal, spacing: 3, [.box("e", 40, 10), .box("f", 60, 10)]),
      .stack("wrapping", .rowOrColumn, spacing: 3, [.box("g", 40, 10), .box("h", 60, 10)]),
      .scroll("scroll", .box("i", 70, 10)),
      .stack("picture-column", .vertical, [.picture("j", .init(maxHeight: 30), fallback: "j")]),
      .stack("picture-limit", .vertical, [.picture("k", .init(maxWidth: 70, maxHeight: 40))]),
    ])

  private static let pictureRows = SceneNode.stack(
    "root", .horizontal, spacing: 4,
    [
      .picture("a", .init(minWidth: 10), fallback: "lost"),
      .picture("b", .init(minHeight: 20, maxHeight: 60)),
      .stack(
        "column", .vertical, alignment: .leading,
        [
          .stack(
            "low", .horizontal, style: .init(height: 40),
            [.picture("c"), .picture("d", .init(maxWidth: 50)), .box("e", 20, 10)]),
          .stack(
            "free", .horizontal, alignment: .center,
            [.picture("f", .init(maxWidth: 60)), .picture("g", .init(height: 30))]),
        ]),
    ])

  private static let texts = SceneNode.stack(
    "root", .vertical, alignment: .leading, spacing: 2, style: .init(maxWidth: 160),
    [
      .text("breaks", "one\ntwo three\n\nfour\n"),
      .text("word", "incomprehensibilities and a reallyreallyreallylongword"),
      .text("none", ""),
      .text("cut", sentence, maximumLines: 2), .text("uncut", "one line", maximumLines: 3),
      .text("padded", sentence, edges, size: 12.5),
      .text("pressed", "a button", .init(padding: .init(all: 5), minHeight: 60)).pressed(),
      .text("low", sentence, .init(height: 20)),
      .text("wide", "wider", .init(width: 220)), .text("limited", sentence, .init(maxWidth: 61)),
    ])

  private static let scrolling = SceneNode.stack(
    "root", .vertical,
    [
      .scroll(
        "edged", style: edges,
        .stack(
          "inner", .vertical, alignment: .trailing, spacing: 8, style: edges,
          [.text("text", sentence, size: 40), .box("box", 500, 90)])),
      .stack(
        "row", .horizontal, style: .init(minHeight: 80),
        [
          .scroll("left", style: .init(grows: true), .text("left-text", sentence, size: 30)),
          .scroll(
            "right", style: .init(width: 90, maxHeight: 50),
            .overlay("right-layers", [.text("right-text", sentence), .box("right-box", 20, 120)])),
        ]),
      .text("below", sentence, .init(padding: .init(all: 10), keepsSize: true)),
    ])

  private static let pages = SceneNode.stack(
    "root", .vertical, alignment: .center, spacing: 4,
    [
      .overlay(
        "layers", style: .init(padding: .init(all: 5), grows: true),
        [web("first"), .text("above", "words", .init(position: .topTrailing))]),
      .stack("row", .horizontal, style: .init(height: 60), [web("second"), .box("beside", 30, 30)]),
      web("third", .init(height: 40, minHeight: 50)),
      .scroll("scroll", style: .init(width: 100, height: 70), web("fourth")),
    ])

  private static func web(_ id: String, _ style: SceneNode.Style = .init()) -> SceneNode {
    SceneNode(id: id, content: .web(.init(page: "<p>")), style: style)
  }

  private static let lowContent: [SceneNode] = [
    .text("first", sentence), .scroll("scroll", .text("scrolled", sentence)),
    .space("kept", .init(width: 30, height: 40, keepsSize: true)),
    .space("grown", .init(width: 10, height: 10, grows: true)),
  ]
}
