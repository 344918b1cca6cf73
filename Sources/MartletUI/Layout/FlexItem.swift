// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A box on the axis of a stack.
struct FlexItem {
  /// The length that it has if the space is exactly enough.
  var base: Double
  var lower: Double
  var upper: Double
  /// The part of the length that padding and border take. It never shrinks.
  var edges: Double
  var grows: Bool
  var shrinks: Bool

  /// The base within its bounds.
  var length: Double { bounded(base) }

  private func bounded(_ length: Double) -> Double { max(lower, min(length, upper)) }

  /// Divides the space as CSS does (Flexible Box Layout, 9.7). Items that grow share what is left
  /// equally. If there is too little, each item that shrinks loses the same part of its content.
  ///
  /// Items that would leave their bounds keep to them, and the others share the rest again, so
  /// there are at most as many rounds as items.
  static func lengths(of items: [FlexItem], in space: Double) -> [Double] {
    var lengths = items.map(\.length)
    let isGrowing = lengths.reduce(0, +) < space
    var isOpen = items.map {
      isGrowing ? $0.grows && $0.base <= $0.length : $0.shrinks && $0.base >= $0.length
    }
    while isOpen.contains(true) {
      var (free, content, count) = (space, 0.0, 0.0)
      for (index, item) in items.enumerated() {
        free -= isOpen[index] ? item.base : lengths[index]
        if isOpen[index] { (content, count) = (content + item.base - item.edges, count + 1) }
      }
      var excess = items.map { _ in 0.0 }
      for (index, item) in items.enumerated() where isOpen[index] {
        let change =
          isGrowing
          ? max(0, free) / count : content > 0 ? min(0, free) * (item.base - item.edges) / content : 0
        lengths[index] = item.bounded(item.base + change)
        excess[index] = lengths[index] - (item.base + change)
      }
      // If bounds added more than they took, only items at their lower bound are final, because the
      // others will have to lose more.
      let sum = excess.reduce(0, +)
      for index in items.indices {
        isOpen[index] = isOpen[index] && (sum > 0 ? excess[index] <= 0 : sum < 0 && excess[index] >= 0)
      }
    }
    return lengths
  }
}
