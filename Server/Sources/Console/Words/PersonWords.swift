// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

extension PersonSummary {
  var words: String { PersonWords.name(id) }
}

enum PersonWords {
  static let sameForEverybody =
    "This campaign is the same for everyone. Put a value into a text to adapt it to each person."
  static let unreachable =
    "This person cannot be loaded right now. The preview shows the text without personal values. Try again in a few seconds."

  /// What the preview's person lacks. `missing` is nil if nobody with the user id has been seen.
  static func previewed(_ missing: [String]?) -> String {
    guard let missing else {
      return "No person has this user id. The preview shows the text without personal values."
    }
    let user = missing.filter { !$0.hasPrefix("event.") }
    let event = missing.filter { $0.hasPrefix("event.") }
    var sentences: [String] = []
    if !user.isEmpty {
      sentences.append(
        "This person has no value for \(user.joined(separator: ", ")), so devices do not show it to them.")
    }
    if !event.isEmpty { sentences.append("Filled in from the event: \(event.joined(separator: ", ")).") }
    return sentences.isEmpty ? "Shown as this person sees it." : sentences.joined(separator: " ")
  }

  /// `u:ana` → `ana`
  static func name(_ id: String) -> String {
    id.hasPrefix("u:") ? String(id.dropFirst(2)) : "Anonymous person on device \(id.dropFirst(2).prefix(8))"
  }
}

extension Wire.Device {
  /// `iPhone17,1, iOS 18.1`
  var words: String {
    let system = [platform.map { Self.platformNames[$0] ?? $0 }, osVersion].compactMap(\.self).joined(
      separator: " ")
    let words = [model, system.isEmpty ? nil : system].compactMap(\.self).joined(separator: ", ")
    return words.isEmpty ? "Device \(id.prefix(8))" : words
  }

  static let platformNames = [
    "ios": "iOS", "ipados": "iPadOS", "macos": "macOS", "tvos": "tvOS", "visionos": "visionOS",
    "watchos": "watchOS", "linux": "Linux",
  ]
}
