// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// What was said about one attribute of a person since it was last set, and the resulting value.
///
/// The order of arrival does not matter: the value results from all statements in the order of
/// their places. To bound memory, at most `kept` changes, of at most `keptBytes`, stay separate;
/// beyond that the oldest are folded into one value. Places before the folded ones are then lost: a
/// change that arrives for one is applied to the folded value, which is right for increments and
/// close for others. A value that was set there counts as overtaken.
public struct AttributeHistory: Hashable, Sendable {
  /// The most changes that stay separate.
  public static let kept = 250
  /// The most bytes of values, in compact form, of changes that stay separate. A history that was
  /// read only in part may have as many again in small changes.
  public static let keptBytes = 65_536

  /// Whether the change is so large that the number of changes says too little about their size.
  public static func isLarge(_ change: Wire.AttributeChange) -> Bool {
    change.value.encodedByteCount > keptBytes / kept
  }

  /// The newest value that was set; nil when none was.
  public private(set) var set: Said<Wire.JSONValue>?
  /// The result of that value and the oldest changes, at the place of the newest of them.
  public private(set) var folded: Said<Wire.JSONValue>?
  /// In the order of their places, all of them after `set` and `folded`.
  public private(set) var changes: [Said<Wire.AttributeChange>]
  /// Bytes of all `changes`.
  private var bytes: Int
  /// What is stored but was not read; nil when everything was read.
  private var unread: Unread?

  /// A statement and its place.
  public struct Said<Content: Hashable & Sendable>: Hashable, Sendable {
    public var place: Place
    public var content: Content

    public init(_ content: Content, at place: Place) {
      self.place = place
      self.content = content
    }
  }

  /// A history as it was kept: `changes` in order, none before `set` or `folded`.
  public init(
    set: Said<Wire.JSONValue>? = nil, folded: Said<Wire.JSONValue>? = nil,
    changes: [Said<Wire.AttributeChange>] = []
  ) {
    self.set = set
    self.folded = folded
    self.changes = changes
    bytes = Self.bytes(of: changes)
  }

  /// The beginning of the stored history of an attribute that was changed. That is enough as long
  /// as everything that arrives comes after all of it.
  ///
  /// - Parameter beginning: Its first steps: as many as `AttributeReading` asks for, or all.
  public init(_ beginning: AttributeHistory = AttributeHistory(), of stored: StoredAttribute) {
    self = beginning
    let count = stored.steps - beginning.steps.count
    if count > 0 {
      unread = Unread(count: count, index: changes.count, value: stored.value, newest: stored.newest)
    }
  }

  /// The resulting value; null when the attribute does not exist.
  public var value: Wire.JSONValue { later.reduce(unread?.value ?? base) { $1.content.applied(to: $0) } }

  /// The place of the newest statement; nil when there is none.
  public var newest: Place? { later.last?.place ?? unread?.newest ?? reach }

  /// The number of steps as which the history is stored; 0 when the attribute was only set.
  public var stepCount: Int { steps.count + (unread?.count ?? 0) }

  /// Whether the whole history was read.
  var isWhole: Bool { unread == nil }

  /// The changes that come after those that were not read.
  private var later: ArraySlice<Said<Wire.AttributeChange>> { changes[(unread?.index ?? 0)...] }

  private var base: Wire.JSONValue { folded?.content ?? set?.content ?? .null }
  /// The place up to which only a value is known.
  private var reach: Place? { folded?.place ?? set?.place }

  // MARK: - What arrives

  /// Adds a value. Whatever was said before it no longer counts.
  public mutating func add(_ value: Wire.JSONValue, at place: Place) {
    if let reach, place <= reach { return }
    set = Said(value, at: place)
    folded = nil
    unread = nil
    changes.removeAll { $0.place <= place }
    bytes = Self.bytes(of: changes)
  }

  /// Adds a change. Ignores operations that this version does not know.
  public mutating func add(_ change: Wire.AttributeChange, at place: Place) {
    guard change.operation.known != nil else { return }
    if let set, place <= set.place { return }
    if let before = folded, place <= before.place {
      folded = Said(change.applied(to: before.content), at: before.place)
      return
    }
    // Almost always the newest.
    let index = changes.lastIndex { $0.place < place }.map { $0 + 1 } ?? 0
    changes.insert(Said(change, at: place), at: index)
    bytes += change.value.encodedByteCount
    while changes.count + (unread?.count ?? 0) > Self.kept || (isWhole && bytes > Self.keptBytes) {
      guard foldOldest() else { break }
    }
  }

