// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A search in a list. A line is found when every term is part of what it shows.
///
/// Words match anywhere, in any case. A date or a time of day, as lists show it or in ISO 8601,
/// finds everything of that day or that minute (UTC), and every line that contains exactly that
/// text.
public struct ListSearch: Hashable, Sendable {
  public enum Term: Hashable, Sendable {
    case word(String)
    /// - Parameter text: As it was typed.
    case time(SearchedTime, text: String)
  }

  public var terms: [Term] = []

  /// - Parameters:
  ///   - marks: Texts in lower case that count as one word when the search contains all of their
  ///     words, in any case.
  ///   - limit: The text after this many terms counts as one word.
  public init(_ text: String, marks: [String] = [], limit: Int = 20) {
    let marks = marks.map { $0.split(separator: " ") }
    var words = text.split(separator: " ")[...]
    while let word = words.first {
      let mark = marks.first { mark in
        words.prefix(mark.count).map { $0.lowercased() } == mark.map(String.init)
      }
      if let mark, terms.count < limit - 1 || words.count == mark.count {
        terms.append(.word(words.prefix(mark.count).joined(separator: " ")))
        words = words.dropFirst(mark.count)
        continue
      }
      let found = SearchedTime.beginning(words)
      if terms.count == limit - 1, words.count > max(1, found?.words ?? 1) {
        terms.append(.word(String(text[word.startIndex...])))
        return
      }
      let taken = words.prefix(found?.words ?? 1)
      terms.append(found.map { .time($0.time, text: taken.joined(separator: " ")) } ?? .word(String(word)))
      words = words.dropFirst(taken.count)
    }
  }

  public var isEmpty: Bool { terms.isEmpty }

  /// - Parameters:
  ///   - text: The text of the line.
  ///   - times: The instants that the line shows, each in the form that `SearchedTime` matches.
  public func finds(in text: String, times: [String] = []) -> Bool {
    guard !isEmpty else { return true }
    let text = text.lowercased()
    return terms.allSatisfy { term in
      switch term {
      case .word(let word): text.contains(word.lowercased())
      case .time(let time, let typed):
        times.contains { time.matches($0) } || text.contains(typed.lowercased())
      }
    }
  }
}
