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

  subscript(id: String) -> Entry? { entries[id] }

  var ids: Set<String> { Set(entries.keys) }

  /// Those visible now whose campaign is not among these.
  func shown(notIn campaigns: (CampaignID) -> Bool) -> Set<String> {
    Set(entries.values.filter { $0.isShown && !campaigns($0.presentation.campaign) }.map(\.presentation.id))
  }

  mutating func add(_ presentation: Presentation, sessionID: String?) {
    entries[presentation.id] = Entry(presentation: presentation, sessionID: sessionID)
    order.append(presentation.id)
    if order.count > Self.limit { entries[order.removeFirst()] = nil }
  }

  mutating func markShown(_ id: String) {
    entries[id]?.isShown = true
  }

  mutating func remove(_ id: String) {
    entries[id] = nil
    order.removeAll { $0 == id }
  }

  mutating func removeAll() {
    entries = [:]
    order = []
  }
}
