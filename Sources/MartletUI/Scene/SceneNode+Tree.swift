// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension SceneNode {
  /// The nodes directly inside, back to front or first to last.
  public var children: [SceneNode] {
    switch content {
    case .stack(let stack): stack.children
    case .overlay(let children): children
    case .scroll(let child): [child]
    case .text, .image, .icon, .symbol, .web, .space: []
    }
  }

  /// This node and all nodes inside it, in reading order.
  public var allNodes: [SceneNode] {
    [self] + children.flatMap(\.allNodes)
  }

  /// The node with this id: this one or one inside it.
  public func node(_ id: String) -> SceneNode? {
    if self.id == id { return self }
    for child in children {
      if let found = child.node(id) { return found }
    }
    return nil
  }
}
