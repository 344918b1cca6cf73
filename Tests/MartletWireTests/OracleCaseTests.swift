// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire
import TestSupport
import Testing

/// Writes random filters with our answers for `scripts/test-oracles`, which asks other engines the
/// same.
///
/// The environment variable `MARTLET_ORACLE_CASES` names the file; without it nothing is written.
/// One JSON object a line.
@Suite struct OracleCaseTests {
  static let file = ProcessInfo.processInfo.environment["MARTLET_ORACLE_CASES"]

  @Test(.enabled(if: file != nil)) func `random filters and their answers are written for the oracles`()
    throws
  {
    var lines = ""
    var yes = 0
    let seeds = PropertyCases.seeds(full: 5_000)
    for seed in seeds {
      var random = OracleCases(seed: seed)
      let filter = random.filter(depth: 3)
      let properties = random.properties()
      let now = Instant(milliseconds: OracleCases.now)
      let program = try FilterProgram(filter.translated(), compilePattern: Pattern.compiler)
      let answer = program.evaluate(Properties(properties.mapValues { Value($0) }), at: now)
      yes += answer ? 1 : 0
      let entry: Wire.JSONValue = [
        "seed": .int(Int64(seed)), "now": .int(OracleCases.now), "filter": filter.json,
        "properties": .object(properties),
        "answer": .bool(answer),
      ]
      lines += String(decoding: try JSONEncoder().encode(entry), as: UTF8.self) + "\n"
    }
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let text = Self.text(&random)
      lines +=
        String(
          decoding: try JSONEncoder().encode(["text": text, "normal": NormalForm.of(text)]), as: UTF8.self)
        + "\n"
    }
    #expect(
      yes * 4 > seeds.count && yes * 4 < seeds.count * 3,
      "\(yes) of \(seeds.count) are true: too few of one kind")
    try Data(lines.utf8).write(to: URL(filePath: try #require(Self.file)))
  }

  /// Of characters that are decomposed, and of marks: both are met rarely in what people write.
  private static let rareCharacters = (UInt32(0xA0)...0x1F_FFFF).compactMap(Unicode.Scalar.init).filter {
    scalar in
    // Unicode 14 is what the oldest Python that may ask knows.
    guard let age = scalar.properties.age, age.major <= 14 else { return false }
    return scalar.properties.canonicalCombiningClass != .notReordered
      || scalar.properties.isFullCompositionExclusion
      || String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.count > 1
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<random.int(1...6) {
      text.append(
        random.oneIn(4)
          ? random.element(of: ["a", "e", "\u{1100}", "\u{11A8}"]) : random.element(of: rareCharacters))
    }
    let characters = String(text)
    return random.oneIn(2) ? characters.decomposedStringWithCanonicalMapping : characters
  }
}

/// Filters and properties in which types often meet, and often do not.
struct OracleCases {
  static let now: Int64 = 1_767_225_600_000
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  private static let texts: [Wire.JSONValue] = [
    "", "a", "ab", "abc", "b", "B", "aB1", "a-b", "1", "b\u{E9}", "be\u{301}", "\u{E9}", "e\u{301}",
    "q\u{307}\u{323}", "q\u{323}",
  ]
  private static let patterns: [Wire.JSONValue] = [
    "^a", "b$", "^a.c$", "[a-c]{2}", "a|B", #"\d"#, "^(ab?)+$", #"^\w*$"#, #"\bb"#, "^$", "(a|b)*c",
    "^[^b]*$", "B?1", "a{2,}",
    "^b?\u{E9}$", "e\u{301}+", "[\u{E9}q]", "^.$",
  ]

  private mutating func number() -> Wire.JSONValue {
    random.oneIn(2) ? .int(Int64(random.int(-1...3))) : .double(random.element(of: [-1, 0, 0.5, 1, 2.5]))
  }

  private mutating func date() -> Wire.JSONValue {
    ["$date": .int(Self.now + Int64(random.int(-2...2)) * 3_600_000)]
  }

  private mutating func text() -> Wire.JSONValue { random.element(of: Self.texts) }

  private mutating func scalar() -> Wire.JSONValue {
    switch random.int(0...9) {
    case 0...3: number()
    case 4...7: text()
    case 8: .bool(random.oneIn(2))
    default: date()
    }
  }

