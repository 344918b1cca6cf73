// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
import Foundation
public import MartletKit

// Colours for Objective-C, as in messages: 0xAARRGGBB.

extension Martlet.InAppMessageRaw.Theme {
  /// `backgroundColor`.
  @available(swift, obsoleted: 1) @objc(backgroundColor)
  public var objcBackgroundColor: UInt32 {
    get { backgroundColor.rawValue }
    set { backgroundColor.rawValue = newValue }
  }
  /// `textColor`.
  @available(swift, obsoleted: 1) @objc(textColor)
  public var objcTextColor: UInt32 {
    get { textColor.rawValue }
    set { textColor.rawValue = newValue }
  }
  /// `iconColor`.
  @available(swift, obsoleted: 1) @objc(iconColor)
  public var objcIconColor: UInt32 {
    get { iconColor.rawValue }
    set { iconColor.rawValue = newValue }
  }
  /// `iconBackgroundColor`.
  @available(swift, obsoleted: 1) @objc(iconBackgroundColor)
  public var objcIconBackgroundColor: UInt32 {
    get { iconBackgroundColor.rawValue }
    set { iconBackgroundColor.rawValue = newValue }
  }
  /// `headerTextColor`.
  @available(swift, obsoleted: 1) @objc(headerTextColor)
  public var objcHeaderTextColor: UInt32 {
    get { headerTextColor.rawValue }
    set { headerTextColor.rawValue = newValue }
  }
  /// `closeButtonColor`.
  @available(swift, obsoleted: 1) @objc(closeButtonColor)
  public var objcCloseButtonColor: UInt32 {
    get { closeButtonColor.rawValue }
    set { closeButtonColor.rawValue = newValue }
  }
  /// `frameColor`.
  @available(swift, obsoleted: 1) @objc(frameColor)
  public var objcFrameColor: UInt32 {
    get { frameColor.rawValue }
    set { frameColor.rawValue = newValue }
  }
}

extension Martlet.InAppMessageRaw.ButtonTheme {
  /// `textColor`.
  @available(swift, obsoleted: 1) @objc(textColor)
  public var objcTextColor: UInt32 {
    get { textColor.rawValue }
    set { textColor.rawValue = newValue }
  }
  /// `borderColor`.
  @available(swift, obsoleted: 1) @objc(borderColor)
  public var objcBorderColor: UInt32 {
    get { borderColor.rawValue }
    set { borderColor.rawValue = newValue }
  }
  /// `backgroundColor`.
  @available(swift, obsoleted: 1) @objc(backgroundColor)
  public var objcBackgroundColor: UInt32 {
    get { backgroundColor.rawValue }
    set { backgroundColor.rawValue = newValue }
  }
}

extension Martlet.InAppMessageRaw.Button {
  /// `textColor`. 0: not set.
  @available(swift, obsoleted: 1) @objc(textColor)
  public var objcTextColor: UInt32 {
    get { Martlet.InAppMessage.Color.number(textColor) }
    set { textColor = Martlet.InAppMessage.Color(number: newValue) }
  }
  /// `backgroundColor`. 0: not set.
  @available(swift, obsoleted: 1) @objc(backgroundColor)
  public var objcBackgroundColor: UInt32 {
    get { Martlet.InAppMessage.Color.number(backgroundColor) }
    set { backgroundColor = Martlet.InAppMessage.Color(number: newValue) }
  }
  /// `borderColor`. 0: not set.
  @available(swift, obsoleted: 1) @objc(borderColor)
  public var objcBorderColor: UInt32 {
    get { Martlet.InAppMessage.Color.number(borderColor) }
    set { borderColor = Martlet.InAppMessage.Color(number: newValue) }
  }
}
#endif
