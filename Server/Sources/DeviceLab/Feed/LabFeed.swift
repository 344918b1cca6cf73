// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

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