  /// Folds the oldest change into the present value. Returns false when the oldest change was not
  /// read.
  private mutating func foldOldest() -> Bool {
    guard unread?.index != 0, let oldest = changes.first else { return false }
    unread?.index -= 1
    folded = Said(oldest.content.applied(to: base), at: oldest.place)
    bytes -= oldest.content.value.encodedByteCount
    changes.removeFirst()
    return true
  }

  private struct Unread: Hashable {
    /// The number of steps.
    var count: Int
    /// How many of `changes` come before them.
    var index: Int
    /// The value that results from everything that is stored.
    var value: Wire.JSONValue
    /// The newest place of everything that is stored.
    var newest: Place
  }

  private static func bytes(of changes: [Said<Wire.AttributeChange>]) -> Int {
    changes.reduce(0) { $0 + $1.content.value.encodedByteCount }
  }

  // MARK: - Two people who turn out to be one

  /// Merges the other person's history of the same attribute. The two have no statement in common.
  ///
  /// Nothing is lost as long as nothing was folded. Of folded values, the later one is changed by
  /// what the earlier one gained since it was set (numbers are added, lists and objects are
  /// joined), unless all of that came before a value that the other person set.
  public mutating func merge(_ other: AttributeHistory) {
    let isStart = other.set.map { theirs in set.map { $0.place < theirs.place } ?? true } ?? false
    // The value that was set last is the start of both.
    let (start, rest) = isStart ? (other, self) : (self, other)
    var merged = AttributeHistory(set: start.set, folded: start.folded)
    if let folded = rest.folded, start.set.map({ $0.place < folded.place }) ?? true {
      let made = folded.content.made(of: rest.set?.content ?? .null)
      if let later = start.folded, folded.place < later.place {
        merged.folded = Said(
          start.set == nil ? later.content.joined(to: made) : later.content.joined(under: made),
          at: later.place)
      } else {
        merged.folded = Said(made.joined(to: start.base), at: folded.place)
      }
    }
    for change in (changes + other.changes).sorted(by: { $0.place < $1.place }) {
      merged.add(change.content, at: change.place)
    }
    self = merged
  }

  /// The position of a statement among all statements about an attribute. Statements of somebody
  /// who was signed in come after all anonymous ones. Within each group the instant decides, then
  /// the event's id.
  public struct Place: Hashable, Comparable, Sendable {
    public var isOwn: Bool
    /// When it counts.
    public var at: Instant
    public var eventID: String

    public init(isOwn: Bool, at: Instant, eventID: String) {
      self.isOwn = isOwn
      self.at = at
      self.eventID = eventID
    }

    /// Compares ids byte by byte, as databases do.
    public static func < (one: Place, other: Place) -> Bool {
      if one.isOwn != other.isOwn { return other.isOwn }
      if one.at != other.at { return one.at < other.at }
      return one.eventID.utf8.lexicographicallyPrecedes(other.eventID.utf8)
    }
  }
}

extension Wire.JSONValue {
  /// Applies this value, which results from changes to nothing, to an earlier value as one change.
  fileprivate func joined(to earlier: Wire.JSONValue) -> Wire.JSONValue {
    switch self {
    case .null: earlier
    case .int, .double: Wire.AttributeChange(.known(.increment), self).applied(to: earlier)
    case .array(let elements):
      elements.reduce(earlier) { Wire.AttributeChange(.known(.add), $1).applied(to: $0) }
    default: Wire.AttributeChange(.known(.merge), self).applied(to: earlier)
    }
  }

  /// This value as it would be if `earlier`, which results from changes to nothing, had been
  /// applied between the value that was set and its changes.
  fileprivate func joined(under earlier: Wire.JSONValue) -> Wire.JSONValue {
    switch (self, earlier) {
    case (.null, _): earlier
    case (.int, .int), (.int, .double), (.double, .int), (.double, .double), (.array, .array):
      joined(to: earlier)
    case (.object, .object) where Wire.AttributeChange(.known(.merge), self).fits: joined(to: earlier)
    default: self
    }
  }

  /// What the changes that turned `value` into this one would have made of nothing, as far as that
  /// is known: the difference of numbers, the new elements of a list, and the members of an object
  /// that differ.
  fileprivate func made(of value: Wire.JSONValue) -> Wire.JSONValue {
    switch (self, value) {
    case (_, .null): self
    case _ where self == value: .null
    case (_, .int(let number)):
      Wire.AttributeChange(.known(.increment), number == .min ? .double(-Double(number)) : .int(-number))
        .applied(to: self)
    case (_, .double(let number)):
      Wire.AttributeChange(.known(.increment), .double(-number)).applied(to: self)
    case (.array(let elements), .array(let before)): .array(elements.filter { !before.contains($0) })
    case (.object(let members), .object(let before)): .object(members.filter { before[$0.key] != $0.value })
    default: .null
    }
  }
}
