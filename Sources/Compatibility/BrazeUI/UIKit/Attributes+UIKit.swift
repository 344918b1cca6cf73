// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
public import MartletUI
public import UIKit

extension Insets {
  /// Left is `leading`, and right is `trailing`.
  public init(_ insets: UIEdgeInsets) {
    self.init(top: insets.top, leading: insets.left, bottom: insets.bottom, trailing: insets.right)
  }

  /// `leading` is left, and `trailing` is right.
  public var uiEdgeInsets: UIEdgeInsets {
    UIEdgeInsets(top: top, left: leading, bottom: bottom, right: trailing)
  }
}

extension SceneNode.Shadow {
  /// Creates a shadow. The opacity, from 0 to 1, is multiplied with that of the colour.
  public init(color: UIColor, offset: CGSize, radius: CGFloat, opacity: Float) {
    self.init(color: Martlet.InAppMessage.Color(color), offset: offset, radius: radius, opacity: opacity)
  }
}

// The same attributes with UIKit's types.

extension InAppMessageUI.SlideupView.Attributes {
  /// The distance from the safe area.
  public var margin: UIEdgeInsets {
    get { ownMargin.uiEdgeInsets }
    set { ownMargin = Insets(newValue) }
  }
  /// The padding around the content.
  public var padding: UIEdgeInsets {
    get { ownPadding.uiEdgeInsets }
    set { ownPadding = Insets(newValue) }
  }
  /// The font of the text. One of the app's own counts by its name.
  public var font: UIFont {
    get { ownFont.uiFont }
    set { ownFont = InAppMessageUI.TextStyle(newValue) }
  }
}

extension InAppMessageUI.ModalView.Attributes {
  /// The minimum distance from the safe area.
  public var margin: UIEdgeInsets {
    get { ownMargin.uiEdgeInsets }
    set { ownMargin = Insets(newValue) }
  }
  /// The padding around text and buttons.
  public var padding: UIEdgeInsets {
    get { ownPadding.uiEdgeInsets }
    set { ownPadding = Insets(newValue) }
  }
  /// The font of the header. One of the app's own counts by its name.
  public var headerFont: UIFont {
    get { ownHeaderFont.uiFont }
    set { ownHeaderFont = InAppMessageUI.TextStyle(newValue) }
  }
  /// The font of the message. One of the app's own counts by its name.
  public var messageFont: UIFont {
    get { ownMessageFont.uiFont }
    set { ownMessageFont = InAppMessageUI.TextStyle(newValue) }
  }
}

extension InAppMessageUI.ModalImageView.Attributes {
  /// The minimum distance from the safe area.
  public var margin: UIEdgeInsets {
    get { ownMargin.uiEdgeInsets }
    set { ownMargin = Insets(newValue) }
  }
  /// The padding around the buttons.
  public var padding: UIEdgeInsets {
    get { ownPadding.uiEdgeInsets }
    set { ownPadding = Insets(newValue) }
  }
}

extension InAppMessageUI.ButtonView.Attributes {
  /// The padding around the label.
  public var padding: UIEdgeInsets {
    get { ownPadding.uiEdgeInsets }
    set { ownPadding = Insets(newValue) }
  }
  /// The font of the label. One of the app's own counts by its name.
  public var font: UIFont {
    get { ownFont.uiFont }
    set { ownFont = InAppMessageUI.TextStyle(newValue) }
  }
}

extension InAppMessageUI.PresentationContext {
  /// The level of the message above other windows.
  public var windowLevel: UIWindow.Level {
    get { UIWindow.Level(rawValue: ownWindowLevel.rawValue) }
    set { ownWindowLevel = WindowLevel(rawValue: newValue.rawValue) }
  }

  /// The scene to show the message in, or nil for the active one.
  public var windowScene: UIWindowScene? {
    get { ownWindowScene?.connected }
    set { ownWindowScene = newValue.map { WindowScene($0) } }
  }
}
#endif
