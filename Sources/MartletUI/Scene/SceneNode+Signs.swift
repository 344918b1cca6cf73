// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension SceneNode {
  /// An icon as the text that is drawn in the middle of its box, in black if the style has no
  /// colour. nil for other nodes.
  public var iconText: Text? {
    guard case .icon(let string) = content else { return nil }
    let limits = LayoutLimits(style)
    let size = (limits.height ?? limits.width ?? 40) * 0.55
    return Text(
      string: string, font: SceneFont(size: size, lineHeight: size, weight: .regular),
      color: style.foreground ?? SceneColor(argb: 0xFF00_0000), alignment: .center)
  }
}

extension SceneNode.Symbol {
  /// The width and height in which each symbol is drawn, in the middle of its box, in points.
  public static let size: Double = 20
}
