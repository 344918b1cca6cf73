// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Martlet.Configuration {
  /// Push notifications.
  public struct Push: Sendable {
    /// What the client does by itself. Default: nothing.
    public var automation: Automation = false
    /// The app group that the app shares with its notification extensions. The client keeps no data
    /// there. Default: nil.
    public var appGroup: String?
    /// The categories of notifications with buttons. They are added to those of the app, see
    /// `Automation.setNotificationCategories`.
    public var categories: [Martlet.Notifications.Category] = []
    /// Whether URLs and updates wait until the app calls `notifications.appIsReady()`, for example
    /// because its pages load first. Default: false.
    public var waitsForApp = false
    /// Whether the number on the app's icon is removed when the app becomes active, and when a
    /// notification with a number arrives while it is active. Default: false.
    public var clearsBadge = false
    /// The system's notifications. If nil, those of the platform. On systems without notifications,
    /// there are none.
    public var system: (any NotificationSystem)?

    public init() {}
  }
}

extension Martlet.Configuration.Push {
  /// What the client does by itself. `= true` switches everything on, and single steps can then be
  /// switched off.
  ///
  ///     configuration.push.automation = true
  ///     configuration.push.automation.requestAuthorizationAtLaunch = false
  ///
  /// The client never replaces methods of the app. The system passes device tokens and background
  /// notifications only to the app delegate, which must forward them (`docs/push.md`).
  public struct Automation: Hashable, Sendable, ExpressibleByBooleanLiteral {
    /// Whether the steps below are done when the client is created. Otherwise,
    /// `notifications.setUp()` does them.
    public var automaticSetup: Bool
    /// Asks the person for permission, with `authorizationOptions`.
    public var requestAuthorizationAtLaunch: Bool
    /// Adds `Push.categories`.
    public var setNotificationCategories: Bool
    /// Asks the system for a device token. The app delegate forwards it to
    /// `notifications.register(deviceToken:)`.
    public var registerDeviceToken: Bool
    /// Has no effect of its own. The system passes background notifications only to the app
    /// delegate, and what it forwards to
    /// `notifications.handleBackgroundNotification(userInfo:fetchCompletionHandler:)` is always
    /// handled.
    public var handleBackgroundNotification: Bool
    /// Handles taps on Martlet's notifications. The app's own delegate receives all others.
    public var handleNotificationResponse: Bool
    /// Shows Martlet's notifications while the app is in the foreground, with
    /// `foregroundPresentationOptions`.
    public var willPresentNotification: Bool
    /// What the person is asked to permit. Default: badge, sound and alert.
    public var authorizationOptions: Martlet.Notifications.AuthorizationOptions = [.badge, .sound, .alert]
    /// How a notification is shown in the foreground. Default: list and banner.
    public var foregroundPresentationOptions: Martlet.Notifications.PresentationOptions = [.list, .banner]

    /// Whether any switch is on.
    public var automationEnabled: Bool {
      automaticSetup || requestAuthorizationAtLaunch || setNotificationCategories || registerDeviceToken
        || handleBackgroundNotification
        || handleNotificationResponse || willPresentNotification
    }

    public init(
      automaticSetup: Bool = false, requestAuthorizationAtLaunch: Bool = false,
      setNotificationCategories: Bool = false,
      registerDeviceToken: Bool = false, handleBackgroundNotification: Bool = false,
      handleNotificationResponse: Bool = false,
      willPresentNotification: Bool = false
    ) {
      self.automaticSetup = automaticSetup
      self.requestAuthorizationAtLaunch = requestAuthorizationAtLaunch
      self.setNotificationCategories = setNotificationCategories
      self.registerDeviceToken = registerDeviceToken
      self.handleBackgroundNotification = handleBackgroundNotification
      self.handleNotificationResponse = handleNotificationResponse
      self.willPresentNotification = willPresentNotification
    }

    public init(booleanLiteral value: Bool) {
      self.init(
        automaticSetup: value, requestAuthorizationAtLaunch: value, setNotificationCategories: value,
        registerDeviceToken: value,
        handleBackgroundNotification: value, handleNotificationResponse: value, willPresentNotification: value
      )
    }
  }
}
