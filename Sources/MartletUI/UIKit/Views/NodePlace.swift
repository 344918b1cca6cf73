// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

/// A node on the screen: its box, in a button if the node can be pressed.
///
/// A real button can be reached with the keyboard, the remote control, a pointer, Voice Control and Switch Control.
final class NodePlace: UIView {
  let box: NodeBox
  private(set) var button: NodeButton?

  var node: SceneNode { box.node }

  init(_ node: SceneNode) {
    box = NodeBox(node)
    super.init(frame: .zero)
    addSubview(box)
  }

  required init?(coder: NSCoder) { nil }

  func draw(_ node: SceneNode, language: String?, in drawing: DrawingContext) {
    box.draw(node, in: drawing)
    semanticContentAttribute = drawing.semantics
    if node.action == nil {
      if let button {
        button.removeFromSuperview()
        self.button = nil
        addSubview(box)
      }
      describe(self, node, language: language)
    } else {
      let button = self.button ?? NodeButton()
      self.button = button
      button.hold(box)
      if button.superview !== self { addSubview(button) }
      let nodeID = node.id
      button.press = { drawing.press(nodeID) }
      isAccessibilityElement = false
      accessibilityElementsHidden = false
      describe(button, node, language: language)
    }
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    button?.frame = bounds
    box.frame = bounds
  }

  /// The view that assistive technology and keys focus.
  var focusTarget: UIView { button ?? self }

  private func describe(_ view: UIView, _ node: SceneNode, language: String?) {
    let accessibility = node.accessibility
    view.accessibilityIdentifier = node.id
    view.accessibilityLanguage = accessibility.language ?? language
    view.accessibilityLabel = accessibility.label ?? node.ownText
    view.accessibilityTraits = UIAccessibilityTraits(accessibility.role)
    view.accessibilityElementsHidden = accessibility.isHidden || node.isMereSign
    view.isAccessibilityElement = node.isElement
    #if !os(tvOS)
    let isGroup = !node.isElement && accessibility.label != nil
    view.accessibilityContainerType = isGroup ? .semanticGroup : .none
    #endif
    #if !os(tvOS)
    view.showsLargeContentViewer = node.enlargesOnPress
    view.largeContentTitle = node.enlargesOnPress ? view.accessibilityLabel : nil
    view.largeContentImage = node.enlargesOnPress ? node.symbol?.image : nil
    #endif
    // What Voice Control users say is what they see.
    let words = [node.visibleText, accessibility.label].compactMap(\.self)
    view.accessibilityUserInputLabels = node.action == nil ? nil : words
  }
}

extension UIAccessibilityTraits {
  init(_ role: SceneNode.Accessibility.Role) {
    switch role {
    case .none: self = .none
    case .button: self = .button
    case .link: self = .link
    case .image: self = .image
    case .header: self = .header
    case .text: self = .staticText
    }
  }
}
#endif
