// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Crypto

/// The id of one delivery as APNs wants it: a UUID in lower case. All attempts of a delivery have
/// the same one.
public struct APNsID: Hashable, Sendable, CustomStringConvertible {
  /// 36 characters.
  public let text: String
  public var description: String { text }

  /// A UUID stays the same. Any other text becomes a UUID of version 8 (RFC 9562) by its SHA-256,
  /// so the same delivery always has the same id.
  public init(delivery: String) {
    if let uuid = Self(uuid: delivery) {
      self = uuid
      return
    }
    var bytes = Array(SHA256.hash(data: Array(delivery.utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      text += String(UInt16(byte) + 0x100, radix: 16).dropFirst()
    }
    self.text = text
  }

  /// nil if the text is not a UUID.
  public init?(uuid text: String) {
    guard text.utf8.count == 36 else { return nil }
    for (index, byte) in text.utf8.enumerated() {
      let isValid = [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : byte.isHexDigit
      guard isValid else { return nil }
    }
    self.text = text.lowercased()
  }
}

extension UInt8 {
  var isHexDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
