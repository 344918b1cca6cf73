// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// Which names of custom events one batch counts by themselves, and which give way to them.
///
/// Whoever has an app's SDK key can invent as many names as they like. So places go to what is useful: a name that a campaign waits for always has
/// one; where there is none left, a name that nobody has sent for long gives way to a new one, and after those a name that few people sent. What a
/// name that gave way had been counted is counted as other.
public struct EventNames: Sendable {
  /// A name that has a place.
  public struct Entry: Hashable, Sendable {
    public var people: NamePeople
    /// On which somebody sent it.
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
    /// Names that may give way, the first one first: at least `limit(waitedFor:named:)`.
    public var weak: [String]

    public init(waitedFor: Set<ExactText> = [], weak: [String] = []) {
      self.waitedFor = waitedFor
      self.weak = weak
    }

    /// As many more as campaigns use, and those of this batch, may be among them and stay.
    public static func limit(waitedFor: Int, named: Int) -> Int {
      CountLimits.replacedNames * 2 + min(waitedFor + named, CountLimits.eventNames)
    }
  }

  private let today: Int64
  private var stored: [ExactText: Entry]
  /// nil: a name that is not counted.
  private var names: [ExactText: Entry?] = [:]
  private var count: Int
  private let claims: Claims
  private var weak: ArraySlice<String>
  /// Names that gave way, in this order, before anything is counted.
  public private(set) var replaced: [String] = []

  /// - Parameters:
  ///   - today: The day of the receipt, counted from 1970.
  ///   - stored: Of those that are named, those that have a place.
  ///   - count: How many names have a place; asked for only if one is named that has none.
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

  /// What the event is counted under: its name, or nothing.
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

  /// nil: there is no place for it.
  private mutating func newEntry(_ name: ExactText) -> Entry? {
    if count >= CountLimits.eventNames, !claims.waitedFor.contains(name) { return replaceOne() ? Entry() : nil }
    count += 1
    return Entry()
  }

  /// False: all have a better claim. No batch pays for more than a few, however many it invents.
  private mutating func replaceOne() -> Bool {
    guard replaced.count < CountLimits.replacedNames else { return false }
    while let text = weak.popFirst() {
      let name = ExactText(text)
      // Not one that this batch has counted itself, nor one that a campaign waits for.
      guard names[name] == nil, !claims.waitedFor.contains(name) else { continue }
      replaced.append(text)
      // Sent later in the batch, it needs a place again.
      stored[name] = nil
      return true
    }
    return false
  }
}

/// About how many different people there are, in 64 bits: each person has one of them. 20 people have about 17.
public struct NamePeople: Hashable, Sendable {
  /// As many bits as `CountLimits.establishedPeople` people have on average.
  public static let many = 17

  public private(set) var bits: UInt64

  public init(bits: UInt64 = 0) {
    self.bits = bits
  }

  public var count: Int { bits.nonzeroBitCount }
  public var areMany: Bool { count >= Self.many }

  /// True: it is one that is not known to be among them.
  @discardableResult public mutating func add(_ person: Int64) -> Bool {
    var hash = UInt64(bitPattern: person) &+ 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    let bit = UInt64(1) << ((hash ^ (hash >> 31)) & 63)
    defer { bits |= bit }
    return bits & bit == 0
  }
}
