// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

extension Wire.Message {
  /// A field of authors, which devices do not get: the text of a message whose kind is `html` for now, or the page of one whose kind is another.
  /// Both have their place in `message`, one at a time; so nothing is lost when the kind is changed there and back.
  public static let setAside = "set_aside"

  /// As devices get it: without what its kind does not use. What a message had before its kind was changed stays with its author.
  public var sent: Wire.Message {
    var message = self
    message.unknown[Self.setAside] = nil
    guard kind.known != nil else { return message }
    for part in Part.allCases where !uses(part) { message.remove(part) }
    return message
  }

  /// Whether it has something of that part, used or not.
  public func has(_ part: Part) -> Bool {
    var without = self
    without.remove(part)
    return without != self
  }

  private mutating func remove(_ part: Part) {
    switch part {
    case .header: header = nil
    // Pages stand in the same field.
    case .text: if kind != .known(.html) { message = nil }
    case .alignment: (headerAlignment, messageAlignment) = (nil, nil)
    case .page: (baseURL, assetURLs, legacy, bridge) = (nil, [], false, nil)
    case .image: (imageURL, imageAlt) = (nil, nil)
    case .icon: icon = nil
    case .language: language = nil
    case .edge: slideFrom = nil
    case .buttons: buttons = []
    case .action: clickAction = Wire.ClickAction()
    case .close: close = Wire.Close()
    case .orientation: orientation = .known(.any)
    case .motion: (animateIn, animateOut) = (true, true)
    case .colours: themes = [:]
    }
  }
}
