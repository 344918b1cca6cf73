// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension AudienceFact {
  /// The field of a device's description that it comes from; nil if it does not come from a device.
  public var deviceField: String? {
    switch self {
    case .platform: "platform"
    case .osVersion: "os_version"
    case .appVersion: "app_version"
    case .model: "model"
    case .language, .country: "locale"
    case .timeZone: "time_zone"
    case .userID, .firstSeen, .lastSeen, .isReachable: nil
    }
  }

  /// The value that a device's field gives; nil if it gives none.
  public func value(ofField text: String?) -> Value? {
    guard let text, !text.isEmpty else { return nil }
    // `zh-Hans-CN`, `de_AT`, `en-US-u-ca-gregory`
    let tags = text.split { $0 == "-" || $0 == "_" }
    switch self {
    case .language: return tags.first.map { .string($0.lowercased()) }
    case .country:
      let region = tags.dropFirst().prefix { $0.count > 1 }.first { $0.count == 2 || ($0.count == 3 && $0.allSatisfy(\.isNumber)) }
      return region.map { .string($0.uppercased()) }
    default: return .string(text)
    }
  }
}
