// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// One line of a device's timeline.
struct FeedEntry: Hashable, Sendable {
  /// 1, 2, 3 … in the life of a device.
  var number: Int
  var at: Instant
  /// The decision that this belongs to; the presentation that follows from it has the same id.
  var decisionID: String?
  var content: Content

  struct Content: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable {
      /// What somebody did to the device.
      case action
      case decision
      /// The presenter's doing: calls of the delegate, in their order.
      case step
      /// What became of a message, in words.
      case outcome
      /// What a phone would open.
      case intent
      case request
      /// The SDK says that something is wrong.
      case note
    }
    var kind: Kind
    var title: String
    var detail: String?
    var tone = Tone.plain
    /// What only its kind has.
    var further: [String: Wire.JSONValue] = [:]

    static func action(title: String, detail: String?) -> Self { Self(kind: .action, title: title, detail: detail) }

    static func step(title: String, detail: String?, tone: Tone) -> Self { Self(kind: .step, title: title, detail: detail, tone: tone) }

    static func outcome(title: String, detail: String?, tone: Tone) -> Self {
      Self(kind: .outcome, title: title, detail: detail, tone: tone)
    }

    static func note(_ text: String, tone: Tone) -> Self { Self(kind: .note, title: text, tone: tone) }
  }

  enum Tone: String, Hashable, Sendable {
    case plain, good, warn, bad
  }

  var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = [
      "n": .int(Int64(number)), "at": .int(at.milliseconds), "kind": .string(content.kind.rawValue), "title": .string(content.title),
      "tone": .string(content.tone.rawValue),
    ]
    fields["decision"] = decisionID.map { .string($0) }
    fields["detail"] = content.detail.map { .string($0) }
    return .object(fields.merging(content.further) { own, _ in own })
  }
}

/// A device's timeline: numbered, and bounded: the oldest entries go.
struct LabFeed: Sendable {
  static let capacity = 400

  private(set) var entries: [FeedEntry] = []
  private var lastNumber = 0

  mutating func append(_ content: FeedEntry.Content, decisionID: String? = nil, at now: Instant) -> FeedEntry {
    lastNumber += 1
    let entry = FeedEntry(number: lastNumber, at: now, decisionID: decisionID, content: content)
    entries.append(entry)
    if entries.count > Self.capacity { entries.removeFirst(entries.count - Self.capacity) }
    return entry
  }

  /// What came after the entry of this number. A number that was never given, or whose successors are gone: everything there is.
  func entries(after number: Int?) -> (entries: ArraySlice<FeedEntry>, isWhole: Bool) {
    guard let number, number <= lastNumber, let first = entries.first, number >= first.number - 1 else { return (entries[...], true) }
    return (entries[(number - first.number + 1)...], false)
  }
}
