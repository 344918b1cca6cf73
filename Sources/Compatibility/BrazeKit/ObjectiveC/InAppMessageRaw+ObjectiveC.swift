// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
public import Foundation
public import MartletKit

/// Properties whose types only exist in Swift, under the same names for Objective-C. There, a
/// colour is 0xAARRGGBB, and 0 is a colour that was not set. For a transparent colour, use another
/// one with the opacity 0, such as 0x00FFFFFF.
extension Martlet.InAppMessageRaw {
  /// `imageStyle`. Not set: above the text.
  @available(swift, obsoleted: 1) @objc(imageStyle)
  public var objcImageStyle: ImageStyle {
    get { imageStyle ?? .top }
    set { imageStyle = newValue }
  }
  /// `duration`. 0: 5 seconds.
  @available(swift, obsoleted: 1) @objc(duration)
  public var objcDuration: TimeInterval {
    get { duration ?? 0 }
    set { duration = newValue == 0 ? nil : newValue }
  }
  /// `slideFrom`. Not set: from the bottom.
  @available(swift, obsoleted: 1) @objc(slideFrom)
  public var objcSlideFrom: SlideFrom {
    get { slideFrom ?? .bottom }
    set { slideFrom = newValue }
  }
  /// `headerTextAlignment`. Not set: centred.
  @available(swift, obsoleted: 1) @objc(headerTextAlignment)
  public var objcHeaderTextAlignment: TextAlignment {
    get { headerTextAlignment ?? .center }
    set { headerTextAlignment = newValue }
  }
  /// `messageTextAlignment`. Not set: centred.
  @available(swift, obsoleted: 1) @objc(messageTextAlignment)
  public var objcMessageTextAlignment: TextAlignment {
    get { messageTextAlignment ?? .center }
    set { messageTextAlignment = newValue }
  }
  /// `backgroundColor`.
  @available(swift, obsoleted: 1) @objc(backgroundColor)
  public var objcBackgroundColor: UInt32 {
    get { Color.number(backgroundColor) }
    set { backgroundColor = Color(number: newValue) }
  }
  /// `textColor`.
  @available(swift, obsoleted: 1) @objc(textColor)
  public var objcTextColor: UInt32 {
    get { Color.number(textColor) }
    set { textColor = Color(number: newValue) }
  }
  /// `headerTextColor`.
  @available(swift, obsoleted: 1) @objc(headerTextColor)
  public var objcHeaderTextColor: UInt32 {
    get { Color.number(headerTextColor) }
    set { headerTextColor = Color(number: newValue) }
  }
  /// `closeButtonColor`.
  @available(swift, obsoleted: 1) @objc(closeButtonColor)
  public var objcCloseButtonColor: UInt32 {
    get { Color.number(closeButtonColor) }
    set { closeButtonColor = Color(number: newValue) }
  }
  /// `iconColor`.
  @available(swift, obsoleted: 1) @objc(iconColor)
  public var objcIconColor: UInt32 {
    get { Color.number(iconColor) }
    set { iconColor = Color(number: newValue) }
  }
  /// `iconBackgroundColor`.
  @available(swift, obsoleted: 1) @objc(iconBackgroundColor)
  public var objcIconBackgroundColor: UInt32 {
    get { Color.number(iconBackgroundColor) }
    set { iconBackgroundColor = Color(number: newValue) }
  }
  /// `frameColor`.
  @available(swift, obsoleted: 1) @objc(frameColor)
  public var objcFrameColor: UInt32 {
    get { Color.number(frameColor) }
    set { frameColor = Color(number: newValue) }
  }
  /// `context`.
  @available(swift, obsoleted: 1) @objc(context)
  public var objcContext: BRZInAppMessageContext? {
    get { context.map { BRZInAppMessageContext($0) } }
    set { context = newValue?.typed }
  }
  /// `logImpression(using:)`.
  @available(swift, obsoleted: 1) @MainActor @objc(logImpressionUsing:)
  public func objcLogImpression(using braze: BRZClient) { logImpression(using: braze.martlet) }
  /// `logClick(buttonId:using:)`.
  @available(swift, obsoleted: 1) @MainActor @objc(logClickWithButtonId:using:)
  public func objcLogClick(buttonId: String?, using braze: BRZClient) {
    logClick(buttonId: buttonId, using: braze.martlet)
  }
}

extension Martlet.InAppMessage.Color {
  /// nil for 0.
  init?(number: UInt32) {
    guard number != 0 else { return nil }
    self.init(rawValue: number)
  }

  /// 0 for nil.
  static func number(_ color: Self?) -> UInt32 { color?.rawValue ?? 0 }
}
#endif
