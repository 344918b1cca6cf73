// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

/// Draws what is inside the box of a node: one type for each kind of content.
///
/// A content view is kept for as long as its node has the same kind, so that scroll positions,
/// focus and pages survive a redraw.
@MainActor
protocol NodeContent: UIView {
  /// Draws the node.
  func draw(_ node: SceneNode, in drawing: DrawingContext)
  /// Adds the views of the children, in order, and removes others.
  func hold(_ children: [UIView])
  /// Whether the content fills the box of its node, and keeps clear of padding and border by
  /// itself.
  static var fillsBox: Bool { get }
}

extension NodeContent {
  func hold(_ children: [UIView]) {}
  static var fillsBox: Bool { false }
}

/// What views need for drawing, besides their node.
@MainActor
struct DrawingContext {
  var direction: MessageScene.LayoutDirection
  /// The loaded images by their URL.
  var pictures: [String: Picture]
  /// Called when a node with an action is pressed.
  var press: @MainActor (_ nodeID: String) -> Void
  /// Called when the person has changed the text of a field.
  var enter: @MainActor (_ nodeID: String, _ text: String) -> Void
  /// The view of a page.
  var page: @MainActor (_ node: SceneNode, SceneNode.Web) -> UIView?

  /// The reading direction for views, which do not take it from the view around them.
  var semantics: UISemanticContentAttribute {
    direction == .rightToLeft ? .forceRightToLeft : .forceLeftToRight
  }
}

extension SceneNode {
  /// The content view for the kind of this node.
  @MainActor
  func makeContent() -> any NodeContent {
    switch content {
    case .stack: StackContent()
    case .overlay: LayerContent()
    case .scroll: ScrollContent()
    case .text: TextContent()
    case .image: ImageContent()
    case .icon: IconContent()
    case .symbol: SymbolContent()
    case .web: PageContent()
    case .field: FieldContent()
    case .spinner: SpinnerContent()
    case .space: LayerContent()
    }
  }

  /// Whether a content view was made for this kind of node.
  @MainActor
  func fits(_ content: any NodeContent) -> Bool {
    switch self.content {
    case .stack: content is StackContent
    case .overlay, .space: content is LayerContent
    case .scroll: content is ScrollContent
    case .text: content is TextContent
    case .image: content is ImageContent
    case .icon: content is IconContent
    case .symbol: content is SymbolContent
    case .web: content is PageContent
    case .field: content is FieldContent
    case .spinner: content is SpinnerContent
    }
  }
}
#endif
