// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// The names are those of the macros in Objective-C.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

#if canImport(UIKit)
/// The tag of a view that banners go into, in place of lying over the window.
public let NOTIFICATION_AREA_VIEW_TAG = 36_822_491
/// The tags of the parts of a banner's view.
public let NOTIFICATION_ICON_TAG = 1
public let NOTIFICATION_TITLE_TAG = 2
public let NOTIFICATION_MESSAGE_TAG = 3
public let NOTIFICATION_IMAGE_TAG = 4
/// A button over the whole banner.
public let NOTIFICATION_BUTTON_TAG = 5
public let NOTIFICATION_CLOSE_TAG = 6

enum ViewTag {
  static let area = NOTIFICATION_AREA_VIEW_TAG
  static let icon = NOTIFICATION_ICON_TAG
  static let title = NOTIFICATION_TITLE_TAG
  static let message = NOTIFICATION_MESSAGE_TAG
  static let image = NOTIFICATION_IMAGE_TAG
  static let button = NOTIFICATION_BUTTON_TAG
  static let close = NOTIFICATION_CLOSE_TAG
}
#endif
