// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A text that equals only what has the same bytes in UTF-8: a user's id, for example. Swift's `==` takes two normal forms of Unicode for one text, and the
/// server, its database and the backends that sign for users take them for two.
package struct ExactText: Hashable, Sendable, ExpressibleByStringLiteral {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package init(stringLiteral text: String) {
    self.text = text
  }

  package static func == (one: Self, other: Self) -> Bool { one.text.isExactly(other.text) }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    // No byte of UTF-8: what follows is not part of it.
    hasher.combine(0xFF as UInt8)
  }
}

extension String {
  /// The same bytes in UTF-8.
  package func isExactly(_ other: String?) -> Bool { other.map { utf8.elementsEqual($0.utf8) } ?? false }
}

extension String? {
  /// The same bytes in UTF-8, or neither is there.
  package func isExactly(_ other: String?) -> Bool {
    map { $0.isExactly(other) } ?? (other == nil)
  }
}
