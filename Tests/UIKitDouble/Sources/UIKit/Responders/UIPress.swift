// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// A key or a button of a remote control.
@MainActor open class UIPress: NSObject {
  public enum Phase: Int, Sendable { case began, changed, stationary, ended, cancelled }
  public enum PressType: Int, Sendable {
    case upArrow, downArrow, leftArrow, rightArrow, select, menu, playPause, pageUp = 30, pageDown
  }

  open internal(set) var timestamp: TimeInterval = 0
  open internal(set) var phase = Phase.began
  public let type: PressType
  public let key: UIKey?
  open internal(set) var responder: UIResponder?

  package init(type: PressType, key: UIKey?) {
    self.type = type
    self.key = key
    super.init()
  }
}

@MainActor open class UIKey: NSObject {
  public let keyCode: UIKeyboardHIDUsage
  public let characters: String
  public let modifierFlags: UIKeyModifierFlags

  open var charactersIgnoringModifiers: String { characters }

  package init(keyCode: UIKeyboardHIDUsage, characters: String, modifierFlags: UIKeyModifierFlags) {
    (self.keyCode, self.characters, self.modifierFlags) = (keyCode, characters, modifierFlags)
    super.init()
  }
}

public enum UIKeyboardHIDUsage: Int, Sendable {
  case keyboardReturnOrEnter = 40
  case keyboardEscape = 41
  case keyboardDeleteOrBackspace = 42
  case keyboardTab = 43
  case keyboardSpacebar = 44
  case keyboardRightArrow = 79
  case keyboardLeftArrow = 80
  case keyboardDownArrow = 81
  case keyboardUpArrow = 82
}

public struct UIKeyModifierFlags: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let alphaShift = UIKeyModifierFlags(rawValue: 1 << 16)
  public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
  public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
  public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
  public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
}

/// A key that calls a selector. There are none on Linux, so that nobody can make one.
@MainActor open class UIKeyCommand: NSObject {
  public nonisolated static let inputEscape = "UIKeyInputEscape"
  public nonisolated static let inputUpArrow = "UIKeyInputUpArrow"
  public nonisolated static let inputDownArrow = "UIKeyInputDownArrow"

  private override init() { super.init() }
}
