// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Why a pattern cannot be used, and where.
public struct InvalidPattern: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// A group that was begun does not end.
    case unclosedGroup
    /// A `)` without its `(`.
    case unopenedGroup
    /// A `[` without its `]`, or with nothing in between.
    case unclosedClass
    /// A range whose end comes before its beginning, such as `z-a`, or that begins or ends with a class such as `\d`.
    case badRange
    /// `*`, `+`, `?` or `{…}` after nothing that could be repeated.
    case nothingToRepeat
    /// `{…}` that is no count, or whose first number is the larger one. A brace that is meant is written `\{`.
    case badCount
    /// An escape that means nothing, or whose number is no Unicode scalar.
    case badEscape
    /// A part of other engines' language that cannot be searched for in linear time, or that engines understand differently.
    case unsupported(Feature)
    /// Groups inside one another, more than so many.
    case nestedTooDeep(limit: Int)
    /// Repetitions written out give more than so many places.
    case tooLarge(limit: Int)
    /// More than so many bytes.
    case tooLong(limit: Int)
    /// The app gave its own `Environment.compilePattern`, which refused.
    case refused
  }

  /// What patterns of other engines can have, and these cannot.
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
  /// Unicode scalars before the place at fault.
  public var position: Int

  /// - Parameter position: Unicode scalars before the place at fault, from 0.
  public init(_ reason: Reason, position: Int) {
    self.reason = reason
    self.position = position
  }

  /// What is wrong, where, and what to do, in one sentence; characters are counted from 1.
  public var description: String { "\(complaint), at character \(position + 1); \(remedy)." }

  private var complaint: String {
    switch reason {
    case .unclosedGroup: "The pattern has a ( without its )"
    case .unopenedGroup: "The pattern has a ) without its ("
    case .unclosedClass: "The pattern has a [ that does not end or holds nothing"
    case .badRange: "The pattern has a range that ends before it begins"
    case .nothingToRepeat: "The pattern repeats nothing"
    case .badCount: "The pattern has a { without a count such as {2}, {2,} or {2,5}"
    case .badEscape: "The pattern has an unknown escape"
    case .unsupported(let feature): "The pattern uses \(feature.words), which is not supported"
    case .nestedTooDeep(let limit): "The pattern has groups nested deeper than \(limit)"
    case .tooLarge(let limit): "The pattern is larger than \(limit) places when its repetitions are written out"
    case .tooLong(let limit): "The pattern is longer than \(limit) bytes"
    case .refused: "The pattern is not a valid regular expression"
    }
  }

  private var remedy: String {
    switch reason {
    case .unclosedGroup: "close it, or write \\( for the character"
    case .unopenedGroup: "remove it, or write \\) for the character"
    case .unclosedClass: "close it, or write \\[ for the character"
    case .badRange: "turn it round, or write \\- for the character"
    case .nothingToRepeat: "put what is repeated before it, or a \\ for the character"
    case .badCount: "correct it, or write \\{ for the character"
    case .badEscape: "write the character itself, or \\\\ for a backslash"
    case .unsupported(let feature): feature.remedy
    case .nestedTooDeep: "flatten it"
    case .tooLarge: "repeat less"
    case .tooLong: "shorten it"
    case .refused: "correct it"
    }
  }
}

extension InvalidPattern.Feature {
  fileprivate var words: String {
    switch self {
    case .lookaround: "a look ahead or behind"
    case .backreference: "a reference back to a group"
    case .possessiveOrAtomic: "a repetition or group that gives nothing back"
    case .inlineOption: "an option inside the pattern"
    case .namedGroup: "a group with a name"
    case .property: "a class by Unicode property"
    case .setOperation: "a class inside a class"
    case .quotation: "a quotation with \\Q"
    }
  }

  fileprivate var remedy: String {
    switch self {
    case .lookaround: "join two comparisons with all or not instead"
    case .backreference: "write the alternatives out"
    case .possessiveOrAtomic: "leave the + or ?> away, the search is fast without"
    case .inlineOption: "use the option to ignore case"
    case .namedGroup: "use (…)"
    case .property: "write the characters as a class such as [a-zà-ÿ]"
    case .setOperation: "write \\[, \\& or \\- for the character, or join the classes into one"
    case .quotation: "put a \\ before each character that means something"
    }
  }
}
