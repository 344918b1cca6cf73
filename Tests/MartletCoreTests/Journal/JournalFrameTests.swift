// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MartletCore

@Suite("Journal frames")
struct JournalFrameTests {
  private struct Written: Equatable {
    var kind: UInt8
    var payload: [UInt8]
  }

  private let written = [
    Written(kind: 1, payload: Array(#"{"id":"a"}"#.utf8)),
    Written(kind: 0x4D, payload: []),
    Written(kind: 255, payload: Array("MMMMMMMMMMMMMMM".utf8)),
    Written(kind: 0, payload: [0x4D, 0, 0, 0]),
  ]

  private func file() throws -> (bytes: [UInt8], ranges: [Range<Int>]) {
    var bytes: [UInt8] = []
    var ranges: [Range<Int>] = []
    for record in written {
      let frame = try JournalFrame.encode(kind: record.kind, payload: record.payload)
      ranges.append(bytes.count..<(bytes.count + frame.count))
      bytes += frame
    }
    return (bytes, ranges)
  }

  private func content(_ scan: JournalScan) -> [Written] {
    scan.records.map { Written(kind: $0.kind, payload: $0.payload) }
  }

  @Test func `the checksum is CRC-32C`() {
    var check = CRC32C()
    check.update("123456789".utf8)
    #expect(check.value == 0xE306_9283)
    var zeros = CRC32C()
    zeros.update([UInt8](repeating: 0, count: 32))
    #expect(zeros.value == 0x8A91_36AA)
  }

  @Test func `a frame is magic, kind, length, checksum and payload, little-endian`() throws {
    let frame = try JournalFrame.encode(kind: 7, payload: [1, 2, 3])
    #expect(frame.count == 13)
    #expect(Array(frame[..<6]) == [0x4D, 7, 3, 0, 0, 0])
    #expect(Array(frame[10...]) == [1, 2, 3])
    var check = CRC32C()
    check.update([7, 3, 0, 0, 0, 1, 2, 3] as [UInt8])
    #expect(Array(frame[6..<10]) == withUnsafeBytes(of: check.value.littleEndian, Array.init))
  }

  @Test func `what was written is read, with the place of every record`() throws {
    let (bytes, ranges) = try file()
    let scan = JournalFrame.scan(bytes)
    #expect(content(scan) == written)
    #expect(scan.records.map(\.range) == ranges)
    #expect(scan.damage.isEmpty)
    #expect(scan.intactLength == bytes.count)
    #expect(JournalFrame.scan([]) == JournalScan())
  }

  @Test func `of a file that is cut off anywhere, every whole record is read and the rest is a torn tail`()
    throws
  {
    let (bytes, ranges) = try file()
    for length in 0...bytes.count {
      let scan = JournalFrame.scan(Array(bytes[..<length]))
      let whole = ranges.filter { $0.upperBound <= length }
      #expect(scan.records.map(\.range) == whole)
      let intact = whole.last?.upperBound ?? 0
      #expect(scan.intactLength == intact)
      #expect(scan.damage == (intact == length ? [] : [.tornTail(intact..<length)]))
    }
  }

  @Test func `whichever bit flips, only its own record is lost, and the damage is named`() throws {
    let (bytes, ranges) = try file()
    for bit in 0..<(bytes.count * 8) {
      var damaged = bytes
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      let hit = try #require(ranges.firstIndex { $0.contains(bit / 8) })
      var expected = written
      expected.remove(at: hit)
      let scan = JournalFrame.scan(damaged)
      #expect(content(scan) == expected, "bit \(bit)")
      #expect(scan.damage.map(\.range) == [ranges[hit]], "bit \(bit)")
      if hit < ranges.count - 1 { #expect(scan.damage == [.corrupt(ranges[hit])], "bit \(bit)") }
    }
  }

  @Test func `a file that is only noise has no record and is damaged from end to end`() {
    for seed in PropertyCases.seeds(full: 300) {
      var random = SeededGenerator(seed: seed)
      let bytes = random.array(1...300) { $0.oneIn(4) ? 0x4D : UInt8(truncatingIfNeeded: $0.next()) }
      let scan = JournalFrame.scan(bytes)
      #expect(scan.records.isEmpty, "seed \(seed)")
      #expect(scan.damage.map(\.range) == [0..<bytes.count], "seed \(seed)")
    }
  }

  @Test func `whatever happens to a file, records and damage cover it exactly, and no record is made up`()
    throws
  {
    for seed in PropertyCases.seeds(full: 300) {
      var random = SeededGenerator(seed: seed)
      let payloads = random.array(1...8) { random in random.array(0...40) { UInt8($0.int(0x20...0x7E)) } }
      var bytes = try payloads.flatMap { try JournalFrame.encode(kind: 1, payload: $0) }
      for _ in 0..<random.int(1...4) where !bytes.isEmpty {
        let start = random.int(0...(bytes.count - 1))
        let end = min(bytes.count, start + random.int(1...30))
        if random.oneIn(2) {
          bytes.removeSubrange(start..<end)
        } else {
          for index in start..<end { bytes[index] = UInt8(truncatingIfNeeded: random.next()) }
        }
      }
      let scan = JournalFrame.scan(bytes)
      #expect(scan.records.allSatisfy { payloads.contains($0.payload) }, "seed \(seed)")
      let ranges = (scan.records.map(\.range) + scan.damage.map(\.range)).sorted {
        $0.lowerBound < $1.lowerBound
      }
      #expect(ranges.flatMap { Array($0) } == Array(0..<bytes.count), "seed \(seed)")
    }
  }

  @Test func `a payload above the limit is refused when written, and one of exactly the limit is read`()
    throws
  {
    let largest = [UInt8](repeating: 0x61, count: JournalFrame.maximumPayloadLength)
    #expect(
      JournalFrame.scan(try JournalFrame.encode(kind: 1, payload: largest)).records.map(\.payload) == [
        largest
      ])
    #expect(
      throws: JournalError.payloadTooLarge(
        length: largest.count + 1, maximum: JournalFrame.maximumPayloadLength)
    ) {
      try JournalFrame.encode(kind: 1, payload: largest + [0x61])
    }
  }

  @Test(
    arguments: [262_145, 0x7FFF_FFFF, 0xFFFF_FFFF])
  func `a length above the limit is damage, not a torn tail, even when the bytes are there`(length: UInt32)
    throws
  {
    var bytes: [UInt8] = [0x4D, 1]
    withUnsafeBytes(of: length.littleEndian) { bytes += $0 }
    bytes += [0, 0, 0, 0] + [UInt8](repeating: 0x20, count: 300_000)
    let next = try JournalFrame.encode(kind: 2, payload: [1])
    #expect(JournalFrame.scan(bytes).damage == [.corrupt(0..<bytes.count)])
    let scan = JournalFrame.scan(bytes + next)
    #expect(scan.records.map(\.kind) == [2])
    #expect(scan.damage == [.corrupt(0..<bytes.count)])
  }
}
