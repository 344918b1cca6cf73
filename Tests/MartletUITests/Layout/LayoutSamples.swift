// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI
import MartletWire

/// Short forms for the nodes and scenes of layout tests.
extension SceneNode {
  static func stack(
    _ id: String, _ axis: Stack.Axis, alignment: Stack.Alignment = .fill, spacing: Double = 0,
    style: Style = .init(),
    _ children: [SceneNode]
  ) -> SceneNode {
    SceneNode(
      id: id, content: .stack(.init(axis: axis, spacing: spacing, alignment: alignment, children: children)),
      style: style)
  }

  static func overlay(_ id: String, style: Style = .init(), _ children: [SceneNode]) -> SceneNode {
    SceneNode(id: id, content: .overlay(children), style: style)
  }

  static func scroll(_ id: String, style: Style = .init(), _ child: SceneNode) -> SceneNode {
    SceneNode(id: id, content: .scroll(child), style: style)
  }

  /// In a font of 10 points, a character is about 6 points wide.
  static func text(
    _ id: String, _ string: String, _ style: Style = .init(), size: Double = 10, maximumLines: Int? = nil
  ) -> SceneNode {
    SceneNode(id: id, content: .text(words(string, size: size, maximumLines: maximumLines)), style: style)
  }

  static func picture(_ id: String, _ style: Style = .init(), fallback: String? = nil) -> SceneNode {
    SceneNode(
      id: id,
      content: .image(.init(url: LayoutFixture.address, fit: .contain, fallback: fallback.map { words($0) })),
      style: style)
  }

  static func space(_ id: String, _ style: Style = .init()) -> SceneNode {
    SceneNode(id: id, content: .space, style: style)
  }

  /// An empty box with a size.
  static func box(_ id: String, _ width: Double, _ height: Double, position: Position? = nil) -> SceneNode {
    space(id, .init(width: width, height: height, position: position))
  }

  static func words(_ string: String, size: Double = 10, maximumLines: Int? = nil) -> Text {
    Text(
      string: string, font: SceneFont(size: size, lineHeight: size * 1.5, weight: .regular),
      color: SceneColor(argb: 0xFF00_0000),
      alignment: .leading, maximumLines: maximumLines)
  }

  func pressed() -> SceneNode {
    var node = self
    node.action = .body
    return node
  }
}

extension MessageScene {
  /// A scene with this root.
  static func of(
    _ root: SceneNode, _ placement: Placement = .fill, swipe: Edge? = nil,
    direction: LayoutDirection = .leftToRight
  ) -> MessageScene {
    MessageScene(
      id: "scene-1", kind: .message(.modal), placement: placement, root: root, enter: .none, leave: .none,
      swipe: swipe,
      accessibility: .init(label: "Layout", isModal: false, initialFocus: nil, language: nil),
      direction: direction)
  }
}

extension SceneLayout {
  /// The layout of a root in a window of 300 by 200 points.
  init(
    _ root: SceneNode, _ placement: MessageScene.Placement = .fill, swipe: MessageScene.Edge? = nil,
    direction: MessageScene.LayoutDirection = .leftToRight, picture: SceneSize? = nil
  ) {
    let measure = MonospaceMeasure(pictures: picture.map { [LayoutFixture.address: $0] } ?? [:])
    self.init(
      MessageScene.of(root, placement, swipe: swipe, direction: direction),
      size: SceneSize(width: 300, height: 200), measure: measure)
  }

  /// x, y, width and height in the parent, rounded to hundredths.
  func numbers(_ id: String) -> [Double]? {
    self[id].map { Self.rounded($0.frame) }
  }

  /// The same in the window.
  func windowNumbers(_ id: String) -> [Double]? {
    self[id].map { Self.rounded($0.windowFrame) }
  }

  /// The same of the content of a node, in the node.
  func contentNumbers(_ id: String) -> [Double]? {
    self[id].map { Self.rounded($0.content) }
  }

  private static func rounded(_ rect: SceneRect) -> [Double] {
    [rect.x, rect.y, rect.width, rect.height].map { ($0 * 100).rounded() / 100 }
  }
}
