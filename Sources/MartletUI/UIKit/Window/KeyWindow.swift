// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

/// Gives keys to the window of a message, and back to the window that had them.
@MainActor
struct KeyWindow {
  private weak var previous: UIWindow?
  private weak var message: MessageWindow?

  /// Shows the window.
  ///
  /// - Parameter takesKeys: whether it becomes the key window at once. That closes the app's
  ///   keyboard.
  init(showing window: MessageWindow, in scene: UIWindowScene, takesKeys: Bool) {
    message = window
    previous = scene.keyWindow
    if takesKeys { window.makeKeyAndVisible() } else { window.isHidden = false }
  }

  /// Gives keys back, unless the app has moved them elsewhere in the meantime.
  func giveBack() {
    guard let message, message.isKeyWindow, let previous, previous !== message, !previous.isHidden,
      previous.windowScene != nil
    else {
      return
    }
    previous.makeKey()
  }
}
#endif
