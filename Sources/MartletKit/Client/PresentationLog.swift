// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// The presentations of which something may still be reported: handed over, and neither ended nor dismissed.
struct PresentationLog: Sendable {
  struct Entry: Sendable {
    var presentation: Presentation
    var sessionID: String?
    var isShown = false

    var owner: Owner { Owner(userID: presentation.userID, sessionID: sessionID) }
  }

  /// A presenter that never reports an end must not fill the memory: the oldest are forgotten.
  static let limit = 200

  private var entries: [String: Entry] = [:]
  private var order: [String] = []
  private var held: [String: Owner] = [:]

  subscript(id: String) -> Entry? { entries[id] }

  var ids: Set<String> { Set(entries.keys) }

  /// Those visible now for which `isRunning` does not hold.
  func shown(unless isRunning: (Presentation) -> Bool) -> Set<String> {
    Set(entries.values.filter { $0.isShown && !isRunning($0.presentation) }.map(\.presentation.id))
  }

  /// Whose a presentation is; nil: nothing is known of it.
  func owner(of id: String) -> Owner? { entries[id]?.owner ?? held[id] }

  /// Its delay runs: it is not handed over yet, and already somebody's.
  mutating func hold(_ id: String, for owner: Owner) {
    held[id] = owner
  }

  mutating func add(_ presentation: Presentation, sessionID: String?) {
    let heldFor = held.removeValue(forKey: presentation.id)
    entries[presentation.id] = Entry(presentation: presentation, sessionID: heldFor?.sessionID ?? sessionID)
    order.append(presentation.id)
    guard order.count > Self.limit else { return }
    // One that was seen has nothing more to say than that it went away; one that waits has its outcome to come.
    let oldest = order.firstIndex { entries[$0]?.isShown == true } ?? 0
    entries[order.remove(at: oldest)] = nil
  }

  mutating func markShown(_ id: String) {
    entries[id]?.isShown = true
  }

  mutating func remove(_ id: String) {
    entries[id] = nil
    held[id] = nil
    order.removeAll { $0 == id }
  }

  mutating func removeAll() {
    entries = [:]
    order = []
    held = [:]
  }
}
