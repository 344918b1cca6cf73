// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A picture and the limits of its box. The box has the picture's own ratio, as far as the limits
/// allow.
struct LayoutPicture {
  let natural: SceneSize
  var limits: LayoutLimits

  /// The size of the box: the one that its style gives it, otherwise the picture's own within the
  /// limits.
  /// - Parameters:
  ///   - room: the width of the space around it, which it only exceeds if its style has limits.
  ///   - height: the height that a stack gives it, if it does.
  func size(in room: Double = .infinity, height: Double? = nil) -> SceneSize {
    let edges = limits.edges
    var (minWidth, maxWidth) = (limits.minWidth, limits.maxWidth ?? room)
    var width = natural.width + edges.horizontal
    if let given = limits.width {
      width = given
    } else if let given = height ?? limits.height {
      width = self.width(forHeight: limits.height(given))
    } else {
      // The limits of the height also limit the width, so that the ratio stays.
      minWidth = max(minWidth, min(maxWidth, self.width(forHeight: limits.minHeight)))
      if let maxHeight = limits.maxHeight {
        maxWidth = min(maxWidth, self.width(forHeight: max(maxHeight, limits.minHeight)))
      }
    }
    width = max(minWidth, min(width, maxWidth))
    return SceneSize(
      width: width, height: limits.height(height ?? limits.height ?? self.height(forWidth: width)))
  }

  /// The height of the box in the picture's own ratio.
  func height(forWidth width: Double) -> Double {
    max(0, width - limits.edges.horizontal) * natural.height / natural.width + limits.edges.vertical
  }

  private func width(forHeight height: Double) -> Double {
    max(0, height - limits.edges.vertical) * natural.width / natural.height + limits.edges.horizontal
  }

  /// The width at which a row begins to divide its space.
  /// - Parameter height: the height that the picture fills, if it is known.
  func baseWidth(height: Double?) -> Double {
    var free = self
    (free.limits.minWidth, free.limits.maxWidth) = (limits.edges.horizontal, nil)
    return free.size(height: limits.height == nil ? height : nil).width
  }

  /// The height at which a column begins to divide its space.
  func baseHeight(in room: Double) -> Double {
    var free = self
    (free.limits.minHeight, free.limits.maxHeight) = (limits.edges.vertical, nil)
    return free.size(in: room).height
  }
}
