// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

/// Moves the focus of assistive technology to a message and back, and announces messages that do
/// not take it.
@MainActor
final class Announcer {
  /// What had the focus before the message appeared.
  private weak var previous: AnyObject?
  private var movedFocus = false

  /// How long an announcement waits, because the system loses one that comes with a change of
  /// focus.
  static let delay = Duration.milliseconds(500)

  /// Remembers where the focus is.
  func willShow() {
    previous = UIAccessibility.focusedElement(using: nil) as AnyObject?
    movedFocus = false
  }

  /// Moves the focus into the message.
  func focus(on element: AnyObject?) {
    movedFocus = true
    UIAccessibility.post(notification: .screenChanged, argument: element)
  }

  func announce(_ text: String) {
    UIAccessibility.post(notification: .announcement, argument: text)
  }

  /// Returns the focus. Without an element, the system would start at the top of the app.
  func didHide() {
    guard movedFocus else { return }
    movedFocus = false
    UIAccessibility.post(notification: .screenChanged, argument: previous)
    previous = nil
  }
}
#endif
