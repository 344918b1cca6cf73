// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What the two sides of a difference are called.
struct ChangeSides {
  let before: String
  let after: String
}

/// One field that differs, for the template `campaigns/changes`.
struct ChangeRow {
  let label: String
  let before: Side
  let after: Side

  /// A text, cut to what differs and a little around it.
  struct Side {
    let isEmpty: Bool
    let head: String
    let changed: String
    let tail: String
    /// The whole text, if it was cut.
    let whole: String?
  }

  /// Characters that are shown of what differs, and before and after it.
  private static let (longest, around) = (240, 60)

  init(_ change: VersionDifference.Change) {
    label = change.label
    guard let before = change.before, let after = change.after else {
      self.before = Self.side(change.before)
      self.after = Self.side(change.after)
      return
    }
    let start = Self.words(zip(before, after).prefix { $0 == $1 }.map(\.0))
    let (restBefore, restAfter) = (before.dropFirst(start), after.dropFirst(start))
    let end = Self.words(zip(restBefore.reversed(), restAfter.reversed()).prefix { $0 == $1 }.map(\.0))
    self.before = Self.side(before, start, end)
    self.after = Self.side(after, start, end)
  }

  /// How many of the equal characters are whole words.
  private static func words(_ equal: [Character]) -> Int {
    equal.lastIndex { $0.isWhitespace }.map { $0 + 1 } ?? 0
  }

  private static func side(_ text: String?, _ start: Int = 0, _ end: Int = 0) -> Side {
    guard let text, !text.isEmpty else {
      return Side(isEmpty: true, head: "", changed: "", tail: "", whole: nil)
    }
    let (head, changed, tail) = (text.prefix(start), text.dropFirst(start).dropLast(end), text.suffix(end))
    let isCut = head.count > around || changed.count > longest || tail.count > around
    return Side(
      isEmpty: false, head: head.count > around ? "…" + head.suffix(around) : String(head),
      changed: changed.count > longest ? changed.prefix(longest) + "…" : String(changed),
      tail: tail.count > around ? tail.prefix(around) + "…" : String(tail), whole: isCut ? text : nil)
  }
}
