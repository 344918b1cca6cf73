// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// The presentations that can still be reported on: handed over to the presenter, and neither ended
/// nor dismissed.
struct PresentationLog: Sendable {
  struct Entry: Sendable {
    var presentation: Presentation
    /// The caps that count it.
    var tags: [String]
    var sessionID: String?
    var isShown = false
    /// The exact failure, which is recorded with the final outcome.
    var detail: String?

    var owner: Owner { Owner(userID: presentation.userID, sessionID: sessionID) }
  }

  /// A presentation that was withdrawn recently. Reports can still arrive, because a person may
  /// have seen it before the presenter was told.
  struct Departed: Sendable {
    var entry: Entry
    /// The user whose history an impression counts for. If an anonymous person was identified
    /// meanwhile, this is that user.
    var countsFor: String?
    /// In monotonic time.
    var until: Duration
  }

  /// How long reports on a withdrawn presentation are accepted.
  static let patience = Duration.seconds(60)
  static let departedLimit = 50

  /// Beyond this, the oldest entries are dropped, so that a presenter that never reports an end
  /// does not fill the memory.
  static let limit = 200

  private var entries: [String: Entry] = [:]
  private var order: [String] = []
  private var held: [String: Owner] = [:]
  /// In the order of withdrawal, the latest last.
  private var departed: [Departed] = []

  subscript(id: String) -> Entry? { entries[id] }

  var ids: Set<String> { Set(entries.keys) }

  /// The visible presentations for which `isRunning` is false.
  func shown(unless isRunning: (Presentation) -> Bool) -> Set<String> {
    Set(entries.values.filter { $0.isShown && !isRunning($0.presentation) }.map(\.presentation.id))
  }

  func owner(of id: String) -> Owner? {
    entries[id]?.owner ?? held[id] ?? departed.last { $0.entry.presentation.id == id }?.entry.owner
  }

  /// Called while its delay runs: it is not handed over yet, but already has an owner.
  mutating func hold(_ id: String, for owner: Owner) {
    held[id] = owner
  }

  mutating func add(_ presentation: Presentation, tags: [String], sessionID: String?) {
    let heldFor = held.removeValue(forKey: presentation.id)
    entries[presentation.id] = Entry(
      presentation: presentation, tags: tags, sessionID: heldFor?.sessionID ?? sessionID)
    order.append(presentation.id)
    guard order.count > Self.limit else { return }
    // Prefer one that was seen, because only its dismissal is left to report. One that waits still
    // has an outcome to come.
    let oldest = order.firstIndex { entries[$0]?.isShown == true } ?? 0
    entries[order.remove(at: oldest)] = nil
  }

  mutating func explain(_ id: String, _ detail: String?) {
    guard let detail, !detail.isEmpty else { return }
    entries[id]?.detail = detail.shortened(to: Wire.Limits.outcomeDetailLength)
  }

  mutating func markShown(_ id: String) {
    entries[id]?.isShown = true
    for index in departed.indices where departed[index].entry.presentation.id == id {
      departed[index].entry.isShown = true
    }
  }

  /// Called when it was withdrawn. `now` is in monotonic time.
  mutating func depart(_ id: String, at now: Duration) {
    guard let entry = entries[id] else { return }
    remove(id)
    departed.removeAll { $0.until <= now }
    if departed.count == Self.departedLimit { departed.removeFirst() }
    departed.append(Departed(entry: entry, countsFor: entry.presentation.userID, until: now + Self.patience))
  }

  /// nil if it was never withdrawn, or too long ago.
  func departed(_ id: String, at now: Duration) -> Departed? {
    departed.last { $0.entry.presentation.id == id && now < $0.until }
  }

  /// Whether reports on presentations of this user can still arrive.
  func mayBeReported(of userID: String, at now: Duration) -> Bool {
    entries.values.contains { userID.isExactly($0.presentation.userID) }
      || held.values.contains { userID.isExactly($0.userID) }
      || departed.contains { now < $0.until && userID.isExactly($0.entry.presentation.userID) }
  }

  mutating func identify(as userID: String) {
    for index in departed.indices where departed[index].countsFor == nil {
      departed[index].countsFor = userID
    }
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
  /// Limits the text to this many characters (Unicode scalars) by removing its middle, because
  /// names are at the end.
  func shortened(to length: Int) -> String {
    guard unicodeScalars.count > length else { return self }
    let head = length / 2
    return String(unicodeScalars.prefix(head)) + "…" + String(unicodeScalars.suffix(length - head - 1))
  }
}
