// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A number that is computed once for a text. It usually distinguishes texts without reading them
/// again.
///
/// It is the whole text if that is short ASCII, a hash if it is longer ASCII up to a limit, and
/// otherwise nothing. Other texts are always compared themselves: texts beyond ASCII can be equal
/// with different bytes, and long texts are not read only for a mark.
struct TextKey: Hashable, Sendable, Comparable {
  /// 0: no mark.
  private let bits: UInt64

  private static let longestWhole = 8
  private static let longestHashed = 64
  private static let isHash: UInt64 = 1 << 63

  /// No mark.
  static let none = TextKey(bits: 0)

  private init(bits: UInt64) { self.bits = bits }

  init(_ text: String) {
    let count = text.utf8.count
    guard count <= Self.longestHashed else {
      self = .none
      return
    }
    var bytes: UInt64 = 0
    var all: UInt8 = 0
    if count <= Self.longestWhole {
      for byte in text.utf8 {
        bytes = bytes << 7 | UInt64(byte & 0x7F)
        all |= byte
      }
      // Includes the length, so that no two texts have the same number, and none has 0.
      bits = all < 0x80 ? UInt64(count + 1) << 56 | bytes : 0
    } else {
      var hash = FNV1a()
      for byte in text.utf8 {
        hash.add(byte)
        all |= byte
      }
      bits = all < 0x80 ? hash.value | Self.isHash : 0
    }
  }

  @inline(__always)
  var isNone: Bool { bits == 0 }

  /// Whether the two texts are equal, or nil if they must be compared.
  @inline(__always)
  func settles(_ other: TextKey) -> Bool? {
    if bits == 0 || other.bits == 0 { return nil }
    if bits != other.bits { return false }
    return bits & Self.isHash == 0 ? true : nil
  }

  @inline(__always)
  static func < (left: TextKey, right: TextKey) -> Bool { left.bits < right.bits }
}

/// A name to look up. Its mark is computed once, when a filter is compiled.
struct PropertyName: Hashable, Sendable {
  var text: String
  var mark: TextKey

  init(_ text: String) {
    let text = NormalForm.of(text)
    self.text = text
    mark = TextKey(text)
  }
}

/// The 64-bit FNV-1a hash. It is the same in every run and on every platform, which `Hasher` does
/// not promise. It does not resist attacks.
package struct FNV1a: Sendable {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// Creates the hash of these bytes.
  package init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }

  package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
}
