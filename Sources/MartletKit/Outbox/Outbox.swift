// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// The events that the server has not acknowledged, in the order in which they were logged.
///
/// At most one batch is under way at a time, so that the server sees the order too; only what a silenced user logged (`Terms`) is passed by. An
/// event leaves only when the server said `stored`, `duplicate` or `rejected` of it, by its id, or when the outbox is full (see `Limits`).
struct Outbox: Sendable {
  struct Limits: Equatable, Sendable {
    /// When more events or bytes wait, analytics (custom events, session marks, decisions) make room first, the oldest before the others;
    /// purchases, attributes, user changes and what became of messages go only when nothing else is left.
    var count = 10_000
    var bytes = 10_485_760
    var batchCount = Wire.Limits.eventsPerRequest
    /// Bytes of the events of one request, what surrounds them left out.
    var batchBytes = Wire.Limits.bodyBytes - 16_384
  }

  struct Entry: Equatable, Sendable {
    /// Grows with each event of this run.
    var sequence: UInt64
    var record: Wire.EventRecord
    /// As JSON.
    var bytes: Int

    /// What makes room before others: analytics, then the oldest.
    fileprivate var worth: (Int, UInt64) { (record.body.isAnalytics ? 0 : 1, sequence) }
  }

  /// What the server's word on a batch changes.
  struct Settlement: Equatable, Sendable {
    /// Ids that can be forgotten.
    var acknowledged: [String] = []
    /// Those among them that the server refused for good, with the reason.
    var rejected: [Wire.EventResult] = []
    /// Users of whom something was acknowledged.
    var believed: Set<ExactText> = []
    /// Users of whom something waits again, because the server does not believe that it is theirs.
    var disbelieved: [ExactText: Wire.Open<Wire.UserSignature.Refusal>] = [:]
    /// Some wait again for another reason, or for none.
    var isUnsettled = false
  }

  let limits: Limits
  private(set) var bytes = 0
  private(set) var lastSequence: UInt64 = 0
  /// The batch under way, in order: the oldest of what its terms allowed.
  private var batch: [Entry] = []
  /// What waits, by sender; none is empty.
  private var lanes: [Sender: Lane] = [:]
  /// Halved when the server finds fault with a whole batch, until the culprit stands alone; doubled again with each success.
  private(set) var batchLimit: Int

  init(limits: Limits = Limits()) {
    self.limits = limits
    batchLimit = limits.batchCount
  }

  var count: Int { lanes.values.reduce(batch.count) { $0 + $1.count } }
  var isEmpty: Bool { batch.isEmpty && lanes.isEmpty }
  var inFlightCount: Int { batch.count }
  var isBatchInFlight: Bool { !batch.isEmpty }
  /// Users of whom the batch under way says something.
  var usersInFlight: Set<ExactText> { Set(batch.compactMap(\.record.userID).map { ExactText($0) }) }
  /// The former device under whose name the batch under way goes.
  var formerDeviceInFlight: String? { batch.first?.record.formerDeviceID }
  /// Former devices under whose names something goes.
  var formerDeviceIDs: Set<String> { Set(lanes.keys.compactMap(\.formerDeviceID) + batch.compactMap(\.record.formerDeviceID)) }

  /// All of them, those under way too, in the order of logging. Copies.
  var entries: [Entry] {
    var all = batch
    for lane in lanes.values { lane.append(to: &all) }
    return all.sorted { $0.sequence < $1.sequence }
  }

  /// Where the oldest event stands of those that may go or are under way; nil when there is none.
  func oldest(_ terms: Terms = Terms()) -> UInt64? {
    [batch.first?.sequence, firstWaiting(terms)].compactMap { $0 }.min()
  }

  /// Where the oldest event stands that may go and is not under way; nil when none waits.
  func firstWaiting(_ terms: Terms = Terms()) -> UInt64? { next(terms)?.entry.sequence }

  /// Who logged the first event of the next batch.
  func nextSender(_ terms: Terms = Terms()) -> Sender? { next(terms)?.sender }

  /// Something of this user is there.
  func holdsEvents(of userID: String) -> Bool {
    lanes.keys.contains { userID.isExactly($0.userID) } || batch.contains { userID.isExactly($0.record.userID) }
  }

  /// How many events there are up to here.
  func count(through sequence: UInt64) -> Int {
    lanes.values.reduce(batch.count { $0.sequence <= sequence }) { $0 + $1.count(through: sequence) }
  }

  /// Adds an event at the end. Returns the ids of those that had to make room: never of one that is under way, for the server may be storing
  /// it.
  mutating func add(_ record: Wire.EventRecord, bytes size: Int) -> [String] {
    lastSequence += 1
    append(Entry(sequence: lastSequence, record: record, bytes: size))
    bytes += size
    var dropped: [String] = []
    // Counted once: it costs a look at each lane.
    var excess = count - limits.count
    while excess > 0 || bytes > limits.bytes, let entry = removeLeastWanted() {
      excess -= 1
      bytes -= entry.bytes
      dropped.append(entry.record.id)
    }
    return dropped
  }

  /// The next events to send, all of which one request can carry, now under way; nil when none may go or a batch is under way already.
  mutating func takeBatch(_ terms: Terms = Terms()) -> [Wire.EventRecord]? {
    guard !isBatchInFlight, let first = nextSender(terms) else { return nil }
    var size = 0
    while batch.count < batchLimit, let (sender, next) = next(terms), terms.unites(sender, first),
      batch.isEmpty || size + next.bytes + 1 <= limits.batchBytes, let entry = change(sender, { $0.removeFirst() })
    {
      batch.append(entry)
      size += entry.bytes + 1
    }
    return batch.map(\.record.forWire)
  }

  /// All that is there was logged by this device, and goes out under its name from now on; what a device before it logged stays its own.
  mutating func stamp(deviceID: String) {
    rewrite { entry in
      if entry.record.formerDeviceID == nil { entry.record.formerDeviceID = deviceID }
    }
  }

  /// What this former device logged for somebody by name, of what waits, is the present device's from now on. The rest is taken out: their ids.
  ///
  /// Out goes what names nobody, which would be the next person's, and also that somebody signed in where nobody was known: under the present device's name it
  /// would make the next person's history theirs.
  mutating func disown(deviceID: String) -> [String] {
    let bound = entries.map(\.record).filter { $0.formerDeviceID == deviceID && $0.concernsAnonymousPerson }.map(\.id)
    for id in bound { drop(id) }
    rewrite { entry in
      if entry.record.formerDeviceID == deviceID { entry.record.formerDeviceID = nil }
    }
    return bound
  }

  /// The server answered for the batch under way. What it does not name, or asks to keep, waits again.
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

  /// The batch under way did not arrive, for all we know: its events wait again, in their old places.
  mutating func release() {
    let entries = batch
    batch = []
    // It was taken from the fronts, so what waits of the same sender is younger.
    for (sender, entries) in Dictionary(grouping: entries, by: { Sender($0.record) }) { change(sender) { $0.putBack(entries) } }
  }

  enum Split: Equatable, Sendable {
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

  /// Changes a lane in place; one that is empty then goes.
  @discardableResult
  private mutating func change<Result>(_ sender: Sender, _ body: (inout Lane) -> Result) -> Result {
    let result = body(&lanes[sender, default: Lane()])
    if lanes[sender]?.isEmpty ?? true { lanes[sender] = nil }
    return result
  }

  /// The oldest event that may go.
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
      guard let entry = lane.leastWanted, least.map({ entry.worth < $0.entry.worth }) ?? true else { continue }
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
