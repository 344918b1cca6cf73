// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// Events of the outbox in the order of logging. Adding at the end and taking from the front cost the same, on average, however many wait.
struct EntryQueue: Sendable {
  /// Those before `head` were taken.
  private var slots: [Outbox.Entry?] = []
  private var head = 0

  /// Fewer are not worth moving the rest.
  private static let leastTaken = 64

  var count: Int { slots.count - head }
  var first: Outbox.Entry? { head < slots.count ? slots[head] : nil }

  mutating func append(_ entry: Outbox.Entry) {
    slots.append(entry)
  }

  mutating func removeFirst() -> Outbox.Entry? {
    guard head < slots.count else { return nil }
    let entry = slots[head]
    slots[head] = nil
    head += 1
    // What is moved is no more than what was taken since the last time.
    if head >= Self.leastTaken, head >= count {
      slots.removeFirst(head)
      head = 0
    }
    return entry
  }

  /// These were taken from the front, and are there again.
  mutating func putBack(_ entries: [Outbox.Entry]) {
    guard !entries.isEmpty else { return }
    slots.replaceSubrange(..<head, with: entries)
    head = 0
  }

  /// How many there are up to here.
  func count(through sequence: UInt64) -> Int {
    slots[head...].count { $0.map { $0.sequence <= sequence } ?? false }
  }

  /// Adds them, in their order.
  func append(to entries: inout [Outbox.Entry]) {
    for case let entry? in slots[head...] { entries.append(entry) }
  }

  /// Takes one out from wherever it stands.
  mutating func remove(_ id: String) -> Outbox.Entry? {
    guard let index = slots.firstIndex(where: { $0?.record.id == id }) else { return nil }
    return slots.remove(at: index)
  }
}
