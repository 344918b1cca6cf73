// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A name that is compared byte by byte, as databases compare it: to Swift two normal forms of one text are the same.
public struct ExactName: Hashable, Sendable {
  public let text: String

  public init(_ text: String) {
    self.text = text
  }

  public static func == (one: ExactName, other: ExactName) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
