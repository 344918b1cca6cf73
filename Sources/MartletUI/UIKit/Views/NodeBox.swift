// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

/// The box of a node: background, border, corners and shadow, with the content inside.
///
/// The shadow is on the outer layer and the content on an inner one that is clipped, because one
/// layer cannot have both.
final class NodeBox: UIView {
  private(set) var content: any NodeContent
  private(set) var node: SceneNode
  let inside = UIView()
  /// Where the layout puts what the node draws, in this box. Not used for content that fills the
  /// box.
  var contentFrame = CGRect.zero { didSet { if contentFrame != oldValue { setNeedsLayout() } } }

  init(_ node: SceneNode) {
    self.node = node
    content = node.makeContent()
    super.init(frame: .zero)
    inside.addSubview(content)
    addSubview(inside)
  }

  required init?(coder: NSCoder) { nil }

  func draw(_ node: SceneNode, in drawing: DrawingContext) {
    self.node = node
    if !node.fits(content) {
      content.removeFromSuperview()
      content = node.makeContent()
      inside.addSubview(content)
    }
    semanticContentAttribute = drawing.semantics
    let style = node.style
    inside.semanticContentAttribute = drawing.semantics
    inside.backgroundColor = style.background.map { UIColor($0) }
    inside.clipsToBounds = node.clipsContent
    round(inside.layer, style)
    inside.layer.borderWidth = style.border?.width ?? 0
    inside.layer.borderColor = style.border.map { UIColor($0.color).cgColor }
    round(layer, style)
    layer.shadowColor = style.shadow.map { UIColor($0.color).withAlphaComponent(1).cgColor }
    layer.shadowOpacity = style.shadow.map { Float($0.color.argb >> 24) / 255 } ?? 0
    layer.shadowOffset = CGSize(width: style.shadow?.x ?? 0, height: style.shadow?.y ?? 0)
    // The blur of a scene is twice the deviation that a layer takes.
    layer.shadowRadius = (style.shadow?.radius ?? 0) / 2
    content.draw(node, in: drawing)
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    inside.frame = bounds
    content.frame = type(of: content).fillsBox ? bounds : contentFrame
    // Without a path, the system would draw the layer to find its outline, for every frame of an
    // animation.
    layer.shadowPath =
      node.style.shadow == nil
      ? nil : UIBezierPath(roundedRect: bounds, cornerRadius: node.style.cornerRadius).cgPath
  }

  private func round(_ layer: CALayer, _ style: SceneNode.Style) {
    layer.cornerRadius = min(style.cornerRadius, style.width.map { $0 / 2 } ?? style.cornerRadius)
    layer.cornerCurve = style.cornerCurve == .continuous ? .continuous : .circular
  }
}

extension SceneNode {
  /// Whether what is inside ends at the edge of the box.
  fileprivate var clipsContent: Bool {
    switch content {
    case .overlay, .scroll, .image, .icon, .symbol, .web, .field: true
    case .stack, .text, .spinner, .space: style.cornerRadius > 0
    }
  }
}
#endif
