// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// What was said of one attribute of a person since it was last set, and what that comes to.
///
/// Whatever the order in which things arrive, the value is what all of them make of it in the order of their places. That costs memory, so
/// at most `kept` changes stay apart, of at most `keptBytes`: beyond that the oldest are folded into one value. From then on a place before the
/// folded ones is lost: a change that arrives for it is applied to the folded value, which is right for increments and close for others, and a
/// value that was set there counts as overtaken.
public struct AttributeHistory: Hashable, Sendable {
  /// Changes that stay apart.
  public static let kept = 250
  /// Bytes of the values, in compact form, of changes that stay apart. A history of which only a part was read may have as many again in small ones.
  public static let keptBytes = 65_536

  /// Whether the number of such changes says too little of their size.
  public static func isLarge(_ change: Wire.AttributeChange) -> Bool { change.value.encodedByteCount > keptBytes / kept }

  /// The newest value that was set; nil: none was.
  public private(set) var set: Said<Wire.JSONValue>?
  /// What that and the oldest changes came to, at the place of the newest of them.
  public private(set) var folded: Said<Wire.JSONValue>?
  /// In the order of their places, all of them after `set` and `folded`.
  public private(set) var changes: [Said<Wire.AttributeChange>]
  /// Of all of `changes`.
  private var bytes: Int
  /// What is stored and was not read; nil: all was.
  private var unread: Unread?

  /// Something that was said, and where it stands.
  public struct Said<Content: Hashable & Sendable>: Hashable, Sendable {
    public var place: Place
    public var content: Content

    public init(_ content: Content, at place: Place) {
      self.place = place
      self.content = content
    }
  }

  /// As it was kept: `changes` in order, none before `set` or `folded`.
  public init(
    set: Said<Wire.JSONValue>? = nil, folded: Said<Wire.JSONValue>? = nil, changes: [Said<Wire.AttributeChange>] = []
  ) {
    self.set = set
    self.folded = folded
    self.changes = changes
    bytes = Self.bytes(of: changes)
  }

  /// The beginning of what is kept of an attribute that was changed, which is all that is needed while what arrives is said after all of it.
  ///
  /// - Parameter beginning: Its first steps: so many as `AttributeReading` asks for, or all.
  public init(_ beginning: AttributeHistory = AttributeHistory(), of stored: StoredAttribute) {
    self = beginning
    let count = stored.steps - beginning.steps.count
    if count > 0 { unread = Unread(count: count, index: changes.count, value: stored.value, newest: stored.newest) }
  }

  /// What all of it comes to; null: the attribute is not there.
  public var value: Wire.JSONValue { later.reduce(unread?.value ?? base) { $1.content.applied(to: $0) } }

  /// Where the newest thing stands that was said; nil: nothing was.
  public var newest: Place? { later.last?.place ?? unread?.newest ?? reach }

  /// How many steps it is stored as; 0: it was only set.
  public var stepCount: Int { steps.count + (unread?.count ?? 0) }

  /// All that was read is there.
  var isWhole: Bool { unread == nil }

  /// What was said after what was not read.
  private var later: ArraySlice<Said<Wire.AttributeChange>> { changes[(unread?.index ?? 0)...] }

  private var base: Wire.JSONValue { folded?.content ?? set?.content ?? .null }
  /// Up to where there is only a value.
  private var reach: Place? { folded?.place ?? set?.place }

  // MARK: - What arrives

  /// Takes in a value. Whatever was said before it counts no longer.
  public mutating func add(_ value: Wire.JSONValue, at place: Place) {
    if let reach, place <= reach { return }
    set = Said(value, at: place)
    folded = nil
    unread = nil
    changes.removeAll { $0.place <= place }
    bytes = Self.bytes(of: changes)
  }

  /// Takes in a change. Operations that this version does not know are left out.
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

  /// Makes of the value that there is and the oldest change one value. False: the oldest was not read.
  private mutating func foldOldest() -> Bool {
    guard unread?.index != 0, let oldest = changes.first else { return false }
    unread?.index -= 1
    folded = Said(oldest.content.applied(to: base), at: oldest.place)
    bytes -= oldest.content.value.encodedByteCount
    changes.removeFirst()
    return true
  }

