// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MartletCore

@Suite("The cost of reading a journal", .timeLimit(.minutes(5)))
struct JournalScanCostTests {
  /// Where each frame stands, found in the most simple way: every check by itself.
  private static func frames(in bytes: [UInt8]) -> [Range<Int>] {
    var frames: [Range<Int>] = []
    var position = 0
    while position < bytes.count {
      if let length = frameLength(in: bytes, at: position) {
        frames.append(position..<(position + length))
        position += length
      } else {
        position += 1
      }
    }
    return frames
  }

  private static func frameLength(in bytes: [UInt8], at position: Int) -> Int? {
    guard bytes.count >= position + 10, bytes[position] == 0x4D else { return nil }
    let length = (2...5).reversed().reduce(0) { $0 << 8 | Int(bytes[position + $1]) }
    guard length <= JournalFrame.maximumPayloadLength, position + 10 + length <= bytes.count else {
      return nil
    }
    var check = CRC32C()
    check.update(bytes[(position + 1)..<(position + 6)])
    check.update(bytes[(position + 10)..<(position + 10 + length)])
    return withUnsafeBytes(of: check.value.littleEndian, Array.init)
      == Array(bytes[(position + 6)..<(position + 10)]) ? 10 + length : nil
  }

  /// Bytes full of false beginnings, with true frames between them, inside them and around them.
  private static func hostile(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<random.int(1...30) {
      switch random.int(0...4) {
      case 0: bytes += [0x4D, 1, UInt8(random.int(0...255)), UInt8(random.int(0...8)), 0, 0]
      case 1: bytes += random.array(0...40) { UInt8(truncatingIfNeeded: $0.next()) }
      case 2: bytes += [UInt8](repeating: 0x4D, count: random.int(0...20))
      default:
        let payload = random.array(0...60) { random in
          random.oneIn(6) ? 0x4D : UInt8(truncatingIfNeeded: random.next())
        }
        bytes += (try? JournalFrame.encode(kind: UInt8(random.int(0...255)), payload: payload)) ?? []
      }
    }
    // A beginning that pretends to be as long as all that follows.
    if random.oneIn(2) {
      bytes = [0x4D, 1, UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8), 0, 0, 1, 2, 3, 4] + bytes
    }
    return bytes
  }

  @Test func `after damage the same frames are found as by checking each place by itself`() {
    var found = 0
    for seed in PropertyCases.seeds(full: 1_000) {
      var random = SeededGenerator(seed: seed)
      let bytes = Self.hostile(&random)
      let expected = Self.frames(in: bytes)
      #expect(JournalFrame.scan(bytes).records.map(\.range) == expected, "seed \(seed)")
      found += expected.count
    }
    #expect(found > 0)
  }

  @Test func `a frame of the longest payload is found after damage, and one that lies in a far jump`() throws
  {
    let long = try JournalFrame.encode(
      kind: 1, payload: [UInt8](repeating: 0x20, count: JournalFrame.maximumPayloadLength))
    let bytes: [UInt8] =
      [0x4D, 1, 0, 0, 3, 0] + long + long + [0x4D, 2, 0, 0, 1, 0, 0, 0] + long + long + long + [
        0x4D, 3, 255, 255, 3, 0,
      ]
    #expect(JournalFrame.scan(bytes).records.map(\.range.count) == Array(repeating: long.count, count: 5))
  }

  /// Every beginning claims 256 KB: checked each by itself, a file of 400 KB would take 10^9 steps
  /// and more.
  static let patterns: [[UInt8]] = [
    [0x4D, 1, 0, 0, 4, 0],
    [0x4D, 0x4D, 0, 0, 3, 0],
    [0x4D, 0x4D, 0x4D, 0x4D, 0, 0],
    [0x4D],
    [0x4D, 1, 0, 0, 4, 0] + ((try? JournalFrame.encode(kind: 1, payload: [])) ?? []),
  ]

  @Test(arguments: patterns)
  func `reading takes a number of steps that grows as the file does, whatever it holds`(pattern: [UInt8]) {
    for length in [50_000, 100_000, 400_000] {
      var steps = 0
      _ = JournalFrame.scan((0..<length).map { pattern[$0 % pattern.count] }, steps: &steps)
      #expect(steps <= 12 * length + JournalFrame.maximumPayloadLength, "\(steps) steps for \(length) bytes")
    }
  }
}
