// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Secrets of new keys, kept until the page after the form has shown them. Reloading that page
/// sends no form and makes no second key.
///
/// In memory only. A secret that nobody fetches is dropped when newer ones need the room, and when
/// the server stops.
actor NewSecrets {
  private static let most = 20
  private var waiting: [(session: String, key: String, secret: String)] = []

  func put(_ secret: String, of key: String, session: String) {
    waiting.append((session, key, secret))
    if waiting.count > Self.most { waiting.removeFirst() }
  }

  /// Returns the secret once, to the browser that made the key.
  func take(_ key: String, session: String) -> String? {
    guard let index = waiting.firstIndex(where: { $0.key == key && $0.session == session }) else {
      return nil
    }
    return waiting.remove(at: index).secret
  }
}
