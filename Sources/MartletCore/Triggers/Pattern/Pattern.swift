// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A pattern, compiled for search: is it found anywhere in a text?
///
/// The search takes time in proportion to the length of the text times that of the pattern, whatever the two are: all ways in which the text
/// could match are followed at once, one scalar at a time, and nothing is tried twice. The answer does not depend on the platform.
///
/// | syntax | means |
/// |---|---|
/// | `a` | the scalar itself; `\` before any ASCII character that is neither letter nor digit takes its meaning away |
/// | `.` | any scalar but a line's end (U+000A to U+000D, U+0085, U+2028, U+2029) |
/// | `[a-z_]`, `[^a-z]` | one of these, one that is not; `\d` and the like may stand inside |
/// | `\d`, `\w`, `\s`, `\D`, `\W`, `\S` | ASCII digit, ASCII letter, digit or `_`, ASCII white space, and the contrary |
/// | `\t`, `\n`, `\v`, `\f`, `\r`, `\xHH`, `\uHHHH`, `\u{H…}` | a scalar by name or number |
/// | `^` or `\A`, `$` or `\z` | the very beginning, the very end of the text |
/// | `\b`, `\B` | a border of an ASCII word, no such border |
/// | `ab`, `a|b`, `(a)`, `(?:a)` | one after the other, one or the other, a group |
/// | `a*`, `a+`, `a?`, `a{2}`, `a{2,}`, `a{2,5}` | repeated; a `?` behind changes nothing, since only whether it is found counts |
///
/// Whatever else engines know (looking ahead or behind, references back …) is refused with its place: it cannot be had in linear time, or means
/// something else in each engine. Patterns see Unicode scalars as they are; filters give pattern and text in `NormalForm`. Ignoring case compares by simple case folding;
/// `\w` and its like are what they are with and without it.
public struct Pattern: Sendable {
  /// Most instructions of one pattern, repetitions written out; more are refused.
  public static let maximumSize = 2_000
  /// Deepest nesting of groups; more is refused.
  public static let maximumDepth = 50

  let machine: PatternMachine

  /// - Throws: what is wrong with the pattern, or that it is longer than `Filter.maximumPatternLength` or larger than `maximumSize`.
  public init(_ pattern: String, ignoringCase: Bool = false) throws(InvalidPattern) {
    guard pattern.utf8.count <= Filter.maximumPatternLength else {
      throw InvalidPattern(.tooLong(limit: Filter.maximumPatternLength), position: 0)
    }
    var parser = PatternParser(pattern, ignoringCase: ignoringCase)
    let root = try parser.parse()
    machine = PatternMachine(root, sets: parser.sets)
  }

  /// True when the pattern is found anywhere in the first `Filter.maximumSearchedLength` Unicode scalars, which are taken for the whole text.
  public func isFound(in text: String) -> Bool {
    var steps = 0
    return machine.isFound(in: text, steps: &steps)
  }

  /// What `Environment.compilePattern` is unless something else is given.
  public static let compiler: PatternCompiler = { (pattern, ignoringCase) throws(InvalidPattern) in
    let compiled = try Pattern(pattern, ignoringCase: ignoringCase)
    return { compiled.isFound(in: $0) }
  }
}
