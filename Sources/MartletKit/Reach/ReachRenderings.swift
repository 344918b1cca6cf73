// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// What the server rendered for this person of banners, content and data, and what it is still to
/// render: one item after the other, so that many items that arrive together do not become many
/// requests together.
///
/// It is in memory. After a launch, items are rendered again when their turn comes.
struct ReachRenderings: Sendable {
  private var waiting: [ReachItem] = []
  /// These could not be asked for. They wait for a sync.
  private var paused: [ReachItem] = []
  private var current: ReachItem?
  private var rendered: [String: ReachContents] = [:]
  private var reasons: [String: String] = [:]

  /// nil if it was not rendered yet.
  func contents(of id: String) -> ReachContents? { rendered[id] }

  mutating func add(_ item: ReachItem) {
    guard current?.id != item.id, !waiting.contains(where: { $0.id == item.id }) else { return }
    paused.removeAll { $0.id == item.id }
    waiting.append(item)
  }

  mutating func pause(with item: ReachItem) {
    paused += [item] + waiting
    waiting = []
  }

  mutating func resume() {
    waiting += paused
    paused = []
  }

  /// The item to ask for now. nil if none waits, or if an answer is still to come.
  mutating func takeNext() -> ReachItem? {
    guard current == nil, !waiting.isEmpty else { return nil }
    current = waiting.removeFirst()
    return current
  }

  /// The answer about the item came. nil if it was not asked for.
  mutating func finish(_ id: String) -> ReachItem? {
    guard let item = current, item.id == id else { return nil }
    current = nil
    return item
  }

  mutating func keep(_ contents: ReachContents, of id: String) {
    rendered[id] = contents
    reasons[id] = nil
  }

  mutating func keep(reason: String, of id: String) { reasons[id] = reason }

  mutating func takeReason(of id: String) -> String? { reasons.removeValue(forKey: id) }

  /// The item has ended. Returns whether an answer about it was still to come.
  mutating func remove(_ id: String) -> Bool {
    rendered[id] = nil
    waiting.removeAll { $0.id == id }
    paused.removeAll { $0.id == id }
    guard current?.id == id else { return false }
    current = nil
    return true
  }
}
