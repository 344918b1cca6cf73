// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
public import MartletKit

extension Martlet.InAppMessageRaw {
  /// The colours of a message under one name, and those of its buttons in their order.
  public final class Theme: NSObject {
    public var backgroundColor: Color
    public var textColor: Color
    public var iconColor: Color
    public var iconBackgroundColor: Color
    public var headerTextColor: Color
    public var closeButtonColor: Color
    public var frameColor: Color
    public var buttons: [ButtonTheme]

    /// Creates a theme with these colours.
    public init(_ theme: Martlet.InAppMessage.Theme = .init(), buttons: [ButtonTheme] = []) {
      backgroundColor = theme.backgroundColor
      textColor = theme.textColor
      iconColor = theme.iconColor
      iconBackgroundColor = theme.iconBackgroundColor
      headerTextColor = theme.headerTextColor
      closeButtonColor = theme.closeButtonColor
      frameColor = theme.frameColor
      self.buttons = buttons
    }

    /// A new copy of the default in light mode.
    public static var defaultLight: Theme { Theme(.defaultLight) }
    /// A new copy of the default in dark mode.
    public static var defaultDark: Theme { Theme(.defaultDark) }

    var typed: Martlet.InAppMessage.Theme {
      .init(
        backgroundColor: backgroundColor, textColor: textColor, iconColor: iconColor, iconBackgroundColor: iconBackgroundColor,
        headerTextColor: headerTextColor, closeButtonColor: closeButtonColor, frameColor: frameColor)
    }
  }

  /// The colours of a button.
  public final class ButtonTheme: NSObject {
    public var textColor: Color
    public var borderColor: Color
    public var backgroundColor: Color

    /// Creates a theme with these colours.
    public init(_ theme: Martlet.InAppMessage.ButtonTheme = .init()) {
      textColor = theme.textColor
      borderColor = theme.borderColor
      backgroundColor = theme.backgroundColor
    }

    /// A new copy of the default in light mode.
    public static var defaultLight: ButtonTheme { ButtonTheme(.defaultLight) }
    /// A new copy of the default in dark mode.
    public static var defaultDark: ButtonTheme { ButtonTheme(.defaultDark) }

    var typed: Martlet.InAppMessage.ButtonTheme {
      .init(textColor: textColor, borderColor: borderColor, backgroundColor: backgroundColor)
    }
  }

  /// A button of a message.
  public final class Button: NSObject {
    /// The position from 0.
    public var id: Int
    public var text: String
    public var clickAction: ClickAction
    /// The URL of `clickAction`.
    public var url: URL?
    public var useWebView: Bool
    /// Used if the message has no theme with a colour for this button. The same applies to the other colours.
    public var textColor: Color?
    public var backgroundColor: Color?
    public var borderColor: Color?
    /// The themes of the typed button that this one came from. They can have other names than those of the message.
    var typedThemes: Martlet.InAppMessage.ButtonThemes?

    /// Creates a button.
    public init(id: Int = 0, text: String = "", clickAction: ClickAction = .none, url: URL? = nil, useWebView: Bool = false) {
      self.id = id
      self.text = text
      self.clickAction = clickAction
      self.url = url
      self.useWebView = useWebView
    }
  }
}
