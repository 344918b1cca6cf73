// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// The state of the system around the app. `Drive.reset()` gives each test a new one.
@MainActor package final class Device {
  package static var current = Device()

  package let turns = Turns()
  package let application = UIApplication()
  package let screen: UIScreen
  package let facts: UIDevice
  package var accessibility = AccessibilityFlags()
  package var posts: [Drive.Post] = []
  package weak var focused: UIResponder?
  package weak var remoteFocus: UIView?
  package var focusChanged: TimeInterval = -.infinity
  package var animationsAreEnabled = true
  package var isKeyboardVisible = false
  package var flashes = 0

  package init() {
    screen = UIScreen(size: CGSize(width: 390, height: 844))
    facts = UIDevice()
  }
}
