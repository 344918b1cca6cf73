// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// What pages with a long list share: the sort order, the table's column heads and the division
/// into pages.
enum ListTable {
  /// Longer searches are truncated.
  static let searchLength = 120

  /// One value of a field, such as a sort order.
  struct Choice {
    let value: String
    let label: String
    var hint: String?
    let isChosen: Bool
  }

  /// All values as choices, one of them chosen.
  static func choices<Value: RawRepresentable<String> & CaseIterable & Equatable>(
    _ chosen: Value, _ label: (Value) -> String, hint: (Value) -> String? = { _ in nil }
  ) -> [Choice] {
    Value.allCases.map {
      Choice(value: $0.rawValue, label: label($0), hint: hint($0), isChosen: $0 == chosen)
    }
  }

  /// A link that filters the list.
  struct Filter {
    let label: String
    var count: String?
    let href: String
    let isCurrent: Bool
  }

  /// A column head that sorts the list by its column.
  struct Column {
    let label: String
    /// nil if the list cannot be sorted by this column.
    let href: String?
    var isNumber = false
    /// The value of `aria-sort`; nil if the list is sorted by another column.
    let order: String?
  }

  /// The position in a list that is longer than a page.
  struct Pages {
    let words: String
    let previous: String?
    let next: String?
  }

  /// The lines on a page of the list; pages count from 1. A page beyond the end becomes the last
  /// one, since lines may have been removed in the meantime.
  ///
  /// - Parameter path: The address of a page.
  static func part<Line>(
    _ lines: [Line], page: Int, length: Int, path: (Int) -> String
  ) -> (lines: ArraySlice<Line>, page: Int, pages: Pages?) {
    let count = max(1, (lines.count + length - 1) / length)
    let page = min(max(1, page), count)
    let start = (page - 1) * length
    let part = lines[start..<min(start + length, lines.count)]
    guard count > 1 else { return (part, page, nil) }
    let words =
      "\(NumberWords.count(start + 1)) to \(NumberWords.count(start + part.count)) of \(NumberWords.count(lines.count))"
    return (
      part, page,
      Pages(
        words: words, previous: page > 1 ? path(page - 1) : nil, next: page < count ? path(page + 1) : nil)
    )
  }
}

extension Array {
  /// Equal elements keep their order.
  func ordered(by key: (Element) -> some Comparable) -> [Element] {
    let keys = map(key)
    return indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { self[$0] }
  }
}
