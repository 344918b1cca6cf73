// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Searches texts for a constant text, scalar by scalar, in time proportional to their length
/// (Knuth, Morris and Pratt).
struct SubstringSearch: Sendable {
  /// Bytes of UTF-8, or folded scalars if case is ignored. The UTF-8 of a scalar never starts
  /// inside that of another, so searching bytes gives the same result as searching scalars.
  private let sought: ContiguousArray<UInt32>
  /// For each number of matched elements, how many still match if the next element differs.
  private let fallback: ContiguousArray<Int>
  private let ignoringCase: Bool

  init(_ text: String, ignoringCase: Bool) {
    self.ignoringCase = ignoringCase
    let sought = ignoringCase ? ContiguousArray(Self.folded(text)) : ContiguousArray(Self.bytes(text))
    var fallback: ContiguousArray<Int> = [0, 0]
    for index in sought.indices.dropFirst() {
      var length = fallback[index]
      while length > 0, sought[length] != sought[index] { length = fallback[length] }
      fallback.append(sought[length] == sought[index] ? length + 1 : 0)
    }
    self.sought = sought
    self.fallback = fallback
  }

  /// True if the text occurs in the other text. The empty text occurs in every text.
  func isFound(in text: String) -> Bool {
    if sought.isEmpty { return true }
    var found = 0
    if ignoringCase {
      for scalar in text.unicodeScalars where goesOn(with: CaseFolding.fold(scalar.value), &found) {
        return true
      }
    } else {
      for byte in text.utf8 where goesOn(with: UInt32(byte), &found) { return true }
    }
    return false
  }

  /// True if the other text starts with this text.
  func isPrefix(of text: String) -> Bool {
    ignoringCase ? Self.folded(text).starts(with: sought) : Self.bytes(text).starts(with: sought)
  }

  /// True if the other text ends with this text.
  func isSuffix(of text: String) -> Bool {
    ignoringCase
      ? Self.folded(text).reversed().starts(with: sought.reversed())
      : Self.bytes(text).reversed().starts(with: sought.reversed())
  }

  /// True if the other text equals this text, if case is ignored.
  func isWhole(_ text: String) -> Bool { Self.folded(text).elementsEqual(sought) }

  private static func folded(_ text: String) -> some BidirectionalCollection<UInt32> {
    text.unicodeScalars.lazy.map { CaseFolding.fold($0.value) }
  }

  private static func bytes(_ text: String) -> some BidirectionalCollection<UInt32> {
    text.utf8.lazy.map { UInt32($0) }
  }

  /// True if the whole text is now found.
  @inline(__always)
  private func goesOn(with element: UInt32, _ found: inout Int) -> Bool {
    while found > 0, sought[found] != element { found = fallback[found] }
    if sought[found] == element { found += 1 }
    return found == sought.count
  }
}
