// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletWire

/// One line of a device's timeline.
struct FeedEntry: Hashable, Sendable {
  /// Numbers entries over the life of a device: 1, 2, 3 …
  var number: Int
  var at: Instant
  /// The decision that the entry belongs to. The presentation that follows from a decision has the
  /// same id.
  var decisionID: String?
  var content: Content

  struct Content: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable {
      /// Something a user of the lab did to the device.
      case action
      case decision
      /// A step of the presenter: delegate calls, in order.
      case step
      /// The outcome of a message, in words.
      case outcome
      /// A URL that a phone would open.
      case intent
      case request
      /// The SDK reports a problem.
      case note
    }
    var kind: Kind
    var title: String
    var detail: String?
    var tone = Tone.plain
    /// Values that only this kind of entry has.
    var further: [String: Wire.JSONValue] = [:]

    static func action(title: String, detail: String? = nil) -> Self {
      Self(kind: .action, title: title, detail: detail)
    }

    static func step(title: String, detail: String? = nil, tone: Tone = .plain) -> Self {
      Self(kind: .step, title: title, detail: detail, tone: tone)
    }

    static func outcome(title: String, detail: String?, tone: Tone) -> Self {
      Self(kind: .outcome, title: title, detail: detail, tone: tone)
    }

    static func note(_ text: String, tone: Tone) -> Self { Self(kind: .note, title: text, tone: tone) }

    static let vetoed = FeedEntry.Content(
      kind: .intent, title: "Nothing opens: the app blocked the click", tone: .warn)

    /// What a phone would open for a message.
    @MainActor
    static func intent(_ context: Martlet.URLContext) -> FeedEntry.Content {
      let title =
        switch context.url.scheme?.lowercased() {
        case "http", "https":
          if context.useWebView {
            "Opens in the app’s web view"
          } else if context.isUniversalLink {
            "Opens as a universal link"
          } else {
            "Opens in the browser"
          }
        case "mailto": "Opens the mail app"
        case "tel", "sms", "facetime", "facetime-audio": "Opens the phone app"
        default: "Opens a deep link into the app"
        }
      return FeedEntry.Content(kind: .intent, title: title, detail: context.url.absoluteString, tone: .good)
    }
  }

  enum Tone: String, Hashable, Sendable {
    case plain, good, warn, bad
  }

  var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = [
      "n": .int(Int64(number)), "at": .int(at.milliseconds), "kind": .string(content.kind.rawValue),
      "title": .string(content.title),
      "tone": .string(content.tone.rawValue),
    ]
    fields["decision"] = decisionID.map { .string($0) }
    fields["detail"] = content.detail.map { .string($0) }
    return .object(fields.merging(content.further) { own, _ in own })
  }
}

/// A device's timeline. Entries are numbered; when there are too many, the oldest are dropped.
struct LabFeed: Sendable {
  static let capacity = 400

  private(set) var entries: [FeedEntry] = []
  private var lastNumber = 0

  mutating func append(_ content: FeedEntry.Content, decisionID: String? = nil, at now: Instant) -> FeedEntry
  {
    lastNumber += 1
    let entry = FeedEntry(number: lastNumber, at: now, decisionID: decisionID, content: content)
    entries.append(entry)
    if entries.count > Self.capacity { entries.removeFirst(entries.count - Self.capacity) }
    return entry
  }

  /// The entries after a number. All entries if the number was never given or the entries after it
  /// have been dropped.
  func entries(after number: Int?) -> (entries: ArraySlice<FeedEntry>, isWhole: Bool) {
    guard let number, number <= lastNumber, let first = entries.first, number >= first.number - 1 else {
      return (entries[...], true)
    }
    return (entries[(number - first.number + 1)...], false)
  }
}
