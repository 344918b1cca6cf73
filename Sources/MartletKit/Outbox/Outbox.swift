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
  private(set) var bytes = 0
  private(set) var lastSequence: UInt64 = 0
  /// The batch under way, in order. It was taken from the front, so everything that waits is younger.
  private var batch: [Entry] = []
  /// What waits: two queues, so that making room costs the same however much waits.
  private var analytics = EntryQueue()
  private var others = EntryQueue()
  /// Halved when the server finds fault with a whole batch, until the culprit stands alone; doubled again with each success.
  private(set) var batchLimit: Int

  init(limits: Limits = Limits()) {
    self.limits = limits
    batchLimit = limits.batchCount
  }

  var count: Int { batch.count + analytics.count + others.count }
  var isEmpty: Bool { count == 0 }
  var inFlightCount: Int { batch.count }
  var isBatchInFlight: Bool { !batch.isEmpty }
  /// Where the oldest event stands; nil when there is none.
  var oldest: UInt64? { batch.first?.sequence ?? firstWaiting }
  /// The device under whose name the next batch goes, if that is a former one of this installation.
  var nextFormerDeviceID: String? { Self.first(of: analytics, others)?.record.formerDeviceID }
  /// Where the oldest event stands that is not under way; nil when none waits.
  var firstWaiting: UInt64? { [analytics.first?.sequence, others.first?.sequence].compactMap { $0 }.min() }
  /// All of them, those under way too, in the order of logging. Copies.
  var entries: [Entry] {
    var waiting = (analytics, others)
    var all = batch
    all.reserveCapacity(count)
    while let entry = Self.takeFirst(of: &waiting.0, &waiting.1) { all.append(entry) }
    return all
  }

  /// Adds an event at the end. Returns the ids of those that had to make room: never of one that is under way, for the server may be storing
  /// it.
  mutating func add(_ record: Wire.EventRecord, bytes size: Int) -> [String] {
    lastSequence += 1
    append(Entry(sequence: lastSequence, record: record, bytes: size))
    bytes += size
    var dropped: [String] = []
    while count > limits.count || bytes > limits.bytes, let entry = analytics.removeFirst() ?? others.removeFirst() {
      bytes -= entry.bytes
      dropped.append(entry.record.id)
    }
    return dropped
  }

  /// The next events to send, all logged by one device, now under way; nil when none waits or a batch is under way already.
  mutating func takeBatch() -> [Wire.EventRecord]? {
    guard !isBatchInFlight, !isEmpty else { return nil }
    var size = 0
    let deviceID = nextFormerDeviceID
    while batch.count < batchLimit, let next = Self.first(of: analytics, others), next.record.formerDeviceID == deviceID,
      batch.isEmpty || size + next.bytes + 1 <= limits.batchBytes, let entry = Self.takeFirst(of: &analytics, &others)
    {
      batch.append(entry)
      size += entry.bytes + 1
    }
    return batch.map(\.record.forWire)
  }

  /// How many events there are up to here.
  func count(through sequence: UInt64) -> Int {
    entries.count { $0.sequence <= sequence }
  }

  /// All that is there was logged by this device, and goes out under its name from now on; what a device before it logged stays its own.
  mutating func stamp(deviceID: String) {
    func stamp(_ entry: inout Entry) {
      guard entry.record.formerDeviceID == nil else { return }
      entry.record.formerDeviceID = deviceID
    }
    for index in batch.indices { stamp(&batch[index]) }
    analytics.forEach(stamp)
    others.forEach(stamp)
  }

  /// What this former device logged for somebody by name, of what waits, is the present device's from now on. The rest is taken out: their ids.
  mutating func disown(deviceID: String) -> [String] {
    let nameless = entries.filter { $0.record.formerDeviceID == deviceID && $0.record.userID == nil }.map(\.record.id)
    for id in nameless { drop(id) }
    func take(_ entry: inout Entry) {
      if entry.record.formerDeviceID == deviceID { entry.record.formerDeviceID = nil }
    }
    analytics.forEach(take)
    others.forEach(take)
    return nameless
  }

  /// The server answered for the batch under way. What it does not name, or asks to keep, waits again.
  mutating func settle(_ results: [Wire.EventResult]) -> Settlement {
    let inFlight = Set(batch.map(\.record.id))
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
    let acknowledged = Set(settlement.acknowledged)
    bytes -= batch.lazy.filter { acknowledged.contains($0.record.id) }.map(\.bytes).reduce(0, +)
    batch.removeAll { acknowledged.contains($0.record.id) }
    release()
    if !settlement.acknowledged.isEmpty { batchLimit = min(batchLimit * 2, limits.batchCount) }
    return settlement
  }

  /// The batch under way did not arrive, for all we know: its events wait again, in their old places.
  mutating func release() {
    analytics.putBack(batch.filter(\.record.body.isAnalytics))
    others.putBack(batch.filter { !$0.record.body.isAnalytics })
    batch = []
  }

  enum Split: Hashable, Sendable {
    /// The next batch is half as large.
    case smaller
    /// This event is refused even alone. It still waits: `drop` it when it is certain that the server spoke.
    case culprit(String)
  }

  /// The server finds fault with the batch as a whole; its events wait again.
  mutating func splitBatch() -> Split {
    defer { release() }
    if batch.count == 1, let culprit = batch.first { return .culprit(culprit.record.id) }
    batchLimit = max(1, batch.count / 2)
    return .smaller
  }

  /// Forgets one that waits.
  mutating func drop(_ id: String) {
    bytes -= analytics.remove(id)?.bytes ?? others.remove(id)?.bytes ?? 0
  }

  mutating func removeAll() {
    batch = []
    analytics = EntryQueue()
    others = EntryQueue()
    bytes = 0
    batchLimit = limits.batchCount
  }

  private mutating func append(_ entry: Entry) {
    if entry.record.body.isAnalytics { analytics.append(entry) } else { others.append(entry) }
  }

  private static func first(of analytics: EntryQueue, _ others: EntryQueue) -> Entry? {
    guard let one = analytics.first else { return others.first }
    guard let other = others.first else { return one }
    return one.sequence < other.sequence ? one : other
  }

  private static func takeFirst(of analytics: inout EntryQueue, _ others: inout EntryQueue) -> Entry? {
    guard let one = analytics.first?.sequence else { return others.removeFirst() }
    guard let other = others.first?.sequence else { return analytics.removeFirst() }
    return one < other ? analytics.removeFirst() : others.removeFirst()
  }
}

extension Wire.EventRecord.Body {
  /// True for what may be lost without changing who a person is, what they paid, or how often a message was seen.
  var isAnalytics: Bool {
    switch self {
    case .custom, .sessionStart, .sessionEnd, .pushClick, .decision, .unknown: true
    case .purchase, .userChanged, .attribute, .attributeChange, .impression, .click, .dismissal, .outcome: false
    }
  }
}
