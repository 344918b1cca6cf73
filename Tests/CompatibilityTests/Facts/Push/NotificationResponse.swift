// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: handling of a tapped notification
// rank: essential
// needs: UIKit

import BrazeKit

#if canImport(UserNotifications)
import UserNotifications
#endif

@MainActor
private func fact(braze: Braze, response: UNNotificationResponse, completion: @escaping () -> Void) {
  if !braze.notifications.handleUserNotification(response: response, withCompletionHandler: completion) {
    completion()
  }
}
