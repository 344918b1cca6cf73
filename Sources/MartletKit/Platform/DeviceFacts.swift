// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletWire

/// Facts about the device and the app on it that do not identify a person.
package struct DeviceFacts: Hashable, Sendable {
  package var osVersion: String
  package var locale: String
  package var timeZone: String
  /// nil if the app does not say.
  package var appVersion: String?

  /// What the system says now.
  package init() {
    let system = ProcessInfo.processInfo.operatingSystemVersion
    osVersion = "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)"
    locale = Locale.current.identifier
    timeZone = TimeZone.current.identifier
    appVersion = Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String
  }

  static var platform: String {
    #if os(iOS)
    "ios"
    #elseif os(tvOS)
    "tvos"
    #elseif os(visionOS)
    "visionos"
    #elseif os(macOS)
    "macos"
    #else
    "linux"
    #endif
  }

  /// The device for the server, which receives only these of the facts that apps can withhold.
  func device(
    id: String, sending sent: Set<Martlet.Configuration.DeviceFact>, _ push: PushFacts = PushFacts()
  ) -> Wire.Device {
    var device = Wire.Device(
      id: id, platform: Self.platform, osVersion: sent.contains(.osVersion) ? osVersion : nil,
      locale: sent.contains(.locale) ? locale : nil, timeZone: sent.contains(.timeZone) ? timeZone : nil,
      appVersion: appVersion, sdkVersion: Martlet.version)
    device.pushToken = push.token.map(Self.hexadecimal)
    device.pushEnvironment = push.token == nil ? nil : push.environment.map { .known($0.wire) }
    device.pushAuthorization = push.authorization.map { .known($0.wire) }
    device.isPushOptedOut = push.isOptedOut
    return device
  }

  /// Lower-case digits, as APNs expects.
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
