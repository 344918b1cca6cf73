// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A text that equals only what has the same bytes in UTF-8: a user's id, for example. Swift's `==` takes two normal forms of Unicode for one text, and the
/// server, its database and the backends that sign for users take them for two.
public struct ExactText: Hashable, Sendable, ExpressibleByStringLiteral {
  public let text: String

  /// Compares this text byte by byte.
  public init(_ text: String) {
    self.text = text
  }

  public init(stringLiteral text: String) {
    self.text = text
  }

  public static func == (one: Self, other: Self) -> Bool { one.text.isExactly(other.text) }

  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // No byte of UTF-8: what follows is not part of it.
    hasher.combine(0xFF as UInt8)
  }
}

extension String {
  /// The same bytes in UTF-8.
  public func isExactly(_ other: String?) -> Bool { other.map { utf8.count == $0.utf8.count && utf8.elementsEqual($0.utf8) } ?? false }
}

extension String? {
  /// The same bytes in UTF-8, or neither is there.
  public func isExactly(_ other: String?) -> Bool {
    map { $0.isExactly(other) } ?? (other == nil)
  }
}
