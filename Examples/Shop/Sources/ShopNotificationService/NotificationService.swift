// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UserNotifications) && canImport(UIKit)
import MartletNotificationService

/// The whole notification service extension: it adds the pictures of Martlet's notifications.
final class NotificationService: NotificationServiceExtension {}
#endif
