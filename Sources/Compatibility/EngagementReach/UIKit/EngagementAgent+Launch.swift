// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && canImport(UserNotifications) && !os(tvOS)
import MartletKit
import UIKit
import UserNotifications

/// The agent's own way, so that modules of the app hear of taps. The system holds a delegate
/// weakly.
@MainActor private let ownHandler = AEUserNotificationHandler()

extension EngagementAgent {
  /// Takes the notifications of an app that has no delegate for them. It looks when launching has
  /// finished, or at the app's next activation if the agent starts later than that, and never
  /// replaces one.
  @MainActor
  func takeNotificationsWhenLaunched() {
    // The system calls a delegate that is there when this notification has been posted.
    for name in [UIApplication.didFinishLaunchingNotification, UIApplication.didBecomeActiveNotification] {
      _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { _ in
        // Safe: the observation is on the main queue.
        MainActor.assumeIsolated {
          if let center = UNUserNotificationCenter.ofApp, center.delegate == nil {
            center.delegate = ownHandler
          }
        }
      }
    }
  }
}
#endif
