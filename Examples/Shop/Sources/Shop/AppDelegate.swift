// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import MartletKit
import ShopModel
import UIKit

/// What the system tells only to the app delegate, also in SwiftUI: device tokens and background
/// notifications. The client receives everything else by itself, because of `push.automation`.
final class AppDelegate: NSObject, UIApplicationDelegate {
  private(set) lazy var messaging = Messaging(settings: .stored())

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    // Creates the client now, so that it hears of the tap that launched the app.
    _ = messaging
    return true
  }

  func application(
    _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    messaging.martlet.notifications.register(deviceToken: deviceToken)
  }

  func application(
    _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {
    // On a simulator without a signed-in developer, or without the capability "Push Notifications".
    print("There is no device token: \(error.localizedDescription)")
  }

  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    // True if Martlet sent it. It then calls the handler.
    if messaging.martlet.notifications.handleBackgroundNotification(
      userInfo: userInfo, fetchCompletionHandler: completionHandler)
    {
      return
    }
    completionHandler(.noData)
  }
}
#endif
