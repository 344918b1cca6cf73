// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UserNotifications) && canImport(UIKit) && !os(watchOS)
import UIKit
import UserNotifications

/// The notifications of Apple's systems.
@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
final class UserNotificationSystem: NotificationSystem {
  #if !os(tvOS)
  /// The system holds it weakly.
  private let delegate = Locked<NotificationCenterDelegate?>(nil)

  deinit {
    guard let own = delegate.withLock({ $0 }) else { return }
    if let center = UNUserNotificationCenter.ofApp, center.delegate === own { center.delegate = own.previous }
  }
  #endif

  func attach(to martlet: Martlet) {
    #if !os(tvOS)
    let automation = martlet.push.automation
    delegate.withLock { delegate in
      guard delegate == nil, let center = UNUserNotificationCenter.ofApp else { return }
      let own = NotificationCenterDelegate(martlet: martlet, forwardingTo: center.delegate)
      own.handlesResponses = automation.handleNotificationResponse
      own.handlesForeground = automation.willPresentNotification
      center.delegate = own
      delegate = own
    }
    #endif
  }

  func requestAuthorization(_ options: Martlet.Notifications.AuthorizationOptions) async throws -> Bool {
    try await UNUserNotificationCenter.ofApp?.requestAuthorization(
      options: UNAuthorizationOptions(rawValue: options.rawValue)) ?? false
  }

  func authorizationStatus() async -> Martlet.Notifications.AuthorizationStatus {
    guard let settings = await UNUserNotificationCenter.ofApp?.notificationSettings() else {
      return .notDetermined
    }
    return Martlet.Notifications.AuthorizationStatus(rawValue: settings.authorizationStatus.rawValue)
      ?? .notDetermined
  }

  func registerForRemoteNotifications() {
    Task { @MainActor in UIApplication.shared.registerForRemoteNotifications() }
  }

  func unregisterForRemoteNotifications() {
    Task { @MainActor in UIApplication.shared.unregisterForRemoteNotifications() }
  }

  /// The system only replaces all categories at once.
  func add(_ categories: [Martlet.Notifications.Category]) {
    #if !os(tvOS)
    Task {
      guard let center = UNUserNotificationCenter.ofApp else { return }
      let names = Set(categories.map(\.identifier))
      let others = await center.notificationCategories().filter { !names.contains($0.identifier) }
      center.setNotificationCategories(others.union(categories.map(\.system)))
    }
    #endif
  }

  func setBadge(_ count: Int) {
    UNUserNotificationCenter.ofApp?.setBadgeCount(count, withCompletionHandler: nil)
  }
}

#if !os(tvOS)
extension Martlet.Notifications.Category {
  fileprivate var system: UNNotificationCategory {
    UNNotificationCategory(
      identifier: identifier, actions: actions.map(\.system), intentIdentifiers: [],
      options: UNNotificationCategoryOptions(rawValue: options.rawValue))
  }
}

extension Martlet.Notifications.Action {
  fileprivate var system: UNNotificationAction {
    UNNotificationAction(
      identifier: identifier, title: title, options: UNNotificationActionOptions(rawValue: options.rawValue))
  }
}
#endif
#endif
