// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletWire

/// Facts about the device that do not identify a person.
enum DeviceFacts {
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

  static func device(
    id: String, sending facts: Set<Martlet.Configuration.DeviceFact>, _ push: PushFacts = PushFacts()
  ) -> Wire.Device {
    let system = ProcessInfo.processInfo.operatingSystemVersion
    var device = Wire.Device(
      id: id, platform: platform,
      osVersion: facts.contains(.osVersion)
        ? "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)" : nil,
      locale: facts.contains(.locale) ? Locale.current.identifier : nil,
      timeZone: facts.contains(.timeZone) ? TimeZone.current.identifier : nil,
      appVersion: Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String,
      sdkVersion: Martlet.version)
    device.pushToken = push.token.map(hexadecimal)
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
