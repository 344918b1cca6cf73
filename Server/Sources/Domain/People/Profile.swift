// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// The attributes of one person while a batch is processed: what is said about them, in whatever
/// order, and how much room they take, for `PeopleLimits`.
///
/// The size of every attribute is known. For attributes that the batch names, what is stored is
/// loaded too (`load`) before anything is processed.
public struct Profile: Sendable {
  /// What is known about every attribute.
  public struct Entry: Hashable, Sendable {
    /// Bytes of name and value; 0 when the attribute was removed.
    public var bytes: Int
    public var isOwn: Bool
    /// When it was last set or changed.
    public var at: Instant
  }

  private struct Attribute {
    let stored: AttributeHistory
    var history: AttributeHistory
    /// The history's value, if that costs nothing to know.
    var value: Wire.JSONValue?

    mutating func apply(_ record: Wire.EventRecord, at place: AttributeHistory.Place, isNewest: Bool) {
      history.add(record, at: place)
      switch record.body {
      case .attribute(_, let new): value = isNewest ? new : nil
      case .attributeChange(_, let change): value = isNewest ? value.map { change.applied(to: $0) } : nil
      default: break
      }
    }
  }

  private var entries: [ExactText: Entry] = [:]
  /// The number of entries that exist, and their total bytes.
  private var count = 0
  private var total = 0
  private var attributes: [ExactText: Attribute] = [:]
  /// Whether sizes were measured, which happens once, when the person seems full. Before that, the
  /// size of a value that is not known right away is estimated, never too small.
  private var isMeasured = false

  public init(_ entries: [(key: String, entry: Entry)] = []) {
    self.entries.reserveCapacity(entries.count)
    for (key, entry) in entries { resize(ExactText(key), to: entry) }
  }

  /// Whether the stored history of the attribute is known.
  public func hasLoaded(_ key: String) -> Bool { attributes[ExactText(key)] != nil }

  /// - Parameters:
  ///   - stored: nil when nothing was ever said about the attribute.
  ///   - history: As much of its history as `AttributeReading` asks for.
  public mutating func load(
    _ key: String, _ stored: StoredAttribute?, _ history: AttributeHistory = AttributeHistory()
  ) {
    var whole = history
    if let stored {
      whole =
        stored.steps == 0
        ? AttributeHistory(set: AttributeHistory.Said(stored.value, at: stored.newest))
        : AttributeHistory(history, of: stored)
    }
    attributes[ExactText(key)] = Attribute(stored: whole, history: whole, value: stored?.value ?? .null)
  }

  /// What has to be written.
  public var updates: [AttributeUpdate] {
    attributes.compactMap { key, attribute in
      attribute.history == attribute.stored
        ? nil : AttributeUpdate(key.text, attribute.history, over: attribute.stored, value: attribute.value)
    }
  }

  // MARK: - What arrives

  /// Processes what an event says about an attribute. Returns why the person cannot have it;
  /// nothing has changed then. A change that takes no more room than before always fits.
  public mutating func apply(_ record: Wire.EventRecord, countedAt: Instant) -> Wire.EventResult? {
    guard let text = record.body.attributeKey else { return nil }
    let key = ExactText(text)
    if attributes[key] == nil { load(text, nil) }
    if let refusal = refusal(record, key) { return refusal }
    let place = AttributeHistory.Place(record, at: countedAt)
    let isNewest = attributes[key]?.history.newest.map { $0 < place } ?? true
    let before = entries[key]?.bytes ?? 0
    var bytes = Self.bytes(record.body, before: before)
    attributes[key]?.apply(record, at: place, isNewest: isNewest)
    if !isNewest, case .attribute = record.body {
      bytes = min(before + bytes, text.utf8.count + Wire.Limits.attributeBytes)
    }
    let newest = attributes[key]?.history.newest ?? place
    resize(key, to: Entry(bytes: bytes, isOwn: newest.isOwn, at: newest.at))
    if entries.count - count > PeopleLimits.removedAttributes { trim() }
    return nil
  }

