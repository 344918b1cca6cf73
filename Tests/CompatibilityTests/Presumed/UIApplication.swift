// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// The part of the system's application that the documents call. What is opened goes to the app, or
/// is kept for a test to look at.
@MainActor
final class UIApplication {
  static let shared = UIApplication()

  /// What was opened since the test began.
  var opened: [URL] = []
  /// The app, for URLs of its own scheme.
  var appDelegate: (any URLOpening)?

  func open(_ url: URL, options: [String: Any], completionHandler: (@MainActor (Bool) -> Void)?) {
    opened.append(url)
    let isTaken = appDelegate?.application(self, open: url, options: [:]) ?? false
    completionHandler?(isTaken)
  }
}

/// The key of an option of `UIApplication.open`, under its old name.
struct UIApplicationOpenURLOptionsKey: Hashable {
  var rawValue: String
}

/// An app that opens URLs of its own scheme.
@MainActor
protocol URLOpening {
  func application(_ app: UIApplication, open url: URL, options: [UIApplicationOpenURLOptionsKey: Any])
    -> Bool
}
