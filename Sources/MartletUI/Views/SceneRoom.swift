// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The part of the window that a message may use, and its text size.
struct SceneRoom {
  /// The distances from the edges of the window, including safe area, keyboard and margin.
  let insets: Insets
  /// The points between the insets, never negative.
  let width: Double
  let height: Double
  /// Limited to the range that the traits guarantee.
  let textScale: Double

  init(traits: SceneTraits, margin: Insets) {
    let safe = traits.safeArea
    insets = Insets(
      top: safe.top + margin.top, leading: safe.leading + margin.leading,
      bottom: max(safe.bottom, traits.keyboardHeight) + margin.bottom, trailing: safe.trailing + margin.trailing)
    width = max(0, traits.width - insets.leading - insets.trailing)
    height = max(0, traits.height - insets.top - insets.bottom)
    textScale = min(max(traits.textScale, 0.8), 3.2)
  }

  /// Text is so large that lines must not be truncated. The content scrolls instead.
  var hasLargeText: Bool { textScale > 1.3 }
  /// Text is so large that elements are stacked instead of placed side by side.
  var stacksVertically: Bool { textScale > 1.6 }
}

extension Scene.Transition {
  /// At most 250 ms. With reduced motion, a fade of 120 ms for all styles.
  static func of(_ style: Style, milliseconds: Int, isAnimated: Bool, traits: SceneTraits) -> Scene.Transition {
    guard isAnimated else { return .none }
    guard !traits.reduceMotion else { return Scene.Transition(style: .fade, milliseconds: 120) }
    return Scene.Transition(style: style, milliseconds: min(milliseconds, 250))
  }
}
