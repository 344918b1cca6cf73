// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// An e-mail address as the name of an account. Nothing is sent to it.
public struct EmailAddress: Hashable, Sendable, CustomStringConvertible {
  /// Bytes of the longest address (RFC 5321).
  public static let maximumLength = 254

  /// As it was written, without surrounding spaces.
  public let text: String

  /// nil for a text that cannot be an address: it needs something before and after one `@`, and has
  /// no spaces or control characters.
  public init?(_ text: String) {
    let text = text.trimmed
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let isPlain = text.unicodeScalars.allSatisfy {
      !$0.properties.isWhitespace && $0.properties.generalCategory != .control
    }
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), isPlain, text.utf8.count <= Self.maximumLength
    else { return nil }
    self.text = text
  }

  /// The same for all ways to write an address that people take for the same one: letters of either
  /// case, composed or not.
  public var key: String { text.precomposedStringWithCompatibilityMapping.lowercased() }

  public var description: String { text }
}
