// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Makes hostile inputs from good ones: what is flipped, cut, doubled, spliced, blown up and nested
/// is drawn from a seed.
public struct Mutator: Sendable {
  /// Results are no longer than this.
  public static let maximumBytes = 65_536

  private var random: SeededGenerator
  private let corpus: [[UInt8]]

  /// - Parameter corpus: good inputs; there must be one.
  public init(seed: UInt64, corpus: [[UInt8]]) {
    random = SeededGenerator(seed: seed)
    self.corpus = corpus
  }

  /// One of the good inputs with 1 to 6 mutations; now and then none.
  public mutating func next() -> [UInt8] {
    var bytes = random.element(of: corpus)
    for _ in 0..<random.int(random.oneIn(50) ? 0...0 : 1...6) { mutate(&bytes) }
    if bytes.count > Self.maximumBytes { bytes.removeLast(bytes.count - Self.maximumBytes) }
    return bytes
  }

  private static let tokens: [[UInt8]] = [
    "null", "true", "{}", "[]", "\"\"", "-", "0", "-0", "1e308", "1e-400", "9223372036854775807",
    "9223372036854775808",
    "99999999999999999999999999999999999999", "0.1", "5.0", "-1", "\"\\ud83d\"", "\"\\u0000\"", "\"unknown\"",
    ",", ":", "}", "]",
    "\"kind\":",
    "\"version\":2,", "\"id\":\"x\",",
  ].map { Array($0.utf8) }

  private static let invalidText: [[UInt8]] = [
    [0xFF], [0xC0, 0x80], [0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
    [0xEF, 0xBB, 0xBF], [0x00], [0xCC, 0x81],
  ]

  private mutating func mutate(_ bytes: inout [UInt8]) {
    let place = random.int(0...bytes.count)
    switch random.int(0...11) {
    case 0 where !bytes.isEmpty:
      bytes[random.int(0...(bytes.count - 1))] ^= 1 << UInt8(random.int(0...7))
    case 1 where !bytes.isEmpty:
      bytes[random.int(0...(bytes.count - 1))] = random.element(of: [
        0, 0x22, 0x2C, 0x4D, 0x5B, 0x5C, 0x7B, 0x7F, 0x80, 0xFF,
      ])
    case 2: bytes.removeLast(bytes.count - place)
    case 3: bytes.removeSubrange(part(of: bytes))
    case 4:
      let piece = Array(bytes[part(of: bytes)])
      for _ in 0..<random.int(1...8) where bytes.count < Self.maximumBytes {
        bytes.insert(contentsOf: piece, at: place)
      }
    case 5:
      let other = random.element(of: corpus)
      bytes.insert(contentsOf: other[part(of: other)], at: place)
    case 6:
      let other = random.element(of: corpus)
      bytes = Array(bytes[..<place]) + other[random.int(0...other.count)...]
    case 7: blowUp(&bytes)
    case 8: nest(&bytes, at: place)
    case 9: bytes.insert(contentsOf: random.element(of: Self.invalidText), at: place)
    case 10: bytes.replaceSubrange(part(of: bytes), with: random.element(of: Self.tokens))
    default: bytes.insert(contentsOf: random.element(of: Self.tokens), at: place)
    }
  }

  /// Most parts are short.
  private mutating func part(of bytes: [UInt8]) -> Range<Int> {
    let start = random.int(0...bytes.count)
    return start..<min(bytes.count, start + random.int(0...(random.oneIn(4) ? 2_000 : 24)))
  }

  /// A number becomes another one, longer than any should be, or larger.
  private mutating func blowUp(_ bytes: inout [UInt8]) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let from = random.int(0...bytes.count)
    guard let start = bytes[from...].firstIndex(where: digits.contains) else { return }
    let end = bytes[start...].firstIndex { !digits.contains($0) } ?? bytes.count
    let number: [UInt8] =
      switch random.int(0...3) {
      case 0: [UInt8](repeating: UInt8(ascii: "9"), count: random.int(1...600))
      case 1: Array("0.\(String(repeating: "0", count: random.int(0...400)))1".utf8)
      case 2: Array("\(random.int(0...9))e\(random.int(-400...400))".utf8)
      default: Array("-\(random.next())".utf8)
      }
    bytes.replaceSubrange(start..<end, with: number)
  }

  private mutating func nest(_ bytes: inout [UInt8], at place: Int) {
    let depth = random.int(1...(random.oneIn(10) ? 5_000 : 40))
    let (open, close) = random.oneIn(2) ? ("[", "]") : ("{\"a\":", "}")
    let inner = random.oneIn(2) ? "1" : ""
    let end = random.oneIn(3) ? "" : String(repeating: close, count: depth)
    bytes.insert(contentsOf: Array((String(repeating: open, count: depth) + inner + end).utf8), at: place)
  }
}
