// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A node as its layout needs it: with lengths that a box can have, and with the size of its image.
struct LayoutNode {
  enum Content {
    case stack(SceneNode.Stack.Axis, spacing: Double, SceneNode.Stack.Alignment)
    case overlay
    case scroll
    case text(SceneNode.Text)
    /// The text that replaces an image.
    case words(SceneNode.Text)
    case picture(LayoutPicture)
    /// Something with a size of its own.
    case shape(SceneSize)
    case web
  }

  var id: String
  /// Counts the nodes of a layout from 0.
  var number: Int
  var content: Content
  var limits: LayoutLimits
  var children: [LayoutNode]
  var grows: Bool
  var keepsSize: Bool
  var position: SceneNode.Position
  /// Text that can be pressed is in the middle of its box, other text at the top.
  var centersText: Bool

  /// - Parameter count: the number of nodes so far.
  /// - Returns: nil for an image that could not be loaded and has no text instead.
  init?(_ node: SceneNode, measure: any SceneMeasure, count: inout Int) {
    var style = node.style
    switch node.content {
    case .stack(let stack): content = .stack(stack.axis, spacing: .length(stack.spacing), stack.alignment)
    case .overlay: content = .overlay
    case .scroll: content = .scroll
    case .text(let text): content = .text(text)
    case .icon: content = .shape(node.iconText.map { measure.size(of: $0, maximumWidth: nil) } ?? .zero)
    case .symbol: content = .shape(SceneSize(width: SceneNode.Symbol.size, height: SceneNode.Symbol.size))
    case .field, .spinner, .space: content = .shape(.zero)
    case .web: content = .web
    case .image(let image):
      if let size = measure.naturalSize(ofImage: image.url), size.width > 0, size.height > 0,
        size.width.isFinite, size.height.isFinite
      {
        content = .picture(LayoutPicture(natural: size, limits: LayoutLimits(style)))
      } else if let words = image.fallback {
        content = .words(words)
        if style.padding == .zero { style.padding = Self.wordsPadding }
        style.minHeight = style.minHeight ?? Self.wordsHeight
      } else {
        return nil
      }
    }
    id = node.id
    number = count
    count += 1
    limits = LayoutLimits(style)
    grows = style.grows
    keepsSize = style.keepsSize
    position = style.position ?? .fill
    centersText = node.action != nil
    children = []
    for child in node.children {
      if let child = LayoutNode(child, measure: measure, count: &count) { children.append(child) }
    }
  }

  var picture: LayoutPicture? { if case .picture(let picture) = content { picture } else { nil } }

  /// Whether the node shows an image, or the text that replaces it.
  var isImage: Bool { if case .words = content { true } else { picture != nil } }

  /// Whether the node fills the width of a scrolling box, or a layer of an overlay. A picture has
  /// its own size there.
  func fills(_ parent: LayoutNode) -> Bool {
    if case .scroll = parent.content { return picture == nil }
    return picture == nil && position == .fill
  }

  /// Whether the box takes all space that there is.
  var isWeb: Bool { if case .web = content { true } else { false } }

  /// This node and all nodes inside it.
  var all: [LayoutNode] { [self] + children.flatMap(\.all) }

  // The look of a text that replaces an image, as in `scene.css`.
  private static let wordsPadding = Insets(top: 12, leading: 16, bottom: 12, trailing: 16)
  private static let wordsHeight: Double = 44
}
