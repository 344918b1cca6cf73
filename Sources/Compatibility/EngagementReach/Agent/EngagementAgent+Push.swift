// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

#if canImport(UIKit) && canImport(UserNotifications)
import MartletKit
#else
public import MartletKit
#endif

extension EngagementAgent {
  /// Registers the token of this device, so that the server can send pushes to it.
  public func registerDeviceToken(_ deviceToken: Data!) {
    if let deviceToken { martlet?.notifications.register(deviceToken: deviceToken) }
  }

  /// Whether Martlet sent a notification.
  public static func isEngagementPushPayload(_ userInfo: [AnyHashable: Any]!) -> Bool {
    userInfo.map(Martlet.Notifications.isMartletPayload) ?? false
  }

  #if !(canImport(UIKit) && canImport(UserNotifications))
  /// Handles a notification that the system passed to the app delegate. Notifications of other
  /// senders are not touched.
  ///
  /// - Parameter fetchCompletionHandler: called once if Martlet sent the notification. If nil, the
  ///   app answers the system itself.
  public func applicationDidReceiveRemoteNotification(
    _ userInfo: [AnyHashable: Any]!,
    fetchCompletionHandler: (@MainActor @Sendable (Martlet.Notifications.FetchResult) -> Void)?
  ) {
    guard let userInfo else { return }
    if martlet?.notifications.handleBackgroundNotification(
      userInfo: userInfo, fetchCompletionHandler: fetchCompletionHandler) == true
    {
      tellModules(userInfo)
    }
  }
  #endif

  func tellModules(_ userInfo: [AnyHashable: Any]) {
    // Safe: a property list, which nobody changes.
    nonisolated(unsafe) let userInfo = userInfo
    Task { @MainActor in
      let message = AEPushMessage(userInfo: userInfo)
      for module in modules {
        module.pushMessageReceived(message)
        module.processRemoteNotification(userInfo)
      }
    }
  }

  /// - Parameter userInfo: of a notification that the person tapped.
  func tellModules(tapOn userInfo: [AnyHashable: Any]) {
    // Safe: a property list, which nobody changes.
    nonisolated(unsafe) let userInfo = userInfo
    Task { @MainActor in
      for module in modules { module.pushNotificationReceived(userInfo) }
    }
  }
}
