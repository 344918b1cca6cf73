// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// The events that the server has not acknowledged, in the order in which they were logged.
///
/// At most one batch is sent at a time, so that the server receives the events in order. Only
/// events of silenced users (`Terms`) are skipped. An event leaves only when the server answered
/// `stored`, `duplicate` or `rejected` for its id, or when the outbox is full (see `Limits`).
struct Outbox: Sendable {
  struct Limits: Equatable, Sendable {
    /// When more events or bytes wait, analytics events (custom events, session marks, decisions)
    /// are dropped first, oldest first. Purchases, attributes, user changes and outcomes of
    /// messages are dropped only when nothing else is left.
    var count = 10_000
    var bytes = 10_485_760
    var batchCount = Wire.Limits.eventsPerRequest
    /// The size of the events in one request, without the rest of the request.
    var batchBytes = Wire.Limits.bodyBytes - 16_384
  }

  struct Entry: Equatable, Sendable {
    /// Increases with each event of this run.
    var sequence: UInt64
    var record: Wire.EventRecord
    /// The size as JSON.
    var bytes: Int

    /// The order of dropping: analytics events first, then the oldest.
    fileprivate var worth: (Int, UInt64) { (record.body.isAnalytics ? 0 : 1, sequence) }
  }

  /// The changes from the server's answer to a batch.
  struct Settlement: Equatable, Sendable {
    /// Ids that can be forgotten.
    var acknowledged: [String] = []
    /// The acknowledged ids that the server permanently rejected, with the reason.
    var rejected: [Wire.EventResult] = []
    /// Users with acknowledged events.
    var believed: Set<ExactText> = []
    /// Users whose events wait again, because the server did not accept their signature.
    var disbelieved: [ExactText: Wire.Open<Wire.UserSignature.Refusal>] = [:]
    /// Some events wait again for another reason, or for none.
    var isUnsettled = false
  }

  let limits: Limits
  private(set) var bytes = 0
  private(set) var lastSequence: UInt64 = 0
  /// The batch that is being sent, in order: the oldest events that its terms allowed.
  private var batch: [Entry] = []
  /// The waiting events by sender. No lane is empty.
  private var lanes: [Sender: Lane] = [:]
  /// Halved when the server refuses a whole batch, until the faulty event is alone. Doubled with
  /// each success.
  private(set) var batchLimit: Int

  init(limits: Limits = Limits()) {
    self.limits = limits
    batchLimit = limits.batchCount
  }

  var count: Int { lanes.values.reduce(batch.count) { $0 + $1.count } }
  var isEmpty: Bool { batch.isEmpty && lanes.isEmpty }
  var inFlightCount: Int { batch.count }
  var isBatchInFlight: Bool { !batch.isEmpty }
  var usersInFlight: Set<ExactText> { Set(batch.compactMap(\.record.userID).map { ExactText($0) }) }
  var formerDeviceInFlight: String? { batch.first?.record.formerDeviceID }
  var formerDeviceIDs: Set<String> {
    Set(lanes.keys.compactMap(\.formerDeviceID) + batch.compactMap(\.record.formerDeviceID))
  }

  /// Copies of all events, including those being sent, in the order of logging.
  var entries: [Entry] {
    var all = batch
    for lane in lanes.values { lane.append(to: &all) }
    return all.sorted { $0.sequence < $1.sequence }
  }

  /// The position of the oldest event that may be sent or is being sent. nil if there is none.
  func oldest(_ terms: Terms = Terms()) -> UInt64? {
    [batch.first?.sequence, firstWaiting(terms)].compactMap { $0 }.min()
  }

  /// The position of the oldest event that may be sent and is not being sent. nil if none waits.
  func firstWaiting(_ terms: Terms = Terms()) -> UInt64? { next(terms)?.entry.sequence }

  func nextSender(_ terms: Terms = Terms()) -> Sender? { next(terms)?.sender }

  func holdsEvents(of userID: String) -> Bool {
    lanes.keys.contains { userID.isExactly($0.userID) }
      || batch.contains { userID.isExactly($0.record.userID) }
  }

  func count(through sequence: UInt64) -> Int {
    lanes.values.reduce(batch.count { $0.sequence <= sequence }) { $0 + $1.count(through: sequence) }
  }

  /// Adds an event. Returns the ids of events dropped to make room, but never of those being sent,
  /// because the server may be storing them.
  mutating func add(_ record: Wire.EventRecord, bytes size: Int) -> [String] {
    lastSequence += 1
    append(Entry(sequence: lastSequence, record: record, bytes: size))
    bytes += size
    var dropped: [String] = []
    // Counted once, because counting visits each lane.
    var excess = count - limits.count
    while excess > 0 || bytes > limits.bytes, let entry = removeLeastWanted() {
      excess -= 1
      bytes -= entry.bytes
      dropped.append(entry.record.id)
    }
    return dropped
  }

  /// Takes the next events that one request can carry, and marks them as being sent. nil if none
  /// may be sent, or if a batch is in flight.
  mutating func takeBatch(_ terms: Terms = Terms()) -> [Wire.EventRecord]? {
    guard !isBatchInFlight, let first = nextSender(terms) else { return nil }
    var size = 0
    while batch.count < batchLimit, let (sender, next) = next(terms), terms.unites(sender, first),
      batch.isEmpty || size + next.bytes + 1 <= limits.batchBytes,
      let entry = change(sender, { $0.removeFirst() })
    {
      batch.append(entry)
      size += entry.bytes + 1
    }
    return batch.map(\.record.forWire)
  }

