// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The system's notifications, as the client uses them. The platform's is used by default, and
/// tests have their own.
///
/// The methods are called on any thread and return immediately. Those without a result report
/// nothing, so they log what fails.
public protocol NotificationSystem: Sendable {
  /// Called once, on the thread that created the client or called `notifications.setUp()`, if
  /// responses or notifications in the foreground are handled automatically. Keep the client
  /// weakly.
  func attach(to martlet: Martlet)
  /// Asks the person, if they were not asked before. Returns whether notifications are permitted.
  func requestAuthorization(_ options: Martlet.Notifications.AuthorizationOptions) async throws -> Bool
  /// Whether notifications are permitted now.
  func authorizationStatus() async -> Martlet.Notifications.AuthorizationStatus
  /// Asks for a device token. The app delegate receives it.
  func registerForRemoteNotifications()
  /// No more pushes arrive, from any sender, until `registerForRemoteNotifications()`.
  func unregisterForRemoteNotifications()
  /// Adds categories to those of the app. One with the same identifier is replaced.
  func add(_ categories: [Martlet.Notifications.Category])
  /// Shows a number on the app's icon. 0 removes it.
  func setBadge(_ count: Int)
}

extension Martlet.Configuration.Push {
  /// The system's notifications, or nil if there are none.
  @available(iOSApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  var resolvedSystem: (any NotificationSystem)? {
    #if canImport(UserNotifications) && canImport(UIKit) && !os(watchOS)
    system ?? UserNotificationSystem()
    #else
    system
    #endif
  }
}