  mutating func properties() -> [String: Wire.JSONValue] {
    var properties: [String: Wire.JSONValue] = [:]
    for key in ["n", "m"] where !random.oneIn(5) { properties[key] = random.oneIn(6) ? scalar() : number() }
    for key in ["s", "t"] where !random.oneIn(5) { properties[key] = random.oneIn(6) ? scalar() : text() }
    if !random.oneIn(5) { properties["d"] = random.oneIn(6) ? scalar() : date() }
    if !random.oneIn(5) { properties["f"] = random.oneIn(6) ? .null : .bool(random.oneIn(2)) }
    if !random.oneIn(5) {
      properties["l"] =
        random.oneIn(6) ? scalar() : .array(random.array(0...4) { _ in 0 }.map { _ in scalar() })
    }
    if !random.oneIn(5) {
      properties["o"] =
        random.oneIn(6)
        ? scalar()
        : .array(random.array(0...3) { _ in 0 }.map { _ in .object(["n": number(), "s": text()]) })
    }
    if !random.oneIn(5) { properties["p"] = .object(["n": number(), "s": text()]) }
    return properties
  }

  mutating func filter(depth: Int) -> Wire.Filter {
    switch random.int(0...(depth > 0 ? 5 : 2)) {
    case 0...2: .compare(comparison(inElement: false))
    case 3: .all(parts(depth))
    case 4: .any(parts(depth))
    default: .not(filter(depth: depth - 1))
    }
  }

  private mutating func parts(_ depth: Int) -> [Wire.Filter] {
    (0..<random.int(1...3)).map { _ in filter(depth: depth - 1) }
  }

  private mutating func compare(
    _ path: [String], _ operations: [Wire.Comparison.Operation], _ value: Wire.JSONValue? = nil
  ) -> Wire.Comparison {
    Wire.Comparison(path: path, operation: .known(random.element(of: operations)), value: value)
  }

  /// Of the elements of `o` when `inElement`.
  private mutating func comparison(inElement: Bool) -> Wire.Comparison {
    let orders: [Wire.Comparison.Operation] = [.less, .lessOrEqual, .greater, .greaterOrEqual]
    let number = inElement ? ["n"] : random.element(of: [["n"], ["m"], ["p", "n"]])
    let text = inElement ? ["s"] : random.element(of: [["s"], ["t"], ["p", "s"]])
    switch random.int(0...(inElement ? 8 : 14)) {
    case 0: return compare(number, [.equals, .notEquals], self.number())
    case 1: return compare(number, orders, self.number())
    case 2:
      let low = Int64(random.int(-1...1))
      return compare(
        number, [.between], [.int(low), .double(Double(low) + random.element(of: [0, 1, 1.5]))])
    case 3: return compare(number, [.isIn, .isNotIn], .array((0..<3).map { _ in self.number() }))
    case 4: return compare(text, [.equals, .notEquals] + orders, self.text())
    case 5: return compare(text, [.contains, .startsWith, .endsWith], self.text())
    case 6:
      return Wire.Comparison(
        path: text, operation: .known(.matches), value: random.element(of: Self.patterns),
        ignoringCase: random.oneIn(3))
    case 7: return compare(text, [.isIn, .isNotIn], .array((0..<2).map { _ in self.text() }))
    case 8: return compare(random.oneIn(2) ? number : text, [.isBlank, .isNotBlank, .exists, .doesNotExist])
    case 9:
      return compare(["f"], [.equals, .notEquals, .isBlank, .isNotBlank, .exists], .bool(random.oneIn(2)))
    case 10: return compare(["d"], orders, random.oneIn(2) ? date() : relativeDate())
    case 11: return compare(["d"], [.between], [relativeDate(past: true), relativeDate(past: false)])
    case 12: return compare(["l"], [.contains], scalar())
    case 13: return compare(["l"], [.includesAny, .includesAll], .array((0..<2).map { _ in scalar() }))
    default:
      let inner = (0..<random.int(1...2)).map { _ in Wire.Filter.compare(comparison(inElement: true)) }
      return Wire.Comparison(
        path: ["o"], operation: .known(.anyElement), filter: random.oneIn(2) ? .all(inner) : .not(.any(inner))
      )
    }
  }

  private mutating func relativeDate(past: Bool? = nil) -> Wire.JSONValue {
    let isPast = past ?? random.oneIn(2)
    return [
      isPast ? "$ago" : "$from_now": [
        random.element(of: ["hours", "minutes"]): .int(Int64(random.int(0...2)))
      ]
    ]
  }
}
