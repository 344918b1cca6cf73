// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

/// A row or a column. The layout of the scene decides the axis, and the sizes and places of the
/// children.
///
/// The stack view arranges children of these sizes itself. Where there is too little space for
/// them, it would squeeze them in its own way, so their places are set again at the end of each
/// layout.
final class StackContent: UIStackView, NodeContent {
  /// Takes the space that is left after the last child, so that no child is stretched.
  private let remainder = UIView()
  private var frames: [(view: UIView, frame: CGRect)] = []
  private var sizes: [ObjectIdentifier: (width: NSLayoutConstraint, height: NSLayoutConstraint)] = [:]

  override init(frame: CGRect) {
    super.init(frame: frame)
    isLayoutMarginsRelativeArrangement = true
    insetsLayoutMarginsFromSafeArea = false
    distribution = .fill
  }

  required init(coder: NSCoder) { fatalError("StackContent is only made in code.") }

  func draw(_ node: SceneNode, in drawing: DrawingContext) {
    guard case .stack(let stack) = node.content else { return }
    semanticContentAttribute = drawing.semantics
    spacing = stack.spacing
    alignment =
      switch stack.alignment {
      case .leading: .leading
      case .center: .center
      case .trailing: .trailing
      case .fill: .fill
      }
    let edges = node.style.edges
    directionalLayoutMargins = NSDirectionalEdgeInsets(
      top: edges.top, leading: edges.leading, bottom: edges.bottom, trailing: edges.trailing)
  }

  func hold(_ children: [UIView]) {
    let wanted = children + [remainder]
    if arrangedSubviews != wanted {
      for view in arrangedSubviews {
        removeArrangedSubview(view)
        if !wanted.contains(view) { view.removeFromSuperview() }
      }
      for view in wanted { addArrangedSubview(view) }
    }
    if let last = children.last { setCustomSpacing(0, after: last) }
    let kept = Set(children.map(ObjectIdentifier.init))
    for (id, constraints) in sizes where !kept.contains(id) {
      NSLayoutConstraint.deactivate([constraints.width, constraints.height])
      sizes[id] = nil
    }
  }

  static let fillsBox = true

  /// Sets the axis, and the frames of the children.
  func arrange(along axis: NSLayoutConstraint.Axis, frames: [(view: UIView, frame: CGRect)]) {
    self.axis = axis
    self.frames = frames
    setNeedsLayout()
    for (view, frame) in frames { setSize(frame.size, of: view) }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    for (view, frame) in frames where view.frame != frame { view.frame = frame }
  }

  /// A little less than required, so that rounding never breaks a constraint of the system.
  private func setSize(_ size: CGSize, of view: UIView) {
    let id = ObjectIdentifier(view)
    if let known = sizes[id] {
      known.width.constant = size.width
      known.height.constant = size.height
      return
    }
    let constraints = (
      width: view.widthAnchor.constraint(equalToConstant: size.width),
      height: view.heightAnchor.constraint(equalToConstant: size.height)
    )
    constraints.width.priority = UILayoutPriority(999)
    constraints.height.priority = UILayoutPriority(999)
    NSLayoutConstraint.activate([constraints.width, constraints.height])
    sizes[id] = constraints
  }
}

extension SceneNode.Style {
  /// What padding and border take at each edge.
  var edges: Insets {
    let line = border?.width ?? 0
    return padding + Insets(all: line)
  }
}
#endif
