// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// What messages are made of. No kind has all of it.
public enum MessagePart: String, Hashable, Sendable, CaseIterable {
  case header, text
  /// Where the lines of header and text begin.
  case alignment
  /// The page of an HTML message, with all that belongs to it: base address, assets and bridge.
  case page
  case image, icon, language
  /// The edge that it comes from.
  case edge
  case buttons
  /// What a tap on the message itself does.
  case action
  /// How it closes.
  case close
  /// How the device must be held.
  case orientation
  /// How it enters and leaves.
  case motion
  case colours
}

extension Wire.Message.Kind {
  /// Extras belong to every kind.
  public var parts: Set<MessagePart> {
    let drawn: Set<MessagePart> = [.close, .orientation, .motion]
    let native = drawn.union([.image, .language, .action, .colours])
    return switch self {
    case .slideup: native.union([.text, .icon, .edge])
    case .modal: native.union([.header, .text, .alignment, .icon, .buttons])
    case .full: native.union([.header, .text, .alignment, .buttons])
    case .modalImage, .fullImage: native.union([.buttons])
    case .html: drawn.union([.page])
    case .control: []
    }
  }
}

extension Wire.Message {
  /// A field of authors, which devices do not get: the text of a message whose kind is `html` for now, or the page of one whose kind is another.
  /// Both have their place in `message`, one at a time; so nothing is lost when the kind is changed there and back.
  public static let setAside = "set_aside"

  /// A kind of a newer version may use anything.
  public func uses(_ part: MessagePart) -> Bool { kind.known?.parts.contains(part) ?? (part != .page) }

  /// As devices get it: without what its kind does not use. What a message had before its kind was changed stays with its author.
  public var sent: Wire.Message {
    var message = self
    message.unknown[Self.setAside] = nil
    guard kind.known != nil else { return message }
    for part in MessagePart.allCases where !uses(part) { message.remove(part) }
    return message
  }

  /// Whether it has something of that part, used or not.
  public func has(_ part: MessagePart) -> Bool {
    var without = self
    without.remove(part)
    return without != self
  }

  private mutating func remove(_ part: MessagePart) {
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
