// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A compiled pattern, which searches a text for a match.
///
/// The time of a search is proportional to the length of the text times that of the pattern: all
/// possible matches are followed together, one scalar at a time. The result is the same on all
/// platforms.
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
/// Features of other engines (lookahead, lookbehind, backreferences …) are rejected with their
/// position, because they cannot run in linear time or differ between engines. Patterns work on
/// Unicode scalars. Filters convert pattern and text to `NormalForm` first. Ignoring case uses
/// simple case folding, and does not change `\w` and the other classes.
public struct Pattern: Sendable {
  /// The maximum number of instructions, with repetitions expanded.
  public static let maximumSize = 2_000
  /// The maximum nesting of groups.
  public static let maximumDepth = 50

  let machine: PatternMachine

  /// Compiles a pattern.
  ///
  /// - Throws: the problem with the pattern, including a pattern longer than
  ///   `Filter.maximumPatternLength` or larger than `maximumSize`.
  public init(_ pattern: String, ignoringCase: Bool = false) throws(InvalidPattern) {
    guard pattern.utf8.count <= Filter.maximumPatternLength else {
      throw InvalidPattern(.tooLong(limit: Filter.maximumPatternLength), position: 0)
    }
    var parser = PatternParser(pattern, ignoringCase: ignoringCase)
    let root = try parser.parse()
    machine = PatternMachine(root, sets: parser.sets)
  }

  /// True if there is a match anywhere in the first `Filter.maximumSearchedLength` Unicode scalars,
  /// which count as the whole text.
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

/// Why a pattern cannot be used, and where.
public struct InvalidPattern: Error, Equatable, Sendable, CustomStringConvertible {
  /// The problem.
  public enum Reason: Equatable, Sendable {
    /// A group is not closed.
    case unclosedGroup
    /// A `)` without a `(`.
    case unopenedGroup
    /// A `[` without a `]`, or with nothing between them.
    case unclosedClass
    /// A range in the wrong order, such as `z-a`, or with a class such as `\d` as a bound.
    case badRange
    /// `*`, `+`, `?` or `{…}` after nothing that can be repeated.
    case nothingToRepeat
    /// `{…}` is not a count, or its first number is larger. Write `\{` for a brace.
    case badCount
    /// An unknown escape, or a number that is not a Unicode scalar.
    case badEscape
    /// A feature of other engines that cannot run in linear time, or that engines interpret
    /// differently.
    case unsupported(Feature)
    /// Too many nested groups.
    case nestedTooDeep(limit: Int)
    /// Too large when its repetitions are expanded.
    case tooLarge(limit: Int)
    /// Too many bytes.
    case tooLong(limit: Int)
    /// The app's own `Environment.compilePattern` rejected it.
    case refused
  }

  /// Features of other engines that are not supported.
  public enum Feature: Hashable, Sendable {
    case lookaround
    case backreference
    case possessiveOrAtomic
    case inlineOption
    case namedGroup
    case property
    case setOperation
    case quotation
  }

  public var reason: Reason
  /// The number of Unicode scalars before the problem.
  public var position: Int

  /// Creates an error.
  ///
  /// - Parameter position: the number of Unicode scalars before the problem.
  public init(_ reason: Reason, position: Int) {
    self.reason = reason
    self.position = position
  }

  /// The problem, its position and its remedy, in one sentence. Characters are counted from 1.
  public var description: String { "\(words.complaint), at character \(position + 1); \(words.remedy)." }

  private var words: (complaint: String, remedy: String) {
    switch reason {
    case .unclosedGroup: ("The pattern has a ( without its )", "close it, or write \\( for the character")
    case .unopenedGroup: ("The pattern has a ) without its (", "remove it, or write \\) for the character")
    case .unclosedClass:
      ("The pattern has a [ that is empty or not closed", "close it, or write \\[ for the character")
    case .badRange:
      ("The pattern has a range that ends before it begins", "swap its ends, or write \\- for the character")
    case .nothingToRepeat:
      ("The pattern repeats nothing", "put something to repeat before it, or write a \\ before the character")
    case .badCount:
      (
        "The pattern has a { without a count such as {2}, {2,} or {2,5}",
        "correct it, or write \\{ for the character"
      )
    case .badEscape:
      ("The pattern has an unknown escape", "write the character itself, or \\\\ for a backslash")
    case .unsupported(let feature):
      ("The pattern uses \(feature.words.name), which is not supported", feature.words.remedy)
    case .nestedTooDeep(let limit): ("The pattern has groups nested deeper than \(limit)", "flatten it")
    case .tooLarge(let limit):
      ("The pattern has more than \(limit) positions when its repetitions are expanded", "use smaller counts")
    case .tooLong(let limit): ("The pattern is longer than \(limit) bytes", "shorten it")
    case .refused: ("The pattern is not a valid regular expression", "correct it")
    }
  }
}

extension InvalidPattern.Feature {
  fileprivate var words: (name: String, remedy: String) {
    switch self {
    case .lookaround: ("a lookahead or lookbehind", "combine two comparisons with all or not instead")
    case .backreference: ("a backreference", "list the alternatives instead")
    case .possessiveOrAtomic:
      ("a possessive repetition or an atomic group", "remove the + or ?>; the search is fast without it")
    case .inlineOption: ("an inline option", "use the option to ignore case")
    case .namedGroup: ("a named group", "use (…)")
    case .property: ("a Unicode property", "list the characters, for example [a-zà-ÿ]")
    case .setOperation:
      ("a class inside a class", "write \\[, \\& or \\- for the character, or combine the classes into one")
    case .quotation: ("a quotation with \\Q", "put a \\ before each special character")
    }
  }
}
