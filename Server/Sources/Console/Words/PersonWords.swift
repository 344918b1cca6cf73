// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

extension PersonSummary {
  var words: String { PersonWords.name(id) }
}

enum PersonWords {
  /// `u:ana` → `ana`
  static func name(_ id: String) -> String {
    id.hasPrefix("u:") ? String(id.dropFirst(2)) : "Unknown person on device \(id.dropFirst(2).prefix(8))"
  }
}

extension Wire.Device {
  /// `iPhone17,1, iOS 18.1`
  var words: String {
    let system = [platform.map(Self.platformWords), osVersion].compactMap(\.self).joined(separator: " ")
    let words = [model, system.isEmpty ? nil : system].compactMap(\.self).joined(separator: ", ")
    return words.isEmpty ? "Device \(id.prefix(8))" : words
  }

  private static func platformWords(_ platform: String) -> String {
    switch platform {
    case "ios": "iOS"
    case "ipados": "iPadOS"
    case "macos": "macOS"
    case "tvos": "tvOS"
    case "visionos": "visionOS"
    case "watchos": "watchOS"
    case "linux": "Linux"
    default: platform
    }
  }
}
