// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

package import MartletKit
import MartletWire

/// The colours of one message for the device settings: those of its theme, opaque or with higher
/// contrast if the person wants it.
package struct ScenePalette {
  package private(set) var background: SceneColor
  package private(set) var text: SceneColor
  package private(set) var header: SceneColor
  package private(set) var icon: SceneColor
  package private(set) var iconBackground: SceneColor
  package private(set) var close: SceneColor
  /// Behind the close control, so that it is visible on any picture.
  package private(set) var disc: SceneColor
  /// Behind buttons that float over a picture.
  package private(set) var scrim: SceneColor
  /// Behind the message.
  package private(set) var frame: SceneColor
  /// Around the card. nil if its shadow is enough to set it off.
  package private(set) var edge: SceneNode.Border?
  private let traits: SceneTraits

  /// The minimum contrasts with increased contrast: AAA for texts, and for symbols and edges the AA
  /// value for texts.
  private static let strongText = 7.0
  private static let strongSign = 4.5

  package init(theme: Martlet.InAppMessage.Theme, traits: SceneTraits) {
    self.traits = traits
    background = SceneColor(theme.backgroundColor)
    text = SceneColor(theme.textColor)
    header = SceneColor(theme.headerTextColor)
    icon = SceneColor(theme.iconColor)
    iconBackground = SceneColor(theme.iconBackgroundColor)
    close = SceneColor(theme.closeButtonColor)
    frame = SceneColor(theme.frameColor)
    if traits.reduceTransparency {
      // A fully transparent background stays transparent, because only the content of the message
      // is meant to be visible.
      if background.alpha > 0 { background = background.withAlpha(0xFF) }
      if frame.alpha > 0 { frame = frame.withAlpha(0xFF) }
    } else if traits.increaseContrast, frame.alpha > 0 {
      frame = frame.withAlpha(max(frame.alpha, 0xCC))
    }
    // On a disc of opposite brightness, the symbol is readable even if the card is translucent.
    disc = background.alpha >= 0x80 ? background : close.luminance < 0.18 ? .white : .black
    scrim = disc.withAlpha(traits.reduceTransparency ? 0xFF : 0xB3)
    disc = disc.withAlpha(traits.reduceTransparency || traits.increaseContrast ? 0xFF : 0xE6)
    guard traits.increaseContrast else { return }
    text = text.reaching(Self.strongText, on: disc)
    header = header.reaching(Self.strongText, on: disc)
    close = close.reaching(Self.strongText, on: disc)
    icon = icon.reaching(Self.strongSign, on: iconBackground.alpha >= 0x80 ? iconBackground : disc)
    edge = SceneNode.Border(width: 1, color: text)
  }

  /// The line around the disc, which sets it off from a picture of the same colour.
  package var discEdge: SceneNode.Border? {
    traits.increaseContrast ? SceneNode.Border(width: 1, color: close) : nil
  }

  /// The colours of a button, and the width of its edge.
  package func button(_ theme: Martlet.InAppMessage.ButtonTheme, borderWidth: Double) -> Button {
    var button = Button(
      text: SceneColor(theme.textColor), background: SceneColor(theme.backgroundColor),
      border: borderWidth > 0 ? .init(width: borderWidth, color: SceneColor(theme.borderColor)) : nil)
    guard traits.increaseContrast else { return button }
    let isFilled = button.background.alpha >= 0x80
    button.text = button.text.reaching(Self.strongText, on: isFilled ? button.background : disc)
    // If even the strongest text has too little contrast, the background changes.
    if isFilled { button.background = button.background.reaching(Self.strongText, on: button.text) }
    button.border = .init(
      width: max(1.5, borderWidth),
      color: SceneColor(theme.borderColor).withAlpha(0xFF).reaching(Self.strongSign, on: disc))
    return button
  }

  package struct Button {
    package var text: SceneColor
    package var background: SceneColor
    package var border: SceneNode.Border?
  }
}

extension SceneColor {
  /// The same colour with this opacity, from 0 to 255.
  package func withAlpha(_ alpha: UInt32) -> SceneColor {
    SceneColor(argb: (argb & 0x00FF_FFFF) | (alpha << 24))
  }

  package var alpha: UInt32 { argb >> 24 }
  package var isOpaque: Bool { alpha == 0xFF }

  package static let white = SceneColor(argb: 0xFFFF_FFFF)
  package static let black = SceneColor(argb: 0xFF00_0000)

  /// Measured as in `Wire.Color`.
  var luminance: Double { Wire.Color(argb: argb).luminance }
  package func contrast(with other: SceneColor) -> Double {
    Wire.Color(argb: argb).contrast(with: Wire.Color(argb: other.argb))
  }

  /// This colour, or the nearest one towards black or white that reaches the contrast with the
  /// background. If none does, black or white. The opacity does not change.
  package func reaching(_ minimum: Double, on behind: SceneColor) -> SceneColor {
    guard contrast(with: behind) < minimum else { return self }
    let extreme =
      SceneColor.white.contrast(with: behind) > SceneColor.black.contrast(with: behind)
      ? SceneColor.white : .black
    for step in 1...7 {
      let mixed = mixed(with: extreme, eighths: UInt32(step))
      if mixed.contrast(with: behind) >= minimum { return mixed }
    }
    return extreme.withAlpha(alpha)
  }

  /// A mix with another colour, in eighths. The opacity does not change.
  package func mixed(with other: SceneColor, eighths: UInt32) -> SceneColor {
    func part(_ shift: UInt32) -> UInt32 {
      let (mine, theirs) = (argb >> shift & 0xFF, other.argb >> shift & 0xFF)
      return ((mine * (8 - eighths) + theirs * eighths) / 8) << shift
    }
    return SceneColor(argb: (argb & 0xFF00_0000) | part(16) | part(8) | part(0))
  }
}

/// The part of the window that a message may use, and its text size.
package struct SceneRoom {
  /// The distances from the edges of the window, including safe area, keyboard and margin.
  package let insets: Insets
  /// The points between the insets, never negative.
  package let width: Double
  package let height: Double
  /// Limited to the range that the traits guarantee.
  package let textScale: Double

  package init(traits: SceneTraits, margin: Insets) {
    let safe = traits.safeArea
    insets = Insets(
      top: safe.top + margin.top, leading: safe.leading + margin.leading,
      bottom: max(safe.bottom, traits.keyboardHeight) + margin.bottom,
      trailing: safe.trailing + margin.trailing)
    width = max(0, traits.width - insets.leading - insets.trailing)
    height = max(0, traits.height - insets.top - insets.bottom)
    textScale = min(max(traits.textScale, 0.8), 3.2)
  }

  /// Text is so large that lines must not be truncated. The content scrolls instead.
  package var hasLargeText: Bool { textScale > 1.3 }
  /// Text is so large that elements are stacked instead of placed side by side.
  package var stacksVertically: Bool { textScale > 1.6 }
}

extension MessageScene.Transition {
  /// At most 250 ms. With reduced motion, a fade of 120 ms for all styles.
  package static func of(_ style: Style, milliseconds: Int, isAnimated: Bool, traits: SceneTraits)
    -> MessageScene.Transition
  {
    guard isAnimated else { return .none }
    guard !traits.reduceMotion else { return MessageScene.Transition(style: .fade, milliseconds: 120) }
    return MessageScene.Transition(style: style, milliseconds: min(milliseconds, 250))
  }
}
