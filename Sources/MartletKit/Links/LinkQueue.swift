// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Links that wait until the app can open them, in their order.
///
/// Each one comes out once, or is counted as dropped: because there are too many, because it waited
/// too long, or because another person uses the app.
struct LinkQueue<Link: Sendable>: Sendable {
  /// More than this wait only if something is wrong.
  static var maximumCount: Int { 10 }
  /// A link that opens much later than the tap would be a surprise.
  static var patience: Duration { .seconds(60) }

  private struct Waiting: Sendable {
    var link: Link
    /// Who tapped, as `Gate.person`.
    var person: Int
    /// In monotonic time.
    var deadline: Duration
  }

  private var waiting: [Waiting] = []

  var count: Int { waiting.count }
  var isEmpty: Bool { waiting.isEmpty }
  /// When the next link has waited long enough, in monotonic time.
  var nextDeadline: Duration? { waiting.map(\.deadline).min() }

  /// Adds a link at the end. Returns whether the oldest one had to make room.
  ///
  /// - Parameter time: when the person tapped, in monotonic time.
  mutating func add(_ link: Link, of person: Int = 0, tappedAt time: Duration) -> Bool {
    waiting.append(Waiting(link: link, person: person, deadline: time + Self.patience))
    guard waiting.count > Self.maximumCount else { return false }
    waiting.removeFirst()
    return true
  }

  /// The oldest link, which no longer waits. nil if there is none.
  mutating func takeFirst() -> Link? {
    waiting.isEmpty ? nil : waiting.removeFirst().link
  }

  /// Drops the links that have waited too long. Returns their number.
  mutating func dropLate(at now: Duration) -> Int {
    drop { $0.deadline <= now }
  }

  /// Drops the links of everybody else. Returns their number.
  mutating func dropLinks(notOf person: Int) -> Int {
    drop { $0.person != person }
  }

  /// Drops all links. Returns their number.
  mutating func dropAll() -> Int {
    drop { _ in true }
  }

  private mutating func drop(_ isDropped: (Waiting) -> Bool) -> Int {
    let before = waiting.count
    waiting.removeAll(where: isDropped)
    return before - waiting.count
  }
}
