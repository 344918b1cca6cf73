// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Places in texts where the value of an app info stands: `${city}` in the old format,
/// `{{user.city}}` in Martlet's.
///
/// In both, a device without the value gets nothing. `{deviceid}` is no marker: the device replaces
/// it.
enum Markers {
  /// The keys in a text of the old format, in their order.
  static func keys(in text: String) -> [String] { parts(of: text, open: "${", close: "}").compactMap(\.key) }

  /// Martlet's template for a text of the old format.
  static func template(_ text: String) -> String {
    parts(of: text, open: "${", close: "}").map { $0.key.map { "{{user.\($0)}}" } ?? $0.text }.joined()
  }

  /// The text of the old format for one of Martlet's templates. What the old format cannot say
  /// stays as it is.
  static func text(_ template: String) -> String {
    parts(of: template, open: "{{user.", close: "}}").map { $0.key.map { "${\($0)}" } ?? $0.text }.joined()
  }

  /// The user's own id, which is no app info.
  static let userID = "id"

  private static func parts(of text: String, open: String, close: String) -> [(text: String, key: String?)] {
    var parts: [(text: String, key: String?)] = []
    var rest = text[...]
    var plain = ""
    while let start = rest.firstRange(of: open) {
      plain += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: close), isKey(rest[..<end.lowerBound]) else {
        plain += open
        continue
      }
      if !plain.isEmpty { parts.append((plain, nil)) }
      plain = ""
      parts.append(("", String(rest[..<end.lowerBound])))
      rest = rest[end.upperBound...]
    }
    plain += rest
    if !plain.isEmpty { parts.append((plain, nil)) }
    return parts
  }

  /// `^[a-zA-Z][a-zA-Z_0-9]*`, but not the name of the user's id.
  private static func isKey(_ text: Substring) -> Bool {
    guard text != userID, let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy {
      isLetter($0) || $0 == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }
}
