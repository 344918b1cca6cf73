// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UserNotifications) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
public import Foundation
public import UserNotifications

/// Handles Martlet's notifications, and passes all others to the delegate that was there before,
/// untouched.
///
/// With `Configuration.Push.Automation`, the client installs one itself. To do more, subclass it,
/// call `super`, and install it before the app has launched. The system holds it weakly, so the app
/// keeps it:
///
///     let delegate = MyDelegate(martlet: martlet, forwardingTo: nil)
///     UNUserNotificationCenter.current().delegate = delegate
///
/// Each completion handler is called exactly once, on the main thread. The system calls these
/// methods; on which thread is not specified.
// Unchecked, because the types of the system are not Sendable. The references are set when the
// object is created and then only read, and the switches before it is installed. Subclasses answer
// for their own state.
open class NotificationCenterDelegate: NSObject, UNUserNotificationCenterDelegate, @unchecked Sendable {
  private weak var martlet: Martlet?
  /// The delegate that receives all other notifications.
  public private(set) weak var previous: (any UNUserNotificationCenterDelegate)?
  /// Set before it is installed.
  var handlesResponses = true
  var handlesForeground = true

  /// Creates a delegate. The client and the other delegate are held weakly.
  ///
  /// - Parameter previous: receives all notifications that Martlet did not send.
  public init(martlet: Martlet, forwardingTo previous: (any UNUserNotificationCenterDelegate)?) {
    self.martlet = martlet
    self.previous = previous
    super.init()
  }

  /// Shows Martlet's notifications as configured. For all others, the previous delegate decides.
  /// Without one, they are not shown.
  open func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    if handlesForeground,
      let options = martlet?.notifications.handleForegroundNotification(notification: notification)
    {
      return onMainThread { completionHandler(options) }
    }
    // Safe: the system's handler, which only one of the two calls.
    nonisolated(unsafe) let handler = completionHandler
    let answer: Void? = previous?.userNotificationCenter?(center, willPresent: notification) { handler($0) }
    if answer == nil { onMainThread { completionHandler([]) } }
  }

  /// Handles taps on Martlet's notifications. All others go to the previous delegate.
  open func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    if handlesResponses,
      martlet?.notifications.handleUserNotification(
        response: response, withCompletionHandler: completionHandler) == true
    {
      return
    }
    // Safe: the system's handler, which only one of the two calls.
    nonisolated(unsafe) let handler = completionHandler
    let answer: Void? = previous?.userNotificationCenter?(center, didReceive: response) { handler() }
    if answer == nil { onMainThread(completionHandler) }
  }

  /// Goes to the previous delegate.
  open func userNotificationCenter(
    _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
  ) {
    previous?.userNotificationCenter?(center, openSettingsFor: notification)
  }

  private func onMainThread(_ body: @escaping () -> Void) {
    // Safe: the system's handler, which only the main thread calls.
    nonisolated(unsafe) let body = body
    DispatchQueue.main.async { body() }
  }
}
#endif
