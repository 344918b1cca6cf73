// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MartletCore

@Suite("Patterns")
struct PatternTests {
  private func isFound(_ pattern: String, ignoringCase: Bool = false, in text: String) throws -> Bool {
    try Pattern(pattern, ignoringCase: ignoringCase).isFound(in: text)
  }

  @Test(
    arguments: [
      ("", "", true), ("", "abc", true), ("b", "abc", true), ("ac", "abc", false), ("^b", "abc", false),
      ("^a", "abc", true),
      ("c$", "abc", true), ("b$", "abc", false), ("^$", "", true), ("^$", "a", false),
      (#"\Aabc\z"#, "abc", true), ("a$", "a\n", false),
      ("^b", "a\nb", false), (".", "\n", false), (".", "\u{2028}", false), ("a.c", "a\u{1F426}c", true),
      (".", "", false),
      ("a|b|cd", "xcd", true), ("a|b|cd", "xdc", false), ("^(a|b)c$", "bc", true), ("a||b", "x", true),
      ("^(?:ab)+$", "abab", true),
      ("^(ab)*$", "aba", false), ("^a?b$", "b", true), ("^a?b$", "aab", false), ("^a+?$", "aaa", true),
      ("^a*?b$", "aab", true),
      ("^a{2}$", "aa", true), ("^a{2}$", "aaa", false), ("^a{2,}$", "aaaa", true), ("^a{2,}$", "a", false),
      ("^a{0,2}$", "", true),
      ("^a{1,2}$", "aaa", false), ("^a{0}$", "", true), ("^(a{0}){5}b", "b", true), ("^(a*)*$", "aaa", true),
      ("^(a?)+b$", "b", true),
      ("[abc]", "xcx", true), ("[^abc]", "abc", false), ("[^abc]", "abcd", true), ("^[a-c_]+$", "a_c", true),
      ("[a-]", "-", true),
      ("[-a]", "-", true), ("[.]", "a", false), (#"^[\d_]+$"#, "1_2", true), (#"[\]]"#, "]", true),
      (#"^[^\W\d]+$"#, "a_b", true),
      ("[a^]", "^", true), ("^[à-ÿ]$", "é", true), ("^[\u{1F400}-\u{1F4FF}]$", "\u{1F426}", true),
      (#"[\D]"#, "5", false),
      (#"^\d+$"#, "42", true), (#"\d"#, "\u{0664}", false), (#"^\w+$"#, "a_1", true), (#"\w"#, "é", false),
      (#"^\s$"#, "\t", true),
      (#"\S"#, " \n", false), (#"\D"#, "1", false), (#"^\W$"#, "é", true), (#"\bcat\b"#, "a cat!", true),
      (#"\bcat\b"#, "concat", false),
      (#"\Bcat"#, "concat", true), (#"\b"#, "", false), (#"\B"#, "", true),
      (#"\x41\u0042\u{1F426}"#, "AB\u{1F426}", true),
      (#"\t\n\r\f\v"#, "\t\n\r\u{C}\u{B}", true), (#"\.\*\(\[\{\\\_"#, #".*([{\_"#, true),
      ("a]}", "a]}", true), ("é", "e\u{301}", false),
      (#"a\/b"#, "a/b", true), ("(^|,)b(,|$)", "a,b,c", true), ("(^|,)b(,|$)", "ab", false),
    ])
  func `each form of the syntax finds what it says`(pattern: String, text: String, expected: Bool) throws {
    #expect(try isFound(pattern, in: text) == expected)
  }

  @Test(
    arguments: [
      ("Straße", "STRAßE", true), ("ß", "ẞ", true), ("ss", "ß", false), ("É", "é", true), ("Σ", "ς", true),
      ("k", "\u{212A}", true),
      ("[a-c]+$", "xAB", true), ("[^a]", "A", false), ("[^A]", "a", false), (#"^\W$"#, "K", false),
      (#"^[\W]$"#, "k", false),
      ("[K]", "\u{212A}", true), (#"\w"#, "\u{212A}", false), ("İ", "i", false), ("ı", "I", false),
      ("Ж", "ж", true), ("ǅ", "Ǆ", true),
    ])
  func
    `ignoring case compares by simple folding, in ranges and contrary classes too, and leaves the named classes as they are`(
      pattern: String, text: String, expected: Bool
    ) throws
  {
    #expect(try isFound(pattern, ignoringCase: true, in: text) == expected)
  }

  @Test(
    arguments: [
      ("(", InvalidPattern.Reason.unclosedGroup, 0), ("ab(c", .unclosedGroup, 2), ("a)", .unopenedGroup, 1),
      ("a[bc", .unclosedClass, 1),
      ("[]", .unclosedClass, 0), ("[]a]", .unclosedClass, 0), ("[^]", .unclosedClass, 0),
      ("x[z-a]", .badRange, 2),
      (#"[\d-z]"#, .badRange, 1), (#"[a-\d]"#, .badRange, 1), ("*a", .nothingToRepeat, 0),
      ("a|+", .nothingToRepeat, 2),
      ("(?)", .unsupported(.inlineOption), 0), ("a**", .nothingToRepeat, 2), ("a{2}{3}", .nothingToRepeat, 4),
      ("{2}", .nothingToRepeat, 0),
      ("a{", .badCount, 1), ("a{x}", .badCount, 1), ("a{,2}", .badCount, 1), ("a{3,2}", .badCount, 1),
      ("a{2", .badCount, 1),
      (#"ab\"#, .badEscape, 2), (#"\y"#, .badEscape, 0), (#"\x4"#, .badEscape, 0),
      (#"\uD800"#, .badEscape, 0),
      (#"\u{110000}"#, .badEscape, 0),
      (#"\0"#, .badEscape, 0), (#"\é"#, .badEscape, 0), ("a(?=b)", .unsupported(.lookaround), 1),
      ("(?!b)", .unsupported(.lookaround), 0),
      ("(?<=b)", .unsupported(.lookaround), 0), ("(?<!b)", .unsupported(.lookaround), 0),
      ("(?<n>b)", .unsupported(.namedGroup), 0),
      ("(?P<n>b)", .unsupported(.namedGroup), 0), ("(?>b)", .unsupported(.possessiveOrAtomic), 0),
      ("a++", .unsupported(.possessiveOrAtomic), 2),
      ("(?i)a", .unsupported(.inlineOption), 0), (#"(a)\1"#, .unsupported(.backreference), 3),
      (#"\k<n>"#, .unsupported(.backreference), 0),
      (#"\p{L}"#, .unsupported(.property), 0), (#"\Qa\E"#, .unsupported(.quotation), 0),
      ("[a[b]]", .unsupported(.setOperation), 2),
      ("[a&&b]", .unsupported(.setOperation), 2), ("a{2001}", .tooLarge(limit: 2_000), 1),
      ("((a{100}){100}){100}", .tooLarge(limit: 2_000), 9),
    ])
  func `what is wrong or not supported is refused with its reason and its place`(
    pattern: String, reason: InvalidPattern.Reason, position: Int
  ) {
    #expect(throws: InvalidPattern(reason, position: position)) { try Pattern(pattern) }
  }

  @Test func `a diagnostic says what, where and what to do`() {
    #expect(
      InvalidPattern(.unsupported(.lookaround), position: 1).description
        == "The pattern uses a lookahead or lookbehind, which is not supported, at character 2; combine two comparisons with all or not instead."
    )
  }

  @Test func `length, size and nesting have limits, and what is exactly at them is accepted`() throws {
    #expect(try isFound(String(repeating: "a", count: 1_000), in: String(repeating: "a", count: 1_000)))
    #expect(throws: InvalidPattern(.tooLong(limit: 1_000), position: 0)) {
      try Pattern(String(repeating: "é", count: 501))
    }
    #expect(try Pattern("a{1999}").machine.instructions.count == Pattern.maximumSize)
    #expect(throws: InvalidPattern.self) { try Pattern("a{2000}") }
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + String(repeating: ")", count: depth)
    }
    #expect(try isFound(nested(50), in: ""))
    #expect(throws: InvalidPattern(.nestedTooDeep(limit: 50), position: 50)) { try Pattern(nested(51)) }
    // Nothing, a thousand million times.
    #expect(try isFound("(((){1000}){1000}){1000}", in: ""))
  }

  @Test func `of a long text the first part is searched, and taken for the whole`() throws {
    let filler = String(repeating: "é", count: Filter.maximumSearchedLength - 1)
    for pattern in ["x", "[x]", "x$"] {
      #expect(try isFound(pattern, in: filler + "x"))
      #expect(try !isFound(pattern, in: filler + "éx"))
    }
    #expect(try isFound("x$", in: filler + "xy"))
  }

  @Test(
    arguments: [
      "(a+)+$", "(a|a)*b", "(a|aa)+$", "(.*)*x", "(a*)*b", "^(([a-z])+.)+[A-Z]([a-z])+$",
      "a?a?a?a?a?a?a?a?a?a?aaaaaaaaaab",
      "(a{1,30}){1,30}b",
      "(x+x+)+y", #"(\w*)*\W"#, "(((((a*)*)*)*)*)*b", "a{500,1000}b", "(a|b|ab)*c", "[ab]*[bc]*[ac]*d",
    ])
  func
    `no pattern takes more steps than its size times the length of the text, and twice the text takes twice the steps`(
      pattern: String
    ) throws
  {
    let machine = try Pattern(pattern).machine
    func steps(_ length: Int) -> Int {
      var steps = 0
      _ = machine.isFound(in: String(repeating: "a", count: length - 1) + "!", steps: &steps)
      return steps
    }
    for length in [1, 10, 100, 1_000, 2_000] {
      #expect(steps(length) <= (2 * machine.instructions.count + 2) * (length + 1))
    }
    // What repeats up to so often only settles when the text is longer than that.
    #expect(Double(steps(2_000) - steps(1_500)) <= 1.02 * Double(steps(1_500) - steps(1_000)) + 10)
  }

  @Test
  func
    `folding is done after one step, keeps ASCII apart from the rest but for two, and agrees with the platform on single letters`()
  {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let folded = CaseFolding.fold(value)
      if CaseFolding.fold(folded) != folded { Issue.record("\(value) folds twice") }
      if folded < 0x80, value >= 0x80, value != 0x17F, value != 0x212A {
        Issue.record("\(value) folds to ASCII")
      }
      // The table is of version 14; a platform's own may know younger letters.
      guard let age = scalar.properties.age, age.major <= 14 else { continue }
      let lower = scalar.properties.lowercaseMapping.unicodeScalars
      if lower.count == 1, let lower = lower.first, CaseFolding.fold(lower.value) != folded {
        Issue.record("\(value) is not its lower case")
      }
    }
  }

  @Test(arguments: [false, true])
  func `a text is found, at the beginning or at the end, as by trying every place`(ignoringCase: Bool) {
    for seed in PropertyCases.seeds(full: 2_000) {
      var random = SeededGenerator(seed: seed)
      let text = random.array(0...12) { $0.element(of: ["a", "b", "A", "é", "É"]) }.joined()
      let sought = random.array(0...4) { $0.element(of: ["a", "b", "A", "é", "É"]) }.joined()
      let search = SubstringSearch(sought, ignoringCase: ignoringCase)
      let scalars = Array((ignoringCase ? text.lowercased() : text).unicodeScalars)
      let wanted = Array((ignoringCase ? sought.lowercased() : sought).unicodeScalars)
      #expect(
        search.isFound(in: text) == (0...scalars.count).contains { scalars[$0...].starts(with: wanted) },
        "seed \(seed)")
      #expect(search.isPrefix(of: text) == scalars.starts(with: wanted), "seed \(seed)")
      #expect(search.isSuffix(of: text) == scalars.reversed().starts(with: wanted.reversed()), "seed \(seed)")
    }
  }
}
