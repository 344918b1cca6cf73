// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// The sections of a program or an object file, as Linux has them: 64 bits, the lowest byte first.
struct ELFFile {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  struct Section {
    var name: String
    var isCode: Bool
    /// Where its bytes are in the file; nil if it has none there.
    var bytes: Range<Int>?
  }

  private static let executable: UInt64 = 0x4
  private static let withoutBytes: UInt32 = 8

  let bytes: [UInt8]
  let sections: [Section]

  init(_ url: URL) throws {
    bytes = [UInt8](try Data(contentsOf: url))
    guard bytes.count >= 64, bytes.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1]) else {
      throw Failure(description: "\(url.path) is not a 64-bit ELF file. Sizes can only be measured on Linux.")
    }
    // Once, or each access copies.
    let bytes = bytes
    func number<Number: FixedWidthInteger>(_ place: Int, _: Number.Type) -> Number {
      bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Number.self)) }
    }
    let table = Int(number(40, UInt64.self))
    let size = Int(number(58, UInt16.self))
    let count = Int(number(60, UInt16.self))
    guard size >= 64, table + size * count <= bytes.count else {
      throw Failure(description: "\(url.path) is not complete.")
    }
    let names = Int(number(table + Int(number(62, UInt16.self)) * size + 24, UInt64.self))
    sections = (0..<count).map { index in
      let entry = table + index * size
      let name = bytes[(names + Int(number(entry, UInt32.self)))...].prefix { $0 != 0 }
      let start = Int(number(entry + 24, UInt64.self))
      let hasBytes = number(entry + 4, UInt32.self) != Self.withoutBytes
      return Section(
        name: String(decoding: name, as: UTF8.self),
        isCode: number(entry + 8, UInt64.self) & Self.executable != 0,
        bytes: hasBytes ? start..<start + Int(number(entry + 32, UInt64.self)) : nil)
    }
  }

  var codeBytes: Int { sections.reduce(0) { $0 + ($1.isCode ? $1.bytes?.count ?? 0 : 0) } }

  /// The file without tables that Apple's systems keep in a far more compact form: those for
  /// unwinding the stack, and relocations.
  var withoutTables: [UInt8] {
    let tables = sections.filter {
      $0.name == ".eh_frame" || $0.name == ".eh_frame_hdr" || $0.name.hasPrefix(".rela")
    }
    var kept = bytes
    for range in tables.compactMap(\.bytes).sorted(by: { $0.lowerBound > $1.lowerBound }) {
      kept.removeSubrange(range)
    }
    return kept
  }
}
