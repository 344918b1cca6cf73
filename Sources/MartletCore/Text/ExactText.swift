// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A text that only equals text with the same bytes in UTF-8, such as a user id.
///
/// Swift's `==` treats two normal forms of Unicode as the same text. The server, its database and
/// the backends that sign for users do not.
public struct ExactText: Hashable, Sendable, ExpressibleByStringLiteral {
  public let text: String

  /// Compares this text byte by byte.
  public init(_ text: String) { self.text = text }

  public init(stringLiteral text: String) { self.text = text }

  public static func == (one: Self, other: Self) -> Bool { one.text.isExactly(other.text) }

  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // Not a byte of UTF-8, so it marks the end of the text.
    hasher.combine(0xFF as UInt8)
  }
}

extension String {
  /// True if both have the same bytes in UTF-8.
  public func isExactly(_ other: String?) -> Bool {
    guard let other, utf8.count == other.utf8.count else { return false }
    // Memory is faster to walk than the view.
    let inMemory = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { own.elementsEqual($0) }
    }
    return inMemory.flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
  }
}

extension String? {
  /// True if both have the same bytes in UTF-8, or both are nil.
  public func isExactly(_ other: String?) -> Bool { map { $0.isExactly(other) } ?? (other == nil) }
}
