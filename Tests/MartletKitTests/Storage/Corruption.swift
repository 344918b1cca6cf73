// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import TestSupport

/// What a failing disk makes of a file.
enum Corruption: CaseIterable {
  case flippedBits, truncation, swappedBlocks, zeroedRange, copiedBlock, garbageAtTheEnd

  static func corrupt(_ bytes: [UInt8], seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    var result = bytes
    let kind = random.element(of: allCases)
    guard !bytes.isEmpty || kind == .garbageAtTheEnd else { return result }
    switch kind {
    case .flippedBits:
      for _ in 0..<random.int(1...8) {
        result[random.int(0...(bytes.count - 1))] ^= 1 << UInt8(random.int(0...7))
      }
    case .truncation: result.removeLast(random.int(1...bytes.count))
    case .swappedBlocks:
      let length = random.int(1...max(1, min(64, bytes.count / 2)))
      let (first, second) = (random.int(0...(bytes.count - length)), random.int(0...(bytes.count - length)))
      result.replaceSubrange(first..<(first + length), with: bytes[second..<(second + length)])
      result.replaceSubrange(second..<(second + length), with: bytes[first..<(first + length)])
    case .zeroedRange:
      let length = random.int(1...min(512, bytes.count))
      let start = random.int(0...(bytes.count - length))
      for place in start..<(start + length) { result[place] = 0 }
    case .copiedBlock:
      let length = random.int(1...min(256, bytes.count))
      let (from, to) = (random.int(0...(bytes.count - length)), random.int(0...(bytes.count - length)))
      result.replaceSubrange(to..<(to + length), with: bytes[from..<(from + length)])
    case .garbageAtTheEnd: result += random.array(1...256) { UInt8($0.int(0...255)) }
    }
    return result
  }
}
