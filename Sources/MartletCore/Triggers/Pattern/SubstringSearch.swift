// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Looks for a constant text in others, scalar for scalar, in time proportional to their length (Knuth, Morris and Pratt).
struct SubstringSearch: Sendable {
  /// Bytes of UTF-8, or folded scalars when case does not matter. UTF-8 of one scalar never begins inside that of another, so that searching
  /// bytes is searching scalars.
  private let sought: ContiguousArray<UInt32>
  /// How much of what was sought is still found when the element after so many differs.
  private let fallback: ContiguousArray<Int>
  private let ignoringCase: Bool

  init(_ text: String, ignoringCase: Bool) {
    self.ignoringCase = ignoringCase
    let sought =
      ignoringCase
      ? ContiguousArray(text.unicodeScalars.map { CaseFolding.fold($0.value) }) : ContiguousArray(text.utf8.map { UInt32($0) })
    var fallback: ContiguousArray<Int> = [0, 0]
    for index in sought.indices.dropFirst() {
      var length = fallback[index]
      while length > 0, sought[length] != sought[index] { length = fallback[length] }
      fallback.append(sought[length] == sought[index] ? length + 1 : 0)
    }
    self.sought = sought
    self.fallback = fallback
  }

  /// True when the text stands somewhere in the other, in order and side by side. The empty text stands in every one.
  func isFound(in text: String) -> Bool {
    if sought.isEmpty { return true }
    var found = 0
    if ignoringCase {
      for scalar in text.unicodeScalars where goesOn(with: CaseFolding.fold(scalar.value), &found) { return true }
    } else {
      for byte in text.utf8 where goesOn(with: UInt32(byte), &found) { return true }
    }
    return false
  }

  /// True when the other begins with the text.
  func isPrefix(of text: String) -> Bool {
    ignoringCase ? isNext(in: text.unicodeScalars.makeIterator()) : isNext(in: text.utf8.makeIterator())
  }

  /// True when the other ends with the text.
  func isSuffix(of text: String) -> Bool {
    if ignoringCase {
      var scalars = text.unicodeScalars.reversed().makeIterator()
      for element in sought.reversed() {
        guard let scalar = scalars.next(), CaseFolding.fold(scalar.value) == element else { return false }
      }
    } else {
      var bytes = text.utf8.reversed().makeIterator()
      for element in sought.reversed() {
        guard let byte = bytes.next(), UInt32(byte) == element else { return false }
      }
    }
    return true
  }

  /// True when the other is the text.
  func isWhole(_ text: String) -> Bool {
    var rest = text.unicodeScalars.makeIterator()
    for element in sought {
      guard let scalar = rest.next(), CaseFolding.fold(scalar.value) == element else { return false }
    }
    return rest.next() == nil
  }

  private func isNext(in text: String.UnicodeScalarView.Iterator) -> Bool {
    var text = text
    for element in sought {
      guard let scalar = text.next(), CaseFolding.fold(scalar.value) == element else { return false }
    }
    return true
  }

  private func isNext(in text: String.UTF8View.Iterator) -> Bool {
    var text = text
    for element in sought {
      guard let byte = text.next(), UInt32(byte) == element else { return false }
    }
    return true
  }

  /// True when everything sought is found.
  @inline(__always)
  private func goesOn(with element: UInt32, _ found: inout Int) -> Bool {
    while found > 0, sought[found] != element { found = fallback[found] }
    if sought[found] == element { found += 1 }
    return found == sought.count
  }
}
