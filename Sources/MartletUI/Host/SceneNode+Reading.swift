// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How assistive technology reads a node, the same on every native host.
extension SceneNode {
  /// True for an icon without a label that cannot be pressed. It only decorates, so it is not read.
  var isMereSign: Bool {
    if case .icon = content { accessibility.label == nil && action == nil } else { false }
  }

  /// Whether the node is read as one element. What is inside an element is not read separately.
  var isElement: Bool {
    guard !accessibility.isHidden, !isMereSign else { return false }
    return switch accessibility.role {
    case .button, .link, .radio, .checkbox: action != nil
    case .textbox, .progress: true
    case .image: accessibility.label != nil
    case .header, .text: true
    case .choices, .group: false
    case .none: ownText != nil && action == nil
    }
  }

  /// What a node without a label is called: its text, or the texts inside it if it can be pressed.
  var ownText: String? {
    if case .text(let text) = content, !text.string.isEmpty { return text.string }
    return action == nil ? nil : visibleText
  }

  /// The texts of the node and of all nodes inside it, as they are seen.
  var visibleText: String? {
    let texts = allNodes.compactMap { node in
      if case .text(let text) = node.content, !text.string.isEmpty, !node.accessibility.isHidden {
        text.string
      } else {
        nil
      }
    }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  /// Whether the system shows a large version to people with large text who press long enough: a
  /// symbol keeps its size, and text with a line limit may be cut off.
  var enlargesOnPress: Bool {
    guard isElement else { return false }
    return allNodes.contains { node in
      switch node.content {
      case .symbol: action != nil
      case .text(let text): text.maximumLines != nil
      case .stack, .overlay, .scroll, .image, .icon, .web, .field, .spinner, .space: false
      }
    }
  }

  /// The symbol of the node, or the first one in it.
  var symbol: Symbol? {
    allNodes.lazy.compactMap { node in if case .symbol(let symbol) = node.content { symbol } else { nil } }
      .first
  }

  /// Whether touches inside the node have an effect of their own: it can be pressed, scrolled, or
  /// is a page.
  var takesTouches: Bool {
    if action != nil { return true }
    return switch content {
    case .scroll, .web, .field: true
    case .stack, .overlay, .text, .image, .icon, .symbol, .spinner, .space:
      children.contains(where: \.takesTouches)
    }
  }
}
