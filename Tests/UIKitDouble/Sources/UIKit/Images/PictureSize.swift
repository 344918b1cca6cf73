// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads the size of a picture from its first bytes.
enum PictureSize {
  static func read(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    func big(_ at: Int) -> Int { Int(bytes[at]) << 8 | Int(bytes[at + 1]) }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), bytes.count >= 24 {
      return (big(16) << 16 | big(18), big(20) << 16 | big(22))
    }
    if bytes.starts(with: Array("GIF8".utf8)), bytes.count >= 10 {
      return (Int(bytes[7]) << 8 | Int(bytes[6]), Int(bytes[9]) << 8 | Int(bytes[8]))
    }
    guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
    var index = 2
    while index + 8 < bytes.count, bytes[index] == 0xFF {
      let marker = bytes[index + 1]
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        return (big(index + 7), big(index + 5))
      }
      index += 2 + big(index + 2)
    }
    return nil
  }
}
