// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

/// A node that can be pressed.
final class NodeButton: UIButton {
  var press: (@MainActor () -> Void)?
  /// Recognises taps on content that scrolls, which would otherwise keep them.
  private lazy var tap = TapRecognizer { [weak self] in
    guard let self, isEnabled else { return }
    press?()
  }

  init() {
    super.init(frame: .zero)
    addAction(UIAction { [weak self] _ in self?.press?() }, for: .primaryActionTriggered)
  }

  required init?(coder: NSCoder) { nil }

  /// Makes the box the content of the button.
  func hold(_ box: NodeBox) {
    if box.superview !== self { addSubview(box) }
    let scrolls = box.content is ScrollContent
    // Without touches of its own, the box leaves them to the button.
    box.isUserInteractionEnabled = scrolls || box.node.children.contains(where: \.takesTouches)
    if scrolls, tap.view == nil { addGestureRecognizer(tap) }
    if !scrolls, tap.view != nil { removeGestureRecognizer(tap) }
  }

  override var isHighlighted: Bool {
    didSet { alpha = isHighlighted ? 0.88 : 1 }
  }

  override func accessibilityActivate() -> Bool {
    guard isEnabled, let press else { return false }
    press()
    return true
  }

  /// On a television, the focus enlarges the control. Elsewhere, the system draws a ring around
  /// what the keyboard focuses.
  override func didUpdateFocus(
    in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator
  ) {
    super.didUpdateFocus(in: context, with: coordinator)
    guard traitCollection.userInterfaceIdiom == .tv else { return }
    let isFocused = context.nextFocusedItem === self
    coordinator.addCoordinatedAnimations(
      { self.transform = isFocused ? CGAffineTransform(scaleX: 1.05, y: 1.05) : .identity }, completion: nil)
  }
}
#endif