  private mutating func refusal(_ record: Wire.EventRecord, _ key: ExactText) -> Wire.EventResult? {
    var (before, after) = sizes(record, key)
    if total - before + after > PeopleLimits.attributeBytes, !isMeasured {
      isMeasured = true
      measure()
      (before, after) = sizes(record, key)
    }
    if total - before + after > PeopleLimits.attributeBytes,
      case .attributeChange(_, let change) = record.body,
      let current = attributes[key]?.value
    {
      let value = change.applied(to: current)
      after = value == .null ? 0 : key.text.utf8.count + value.encodedByteCount
    }
    guard after > before else { return nil }
    func refused(_ field: String, _ message: String) -> Wire.EventResult {
      Wire.EventResult(
        id: record.id, status: .known(.rejected), code: "profile_full", field: field, message: message)
    }
    if before == 0, count >= PeopleLimits.attributes {
      return refused(
        "key",
        "A person can have up to \(PeopleLimits.attributes) attributes. Remove one, or reuse an existing one."
      )
    }
    guard total - before + after > PeopleLimits.attributeBytes else { return nil }
    return refused(
      "value",
      "The attributes of a person can have up to \(NumberWords.count(PeopleLimits.attributeBytes)) bytes in total. Remove some, or send a shorter value."
    )
  }

  // MARK: - Room

  /// Makes two people who became one fit. Attributes set while anonymous are removed first, the
  /// oldest before the newer ones. Only the newest removals are remembered.
  public mutating func trim() {
    measure()
    func oldestFirst(_ isIncluded: (Entry) -> Bool) -> [ExactText] {
      entries.filter { isIncluded($0.value) }.sorted { one, other in
        let (at, otherAt) = (one.value.at, other.value.at)
        return at != otherAt ? at < otherAt : one.key.text.utf8.lexicographicallyPrecedes(other.key.text.utf8)
      }.map(\.key)
    }
    if count > PeopleLimits.attributes || total > PeopleLimits.attributeBytes {
      for key in oldestFirst({ !$0.isOwn && $0.bytes > 0 }) {
        guard count > PeopleLimits.attributes || total > PeopleLimits.attributeBytes else { break }
        forget(key)
      }
    }
    // Down to half of the limit, so that not every removal searches for the oldest.
    let removed = entries.count - count
    if removed > PeopleLimits.removedAttributes {
      for key in oldestFirst({ $0.bytes == 0 }).prefix(removed - PeopleLimits.removedAttributes / 2) {
        forget(key)
      }
    }
  }

  private mutating func forget(_ key: ExactText) {
    resize(key, to: nil)
    // Something is stored for an attribute that was not read.
    let nowhere = AttributeHistory.Place(isOwn: false, at: Instant(milliseconds: 0), eventID: "")
    let unread = AttributeHistory(of: StoredAttribute(value: .null, newest: nowhere, steps: 1))
    attributes[key] = Attribute(
      stored: attributes[key]?.stored ?? unread, history: AttributeHistory(), value: .null)
  }

  private mutating func resize(_ key: ExactText, to entry: Entry?) {
    if let old = entries[key], old.bytes > 0 {
      count -= 1
      total -= old.bytes
    }
    entries[key] = entry
    if let entry, entry.bytes > 0 {
      count += 1
      total += entry.bytes
    }
  }

  /// Replaces estimates with exact sizes.
  private mutating func measure() {
    for (key, attribute) in attributes {
      let value = attribute.value ?? attribute.history.value
      attributes[key]?.value = value
      resize(
        key,
        to: attribute.history.newest.map {
          Entry(
            key.text, valueBytes: value == .null ? nil : value.encodedByteCount, isOwn: $0.isOwn, at: $0.at)
        })
    }
  }

  /// Bytes of name and value, before the event and after it.
  private func sizes(_ record: Wire.EventRecord, _ key: ExactText) -> (before: Int, after: Int) {
    let before = entries[key]?.bytes ?? 0
    return (before, Self.bytes(record.body, before: before))
  }

  /// Bytes of name and value after the event; an upper bound when the event is a change.
  private static func bytes(_ body: Wire.EventRecord.Body, before: Int) -> Int {
    switch body {
    case .attribute(_, .null): 0
    case .attribute(let key, let value): key.utf8.count + value.encodedByteCount
    case .attributeChange(let key, let change):
      switch change.operation {
      // A number hardly grows.
      case .known(.increment) where before > 0: before
      case .known(.remove): before
      default:
        min(
          max(before, key.utf8.count) + change.value.encodedByteCount + 3,
          key.utf8.count + Wire.Limits.attributeBytes)
      }
    default: before
    }
  }
}

extension Profile.Entry {
  /// - Parameter valueBytes: nil when the attribute was removed.
  public init(_ key: String, valueBytes: Int?, isOwn: Bool, at: Instant) {
    self.init(bytes: valueBytes.map { key.utf8.count + $0 } ?? 0, isOwn: isOwn, at: at)
  }
}
