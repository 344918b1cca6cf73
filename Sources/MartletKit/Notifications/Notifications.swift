// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

extension Martlet {
  /// Push notifications, as far as they trigger messages.
  ///
  ///     martlet.notifications.logClick(campaignId: nil)
  public struct Notifications: Sendable {
    let client: Martlet

    /// Logs that the app was opened from a notification. This can trigger a message, and queued messages can be shown.
    ///
    /// - Parameter campaignId: the id of the campaign that sent the notification, with 1 to 255 characters, or nil if Martlet did not send
    ///   it. An invalid id is not logged, which is reported in the log.
    public func logClick(campaignId: String? = nil) {
      client.logPushClick(campaignID: campaignId)
    }
  }
}
