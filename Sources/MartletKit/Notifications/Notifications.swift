// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

extension Martlet {
  /// What happens with push notifications, as far as it can trigger messages.
  ///
  ///     martlet.notifications.logClick(campaignId: nil)
  public struct Notifications: Sendable {
    let client: Martlet

    /// Logs that the app was opened from a notification, which may trigger a message and is a moment at which a waiting one may be
    /// shown.
    ///
    /// - Parameter campaignId: the campaign that sent the notification, 1 to 255 characters; nil when it was not one of Martlet's. A click that
    ///   breaks the rule is refused and named in the log at the call.
    public func logClick(campaignId: String? = nil) {
      client.logPushClick(campaignID: campaignId)
    }
  }
}
