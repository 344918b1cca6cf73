// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Chooses where a web page opens inside the app, from what the system says about windows and
/// controllers.
enum PagePlace {
  /// A window of the scene, in the system's order: the last one is in front.
  struct Window: Equatable, Sendable {
    /// Whether it is shown and has a controller.
    var isUsable = true
    var isKey = false
    /// Whether it is at the level of the app's usual windows. The keyboard's are above.
    var isAtUsualLevel = true
    var message: Message?
  }

  /// The message that a window shows.
  enum Message: Equatable, Sendable {
    /// It covers the app and stays. A page below it would not be seen.
    case covering
    /// It leaves, or leaves the app usable beside it.
    case beside
  }

  /// A controller, from the window's own to the last one presented on it.
  struct Controller: Equatable, Sendable {
    var isInWindow = true
    /// It is being presented or dismissed. The system ignores what is presented on it.
    var isMoving = false
    /// It goes with the next tap, and with it what it presents.
    var isAlert = false
  }

  /// The index of the app's window for the page. nil if there is none.
  static func window(among windows: [Window]) -> Int? {
    let shown = windows.indices.filter { windows[$0].isUsable }
    guard !shown.contains(where: { windows[$0].message == .covering }) else { return nil }
    let ofApp = shown.filter { windows[$0].message == nil }
    return ofApp.first { windows[$0].isKey } ?? ofApp.last { windows[$0].isAtUsualLevel }
  }

  /// Whether the last of these controllers can present a page now.
  static func canPresent(on chain: [Controller]) -> Bool {
    guard let last = chain.last else { return false }
    return last.isInWindow && !last.isMoving && !last.isAlert
  }
}
