// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && canImport(UserNotifications)
import MartletKit
public import UIKit

#if !os(tvOS)
public import UserNotifications
#endif

extension EngagementAgent {
  /// Handles a notification that the system passed to the app delegate. Notifications of other
  /// senders are not touched.
  ///
  /// - Parameter fetchCompletionHandler: called once if Martlet sent the notification. If nil, the
  ///   app answers the system itself.
  public func applicationDidReceiveRemoteNotification(
    _ userInfo: [AnyHashable: Any]!, fetchCompletionHandler: ((UIBackgroundFetchResult) -> Void)?
  ) {
    guard let userInfo, let notifications = martlet?.notifications else { return }
    let isOurs =
      if let fetchCompletionHandler {
        notifications.handleBackgroundNotification(
          userInfo: userInfo, fetchCompletionHandler: fetchCompletionHandler)
      } else {
        notifications.handleBackgroundNotification(
          userInfo: userInfo,
          fetchCompletionHandler: nil as (@MainActor @Sendable (Martlet.Notifications.FetchResult) -> Void)?)
      }
    if isOurs { tellModules(userInfo) }
  }

  #if !os(tvOS)
  /// Handles a notification that arrives while the app is in the foreground. It is not shown: the
  /// banner is.
  ///
  /// - Returns: whether Martlet sent it. If false, the handler is not called.
  @discardableResult
  #if canImport(ObjectiveC)
  @objc(userNotificationCenterWillPresentNotification:withCompletionHandler:)
  #endif
  public func userNotificationCenterWillPresent(
    _ notification: UNNotification!,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) -> Bool {
    guard let notification,
      let options = martlet?.notifications.handleForegroundNotification(notification: notification)
    else {
      return false
    }
    completionHandler(options)
    return true
  }

  /// Handles a tap on a notification or on one of its buttons. A dismissal counts nothing.
  ///
  /// - Returns: whether Martlet sent it. If false, the handler is not called.
  @discardableResult
  #if canImport(ObjectiveC)
  @objc(userNotificationCenterDidReceiveNotificationResponse:withCompletionHandler:)
  #endif
  public func userNotificationCenterDidReceive(
    _ response: UNNotificationResponse!, withCompletionHandler completionHandler: @escaping () -> Void
  ) -> Bool {
    guard let response,
      martlet?.notifications.handleUserNotification(
        response: response, withCompletionHandler: completionHandler) == true
    else { return false }
    if response.actionIdentifier != UNNotificationDismissActionIdentifier {
      tellModules(tapOn: response.notification.request.content.userInfo)
    }
    return true
  }
  #endif
}
#endif
