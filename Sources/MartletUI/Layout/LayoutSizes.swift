// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The sizes that boxes ask for. Each answer is kept, so a text is measured once without a limit,
/// and once for each width that it can have.
///
/// All sizes are those of the whole box, with padding and border. Base sizes are those before the
/// limits of the node apply.
struct LayoutSizes {
  /// The widths of a box that follow from its content.
  struct Widths {
    /// The width that it is only below if limits or a row demand it.
    var least: Double
    /// The width if there is enough space.
    var ideal: Double

    static let zero = Widths(least: 0, ideal: 0)
  }

  let measure: any SceneMeasure
  private var widths: [Widths?]
  private var heights: [[Double: Double]]

  init(measure: any SceneMeasure, count: Int) {
    self.measure = measure
    widths = Array(repeating: nil, count: count)
    heights = Array(repeating: [:], count: count)
  }

  // MARK: - Widths

  /// The width of a node that is not in a row.
  /// - Parameter fills: whether it fills the space, unless its style has a width.
  mutating func width(of node: LayoutNode, in room: Double, fills: Bool) -> Double {
    var width = room
    if let given = node.limits.width {
      width = given
    } else if let picture = node.picture, !fills {
      width = picture.size(in: room).width
    } else if !fills && !node.isWeb {
      let widths = baseWidths(of: node)
      width = max(widths.least, min(widths.ideal, room))
    }
    // An image is not wider than the space, unless its style has a limit of its own.
    return node.limits.width(node.isImage && node.limits.maxWidth == nil ? min(width, room) : width)
  }

  private mutating func baseWidths(of node: LayoutNode) -> Widths {
    let edges = node.limits.edges.horizontal
    // Such a picture is never wider than the space, so it asks for none, even if its style has a
    // width.
    let canShrink = node.picture != nil && node.limits.maxWidth == nil
    if let width = node.limits.width {
      let width = max(width, edges)
      return Widths(least: canShrink ? 0 : width, ideal: width)
    }
    if let known = widths[node.number] { return known }
    var widths = contentWidths(of: node)
    widths = Widths(least: canShrink ? edges : widths.least + edges, ideal: widths.ideal + edges)
    self.widths[node.number] = widths
    return widths
  }

  private mutating func contentWidths(of node: LayoutNode) -> Widths {
    switch node.content {
    case .stack(.vertical, _, _), .scroll: return childWidths(of: node).greatest
    case .overlay: return Widths(least: 0, ideal: childWidths(of: node).greatest.ideal)
    case .stack(let axis, let spacing, let alignment):
      let fills = axis == .horizontal && alignment == .fill
      let (sum, greatest) = childWidths(of: node, height: fills ? node.limits.contentHeight : nil)
      let gaps = spacing * Double(max(0, node.children.count - 1))
      return Widths(least: axis == .rowOrColumn ? greatest.least : sum.least + gaps, ideal: sum.ideal + gaps)
    case .text(let text), .words(let text):
      // Rounded up, so that a difference in the last digit does not break a line that fits.
      return Widths(least: 0, ideal: (measure.size(of: text, maximumWidth: nil).width * 64).rounded(.up) / 64)
    case .picture(let picture):
      let width = picture.size().width - node.limits.edges.horizontal
      return Widths(least: width, ideal: width)
    case .shape(let size): return Widths(least: size.width, ideal: size.width)
    case .web: return Widths(least: 0, ideal: Self.webSize.width)
    }
  }

  /// - Parameter height: the height of a row that its children fill, if it is known.
  private mutating func childWidths(of node: LayoutNode, height: Double? = nil) -> (
    sum: Widths, greatest: Widths
  ) {
    var (sum, greatest) = (Widths.zero, Widths.zero)
    for child in node.children {
      var widths = baseWidths(of: child)
      if let picture = child.picture, child.limits.width == nil, child.limits.height == nil, let height {
        widths.ideal = picture.size(height: height).width
        widths.least = min(widths.least, widths.ideal)
      }
      let (least, ideal) = (child.limits.width(widths.least), child.limits.width(widths.ideal))
      (sum.least, sum.ideal) = (sum.least + least, sum.ideal + ideal)
      (greatest.least, greatest.ideal) = (max(greatest.least, least), max(greatest.ideal, ideal))
    }
    return (sum, greatest)
  }

