// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// A place in a sorted list: beside the line with this key and id. Lines that come, go or move
/// elsewhere do not move it, so no page shows a line twice and none is left out.
struct ListPlace: Hashable, Sendable {
  enum Side: String, CaseIterable, Sendable {
    case after, before
  }

  /// What a list is sorted by; lines with equal keys are in the order of their ids.
  enum Key: Hashable, Sendable {
    case number(Int64)
    case text(String)
  }

  var side: Side
  var key: Key
  var id: String

  init(_ side: Side, _ key: Key, _ id: String) {
    (self.side, self.key, self.id) = (side, key, id)
  }

  /// The place of an address: `after=c-12&key=17`. nil if there is none, or it is damaged, which is
  /// the beginning of the list.
  ///
  /// - Parameter isText: Whether the list is sorted by a text.
  init?(after: String?, before: String?, key: String?, isText: Bool) {
    guard let key, let id = after ?? before else { return nil }
    if isText {
      self.init(after == nil ? .before : .after, .text(key), id)
    } else {
      guard let number = Int64(key) else { return nil }
      self.init(after == nil ? .before : .after, .number(number), id)
    }
  }

  /// The fields of an address.
  var fields: [(String, String)] { [(side.rawValue, id), ("key", key.words)] }
}

extension ListPlace.Key: Comparable {
  var words: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): text
    }
  }

  /// All keys of a list are of one kind.
  static func < (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left < right
    case (.text(let left), .text(let right)): left < right
    case (.number, .text): true
    case (.text, .number): false
    }
  }
}

extension ListTable {
  /// A line with what its list is sorted by.
  struct Placed<Line> {
    let line: Line
    let key: ListPlace.Key
    let id: String

    fileprivate func comes(before other: (key: ListPlace.Key, id: String)) -> Bool {
      key == other.key ? id < other.id : key < other.key
    }
  }

  /// The lines in their order.
  static func sorted<Line>(_ lines: [Placed<Line>]) -> [Placed<Line>] {
    lines.sorted { $0.comes(before: ($1.key, $1.id)) }
  }

  /// The page that begins or ends at a place. The first page is always full, and beyond the end is
  /// the last page, since lines may have been removed in the meantime.
  ///
  /// - Parameters:
  ///   - lines: In their order.
  ///   - path: The address of a place; nil is the beginning.
  static func page<Line>(
    _ lines: [Placed<Line>], at place: ListPlace?, length: Int, path: (ListPlace?) -> String
  ) -> (lines: ArraySlice<Placed<Line>>, pages: Pages?) {
    func first(_ place: ListPlace, orSame: Bool) -> Int {
      lines.firstIndex { line in
        !line.comes(before: (place.key, place.id)) && (orSame || line.id != place.id || line.key != place.key)
      }
        ?? lines.count
    }
    var start = 0
    switch place?.side {
    case .after?:
      if let place { start = first(place, orSame: false) }
      if start == lines.count { start = max(0, lines.count - length) }
    case .before?: if let place { start = max(0, first(place, orSame: true) - length) }
    case nil: break
    }
    let end = min(start + length, lines.count)
    let part = lines[start..<end]
    guard lines.count > length, let top = part.first, let bottom = part.last else { return (part, nil) }
    let words =
      "\(NumberWords.count(start + 1)) to \(NumberWords.count(end)) of \(NumberWords.count(lines.count))"
    let previous = start == 0 ? nil : path(start <= length ? nil : ListPlace(.before, top.key, top.id))
    let next = end == lines.count ? nil : path(ListPlace(.after, bottom.key, bottom.id))
    return (part, Pages(words: words, previous: previous, next: next))
  }
}
