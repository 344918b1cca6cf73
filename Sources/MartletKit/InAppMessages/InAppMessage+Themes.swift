// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Martlet.InAppMessage {
  /// An sRGB colour as 0xAARRGGBB.
  public struct Color: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral {
    public var rawValue: UInt32

    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    public init(integerLiteral value: UInt32) {
      self.rawValue = value
    }

    /// Creates a colour. Components are from 0 to 1. Values outside are clamped.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
      func byte(_ component: Double) -> UInt32 { UInt32((min(max(component, 0), 1) * 255).rounded()) }
      self.rawValue = byte(alpha) << 24 | byte(red) << 16 | byte(green) << 8 | byte(blue)
    }

    public var alpha: Double { Double(rawValue >> 24 & 0xFF) / 255 }
    public var red: Double { Double(rawValue >> 16 & 0xFF) / 255 }
    public var green: Double { Double(rawValue >> 8 & 0xFF) / 255 }
    public var blue: Double { Double(rawValue & 0xFF) / 255 }

    /// Fully transparent.
    public static let clear: Color = 0x0000_0000
    /// #000000
    public static let black: Color = 0xFF00_0000
    /// #FFFFFF
    public static let white: Color = 0xFFFF_FFFF
    /// #FF0000
    public static let red: Color = 0xFFFF_0000
    /// #00FF00
    public static let green: Color = 0xFF00_FF00
    /// #0000FF
    public static let blue: Color = 0xFF00_00FF
  }

  /// The colours of a message in light or dark mode.
  public struct Theme: Hashable, Sendable {
    public var backgroundColor: Color
    public var textColor: Color
    public var iconColor: Color
    public var iconBackgroundColor: Color
    public var headerTextColor: Color
    public var closeButtonColor: Color
    /// The colour of the backdrop behind a modal.
    public var frameColor: Color

    public init(
      backgroundColor: Color = .clear, textColor: Color = .clear, iconColor: Color = .clear,
      iconBackgroundColor: Color = .clear,
      headerTextColor: Color = .clear, closeButtonColor: Color = .clear, frameColor: Color = .clear
    ) {
      self.backgroundColor = backgroundColor
      self.textColor = textColor
      self.iconColor = iconColor
      self.iconBackgroundColor = iconBackgroundColor
      self.headerTextColor = headerTextColor
      self.closeButtonColor = closeButtonColor
      self.frameColor = frameColor
    }

    /// Dark text on white: the default in light mode.
    public static let defaultLight = Theme(
      backgroundColor: 0xFFFF_FFFF, textColor: 0xFF14_1A26, iconColor: 0xFFFF_FFFF,
      iconBackgroundColor: 0xFF2B_59D9,
      headerTextColor: 0xFF14_1A26, closeButtonColor: 0xFF4A_5365, frameColor: 0x7314_1A26)

    /// Light text on near-black: the default in dark mode.
    public static let defaultDark = Theme(
      backgroundColor: 0xFF1A_1F2A, textColor: 0xFFEE_F1F6, iconColor: 0xFF0B_1020,
      iconBackgroundColor: 0xFF8B_ABFF,
      headerTextColor: 0xFFEE_F1F6, closeButtonColor: 0xFFB4_BCCB, frameColor: 0x9900_0000)
  }

  /// The colours of a button in light or dark mode.
  public struct ButtonTheme: Hashable, Sendable {
    public var textColor: Color
    public var borderColor: Color
    public var backgroundColor: Color

    public init(textColor: Color = .clear, borderColor: Color = .clear, backgroundColor: Color = .clear) {
      self.textColor = textColor
      self.borderColor = borderColor
      self.backgroundColor = backgroundColor
    }

    /// A filled button in light mode.
    public static let primary = ButtonTheme(
      textColor: 0xFFFF_FFFF, borderColor: 0xFF2B_59D9, backgroundColor: 0xFF2B_59D9)
    /// An outlined button in light mode.
    public static let secondary = ButtonTheme(
      textColor: 0xFF2B_59D9, borderColor: 0xFFC6_CBD4, backgroundColor: 0xFFFF_FFFF)
    /// A filled button in dark mode.
    public static let primaryDark = ButtonTheme(
      textColor: 0xFF0B_1020, borderColor: 0xFF8B_ABFF, backgroundColor: 0xFF8B_ABFF)
    /// An outlined button in dark mode.
    public static let secondaryDark = ButtonTheme(
      textColor: 0xFF8B_ABFF, borderColor: 0xFF41_4A5C, backgroundColor: 0xFF1A_1F2A)
    /// `primary`.
    public static let defaultLight = primary
    /// `primaryDark`.
    public static let defaultDark = primaryDark
  }

  /// A light theme and an optional dark one. Without a dark theme, the message is always light.
  public struct Themes: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    public private(set) var themes: [String: Theme]

    public init(themes: [String: Theme]) {
      self.themes = themes
    }

    public init(dictionaryLiteral elements: (String, Theme)...) {
      self.themes = Dictionary(elements) { _, last in last }
    }

    /// The theme with this name. Set it to nil to remove the theme.
    public subscript(name: String) -> Theme? {
      get { themes[name] }
      set { themes[name] = newValue }
    }

    /// The light theme, or the SDK's default if the message has none.
    public var light: Theme {
      get { themes["light"] ?? .defaultLight }
      set { themes["light"] = newValue }
    }

    /// The dark theme. Set it to nil to always use the light theme.
    public var dark: Theme? {
      get { themes["dark"] }
      set { themes["dark"] = newValue }
    }

    /// The SDK's default themes, light and dark.
    public static let defaults: Themes = ["light": .defaultLight, "dark": .defaultDark]
  }

  /// The themes of a button, as `Themes`.
  public struct ButtonThemes: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    public private(set) var themes: [String: ButtonTheme]

    public init(themes: [String: ButtonTheme]) {
      self.themes = themes
    }

    public init(dictionaryLiteral elements: (String, ButtonTheme)...) {
      self.themes = Dictionary(elements) { _, last in last }
    }

    /// The theme with this name. Set it to nil to remove the theme.
    public subscript(name: String) -> ButtonTheme? {
      get { themes[name] }
      set { themes[name] = newValue }
    }

    /// The light theme, or the SDK's default if the button has none.
    public var light: ButtonTheme { themes["light"] ?? .defaultLight }
    /// The dark theme. If nil, the button is always light. To remove it, use the subscript:
    /// `themes["dark"] = nil`.
    public var dark: ButtonTheme? { themes["dark"] }

    /// A filled button, light and dark.
    public static let defaults: ButtonThemes = ["light": .primary, "dark": .primaryDark]
    /// An outlined button, light and dark.
    public static let secondary: ButtonThemes = ["light": .secondary, "dark": .secondaryDark]
  }
}
