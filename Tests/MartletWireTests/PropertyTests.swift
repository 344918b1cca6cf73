// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire
import TestSupport
import Testing

@Suite struct PropertyTests {
  @Test func `any value survives, in either layout, and its length is foretold`() throws {
    for seed in PropertyCases.seeds(full: 300) {
      var generator = SeededGenerator(seed: seed)
      let value = Self.value(&generator, depth: 0)
      let compact = Wire.encode(value)
      #expect(try Wire.decode(Wire.JSONValue.self, from: compact) == value, "seed \(seed)")
      #expect(
        try Wire.decode(Wire.JSONValue.self, from: Wire.encode(value, layout: .pretty)) == value,
        "seed \(seed)")
      #expect(try Wire.encode(Wire.decode(Wire.JSONValue.self, from: compact)) == compact, "seed \(seed)")
      #expect(compact.count == value.encodedByteCount, "seed \(seed)")
    }
  }

  /// Whatever is not refused is understood fully: it is written and read again as the same.
  @Test(.timeLimit(.minutes(5)))
  func `damaged documents never trap, and what is read survives`() throws {
    var read = 0
    let seeds = PropertyCases.seeds(full: 3_000)
    for seed in seeds {
      var generator = SeededGenerator(seed: seed)
      let example = generator.element(of: Examples.all)
      var bytes = example.bytes
      for _ in 0..<generator.int(1...4) { Self.damage(&bytes, &generator) }
      do {
        let first = try example.reread(bytes)
        let second = try example.reread(first.compact)
        #expect(second.compact == first.compact, "seed \(seed)")
        read += 1
      } catch let problem as Wire.DecodingProblem {
        #expect(!problem.message.isEmpty)
        #expect((0...bytes.count).contains(problem.position?.offset ?? 0), "seed \(seed)")
      }
    }
    // Both ways must have been taken, or this test says nothing.
    if seeds.count >= 500 {
      #expect(read * 60 > seeds.count && seeds.count - read > 50, "\(read) of \(seeds.count) could be read")
    }
  }

  /// Anything quadratic would take hours on so many pieces.
  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      "[", "{\"a\":", "\"\\u", "\"\\\\", "[0,", "[[],", "{\"a\":{},\"a\":", "1", "\"é", "[\"", "\n", "-0.",
    ])
  func `a long document of one piece repeated is read in linear time`(piece: String) {
    let bytes = Array(String(repeating: piece, count: 200_000).utf8)
    #expect(throws: Wire.DecodingProblem.self) { try Wire.decode(Wire.JSONValue.self, from: bytes) }
    let text = Wire.JSONValue.string(String(repeating: piece, count: 200_000))
    #expect((try? Wire.decode(Wire.JSONValue.self, from: Wire.encode(text))) == text)
  }

  // MARK: - Chance

  private static func value(_ generator: inout SeededGenerator, depth: Int) -> Wire.JSONValue {
    switch generator.int(0...(depth < 5 ? 8 : 6)) {
    case 0: return .null
    case 1: return .bool(generator.oneIn(2))
    case 2: return .int(Int64(truncatingIfNeeded: generator.next()) >> generator.int(0...63))
    case 3:
      let double = Double(bitPattern: generator.next())
      return .double(double.isFinite ? double : 0.5)
    case 4: return .double(Double(generator.int(-1_000...1_000)) / 10)
    case 5, 6: return .string(text(&generator))
    case 7: return .array(generator.array(0...6) { value(&$0, depth: depth + 1) })
    default:
      let fields = generator.array(0...6) { (text(&$0), value(&$0, depth: depth + 1)) }
      return .object(Dictionary(fields, uniquingKeysWith: { $1 }))
    }
  }

  private static func text(_ generator: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<generator.int(0...12) {
      let ranges: [ClosedRange<Int>] = [
        0...0x7F, 0x20...0x7E, 0x80...0x7FF, 0x800...0xD7FF, 0xE000...0xFFFF, 0x1_0000...0x10_FFFF,
      ]
      if let scalar = Unicode.Scalar(UInt32(generator.int(generator.element(of: ranges)))) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static let tokens = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000", "\\ud800", "null", "true", "1e999", "-", "0", ".5",
    "9223372036854775808", "\u{0}",
    "é", "😀", "1e-5", "{}", "[]", "\"\"",
  ]

  private static func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    guard !bytes.isEmpty else { return bytes.append(UInt8(truncatingIfNeeded: generator.next())) }
    let place = generator.int(0...(bytes.count - 1))
    let end = min(bytes.count, place + generator.int(1...20))
    switch generator.int(0...6) {
    case 0: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
    case 1: bytes[place] ^= 1 << UInt8(generator.int(0...7))
    case 2: bytes.removeSubrange(place..<end)
    case 3: bytes.insert(contentsOf: generator.element(of: tokens).utf8, at: place)
    case 4: bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
    case 5: bytes.removeLast(bytes.count - place)
    default: bytes.replaceSubrange(place..<end, with: generator.element(of: tokens).utf8)
    }
  }
}
