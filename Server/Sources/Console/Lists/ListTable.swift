// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// What the pages with a long list share: what it may be sorted by, the heads of its table, and where in it a page is.
enum ListTable {
  /// Longer searches are cut.
  static let searchLength = 120

  /// One of several values of a field, such as what a list is sorted by.
  struct Choice {
    let value: String
    let label: String
    var hint: String?
    let isChosen: Bool
  }

  /// All values, of which one is chosen.
  static func choices<Value: RawRepresentable<String> & CaseIterable & Equatable>(
    _ chosen: Value, _ label: (Value) -> String, hint: (Value) -> String? = { _ in nil }
  ) -> [Choice] {
    Value.allCases.map { Choice(value: $0.rawValue, label: label($0), hint: hint($0), isChosen: $0 == chosen) }
  }

  /// A link that narrows what a page shows.
  struct Filter {
    let label: String
    var count: String?
    let href: String
    let isCurrent: Bool
  }

  /// A head of the table, which sorts by it.
  struct Column {
    let label: String
    /// nil: nothing is sorted by it.
    let href: String?
    var isNumber = false
    /// As ARIA has it; nil: the list is sorted otherwise.
    let order: String?
  }

  /// Where in a list that is longer than a page.
  struct Pages {
    let words: String
    let previous: String?
    let next: String?
  }

  /// The part of a list that stands on a page, from 1; a page beyond the end is the last one, for lines may have gone since.
  ///
  /// - Parameter path: Of a page.
  static func part<Line>(
    _ lines: [Line], page: Int, length: Int, path: (Int) -> String
  ) -> (lines: ArraySlice<Line>, page: Int, pages: Pages?) {
    let count = max(1, (lines.count + length - 1) / length)
    let page = min(max(1, page), count)
    let start = (page - 1) * length
    let part = lines[start..<min(start + length, lines.count)]
    guard count > 1 else { return (part, page, nil) }
    let words = "\(NumberWords.count(start + 1)) to \(NumberWords.count(start + part.count)) of \(NumberWords.count(lines.count))"
    return (part, page, Pages(words: words, previous: page > 1 ? path(page - 1) : nil, next: page < count ? path(page + 1) : nil))
  }
}

extension Array {
  /// Those that are equal stay in their order.
  func ordered(by key: (Element) -> some Comparable) -> [Element] {
    let keys = map(key)
    return indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { self[$0] }
  }
}
