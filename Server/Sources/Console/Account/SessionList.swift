// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// Signed-in browsers, each with a button that ends it.
struct SessionList {
  let sessions: [Session]
  /// Where the forms are sent.
  let endPath: String
  let endAllLabel: String?

  struct Session {
    let id: String
    let device: String
    let signedIn: String
    let lastSeen: String
    /// The browser that shows the page.
    let isThis: Bool
  }

  /// - Parameters:
  ///   - own: The session that shows the page.
  ///   - all: The label of the button that ends all others; nil for none.
  init(_ sessions: [ConsoleSession], own: String, endPath: String, all: String) {
    self.sessions = sessions.map {
      Session(
        id: $0.id, device: $0.device.isEmpty ? "An unknown browser" : $0.device,
        signedIn: UTCTime($0.createdAt).words,
        lastSeen: UTCTime($0.seenAt).words, isThis: $0.id == own)
    }
    self.endPath = endPath
    endAllLabel = self.sessions.contains { !$0.isThis } ? all : nil
  }
}