  private struct Unread: Hashable {
    /// Steps.
    var count: Int
    /// How many of `changes` stand before them.
    var index: Int
    /// What all that is stored comes to.
    var value: Wire.JSONValue
    /// Of all that is stored.
    var newest: Place
  }

  private static func bytes(of changes: [Said<Wire.AttributeChange>]) -> Int {
    changes.reduce(0) { $0 + $1.content.value.encodedByteCount }
  }

  // MARK: - Two people who turn out to be one

  /// Takes in what was said of the same attribute of the other, none of which is among these.
  ///
  /// Nothing is lost as long as nothing was folded. Of folded values the later is changed by what the earlier came to since it was set, numbers
  /// added, lists and objects joined, unless all of that came before a value that the other was set to.
  public mutating func merge(_ other: AttributeHistory) {
    let isStart = other.set.map { theirs in set.map { $0.place < theirs.place } ?? true } ?? false
    // What was set last is the start of both.
    let (start, rest) = isStart ? (other, self) : (self, other)
    var merged = AttributeHistory(set: start.set, folded: start.folded)
    if let folded = rest.folded, start.set.map({ $0.place < folded.place }) ?? true {
      let made = folded.content.made(of: rest.set?.content ?? .null)
      if let later = start.folded, folded.place < later.place {
        merged.folded = Said(start.set == nil ? later.content.joined(to: made) : later.content.joined(under: made), at: later.place)
      } else {
        merged.folded = Said(made.joined(to: start.base), at: folded.place)
      }
    }
    for change in (changes + other.changes).sorted(by: { $0.place < $1.place }) { merged.add(change.content, at: change.place) }
    self = merged
  }
}

extension AttributeHistory {
  /// Where something stands among all that was said of an attribute: what somebody said as themselves after all that was said while nobody
  /// knew them, then by the instant, then by the event's id.
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

    /// Ids byte by byte, as databases compare them.
    public static func < (one: Place, other: Place) -> Bool {
      if one.isOwn != other.isOwn { return other.isOwn }
      if one.at != other.at { return one.at < other.at }
      return one.eventID.utf8.lexicographicallyPrecedes(other.eventID.utf8)
    }
  }
}

extension Wire.JSONValue {
  /// What changes made of nothing, as a change of something.
  fileprivate func joined(to earlier: Wire.JSONValue) -> Wire.JSONValue {
    switch self {
    case .null: earlier
    case .int, .double: Wire.AttributeChange(.known(.increment), self).applied(to: earlier)
    case .array(let elements): elements.reduce(earlier) { Wire.AttributeChange(.known(.add), $1).applied(to: $0) }
    default: Wire.AttributeChange(.known(.merge), self).applied(to: earlier)
    }
  }

  /// As if earlier changes, which made this of nothing, had come in between a value that was set and what changes made of it.
  fileprivate func joined(under earlier: Wire.JSONValue) -> Wire.JSONValue {
    switch (self, earlier) {
    case (.null, _): earlier
    case (.int, .int), (.int, .double), (.double, .int), (.double, .double), (.array, .array): joined(to: earlier)
    case (.object, .object) where Wire.AttributeChange(.known(.merge), self).fits: joined(to: earlier)
    default: self
    }
  }

  /// What the changes that made this of a value would have made of nothing, as far as that can be told: the difference of numbers, what is new
  /// in a list, and the members of an object that became others.
  fileprivate func made(of value: Wire.JSONValue) -> Wire.JSONValue {
    switch (self, value) {
    case (_, .null): self
    case _ where self == value: .null
    case (_, .int(let number)):
      Wire.AttributeChange(.known(.increment), number == .min ? .double(-Double(number)) : .int(-number)).applied(to: self)
    case (_, .double(let number)): Wire.AttributeChange(.known(.increment), .double(-number)).applied(to: self)
    case (.array(let elements), .array(let before)): .array(elements.filter { !before.contains($0) })
    case (.object(let members), .object(let before)): .object(members.filter { before[$0.key] != $0.value })
    default: .null
    }
  }
}
