// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// Which names of custom events one batch counts separately, and which names give way to them.
///
/// Anyone with an app's SDK key can invent as many names as they like, so places go to the useful
/// ones. A name that a campaign waits for always has a place. When no place is left, a new name
/// replaces one that nobody has sent for a long time, and after those one that few people sent.
/// What was counted for a replaced name is then counted as other.
public struct EventNames: Sendable {
  /// A name that has a place.
  public struct Entry: Hashable, Sendable {
    public var people: NamePeople
    /// The last day on which somebody sent it.
    public var lastDay: Int64

    public init(people: NamePeople = NamePeople(), lastDay: Int64 = 0) {
      self.people = people
      self.lastDay = lastDay
    }
  }

  /// What is asked for only when there is no place for all names of a batch.
  public struct Claims: Sendable {
    /// Names that campaigns wait for.
    public var waitedFor: Set<ExactText>
    /// Names that may give way, in this order: at least `limit(waitedFor:named:)`.
    public var weak: [String]

    public init(waitedFor: Set<ExactText> = [], weak: [String] = []) {
      self.waitedFor = waitedFor
      self.weak = weak
    }

    /// How many names to load into `weak`: names that campaigns use and names of this batch may be
    /// among them, and those stay.
    public static func limit(waitedFor: Int, named: Int) -> Int {
      CountLimits.replacedNames * 2 + min(waitedFor + named, CountLimits.eventNames)
    }
  }

  private let today: Int64
  private var stored: [ExactText: Entry]
  /// A nil entry is a name that is not counted.
  private var names: [ExactText: Entry?] = [:]
  private var count: Int
  private let claims: Claims
  private var weak: ArraySlice<String>
  /// Names that gave way, in this order, before anything is counted.
  public private(set) var replaced: [String] = []

  /// - Parameters:
  ///   - today: The day of the receipt, counted from 1970.
  ///   - stored: Names of the batch that have a place.
  ///   - count: How many names have a place; asked for only if a name of the batch has none.
  public init(today: Int64, stored: [ExactText: Entry], count: Int = 0, claims: Claims = Claims()) {
    self.today = today
    self.stored = stored
    self.count = count
    self.claims = claims
    weak = claims.weak[...]
  }

  /// What has to be written.
  public var changed: [ExactText: Entry] {
    names.compactMapValues { $0 }.filter { stored[$0.key] != $0.value }
  }

  /// The name under which the event is counted; empty when it is not counted by its name.
  public mutating func counted(_ text: String, by person: Int64) -> String {
    guard !text.isEmpty else { return "" }
    let name = ExactText(text)
    if names[name] == nil { names[name] = .some(stored[name] ?? newEntry(name)) }
    guard var entry = names[name] ?? nil else { return "" }
    let before = entry
    if !entry.people.areMany { entry.people.add(person) }
    entry.lastDay = max(entry.lastDay, today)
    if entry != before { names[name] = entry }
    return text
  }

  /// nil when there is no place for the name.
  private mutating func newEntry(_ name: ExactText) -> Entry? {
    if count >= CountLimits.eventNames, !claims.waitedFor.contains(name) {
      return replaceOne() ? Entry() : nil
    }
    count += 1
    return Entry()
  }

  /// False when all others have a better claim. A batch replaces only a few names, however many it
  /// invents.
  private mutating func replaceOne() -> Bool {
    guard replaced.count < CountLimits.replacedNames else { return false }
    while let text = weak.popFirst() {
      let name = ExactText(text)
      // Keeps names that this batch has counted itself and names that a campaign waits for.
      guard names[name] == nil, !claims.waitedFor.contains(name) else { continue }
      replaced.append(text)
      // If the batch sends the name again later, it needs a place again.
      stored[name] = nil
      return true
    }
    return false
  }
}

/// Estimates how many different people there are, in 64 bits: each person sets one bit. 20 people
/// set about 17.
public struct NamePeople: Hashable, Sendable {
  /// As many bits as `CountLimits.establishedPeople` people have on average.
  public static let many = 17

  public private(set) var bits: UInt64

  public init(bits: UInt64 = 0) {
    self.bits = bits
  }

  public var count: Int { bits.nonzeroBitCount }
  public var areMany: Bool { count >= Self.many }

  /// Returns true when the person is not known to be among them.
  @discardableResult public mutating func add(_ person: Int64) -> Bool {
    let bit = UInt64(1) << ((UInt64(bitPattern: person) &+ 0x9E37_79B9_7F4A_7C15).mixed & 63)
    defer { bits |= bit }
    return bits & bit == 0
  }
}
