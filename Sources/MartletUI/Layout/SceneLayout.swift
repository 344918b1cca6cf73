// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Where everything in a scene is: a frame for each node.
///
/// A host that draws with views places them in these frames and decides nothing. Browsers lay out
/// the HTML of a scene themselves. Tests compare their result with this one, for each node of all
/// reviewed scenes.
///
/// Each text is measured a few times at most, however deep the scene is.
public struct SceneLayout: Hashable, Sendable {
  /// The window.
  public let size: SceneSize
  private let boxes: [String: Box]
  private let swipe: MessageScene.Edge?
  private let rootID: String
  /// In the order in which they are drawn.
  private let scrolling: [Box]

  /// Lays out a scene.
  /// - Parameters:
  ///   - size: the size of the window in points. The placement of the scene already has the safe
  ///     area and the keyboard.
  ///   - measure: measures texts and images.
  public init(_ scene: MessageScene, size: SceneSize, measure: any SceneMeasure) {
    let size = SceneSize(width: .length(size.width), height: .length(size.height))
    self.size = size
    swipe = scene.swipe
    rootID = scene.root.id
    var count = 0
    guard let root = LayoutNode(scene.root, measure: measure, count: &count) else {
      (boxes, scrolling) = ([:], [])
      return
    }
    var placing = LayoutPlacing(measure: measure, count: count, direction: scene.direction)
    placing.placeRoot(root, scene.placement, in: size)
    // If a view gives two nodes the same id, the first has it.
    boxes = Dictionary(
      root.all.map { ($0.id, placing.boxes[$0.number]) }, uniquingKeysWith: { first, _ in first })
    scrolling = placing.boxes.filter(\.isScrolling)
  }

  /// The box of a node. nil for an id that is not in the scene, and for an image that could not be
  /// loaded and has no text instead.
  public subscript(nodeID: String) -> Box? { boxes[nodeID] }

  /// The frame of the root in the window.
  public var root: SceneRect { boxes[rootID]?.windowFrame ?? .zero }

  /// Whether anything in the scene is too tall for its box, so that a finger scrolls it.
  public var isScrolling: Bool { !scrolling.isEmpty }

  /// Whether a finger that touches this point of the window moves the scene. Where something
  /// scrolls, it scrolls instead. False if the scene cannot be swiped away, and outside its root.
  public func startsSwipe(x: Double, y: Double) -> Bool {
    swipe != nil && root.contains(x: x, y: y) && !scrolling.contains { $0.windowFrame.contains(x: x, y: y) }
  }
}

extension SceneLayout {
  /// Where a node is, and what of it the layout decides. All values are in points and not rounded
  /// to pixels.
  public struct Box: Hashable, Sendable {
    /// Relative to the box of the parent. In a node that scrolls, relative to what it scrolls. For
    /// the root, relative to the window.
    public internal(set) var frame = SceneRect.zero
    /// Relative to the window, before anything was scrolled.
    public internal(set) var windowFrame = SceneRect.zero
    /// Where the node draws its content, relative to its own box: an image, a page, a symbol in its
    /// size, or the lines of a text, which begin at the top. For nodes with children, the space
    /// inside of padding and border.
    public internal(set) var content = SceneRect.zero
    /// The size of what a node scrolls, with its padding and border. At least its own size. nil for
    /// nodes that do not scroll.
    public internal(set) var scrolledSize: SceneSize?
    /// Whether the children of a stack are beside each other or below each other, never
    /// `rowOrColumn`. nil for other nodes.
    public internal(set) var axis: SceneNode.Stack.Axis?

    /// Whether the content is taller than the box, by more than a point.
    public var isScrolling: Bool { (scrolledSize?.height ?? 0) > frame.height + 1 }
  }
}
