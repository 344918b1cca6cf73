// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) || canImport(AppKit)
package import Foundation

/// Hears a notification on the main actor until it is released.
package final class NotificationObservation {
  private let token: any NSObjectProtocol

  package convenience init(_ name: Notification.Name, _ heard: @escaping @MainActor @Sendable () -> Void) {
    self.init(name, reading: { _ in }, heard)
  }

  /// - Parameter read: takes what is needed from the notification, which cannot be passed on.
  package init<Value: Sendable>(
    _ name: Notification.Name, reading read: @escaping @Sendable (Notification) -> Value,
    _ heard: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { note in
      let value = read(note)
      // Safe: the observer requests the main queue, which the main actor uses.
      MainActor.assumeIsolated { heard(value) }
    }
  }

  deinit {
    NotificationCenter.default.removeObserver(token)
  }
}
#endif