  // MARK: - Heights

  /// The height of a node with this width, within its limits.
  mutating func height(of node: LayoutNode, width: Double) -> Double {
    node.limits.height(baseHeight(of: node, width: width))
  }

  mutating func baseHeight(of node: LayoutNode, width: Double) -> Double {
    let edges = node.limits.edges
    if let height = node.limits.height { return max(height, edges.vertical) }
    if let known = heights[node.number][width] { return known }
    let height = contentHeight(of: node, width: max(0, width - edges.horizontal)) + edges.vertical
    heights[node.number][width] = height
    return height
  }

  private mutating func contentHeight(of node: LayoutNode, width: Double) -> Double {
    switch node.content {
    case .stack(.vertical, let spacing, let alignment):
      var height = spacing * Double(max(0, node.children.count - 1))
      for child in node.children {
        height += self.height(of: child, width: self.width(of: child, in: width, fills: alignment == .fill))
      }
      return height
    case .stack(_, let spacing, _):
      let lines = lines(of: node, width: width, height: nil)
      var height = spacing * Double(max(0, lines.count - 1))
      for line in lines { height += self.height(of: line, in: node) }
      return height
    case .overlay, .scroll:
      var height = 0.0
      for child in node.children {
        let width = self.width(of: child, in: width, fills: child.fills(node))
        height = max(height, self.height(of: child, width: width))
      }
      return height
    case .text(let text), .words(let text): return measure.size(of: text, maximumWidth: width).height
    case .picture(let picture):
      return picture.height(forWidth: width + node.limits.edges.horizontal) - node.limits.edges.vertical
    case .shape(let size): return size.height
    case .web: return Self.webSize.height
    }
  }

  /// The size of a page where there is no space that it could fill, as in browsers.
  private static let webSize = SceneSize(width: 300, height: 150)
}

// MARK: - Rows

extension LayoutSizes {
  /// Children beside each other, with their widths.
  typealias Line = [(index: Int, width: Double)]

  /// One line, or for `rowOrColumn` one line for each child, if they do not fit into one.
  /// - Parameter height: the height of the row, if it does not follow from its children.
  mutating func lines(of node: LayoutNode, width: Double, height: Double?) -> [Line] {
    guard case .stack(let axis, let spacing, let alignment) = node.content, !node.children.isEmpty else {
      return []
    }
    let filled = axis == .horizontal && alignment == .fill ? height : nil
    var items: [FlexItem] = []
    for child in node.children {
      items.append(item(child, in: width, height: filled, grows: child.grows || axis == .rowOrColumn))
    }
    let space = width - spacing * Double(items.count - 1)
    if axis == .rowOrColumn, items.map(\.length).reduce(0, +) > space + 0.01 {
      return items.enumerated().map { [($0, FlexItem.lengths(of: [$1], in: width)[0])] }
    }
    return [FlexItem.lengths(of: items, in: space).enumerated().map { ($0, $1) }]
  }

  /// What grows begins with no content at all, so that all that grow in a row have the same width,
  /// whatever is in them.
  private mutating func item(_ child: LayoutNode, in width: Double, height: Double?, grows: Bool) -> FlexItem
  {
    let (limits, edges) = (child.limits, child.limits.edges.horizontal)
    let base: Double
    if child.grows {
      base = edges
    } else if child.isWeb && limits.width == nil {
      base = width
    } else if let picture = child.picture, limits.width == nil {
      base = picture.baseWidth(height: height)
    } else {
      base = baseWidths(of: child).ideal
    }
    return FlexItem(
      base: base, lower: limits.minWidth, upper: limits.maxWidth ?? (child.isImage ? width : .infinity),
      edges: edges, grows: grows,
      shrinks: !child.keepsSize)
  }

  /// The height that a line asks for.
  mutating func height(of line: Line, in node: LayoutNode) -> Double {
    var height = 0.0
    for (index, width) in line { height = max(height, self.height(of: node.children[index], width: width)) }
    return height
  }
}
