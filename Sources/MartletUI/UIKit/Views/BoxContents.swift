// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

/// Children on top of each other, or nothing. The layout of the scene places them.
final class LayerContent: UIView, NodeContent {
  func draw(_ node: SceneNode, in drawing: DrawingContext) {
    semanticContentAttribute = drawing.semantics
  }

  func hold(_ children: [UIView]) { setSubviews(children) }

  static let fillsBox = true
}

/// One child that scrolls vertically if it is taller than the box.
final class ScrollContent: UIScrollView, NodeContent {
  override init(frame: CGRect) {
    super.init(frame: frame)
    // The scene already keeps clear of the safe area.
    contentInsetAdjustmentBehavior = .never
    showsHorizontalScrollIndicator = false
    #if !os(tvOS)
    keyboardDismissMode = .interactive
    #endif
  }

  required init?(coder: NSCoder) { nil }

  func draw(_ node: SceneNode, in drawing: DrawingContext) {
    semanticContentAttribute = drawing.semantics
  }

  func hold(_ children: [UIView]) {
    for view in subviews where view is NodePlace && !children.contains(view) { view.removeFromSuperview() }
    for view in children where view.superview !== self { addSubview(view) }
  }

  static let fillsBox = true

  /// A press on a button ends when the finger moves on, as on other content: without buttons, the
  /// whole body of a card is one.
  override func touchesShouldCancel(in view: UIView) -> Bool {
    view is UIButton || super.touchesShouldCancel(in: view)
  }

  /// - Parameter size: the size of the child with what padding takes.
  func setContentSize(_ size: CGSize) {
    if contentSize != size { contentSize = size }
    // The message would otherwise seem to scroll although nothing is hidden.
    isScrollEnabled = size.height > bounds.height + 1
  }
}

extension UIView {
  /// Makes these the subviews, in this order, and touches nothing that is already right.
  func setSubviews(_ views: [UIView]) {
    guard subviews != views else { return }
    for view in subviews where !views.contains(view) { view.removeFromSuperview() }
    for (index, view) in views.enumerated() { insertSubview(view, at: index) }
  }
}
#endif
