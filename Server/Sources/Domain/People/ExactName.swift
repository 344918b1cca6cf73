// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A name that is compared byte by byte, as databases compare it: to Swift two normal forms of one text are the same.
public struct ExactName: Hashable, Sendable {
  public let text: String

  public init(_ text: String) {
    self.text = text
  }

  public static func == (one: ExactName, other: ExactName) -> Bool { one.text.isExactly(other.text) }

  public func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}

extension String {
  /// The same bytes in UTF-8.
  func isExactly(_ other: String) -> Bool { utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8) }

  func hashBytes(into hasher: inout Hasher) {
    var text = self
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // No byte of UTF-8: what follows is not part of it.
    hasher.combine(0xFF as UInt8)
  }
}
