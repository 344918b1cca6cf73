// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// The presentations of which something may still be reported: handed over, and neither ended nor dismissed.
struct PresentationLog: Sendable {
  struct Entry: Sendable {
    var presentation: Presentation
    /// Under which caps count it.
    var tags: [String]
    var sessionID: String?
    var isShown = false
    /// What exactly failed; goes with its final outcome.
    var detail: String?

    var owner: Owner { Owner(userID: presentation.userID, sessionID: sessionID) }
  }

  /// One that was taken back a moment ago. Words on it may be on their way: it may have been seen before the presenter heard of it.
  struct Departed: Sendable {
    var entry: Entry
    /// Whose memory an impression belongs to: the person's, or theirs who the anonymous person turned out to be.
    var countsFor: String?
    /// In monotonic time.
    var until: Duration
  }

  /// So long words on a presentation that was taken back are taken.
  static let patience = Duration.seconds(60)
  static let departedLimit = 50

  /// A presenter that never reports an end must not fill the memory: the oldest are forgotten.
  static let limit = 200

  private var entries: [String: Entry] = [:]
  private var order: [String] = []
  private var held: [String: Owner] = [:]
  /// The latest last.
  private var departed: [Departed] = []

  subscript(id: String) -> Entry? { entries[id] }

  var ids: Set<String> { Set(entries.keys) }

  /// Those visible now for which `isRunning` does not hold.
  func shown(unless isRunning: (Presentation) -> Bool) -> Set<String> {
    Set(entries.values.filter { $0.isShown && !isRunning($0.presentation) }.map(\.presentation.id))
  }

  /// Whose a presentation is; nil: nothing is known of it.
  func owner(of id: String) -> Owner? {
    entries[id]?.owner ?? held[id] ?? departed.last { $0.entry.presentation.id == id }?.entry.owner
  }

  /// Its delay runs: it is not handed over yet, and already somebody's.
  mutating func hold(_ id: String, for owner: Owner) {
    held[id] = owner
  }

  mutating func add(_ presentation: Presentation, tags: [String], sessionID: String?) {
    let heldFor = held.removeValue(forKey: presentation.id)
    entries[presentation.id] = Entry(presentation: presentation, tags: tags, sessionID: heldFor?.sessionID ?? sessionID)
    order.append(presentation.id)
    guard order.count > Self.limit else { return }
    // One that was seen has nothing more to say than that it went away; one that waits has its outcome to come.
    let oldest = order.firstIndex { entries[$0]?.isShown == true } ?? 0
    entries[order.remove(at: oldest)] = nil
  }

  mutating func explain(_ id: String, _ detail: String?) {
    guard let detail, !detail.isEmpty else { return }
    entries[id]?.detail = detail.shortened(to: Wire.Limits.outcomeDetailLength)
  }

  mutating func markShown(_ id: String) {
    entries[id]?.isShown = true
    for index in departed.indices where departed[index].entry.presentation.id == id { departed[index].entry.isShown = true }
  }

  /// It was taken back at this moment of monotonic time.
  mutating func depart(_ id: String, at now: Duration) {
    guard let entry = entries[id] else { return }
    remove(id)
    departed.removeAll { $0.until <= now }
    if departed.count == Self.departedLimit { departed.removeFirst() }
    departed.append(Departed(entry: entry, countsFor: entry.presentation.userID, until: now + Self.patience))
  }

  /// nil: it never was, or too long ago.
  func departed(_ id: String, at now: Duration) -> Departed? {
    departed.last { $0.entry.presentation.id == id && now < $0.until }
  }

  /// Words on a presentation of this user may still come.
  func mayBeReported(of userID: String, at now: Duration) -> Bool {
    entries.values.contains { userID.isExactly($0.presentation.userID) } || held.values.contains { userID.isExactly($0.userID) }
      || departed.contains { now < $0.until && userID.isExactly($0.entry.presentation.userID) }
  }

  /// The anonymous person turned out to be this one.
  mutating func identify(as userID: String) {
    for index in departed.indices where departed[index].countsFor == nil { departed[index].countsFor = userID }
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
    departed = []
  }
}

extension String {
  /// At most so many characters (Unicode scalars), left out in the middle: names stand at the end.
  func shortened(to length: Int) -> String {
    guard unicodeScalars.count > length else { return self }
    let head = length / 2
    return String(unicodeScalars.prefix(head)) + "…" + String(unicodeScalars.suffix(length - head - 1))
  }
}
