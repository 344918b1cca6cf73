// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import TestSupport
import Testing

/// Patterns against an engine that works quite differently: the backtracking one of Foundation.
@Suite("Patterns against a backtracking engine")
struct PatternOracleTests {
  /// Where the two languages mean the same. They differ in named classes beyond ASCII, and in `$`
  /// before a last line end.
  struct World {
    var alphabet: [String]
    var atoms: [String]

    static let ascii = World(
      alphabet: ["a", "b", "A", "1", "_", "-", " ", "."],
      atoms: [
        "a", "b", "A", "1", "_", "-", " ", #"\."#, ".", #"\d"#, #"\w"#, #"\s"#, #"\D"#, #"\W"#, #"\S"#,
        "[ab]", "[^a]", "[a-z1]", #"[\d_]"#,
        #"[^\w]"#, "[-b]", #"\x61"#, "(?:)", "ab",
      ])
    static let letters = World(
      alphabet: ["a", "é", "É", "ж", "Ж", "\u{1F426}", "\n"],
      atoms: ["a", "é", "É", "ж", "\u{1F426}", ".", "[é-ж]", "[^é]", "[aЖ]", #"\u00e9"#, "\\n", "aé"])
  }

  private func pattern(_ world: World, _ random: inout SeededGenerator, depth: Int = 3) -> String {
    switch random.int(0...(depth > 0 ? 9 : 3)) {
    case 0...3: random.element(of: world.atoms)
    case 4: pattern(world, &random, depth: depth - 1) + pattern(world, &random, depth: depth - 1)
    case 5: "(\(pattern(world, &random, depth: depth - 1))|\(pattern(world, &random, depth: depth - 1)))"
    case 6:
      // Shorter first only of what is not empty: that engine gives up too early where something
      // empty is repeated so.
      random.oneIn(3)
        ? "a" + random.element(of: ["*?", "+?", "??", "{1,3}?"])
        : "(\(pattern(world, &random, depth: depth - 1)))"
          + random.element(of: ["*", "+", "?", "{2}", "{1,}", "{0,2}"])
    case 7: "(?:\(pattern(world, &random, depth: depth - 1)))"
    case 8: random.element(of: ["^", "(^|a)", ""]) + pattern(world, &random, depth: depth - 1)
    default: pattern(world, &random, depth: depth - 1) + random.element(of: ["$", "(b|$)", ""])
    }
  }

  @Test(arguments: [false, true])
  func `both find the same`(ignoringCase: Bool) throws {
    var found = 0
    var tried = 0
    for seed in PropertyCases.seeds(full: 2_000) {
      var random = SeededGenerator(seed: seed)
      let world = random.oneIn(2) ? World.ascii : World.letters
      let pattern =
        pattern(world, &random)
        + (world.atoms.contains(#"\w"#) && random.oneIn(3) ? random.element(of: [#"\b"#, #"\B"#]) : "")
      let ours = try Pattern(pattern, ignoringCase: ignoringCase)
      let theirs = try NSRegularExpression(pattern: pattern, options: ignoringCase ? [.caseInsensitive] : [])
      for _ in 0..<5 {
        var text = random.array(0...8) { $0.element(of: world.alphabet) }.joined()
        if text.hasSuffix("\n") { text += "a" }
        let expected = theirs.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
        tried += 1
        found += expected ? 1 : 0
        #expect(
          ours.isFound(in: text) == expected,
          "seed \(seed): \(pattern) in \(text.debugDescription), ignoring case: \(ignoringCase)")
      }
    }
    #expect(
      found * 5 > tried && found * 5 < tried * 4 || tried < 100,
      "\(found) of \(tried) are found: too few of one kind to prove much")
  }
}
