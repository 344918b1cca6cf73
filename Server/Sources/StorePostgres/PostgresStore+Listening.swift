// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreSQL

/// Hears at once when another server has changed what devices get, or a key. Whoever uses what is
/// remembered asks every second besides (`ChangeMonitor`), so a lost notification costs a second.
extension PostgresStore {
  /// What triggers notify of (`PostgresSchema`).
  static let channel = "martlet"
  /// Changes that nobody makes for each event: a notification takes a lock of the whole cluster.
  static let notified: Set<String> = ["app", "api_key", "push_key", "revoked_device"]

  /// How long the thread waits before it looks whether the store was closed.
  private static let look = Duration.milliseconds(200)
  /// How long it waits for a database that cannot be reached, besides what connecting takes.
  private static let pause = Duration.seconds(1)

  /// Listens on the thread of the connection until the store is closed.
  func listen() {
    listener.run { [weak self] connection in
      guard let connection = try? connection.get() else { return Self.listen(again: self, after: Self.pause) }
      do {
        try connection.send(control: "LISTEN \(Self.channel)")
        _ = try connection.receive()
      } catch {
        connection.abandon()
        return Self.listen(again: self, after: Self.pause)
      }
      while let store = self, connection.isAlive, !store.isOver {
        if connection.isNotified(within: Self.look) { Task { try? await store.catchUp() } }
      }
      Self.listen(again: self, after: .zero)
    }
  }

  private static func listen(again store: PostgresStore?, after pause: Duration) {
    guard let store, !store.isOver else { return }
    if pause > .zero { Thread.sleep(forTimeInterval: pause / .seconds(1)) }
    store.listen()
  }
}
