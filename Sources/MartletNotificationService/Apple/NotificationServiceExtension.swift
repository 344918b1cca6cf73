// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UserNotifications) && !os(tvOS) && !os(watchOS)
import Foundation
public import UserNotifications
import os

/// The principal class of a notification service extension: it adds the picture of Martlet's
/// notifications.
///
/// In Xcode, add a target of the type Notification Service Extension, link
/// `MartletNotificationService` to it, and replace its class:
///
///     import MartletNotificationService
///
///     final class NotificationService: NotificationServiceExtension {}
///
/// Notifications of other senders are delivered as they came. If a picture cannot be loaded in
/// time, the notification is delivered without it, and the log (subsystem `martlet`, category
/// `notification-service`) says why.
///
/// If the app changes notifications of its own too, override `didReceive(_:withContentHandler:)`
/// and `serviceExtensionTimeWillExpire()`, and call super for the notifications that Martlet sent.
/// Do not call the handler for those.
open class NotificationServiceExtension: UNNotificationServiceExtension {
  private static let log = Logger(subsystem: "martlet", category: "notification-service")
  private let deliveries = LiveDeliveries()

  /// Creates an extension. The system calls this.
  public override init() {
    super.init()
  }

  /// Whether Martlet sent this notification.
  public static func isMartletNotification(_ request: UNNotificationRequest) -> Bool {
    request.content.userInfo[NotificationPicture.payloadKey] != nil
  }

  /// Adds the picture, then delivers the notification. The system calls this.
  open override func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
  ) {
    let delivery = PictureDelivery(
      request.content, loader: PictureDownload(), attach: Self.attach,
      report: { problem in
        Self.log.error(
          "A notification is shown without its picture. \(problem.description, privacy: .public)")
      },
      deliver: contentHandler)
    deliveries.add(delivery)
    delivery.start(request.content.userInfo)
  }

  /// Delivers what is not delivered yet without its picture. The system calls this, on another
  /// thread.
  open override func serviceExtensionTimeWillExpire() {
    for delivery in deliveries.take() { delivery.timeIsUp() }
  }

  private static func attach(_ content: UNNotificationContent, _ file: URL) -> UNNotificationContent? {
    guard let changed = content.mutableCopy() as? UNMutableNotificationContent,
      // The system moves the file away.
      let attachment = try? UNNotificationAttachment(
        identifier: NotificationPicture.field, url: file, options: nil)
    else { return nil }
    changed.attachments = [attachment] + changed.attachments
    return changed
  }
}

/// The notifications of one extension.
// Unchecked, because `deliveries` is only used while `lock` is held.
private final class LiveDeliveries: @unchecked Sendable {
  private let lock = NSLock()
  private var deliveries: [PictureDelivery<UNNotificationContent>] = []

  func add(_ delivery: PictureDelivery<UNNotificationContent>) {
    lock.lock()
    deliveries.append(delivery)
    lock.unlock()
  }

  func take() -> [PictureDelivery<UNNotificationContent>] {
    lock.lock()
    defer { lock.unlock() }
    defer { deliveries = [] }
    return deliveries
  }
}
#endif
