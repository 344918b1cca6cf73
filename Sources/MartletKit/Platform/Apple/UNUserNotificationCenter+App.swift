// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UserNotifications) && canImport(UIKit) && !os(watchOS)
package import UserNotifications

extension UNUserNotificationCenter {
  /// The center of the app, or nil if the program is none.
  package static var ofApp: UNUserNotificationCenter? { AppBundle.isApp ? current() : nil }
}
#endif
