// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

extension PersonSummary {
  var words: String { PersonWords.name(id) }
}

enum PersonWords {
  static let sameForEverybody = "This message is the same for everybody. Turn on “Personal text” to write it for each person."
  static let unreachable = "This person cannot be looked up right now: the texts stand as they are written. Try again in a few seconds."

  /// What is missing for the person of a preview; nil: nobody of that user id has been seen.
  static func previewed(_ missing: [String]?) -> String {
    guard let missing else { return "Nobody with this user id has been seen: the texts stand as they are written." }
    let user = missing.filter { !$0.hasPrefix("event.") }
    let event = missing.filter { $0.hasPrefix("event.") }
    var sentences: [String] = []
    if !user.isEmpty {
      sentences.append("Not known of this person: \(user.joined(separator: ", ")). Without it no device shows them the message.")
    }
    if !event.isEmpty { sentences.append("Comes with the event: \(event.joined(separator: ", ")).") }
    return sentences.isEmpty ? "As this person gets it." : sentences.joined(separator: " ")
  }

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
