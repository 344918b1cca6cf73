// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A compiled pattern, which searches a text for a match.
///
/// The time of a search is proportional to the length of the text times that of the pattern: all possible matches are followed at once, one
/// scalar at a time. The result is the same on all platforms.
///
/// | syntax | meaning |
/// |---|---|
/// | `a` | the scalar itself; `\` before an ASCII character that is not a letter or digit makes it literal |
/// | `.` | any scalar except the end of a line (U+000A to U+000D, U+0085, U+2028, U+2029) |
/// | `[a-z_]`, `[^a-z]` | one of these; none of these. Can contain `\d` and the other classes. |
/// | `\d`, `\w`, `\s`, `\D`, `\W`, `\S` | ASCII digit; ASCII letter, digit or `_`; ASCII white space; the opposite |
/// | `\t`, `\n`, `\v`, `\f`, `\r`, `\xHH`, `\uHHHH`, `\u{H…}` | a scalar by name or number |
/// | `^` or `\A`, `$` or `\z` | the start of the text; the end of the text |
/// | `\b`, `\B` | at the boundary of an ASCII word; not at a boundary |
/// | `ab`, `a|b`, `(a)`, `(?:a)` | a sequence, alternatives, a group |
/// | `a*`, `a+`, `a?`, `a{2}`, `a{2,}`, `a{2,5}` | repetition; a following `?` has no effect |
///
/// Features of other engines (lookahead, lookbehind, backreferences …) are rejected with their position, because they cannot run in linear
/// time or differ between engines. Patterns work on Unicode scalars. Filters convert pattern and text to `NormalForm` first. Ignoring case
/// uses simple case folding, and does not change `\w` and the other classes.
public struct Pattern: Sendable {
  /// The maximum number of instructions, with repetitions expanded.
  public static let maximumSize = 2_000
  /// The maximum nesting of groups.
  public static let maximumDepth = 50

  let machine: PatternMachine

  /// Compiles a pattern.
  ///
  /// - Throws: the problem with the pattern, including a pattern longer than `Filter.maximumPatternLength` or larger than `maximumSize`.
  public init(_ pattern: String, ignoringCase: Bool = false) throws(InvalidPattern) {
    guard pattern.utf8.count <= Filter.maximumPatternLength else {
      throw InvalidPattern(.tooLong(limit: Filter.maximumPatternLength), position: 0)
    }
    var parser = PatternParser(pattern, ignoringCase: ignoringCase)
    let root = try parser.parse()
    machine = PatternMachine(root, sets: parser.sets)
  }

  /// True if there is a match anywhere in the first `Filter.maximumSearchedLength` Unicode scalars, which count as the whole text.
  public func isFound(in text: String) -> Bool {
    var steps = 0
    return machine.isFound(in: text, steps: &steps)
  }

  /// The default of `Environment.compilePattern`.
  public static let compiler: PatternCompiler = { (pattern, ignoringCase) throws(InvalidPattern) in
    let compiled = try Pattern(pattern, ignoringCase: ignoringCase)
    return { compiled.isFound(in: $0) }
  }
}
