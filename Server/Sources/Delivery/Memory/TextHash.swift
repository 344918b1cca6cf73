// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A key for some texts, in 16 bytes however long they are. Compares bytes, because two normal
/// forms of one text name two people. Collisions do not occur in practice, because nobody knows the
/// seed of the hashes.
package struct TextHash: Hashable, Sendable {
  private let one: Int
  private let two: Int

  package init(_ texts: String...) {
    func hash(_ seed: Int) -> Int {
      var hasher = Hasher()
      hasher.combine(seed)
      for text in texts {
        hasher.combine(text.utf8.count)
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      }
      return hasher.finalize()
    }
    (one, two) = (hash(1), hash(2))
  }
}
