// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

/// A node on the screen: its box, in a button if the node can be pressed.
///
/// A real button can be reached with the keyboard, the remote control, a pointer, Voice Control and
/// Switch Control.
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
      if node.field == nil {
        describe(self, node, language: language)
      } else {
        isAccessibilityElement = false
        describe(box.content, node, language: language)
      }
    } else {
      let button = self.button ?? NodeButton()
      self.button = button
      button.hold(box)
      if button.superview !== self { addSubview(button) }
      let nodeID = node.id
      button.press = { drawing.press(nodeID) }
      button.isEnabled = node.isPressable
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

  /// The view that assistive technology and keys focus. A field is an element of its own.
  var focusTarget: UIView { button ?? (node.field == nil ? self : box.content) }

  private func describe(_ view: UIView, _ node: SceneNode, language: String?) {
    let accessibility = node.accessibility
    view.accessibilityIdentifier = node.id
    view.accessibilityLanguage = accessibility.language ?? language
    view.accessibilityLabel = accessibility.label ?? node.ownText
    view.accessibilityTraits =
      node.field == nil ? UIAccessibilityTraits(accessibility) : view.accessibilityTraits
    if let progress = accessibility.state?.progress {
      view.accessibilityValue = "\(progress.number) / \(progress.count)"
    }
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
  /// The role and what can change about it.
  init(_ accessibility: SceneNode.Accessibility) {
    self.init(accessibility.role)
    if accessibility.state?.isSelected == true { insert(.selected) }
    if accessibility.state?.isDisabled == true { insert(.notEnabled) }
  }

  init(_ role: SceneNode.Accessibility.Role) {
    switch role {
    case .none, .choices, .group, .textbox: self = .none
    case .button, .radio, .checkbox: self = .button
    case .progress: self = .updatesFrequently
    case .link: self = .link
    case .image: self = .image
    case .header: self = .header
    case .text: self = .staticText
    }
  }
}
#endif
