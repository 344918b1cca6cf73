// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

extension Wire.Message {
  /// A field that only authors have, not devices: the text of a message while its kind is `html`,
  /// or the page while its kind is another. Text and page share the field `message`; setting one
  /// aside means that nothing is lost when the kind changes back and forth.
  public static let setAside = "set_aside"

  /// The message as devices get it, without the parts that its kind does not use. What it had
  /// before its kind changed stays with its author.
  public var sent: Wire.Message {
    var message = self
    message.unknown[Self.setAside] = nil
    guard kind.known != nil else { return message }
    for part in Part.allCases where !uses(part) { message.remove(part) }
    return message
  }

  /// Whether the message has any content for that part, used or not.
  public func has(_ part: Part) -> Bool {
    var without = self
    without.remove(part)
    return without != self
  }

  private mutating func remove(_ part: Part) {
    switch part {
    case .header: header = nil
    // Pages use the same field.
    case .text: if !uses(.page) { message = nil }
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
