// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension LayoutPlacing {
  // MARK: - Stacks

  mutating func placeColumn(
    _ children: [LayoutNode], _ spacing: Double, _ alignment: SceneNode.Stack.Alignment, in room: SceneRect,
    of place: Place
  ) {
    var widths: [Double] = []
    var items: [FlexItem] = []
    for child in children {
      let limits = child.limits
      let width = sizes.width(of: child, in: room.width, fills: alignment == .fill)
      var base = sizes.baseHeight(of: child, width: width)
      if child.fillsHeight(of: place) { base = room.height }
      if let picture = child.picture, alignment != .fill, limits.width == nil, limits.height == nil {
        base = picture.baseHeight(in: room.width)
      }
      widths.append(width)
      items.append(
        FlexItem(
          base: base, lower: limits.minHeight, upper: limits.maxHeight ?? .infinity,
          edges: limits.edges.vertical, grows: child.grows,
          shrinks: !child.keepsSize))
    }
    let heights = FlexItem.lengths(of: items, in: room.height - spacing * Double(children.count - 1))
    var y = room.y
    for (index, child) in children.enumerated() {
      var width = widths[index]
      if let picture = child.picture, alignment != .fill, child.limits.width == nil {
        // A picture whose height the column changed keeps its ratio.
        width = picture.size(in: room.width, height: heights[index]).width
      }
      let x = room.x + offset(alignment, room.width - width)
      self.place(child, at: SceneRect(x: x, y: y, width: width, height: heights[index]), in: place)
      y += heights[index] + spacing
    }
  }

  mutating func placeLines(
    _ lines: [LayoutSizes.Line], of node: LayoutNode, _ spacing: Double,
    _ alignment: SceneNode.Stack.Alignment, wraps: Bool,
    in room: SceneRect, of place: Place
  ) {
    var heights = [room.height]
    if wraps {
      heights = []
      for line in lines { heights.append(sizes.height(of: line, in: node)) }
      // The lines share what is left of the height.
      let rest = room.height - heights.reduce(0, +) - spacing * Double(lines.count - 1)
      heights = heights.map { $0 + max(0, rest) / Double(lines.count) }
    }
    var y = room.y
    for (line, lineHeight) in zip(lines, heights) {
      var x = room.x
      for (index, width) in line {
        let child = node.children[index]
        let fills = alignment == .fill && child.limits.height == nil && !child.isWeb
        var height = sizes.height(of: child, width: width)
        if fills { height = child.limits.height(lineHeight) }
        if child.fillsHeight(of: place) { height = child.limits.height(room.height) }
        let frame = SceneRect(
          x: x, y: y + offset(alignment, lineHeight - height), width: width, height: height)
        self.place(child, at: frame, in: Place(frame: place.frame, isDefinite: fills))
        x += width + spacing
      }
      y += lineHeight + spacing
    }
  }

  /// The distance from the start of the space for something that leaves this much of it.
  private func offset(_ alignment: SceneNode.Stack.Alignment, _ rest: Double) -> Double {
    switch alignment {
    case .leading, .fill: 0
    case .center: rest / 2
    case .trailing: rest
    }
  }

  // MARK: - Layers and scrolling content

  mutating func placeLayer(_ node: LayoutNode, of overlay: LayoutNode, in room: SceneRect, of place: Place) {
    let fills = node.fills(overlay)
    let width = sizes.width(of: node, in: room.width, fills: fills)
    let fillsHeight = (fills || node.isWeb) && node.limits.height == nil
    let height = fillsHeight ? node.limits.height(room.height) : sizes.height(of: node, width: width)
    var frame = SceneRect(x: room.x, y: room.y, width: width, height: height)
    let (right, below) = (room.width - width, room.height - height)
    switch node.position {
    case .fill, .topLeading: break
    case .top: frame.x += right / 2
    case .topTrailing: frame.x += right
    case .center: (frame.x, frame.y) = (frame.x + right / 2, frame.y + below / 2)
    case .bottom: (frame.x, frame.y) = (frame.x + right / 2, frame.y + below)
    }
    self.place(node, at: frame, in: Place(frame: place.frame, isDefinite: fillsHeight))
  }

  /// - Returns: the size of the scrolling content, with the padding of the scrolling box.
  mutating func placeScrolled(_ node: LayoutNode, in room: SceneRect, of place: Place) -> SceneSize {
    var height = place.frame.height
    for child in node.children {
      let width = sizes.width(of: child, in: room.width, fills: child.fills(node))
      var frame = SceneRect(x: room.x, y: room.y, width: width, height: sizes.height(of: child, width: width))
      if child.fillsHeight(of: place) { frame.height = child.limits.height(room.height) }
      self.place(child, at: frame, in: Place(frame: place.frame, isDefinite: false))
      height = max(height, frame.height + node.limits.edges.vertical)
    }
    return SceneSize(width: place.frame.width, height: height)
  }

  // MARK: - What has no children

  /// Where the content of a node is drawn. Text begins at the top. Text that can be pressed is in
  /// the middle, and so is what has a size of its own.
  mutating func content(of node: LayoutNode, in room: SceneRect) -> SceneRect {
    var content = room
    switch node.content {
    case .shape(let size) where size != .zero:
      content = SceneRect(
        x: room.x + (room.width - size.width) / 2, y: room.y + (room.height - size.height) / 2,
        width: size.width, height: size.height)
    case .words(let text):
      content.height = sizes.measure.size(of: text, maximumWidth: room.width).height
      content.y += (room.height - content.height) / 2
    case .text(let text):
      content.height = sizes.measure.size(of: text, maximumWidth: room.width).height
      if node.centersText { content.y += (room.height - content.height) / 2 }
    default: break
    }
    return content
  }
}

extension LayoutNode {
  /// Whether the node is a page that has the height of the space around it.
  fileprivate func fillsHeight(of place: LayoutPlacing.Place) -> Bool {
    isWeb && limits.height == nil && place.isDefinite
  }
}
