// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension Martlet.Configuration {
  /// A property of the device, in `devicePropertyAllowList`.
  public enum DeviceProperty: String, Hashable, Sendable, CaseIterable {
    /// Never sent.
    case carrier, model, resolution
    case locale, osVersion, timeZone
    /// Not facts about the device, so the list does not affect them.
    case pushAuthStatus, pushEnabled

    fileprivate var fact: DeviceFact? {
      switch self {
      case .locale: .locale
      case .osVersion: .osVersion
      case .timeZone: .timeZone
      case .carrier, .model, .resolution, .pushAuthStatus, .pushEnabled: nil
      }
    }
  }

  /// `deviceFacts`. Default: all. Reading it returns all, or those of the listed properties that
  /// are sent.
  public var devicePropertyAllowList: Set<DeviceProperty> {
    get {
      let sendsAll = deviceFacts.count == DeviceFact.allCases.count
      return Set(
        DeviceProperty.allCases.filter { property in
          sendsAll || property.fact.map(deviceFacts.contains) == true
        })
    }
    set { deviceFacts = Set(newValue.compactMap(\.fact)) }
  }
}

/// Fields without a meaning here. They keep their values, and the log names those that were changed
/// (level `info`).
extension Martlet.Configuration {
  /// No effect: the id is always random.
  public var useUUIDAsDeviceId: Bool {
    get { unused["useUUIDAsDeviceId"] == nil }
    set { unused["useUUIDAsDeviceId"] = newValue ? nil : "false" }
  }

  /// No effect: the app sets the person's subscription with
  /// `user.set(pushNotificationSubscriptionState:)`.
  public var optInWhenPushAuthorized: Bool {
    get { unused["optInWhenPushAuthorized"] == nil }
    set { unused["optInWhenPushAuthorized"] = newValue ? nil : "false" }
  }

  /// No effect: all events are stored in the journal.
  public var ephemeralEvents: [String] {
    get { unused["ephemeralEvents"].map { $0.split(separator: "\n").map(String.init) } ?? [] }
    set { unused["ephemeralEvents"] = newValue.isEmpty ? nil : newValue.joined(separator: "\n") }
  }

  /// No effect: the journal has its own limit on all systems.
  public var tvOSPersistedSizeLimit: UInt64 {
    get { unused["tvOSPersistedSizeLimit"].flatMap { UInt64($0) } ?? 131_072 }
    set { unused["tvOSPersistedSizeLimit"] = newValue == 131_072 ? nil : String(newValue) }
  }
}
