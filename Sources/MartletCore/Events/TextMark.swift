// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A number made of a text once, by which texts are mostly told apart without being read again.
///
/// The whole text when it is ASCII and short, else a hash when it is ASCII and not long, else nothing. Texts that are not ASCII may be equal
/// to others without having the same bytes, and long ones are not read only to be marked: both are always compared themselves.
struct TextMark: Hashable, Sendable, Comparable {
  /// 0: nothing is known.
  private let bits: UInt64

  private static let longestWhole = 8
  private static let longestHashed = 64
  private static let isHash: UInt64 = 1 << 63

  /// Nothing is known of the text.
  static let none = TextMark(bits: 0)

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
      // With the length, so that no two texts have one number, and none has 0.
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

  /// Whether the two texts are equal; nil when they have to be compared.
  @inline(__always)
  func settles(_ other: TextMark) -> Bool? {
    if bits == 0 || other.bits == 0 { return nil }
    if bits != other.bits { return false }
    return bits & Self.isHash == 0 ? true : nil
  }

  @inline(__always)
  static func < (left: TextMark, right: TextMark) -> Bool { left.bits < right.bits }
}

/// A name as it is looked for: its mark is computed once, when a filter is compiled.
struct PropertyName: Hashable, Sendable {
  var text: String
  var mark: TextMark

  init(_ text: String) {
    let text = NormalForm.of(text)
    self.text = text
    mark = TextMark(text)
  }
}

/// The hash FNV-1a with 64 bits: the same in every run and on every platform, which `Hasher` does not promise. No protection from malice.
package struct FNV1a: Sendable {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// Of these bytes.
  package init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }

  package mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