  /// Assigns all events without a former device to this device id, under which they are sent from
  /// now on.
  mutating func stamp(deviceID: String) {
    rewrite { entry in
      if entry.record.formerDeviceID == nil { entry.record.formerDeviceID = deviceID }
    }
  }

  /// Assigns this former device's waiting events of named users to the current device. Removes the
  /// others and returns their ids.
  ///
  /// The removed events are those of an anonymous person, which would become the next person's, and
  /// sign-ins of an anonymous person, which under the current device would merge the next person's
  /// history into that user's.
  mutating func disown(deviceID: String) -> [String] {
    let bound = entries.map(\.record).filter { $0.formerDeviceID == deviceID && $0.concernsAnonymousPerson }
      .map(\.id)
    for id in bound { drop(id) }
    rewrite { entry in
      if entry.record.formerDeviceID == deviceID { entry.record.formerDeviceID = nil }
    }
    return bound
  }

  /// The server answered for the current batch. Events that it does not name, or asks to keep, wait
  /// again.
  mutating func settle(_ results: [Wire.EventResult]) -> Settlement {
    var inFlight = Dictionary(batch.map { ($0.record.id, $0.record.userID) }) { first, _ in first }
    var settlement = Settlement()
    for result in results {
      guard let userID = inFlight.removeValue(forKey: result.id) else { continue }
      switch result.status {
      case .known(.stored), .known(.duplicate): settlement.acknowledged.append(result.id)
      case .known(.rejected):
        settlement.acknowledged.append(result.id)
        settlement.rejected.append(result)
      case .known(.retry), .unknown:
        if let userID, let reason = result.code.flatMap(Wire.UserSignature.reason(code:)) {
          settlement.disbelieved[ExactText(userID)] = reason
        } else {
          settlement.isUnsettled = true
        }
        continue
      }
      if let userID { settlement.believed.insert(ExactText(userID)) }
    }
    if !inFlight.isEmpty { settlement.isUnsettled = true }
    let acknowledged = Set(settlement.acknowledged)
    bytes -= batch.lazy.filter { acknowledged.contains($0.record.id) }.map(\.bytes).reduce(0, +)
    batch.removeAll { acknowledged.contains($0.record.id) }
    release()
    if !settlement.acknowledged.isEmpty { batchLimit = min(batchLimit * 2, limits.batchCount) }
    return settlement
  }

  /// The current batch did not arrive, as far as is known. Its events wait again in their old
  /// positions.
  mutating func release() {
    let entries = batch
    batch = []
    // The batch was taken from the fronts, so the waiting events of the same sender are newer.
    for (sender, entries) in Dictionary(grouping: entries, by: { Sender($0.record) }) {
      change(sender) { $0.putBack(entries) }
    }
  }

  enum Split: Equatable, Sendable {
    /// The next batch is half as large.
    case smaller
    /// This event is refused even alone. It still waits: `drop` it when it is certain that the
    /// server itself refused it.
    case culprit(String)
  }

  /// The server refused the batch as a whole. Its events wait again.
  mutating func splitBatch() -> Split {
    defer { release() }
    if batch.count == 1, let culprit = batch.first { return .culprit(culprit.record.id) }
    batchLimit = max(1, batch.count / 2)
    return .smaller
  }

  /// Removes a waiting event.
  mutating func drop(_ id: String) {
    for sender in lanes.keys {
      guard let entry = change(sender, { $0.remove(id) }) else { continue }
      bytes -= entry.bytes
      return
    }
  }

  mutating func removeAll() {
    batch = []
    lanes = [:]
    bytes = 0
    batchLimit = limits.batchCount
  }

  private mutating func append(_ entry: Entry) {
    lanes[Sender(entry.record), default: Lane()].append(entry)
  }

  /// Changes a lane in place, and removes it if it is then empty.
  @discardableResult
  private mutating func change<Result>(_ sender: Sender, _ body: (inout Lane) -> Result) -> Result {
    let result = body(&lanes[sender, default: Lane()])
    if lanes[sender]?.isEmpty ?? true { lanes[sender] = nil }
    return result
  }

  /// The oldest event that may be sent.
  private func next(_ terms: Terms) -> (sender: Sender, entry: Entry)? {
    var oldest: (sender: Sender, entry: Entry)?
    for (sender, lane) in lanes where terms.allows(sender) {
      guard let first = lane.first, first.sequence < oldest?.entry.sequence ?? .max else { continue }
      oldest = (sender, first)
    }
    return oldest
  }

  private mutating func removeLeastWanted() -> Entry? {
    var least: (sender: Sender, entry: Entry)?
    for (sender, lane) in lanes {
      guard let entry = lane.leastWanted, least.map({ entry.worth < $0.entry.worth }) ?? true else {
        continue
      }
      least = (sender, entry)
    }
    return least.flatMap { least in change(least.sender) { $0.removeLeastWanted() } }
  }

  private mutating func rewrite(_ body: (inout Entry) -> Void) {
    for index in batch.indices { body(&batch[index]) }
    var waiting: [Entry] = []
    for lane in lanes.values { lane.append(to: &waiting) }
    lanes = [:]
    for var entry in waiting.sorted(by: { $0.sequence < $1.sequence }) {
      body(&entry)
      append(entry)
    }
  }
}
