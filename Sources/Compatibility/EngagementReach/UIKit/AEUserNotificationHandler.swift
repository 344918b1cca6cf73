// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && canImport(UserNotifications) && !os(tvOS)
public import Foundation
public import UserNotifications

/// Takes the notifications of Martlet, and answers all others with nothing. Extend it, and call
/// `super` for those that `EngagementAgent.isEngagementPushPayload` recognises.
///
/// Objective-C has a class of its own with this name.
#if canImport(ObjectiveC)
@objc(AESwiftUserNotificationHandler)
#endif
open class AEUserNotificationHandler: NSObject, UNUserNotificationCenterDelegate {
  /// In the foreground, nothing is shown.
  open func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    let agent = EngagementAgent.shared()
    if agent?.userNotificationCenterWillPresent(notification, withCompletionHandler: completionHandler)
      != true
    {
      completionHandler([])
    }
  }

  /// Handles taps on the notifications of Martlet.
  open func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    let agent = EngagementAgent.shared()
    if agent?.userNotificationCenterDidReceive(response, withCompletionHandler: completionHandler) != true {
      completionHandler()
    }
  }
}
#endif
