// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit

/// The notifications of a phone in the lab, as its system offers them to the app.
struct PhoneNotificationSystem: NotificationSystem {
  enum Call: Sendable {
    case register, unregister
    case setBadge(Int)
  }

  let perform: @MainActor @Sendable (Call) -> Void
  let status: @MainActor @Sendable () -> Martlet.Notifications.AuthorizationStatus
  /// Asks the person.
  let ask: @MainActor @Sendable () -> Bool

  // The app forwards every notification by itself.
  func attach(to martlet: Martlet) {}
  func requestAuthorization(_ options: Martlet.Notifications.AuthorizationOptions) async throws -> Bool {
    await ask()
  }
  func authorizationStatus() async -> Martlet.Notifications.AuthorizationStatus { await status() }
  func registerForRemoteNotifications() { Task { await perform(.register) } }
  func unregisterForRemoteNotifications() { Task { await perform(.unregister) } }
  // The app has no buttons on its notifications.
  func add(_ categories: [Martlet.Notifications.Category]) {}
  func setBadge(_ count: Int) { Task { await perform(.setBadge(count)) } }
}
