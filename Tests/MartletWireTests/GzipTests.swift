// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletWire

@Suite struct GzipTests {
  static let text = Array(String(repeating: "a martlet never lands; ", count: 400).utf8)

  @Test(arguments: [0, 1, 9_200, 1_000_000])
  func `what was compressed comes back`(count: Int) throws {
    let bytes = (0..<count).map { Self.text[$0 % Self.text.count] }
    let compressed = try Wire.Gzip.compress(bytes)
    #expect(try Wire.Gzip.decompress(compressed, limit: 1_000_000) == bytes)
    #expect(try Wire.Gzip.decompress(compressed, limit: bytes.count) == bytes)
  }

  @Test(arguments: [0, 1, 9_200, 200_000], [0, 1, 300, 65_535, 65_536, 200_000])
  func `a beginning that was compressed once and anything behind it come back as one`(first: Int, rest: Int)
    throws
  {
    let bytes = (0..<first).map { Self.text[$0 % Self.text.count] }
    let beginning = try Wire.Gzip.Beginning(bytes)
    for seed in 0..<3 {
      let rest = (0..<rest).map { UInt8(truncatingIfNeeded: ($0 + seed) &* 2_654_435_761 >> 7) }
      let compressed = beginning.completed(by: rest)
      #expect(try Wire.Gzip.decompress(compressed, limit: 1_000_000) == bytes + rest)
      #expect(compressed.count < first / 10 + rest.count + 100)
    }
  }

  @Test func `a text becomes smaller`() throws {
    #expect(try Wire.Gzip.compress(Self.text).count < Self.text.count / 10)
  }

  @Test func `content one byte beyond the limit is refused`() throws {
    let compressed = try Wire.Gzip.compress(Self.text)
    let limit = Self.text.count - 1
    #expect(throws: Wire.Gzip.Problem.tooLarge(limit: limit)) {
      try Wire.Gzip.decompress(compressed, limit: limit)
    }
  }

  @Test(arguments: [1_000, 65_536, 1_000_000])
  func `a bomb stops at the limit and one chunk`(limit: Int) throws {
    let bomb = try Wire.Gzip.compress([UInt8](repeating: 0, count: 10_000_000))
    #expect(bomb.count < 12_000)
    #expect(throws: Wire.Gzip.Problem.tooLarge(limit: limit)) { try Wire.Gzip.decompress(bomb, limit: limit) }
    let (problem, produced) = try Wire.Gzip.diagnose(bomb, limit: limit)
    #expect(problem == .tooLarge(limit: limit))
    #expect(produced > limit && produced <= limit + Wire.Gzip.chunkBytes)
  }

  @Test func `a bomb that declares a small length stops there too`() throws {
    var bomb = try Wire.Gzip.compress([UInt8](repeating: 0, count: 10_000_000))
    bomb.replaceSubrange(bomb.count - 4..<bomb.count, with: [10, 0, 0, 0])
    #expect(throws: Wire.Gzip.Problem.tooLarge(limit: 1_000_000)) {
      try Wire.Gzip.decompress(bomb, limit: 1_000_000)
    }
  }

  @Test func `bytes after the end are refused`() throws {
    let compressed = try Wire.Gzip.compress(Self.text)
    #expect(throws: Wire.Gzip.Problem.trailingBytes) {
      try Wire.Gzip.decompress(compressed + [0], limit: 1_000_000)
    }
    #expect(throws: Wire.Gzip.Problem.trailingBytes) {
      try Wire.Gzip.decompress(compressed + compressed, limit: 1_000_000)
    }
  }

  @Test func `every stream that is cut short is corrupt`() throws {
    let compressed = try Wire.Gzip.compress(Self.text)
    for count in 0..<compressed.count {
      #expect(throws: Wire.Gzip.Problem.corrupt) {
        try Wire.Gzip.decompress(Array(compressed.prefix(count)), limit: 1_000_000)
      }
    }
  }

  @Test func `every changed byte of the content and its checksum is found`() throws {
    let compressed = try Wire.Gzip.compress(Self.text)
    // The header's time, flags and system say nothing of the content.
    for index in 10..<compressed.count {
      var damaged = compressed
      damaged[index] ^= 0x41
      #expect(throws: Wire.Gzip.Problem.self) { try Wire.Gzip.decompress(damaged, limit: 1_000_000) }
    }
  }

  @Test(arguments: [
    "", "short", "not gzip at all, but long enough", "\u{78}\u{1C} what looks like a header of zlib",
  ])
  func `what is not gzip is corrupt`(text: String) {
    #expect(throws: Wire.Gzip.Problem.corrupt) {
      try Wire.Gzip.decompress(Array(text.utf8), limit: 1_000_000)
    }
  }
}
