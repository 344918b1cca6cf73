// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
public import MartletKit

extension Martlet.InAppMessageRaw {
  /// The colours of a message under one name, and those of its buttons in their order.
  #if canImport(ObjectiveC)
  @objc(BRZInAppMessageRawTheme) @objcMembers
  #endif
  public final class Theme: NSObject, NSCopying {
    /// The background.
    public var backgroundColor: Color
    /// The colour of the text.
    public var textColor: Color
    /// The colour of the icon.
    public var iconColor: Color
    /// The colour behind the icon.
    public var iconBackgroundColor: Color
    /// The colour of the header.
    public var headerTextColor: Color
    /// The colour of the close button.
    public var closeButtonColor: Color
    /// The colour of the backdrop.
    public var frameColor: Color
    /// The colours of the buttons, in their order.
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

    /// A theme with the same colours, also of the buttons.
    public func copy(with zone: NSZone? = nil) -> Any {
      Theme(typed, buttons: buttons.map { ButtonTheme($0.typed) })
    }

    var typed: Martlet.InAppMessage.Theme {
      .init(
        backgroundColor: backgroundColor, textColor: textColor, iconColor: iconColor,
        iconBackgroundColor: iconBackgroundColor,
        headerTextColor: headerTextColor, closeButtonColor: closeButtonColor, frameColor: frameColor)
    }
  }

  /// The colours of a button.
  #if canImport(ObjectiveC)
  @objc(BRZInAppMessageRawButtonTheme) @objcMembers
  #endif
  public final class ButtonTheme: NSObject, NSCopying {
    /// The colour of the text.
    public var textColor: Color
    /// The colour of the border.
    public var borderColor: Color
    /// The background.
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

    /// A theme with the same colours.
    public func copy(with zone: NSZone? = nil) -> Any { ButtonTheme(typed) }

    var typed: Martlet.InAppMessage.ButtonTheme {
      .init(textColor: textColor, borderColor: borderColor, backgroundColor: backgroundColor)
    }
  }

  /// A button of a message.
  #if canImport(ObjectiveC)
  @objc(BRZInAppMessageRawButton) @objcMembers
  #endif
  public final class Button: NSObject, NSMutableCopying {
    /// The position from 0. `identifier` in Objective-C.
    #if canImport(ObjectiveC)
    @objc(identifier)
    #endif
    public var id: Int
    /// The label.
    public var text: String
    /// What a click on the button does.
    public var clickAction: ClickAction
    /// The URL of `clickAction`.
    public var url: URL?
    /// Whether `url` opens in the app's own web view.
    public var useWebView: Bool
    /// Used if the message has no theme with a colour for this button. In a message that the SDK
    /// created, a change of a colour replaces all themes of the button. The same applies to the
    /// other colours.
    public var textColor: Color? { didSet { recolour() } }
    /// The background.
    public var backgroundColor: Color? { didSet { recolour() } }
    /// The colour of the border.
    public var borderColor: Color? { didSet { recolour() } }
    /// The themes of the typed button that this one came from. They can have other names than those
    /// of the message.
    var typedThemes: Martlet.InAppMessage.ButtonThemes?
    /// True if a colour was changed after the button came from a typed one. Then its colours count,
    /// and not those of the message's themes.
    private(set) var isRecoloured = false

    /// Creates a button.
    public init(
      id: Int = 0, text: String = "", clickAction: ClickAction = .none, url: URL? = nil,
      useWebView: Bool = false
    ) {
      self.id = id
      self.text = text
      self.clickAction = clickAction
      self.url = url
      self.useWebView = useWebView
    }

    /// A button with the same values, for changes.
    public func mutableCopy(with zone: NSZone? = nil) -> Any {
      let copy = Button(id: id, text: text, clickAction: clickAction, url: url, useWebView: useWebView)
      (copy.textColor, copy.backgroundColor, copy.borderColor) = (textColor, backgroundColor, borderColor)
      (copy.typedThemes, copy.isRecoloured) = (typedThemes, isRecoloured)
      return copy
    }

    private func recolour() {
      guard typedThemes != nil else { return }
      typedThemes = nil
      isRecoloured = true
    }
  }
}
