// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// The attributes with which a person says what they want to receive.
  public enum Subscription {
    /// The key of the attribute for mail.
    public static let emailKey = "email_subscription"
    /// The key of the attribute for notifications.
    public static let pushKey = "push_subscription"
    /// The value of a person who wants nothing. The server sends them no notifications.
    public static let unsubscribed = "unsubscribed"
  }
}
