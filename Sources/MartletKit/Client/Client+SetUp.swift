// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore

/// What a first run would leave unsaid: that a piece is not connected. Each is said once, with the remedy, at the level that apps see by default.
struct SetUpCheck: Hashable, Sendable {
  static let patience = Duration.seconds(10)

  /// The app has said that it came or went, once at least.
  var hasHeardOfApp = false
  /// Something was sent.
  var hasAsked = false
  /// Some server has answered.
  var hasAnswer = false
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
    timers.clear(.appCheck)
  }

  func noteRequest() {
    guard !setUp.hasAsked else { return }
    setUp.hasAsked = true
    timers.set(.serverCheck, at: environment.monotonicNow() + SetUpCheck.patience)
  }

  func noteAnswer() {
    guard !setUp.hasAnswer else { return }
    setUp.hasAnswer = true
    timers.clear(.serverCheck)
  }

  func checkAppsWord() {
    guard state.enabled, setUp.expectsAppsWord else { return }
    log.error(
      "applicationDidBecomeActive() was not called within 10 seconds, so no session has started and no message is shown. "
        + "On Linux and macOS, call it once after launch and each time the app comes to the foreground.")
  }

  /// A device without network is no mistake.
  func checkServer() {
    guard state.enabled, !setUp.hasAnswer, isPathReachable != false, let endpoint = settings.endpoint else { return }
    let place = "\(endpoint.host ?? "?")\(endpoint.port.map { ":\($0)" } ?? "")"
    log.error(
      "No server responded at \(place) within 10 seconds, so there are no campaigns yet. Check that it is running and that this device can reach "
        + "the configured endpoint. Events are kept, and the client tries again.")
  }
}
