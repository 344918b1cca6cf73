// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The values of UserNotifications under names that exist on every system. Raw values are Apple's,
/// so that they convert by raw value.
extension Martlet.Notifications {
  /// What the app may do with notifications.
  public struct AuthorizationOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A number on the app's icon.
    public static let badge = Self(rawValue: 1)
    /// Sounds.
    public static let sound = Self(rawValue: 2)
    /// Texts on the screen.
    public static let alert = Self(rawValue: 4)
    /// Notifications in CarPlay.
    public static let carPlay = Self(rawValue: 8)
    /// Alerts that sound even if the device is silent. Apple must have allowed it.
    public static let criticalAlert = Self(rawValue: 16)
    /// The system's settings have a button that opens the app's own.
    public static let providesAppNotificationSettings = Self(rawValue: 32)
    /// Notifications are shown quietly, and nobody is asked.
    public static let provisional = Self(rawValue: 64)
  }

  /// How a notification is shown while the app is in the foreground. Empty: not at all.
  public struct PresentationOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Its number is shown on the app's icon.
    public static let badge = Self(rawValue: 1)
    /// With its sound.
    public static let sound = Self(rawValue: 2)
    /// In the list of notifications.
    public static let list = Self(rawValue: 8)
    /// As a banner.
    public static let banner = Self(rawValue: 16)
  }

  /// Whether the app may show notifications.
  public enum AuthorizationStatus: Int, Hashable, Sendable, CaseIterable {
    /// The person was not asked.
    case notDetermined = 0
    case denied = 1
    case authorized = 2
    /// Notifications are shown quietly, without having asked.
    case provisional = 3
    /// For a limited time, in an app clip.
    case ephemeral = 4
  }

  /// The result of a background fetch.
  public enum FetchResult: UInt, Hashable, Sendable, CaseIterable {
    case newData = 0
    case noData = 1
    case failed = 2
  }

  /// The APNs environment that accepts a device token.
  public enum PushEnvironment: String, Hashable, Sendable, CaseIterable {
    /// Apps from the App Store, TestFlight and ad-hoc distribution.
    case production
    /// Apps that Xcode installed, and simulators.
    case development
  }
}
