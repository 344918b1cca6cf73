// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UserNotifications) && canImport(UIKit) && !os(watchOS)
public import UIKit

#if !os(tvOS)
public import UserNotifications
#endif

extension Martlet.Notifications {
  /// Handles a notification that the system passed to the app delegate. Notifications of other
  /// senders are not touched.
  ///
  ///     func application(
  ///       _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
  ///       fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ///     ) {
  ///       if martlet.notifications.handleBackgroundNotification(userInfo: userInfo, fetchCompletionHandler: completionHandler) { return }
  ///       completionHandler(.noData)
  ///     }
  ///
  /// - Parameter fetchCompletionHandler: called once on the main thread if the result is true, when
  ///   the campaigns have arrived or cannot be fetched, and after 20 seconds at the latest.
  /// - Returns: whether Martlet sent it. If false, the handler is not called.
  @discardableResult
  public func handleBackgroundNotification(
    userInfo: [AnyHashable: Any], fetchCompletionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) -> Bool {
    // Safe: the system's handler, which is called once, on the main thread.
    nonisolated(unsafe) let handler = fetchCompletionHandler
    let answer: @MainActor @Sendable (FetchResult) -> Void = { result in
      handler(UIBackgroundFetchResult(rawValue: result.rawValue) ?? .failed)
    }
    return handleBackgroundNotification(userInfo: userInfo, fetchCompletionHandler: answer)
  }

  #if !os(tvOS)
  /// Handles a tap on a notification or on one of its buttons, as the portable method does. Call it
  /// from the delegate of `UNUserNotificationCenter`.
  ///
  /// - Parameter completionHandler: called once on the main thread if the result is true.
  /// - Returns: whether Martlet sent it. If false, the handler is not called.
  @discardableResult
  public func handleUserNotification(
    response: UNNotificationResponse, withCompletionHandler completionHandler: @escaping () -> Void
  ) -> Bool {
    // Safe: the system's handler, which is called once, on the main thread.
    nonisolated(unsafe) let handler = completionHandler
    let notification = response.notification
    return handleUserNotification(
      userInfo: notification.request.content.userInfo, actionIdentifier: response.actionIdentifier,
      requestIdentifier: notification.request.identifier, date: notification.date,
      completionHandler: { handler() })
  }

  /// How a notification that arrives in the foreground is shown, or nil if Martlet did not send it.
  /// Call it from the delegate of `UNUserNotificationCenter`.
  public func handleForegroundNotification(notification: UNNotification) -> UNNotificationPresentationOptions?
  {
    handleForegroundNotification(userInfo: notification.request.content.userInfo)
      .map { UNNotificationPresentationOptions(rawValue: $0.rawValue) }
  }
  #endif
}
#endif
