// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The lengths of a style that a box can have: finite, not negative, and not longer than any
/// screen. Others count as missing, and longer ones are cut, as in HTML.
struct LayoutLimits {
  var width: Double?
  var height: Double?
  var minWidth: Double
  var maxWidth: Double?
  var minHeight: Double
  var maxHeight: Double?
  /// Padding and border.
  var edges: Insets

  init(_ style: SceneNode.Style) {
    func valid(_ length: Double?) -> Double? { length.flatMap { $0.isFinite && $0 >= 0 ? .length($0) : nil } }
    let border = Double.length(style.border?.width ?? 0)
    edges = Insets(
      top: .length(style.padding.top) + border, leading: .length(style.padding.leading) + border,
      bottom: .length(style.padding.bottom) + border, trailing: .length(style.padding.trailing) + border)
    (width, height) = (valid(style.width), valid(style.height))
    (maxWidth, maxHeight) = (valid(style.maxWidth), valid(style.maxHeight))
    minWidth = max(valid(style.minWidth) ?? 0, edges.horizontal)
    minHeight = max(valid(style.minHeight) ?? 0, edges.vertical)
  }

  /// The height inside of padding and border, if the style has a height.
  var contentHeight: Double? { height.map { max(0, self.height($0) - edges.vertical) } }

  /// The width within the limits. The minimum prevails.
  func width(_ width: Double) -> Double { max(minWidth, min(width, maxWidth ?? .infinity)) }
  /// The height within the limits. The minimum prevails.
  func height(_ height: Double) -> Double { max(minHeight, min(height, maxHeight ?? .infinity)) }
}

extension Double {
  /// The length of something that can be missing: 0 for numbers that no length can have.
  static func length(_ value: Double) -> Double {
    value.isFinite ? Swift.max(0, Swift.min(value, 10_000)) : 0
  }
}

extension Insets {
  var horizontal: Double { leading + trailing }
  var vertical: Double { top + bottom }
}
