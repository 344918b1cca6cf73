// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The cyclic redundancy check of Castagnoli (polynomial 0x1EDC6F41, reflected), as used by iSCSI and ext4.
struct CRC32C {
  private(set) var state: UInt32 = .max

  var value: UInt32 { ~state }

  mutating func update(_ bytes: some Sequence<UInt8>) {
    var state = state
    let table = Self.table
    for byte in bytes {
      state = table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ (state >> 8)
    }
    self.state = state
  }

  /// The state after one byte more.
  static func next(_ state: UInt32, _ byte: UInt8) -> UInt32 {
    table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ (state >> 8)
  }

  private static let table: ContiguousArray<UInt32> = ContiguousArray(
    (0..<256).map { index in
      var entry = UInt32(index)
      for _ in 0..<8 {
        entry = entry & 1 == 1 ? (entry >> 1) ^ 0x82F6_3B78 : entry >> 1
      }
      return entry
    })
}
