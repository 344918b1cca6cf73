// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// The events that the server has not acknowledged, in the order in which they were logged.
///
/// At most one batch is under way at a time, so that the server sees the order too. An event leaves only when the server said `stored`,
/// `duplicate` or `rejected` of it, by its id, or when the outbox is full (see `Limits`).
struct Outbox: Sendable {
  struct Limits: Hashable, Sendable {
    /// When more events or bytes wait, analytics (custom events, session marks, decisions) make room first, the oldest before the others;
    /// purchases, attributes, user changes and what became of messages go only when nothing else is left.
    var count = 10_000
    var bytes = 10_485_760
    var batchCount = Wire.Limits.eventsPerRequest
    /// Bytes of the events of one request, what surrounds them left out.
    var batchBytes = Wire.Limits.bodyBytes - 16_384
  }

  struct Entry: Hashable, Sendable {
    /// Grows with each event of this run.
    var sequence: UInt64
    var record: Wire.EventRecord
    /// As JSON.
    var bytes: Int
  }

  /// What the server's word on a batch changes.
  struct Settlement: Hashable, Sendable {
    /// Ids that can be forgotten.
    var acknowledged: [String] = []
    /// Those among them that the server refused for good, with the reason.
    var rejected: [Wire.EventResult] = []
  }

  let limits: Limits
  private(set) var entries: [Entry] = []
  private(set) var bytes = 0
  private(set) var lastSequence: UInt64 = 0
  private(set) var inFlight: Set<String> = []
  /// Halved when the server finds fault with a whole batch, until the culprit stands alone; doubled again with each success.
  private(set) var batchLimit: Int

  init(limits: Limits = Limits()) {
    self.limits = limits
    batchLimit = limits.batchCount
  }

  var isEmpty: Bool { entries.isEmpty }
  var isBatchInFlight: Bool { !inFlight.isEmpty }
  /// Where the oldest event stands that is not under way; nil when none waits.
  var firstWaiting: UInt64? { entries.first { !inFlight.contains($0.record.id) }?.sequence }

  /// Adds an event at the end. Returns the ids of those that had to make room.
  mutating func add(_ record: Wire.EventRecord, bytes size: Int) -> [String] {
    lastSequence += 1
    entries.append(Entry(sequence: lastSequence, record: record, bytes: size))
    bytes += size
    var dropped: [String] = []
    while entries.count > limits.count || bytes > limits.bytes, let position = firstToDrop() {
      let entry = entries.remove(at: position)
      bytes -= entry.bytes
      dropped.append(entry.record.id)
    }
    return dropped
  }

  /// The next events to send, now under way; nil when none waits or a batch is under way already.
  mutating func takeBatch() -> [Wire.EventRecord]? {
    guard !isBatchInFlight, !isEmpty else { return nil }
    var batch: [Wire.EventRecord] = []
    var size = 0
    for entry in entries {
      guard batch.count < batchLimit, batch.isEmpty || size + entry.bytes + 1 <= limits.batchBytes else { break }
      batch.append(entry.record)
      size += entry.bytes + 1
    }
    inFlight = Set(batch.map(\.id))
    return batch
  }

  /// The server answered for the batch under way. What it does not name, or asks to keep, waits again.
  mutating func settle(_ results: [Wire.EventResult]) -> Settlement {
    var settlement = Settlement()
    for result in results where inFlight.contains(result.id) {
      switch result.status {
      case .known(.stored), .known(.duplicate): settlement.acknowledged.append(result.id)
      case .known(.rejected):
        settlement.acknowledged.append(result.id)
        settlement.rejected.append(result)
      case .known(.retry), .unknown: break
      }
    }
    remove(Set(settlement.acknowledged))
    inFlight = []
    if !settlement.acknowledged.isEmpty { batchLimit = min(batchLimit * 2, limits.batchCount) }
    return settlement
  }

  /// The batch under way did not arrive, for all we know: its events wait again, in their old places.
  mutating func release() {
    inFlight = []
  }

  enum Split: Hashable, Sendable {
    /// The next batch is half as large.
    case smaller
    /// This event is refused even alone. It still waits: `drop` it when it is certain that the server spoke.
    case culprit(String)
  }

  /// The server finds fault with the batch as a whole; its events wait again.
  mutating func splitBatch() -> Split {
    defer { inFlight = [] }
    if inFlight.count == 1, let id = inFlight.first { return .culprit(id) }
    batchLimit = max(1, inFlight.count / 2)
    return .smaller
  }

  mutating func drop(_ id: String) {
    remove([id])
  }

  mutating func removeAll() {
    entries = []
    inFlight = []
    bytes = 0
    batchLimit = limits.batchCount
  }

  private mutating func remove(_ ids: Set<String>) {
    guard !ids.isEmpty else { return }
    entries.removeAll { entry in
      guard ids.contains(entry.record.id) else { return false }
      bytes -= entry.bytes
      return true
    }
  }

  /// Never one that is under way: the server may be storing it.
  private func firstToDrop() -> Int? {
    entries.firstIndex { $0.record.body.isAnalytics && !inFlight.contains($0.record.id) }
      ?? entries.firstIndex { !inFlight.contains($0.record.id) }
  }
}

extension Wire.EventRecord.Body {
  /// True for what may be lost without changing who a person is, what they paid, or how often a message was seen.
  var isAnalytics: Bool {
    switch self {
    case .custom, .sessionStart, .sessionEnd, .pushClick, .decision, .unknown: true
    case .purchase, .userChanged, .attribute, .impression, .click, .dismissal, .outcome: false
    }
  }
}
