// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
import MartletCore
import Pushing
import Store

/// Secrets of new keys, kept until the page after the form has shown them, by whichever server.
/// Reloading that page sends no form and makes no second key.
///
/// Each is encrypted with what only the browser knows that made the key: the store alone cannot
/// tell it.
struct NewSecrets {
  private static let shelf = Shelf("secret", most: 20, lifetime: .seconds(900))
  let store: any ShelfStore
  let environment: Environment

  func put(_ secret: String, of key: String, for session: BrowserSession) async throws(StoreError) {
    guard let sealed = try? Self.safe(session).seal(Array(secret.utf8), for: key) else {
      throw .failed("A secret cannot be encrypted.")
    }
    try await store.put(sealed, as: key, of: session.id, on: Self.shelf, at: environment.now())
  }

  /// Returns the secret once, to the browser that made the key.
  func take(_ key: String, for session: BrowserSession) async throws(StoreError) -> String? {
    let sealed = try await store.takeItem(key, of: session.id, on: Self.shelf, at: environment.now())
    return sealed.flatMap { try? Self.safe(session).open($0, for: key) }.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private static func safe(_ session: BrowserSession) -> KeySafe {
    KeySafe(.key(Secret(text: session.formToken).hash))
  }
}
