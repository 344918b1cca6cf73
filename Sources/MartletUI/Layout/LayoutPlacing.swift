// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Gives each node its frame, from the root to the leaves.
struct LayoutPlacing {
  var sizes: LayoutSizes
  let isRightToLeft: Bool
  /// By the numbers of the nodes.
  private(set) var boxes: [SceneLayout.Box]

  init(measure: any SceneMeasure, count: Int, direction: MessageScene.LayoutDirection) {
    sizes = LayoutSizes(measure: measure, count: count)
    isRightToLeft = direction == .rightToLeft
    boxes = Array(repeating: SceneLayout.Box(), count: count)
  }

  /// What a node is placed in.
  struct Place {
    /// The frame of the parent in the window.
    var frame: SceneRect
    /// Whether its height follows from the space around it, and not from its content. Then a page
    /// in it can fill it.
    var isDefinite: Bool
  }

  /// - Parameter frame: relative to the place, with x from its leading edge.
  mutating func place(_ node: LayoutNode, at frame: SceneRect, in place: Place) {
    let frame = mirrored(frame, in: place.frame.width)
    var box = SceneLayout.Box()
    box.frame = frame
    box.windowFrame = frame.offset(x: place.frame.x, y: place.frame.y)
    let inside = Place(frame: box.windowFrame, isDefinite: place.isDefinite || node.limits.height != nil)
    let edges = node.limits.edges
    let room = SceneRect(
      x: edges.leading, y: edges.top, width: max(0, frame.width - edges.horizontal),
      height: max(0, frame.height - edges.vertical))
    box.content = mirrored(content(of: node, in: room), in: frame.width)
    switch node.content {
    case .stack(.vertical, let spacing, let alignment):
      box.axis = .vertical
      placeColumn(node.children, spacing, alignment, in: room, of: inside)
    case .stack(let axis, let spacing, let alignment):
      let lines = sizes.lines(of: node, width: room.width, height: inside.isDefinite ? room.height : nil)
      box.axis = lines.count > 1 ? .vertical : .horizontal
      placeLines(lines, of: node, spacing, alignment, wraps: axis == .rowOrColumn, in: room, of: inside)
    case .overlay: for child in node.children { placeLayer(child, of: node, in: room, of: inside) }
    case .scroll: box.scrolledSize = placeScrolled(node, in: room, of: inside)
    case .text, .words, .picture, .shape, .web: break
    }
    boxes[node.number] = box
  }

  private func mirrored(_ frame: SceneRect, in width: Double) -> SceneRect {
    isRightToLeft ? frame.offset(x: width - frame.maxX - frame.x, y: 0) : frame
  }

  // MARK: - The root

  mutating func placeRoot(_ node: LayoutNode, _ placement: MessageScene.Placement, in window: SceneSize) {
    let insets = LayoutLimits(.init(padding: placement.insets)).edges
    let room = SceneSize(
      width: max(0, window.width - insets.horizontal), height: max(0, window.height - insets.vertical))
    let (limits, isCentered, isFilling) = (node.limits, placement.isCenter, placement == .fill)
    var width = limits.width(limits.width ?? room.width)
    if isCentered {
      width = sizes.width(of: node, in: room.width, fills: false)
      // A card is not wider than the space, unless its style has limits.
      if limits.maxWidth == nil { width = limits.width(min(width, room.width)) }
    }
    var base = sizes.baseHeight(of: node, width: width)
    if case .web = node.content, limits.height == nil { base = room.height }
    let item = FlexItem(
      base: base, lower: limits.minHeight, upper: limits.maxHeight ?? room.height,
      edges: limits.edges.vertical,
      grows: node.grows || isFilling, shrinks: isCentered || isFilling || !node.keepsSize)
    let height = FlexItem.lengths(of: [item], in: room.height)[0]
    var frame = SceneRect(
      x: insets.leading + (room.width - width) / 2, y: insets.top, width: width, height: height)
    switch placement {
    case .top: break
    case .bottom: frame.y += room.height - height
    case .center, .fill: frame.y += (room.height - height) / 2
    }
    place(
      node, at: frame,
      in: Place(frame: SceneRect(x: 0, y: 0, width: window.width, height: window.height), isDefinite: true))
  }
}

extension MessageScene.Placement {
  fileprivate var insets: Insets {
    switch self {
    case .top(let insets), .bottom(let insets), .center(let insets): insets
    case .fill: .zero
    }
  }

  fileprivate var isCenter: Bool { if case .center = self { true } else { false } }
}
