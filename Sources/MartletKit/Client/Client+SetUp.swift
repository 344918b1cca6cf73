// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore

/// What a first run would leave unsaid: that a piece is not connected. Each is said once, with the remedy, at the level that apps see by default.
struct SetUpCheck: Equatable, Sendable {
  static let patience = Duration.seconds(10)

  /// The app has said that it came or went, once at least.
  var hasHeardOfApp = false
  /// Where there is UIKit the client hears of the app by itself, and a launch in the background is none of the app's mistakes.
  var expectsAppsWord: Bool {
    #if canImport(UIKit)
    false
    #else
    !hasHeardOfApp
    #endif
  }
}

extension Client {
  /// After the start.
  func beginSetUpCheck() {
    guard setUp.expectsAppsWord else { return }
    timers.set(.appCheck, at: environment.monotonicNow() + SetUpCheck.patience)
  }

  func noteAppsWord() {
    setUp.hasHeardOfApp = true
    timers.set(.appCheck, at: nil)
  }

  func checkAppsWord() {
    guard state.enabled, setUp.expectsAppsWord else { return }
    log.error(
      "applicationDidBecomeActive() was not called within 10 seconds, so no session has started and no message is shown. "
        + "On Linux and macOS, call it once after launch and each time the app comes to the foreground.")
  }
}
