// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

extension Outbox {
  /// The device and user that logged an event, which a request must name to carry it.
  struct Sender: Hashable, Sendable {
    /// The device id under which the event is sent, if it is a former one of this installation.
    var formerDeviceID: String?
    private let user: ExactText?

    /// nil if anonymous.
    var userID: String? { user?.text }

    init(formerDeviceID: String? = nil, userID: String? = nil) {
      self.formerDeviceID = formerDeviceID
      user = userID.map { ExactText($0) }
    }

    init(_ record: Wire.EventRecord) {
      self.init(formerDeviceID: record.formerDeviceID, userID: record.userID)
    }
  }

  /// Which events may be sent, and which may share a request.
  struct Terms: Equatable, Sendable {
    /// Users whose events are not sent. Events of others do not wait for them.
    var silenced: Set<ExactText> = []
    /// A batch contains the events of one user, whose signature is in the request.
    var separatesUsers = false

    func allows(_ sender: Sender) -> Bool {
      sender.userID.map { !silenced.contains(ExactText($0)) } ?? true
    }

    /// Whether one request can carry events of both.
    func unites(_ sender: Sender, _ other: Sender) -> Bool {
      sender.formerDeviceID == other.formerDeviceID
        && (!separatesUsers || sender.userID.isExactly(other.userID))
    }
  }

  /// The waiting events of one sender, in the order of logging. Two queues make the cost of making
  /// room independent of the number of events.
  struct Lane: Sendable {
    private var analytics = EntryQueue()
    private var others = EntryQueue()

    var count: Int { analytics.count + others.count }
    var isEmpty: Bool { count == 0 }

    var first: Entry? {
      guard let one = analytics.first else { return others.first }
      guard let other = others.first else { return one }
      return one.sequence < other.sequence ? one : other
    }

    /// The event that is dropped first: the oldest analytics event, or else the oldest event.
    var leastWanted: Entry? { analytics.first ?? others.first }

    mutating func append(_ entry: Entry) {
      if entry.record.body.isAnalytics { analytics.append(entry) } else { others.append(entry) }
    }

    mutating func removeFirst() -> Entry? {
      guard let one = analytics.first?.sequence else { return others.removeFirst() }
      guard let other = others.first?.sequence else { return analytics.removeFirst() }
      return one < other ? analytics.removeFirst() : others.removeFirst()
    }

    mutating func removeLeastWanted() -> Entry? {
      analytics.removeFirst() ?? others.removeFirst()
    }

    mutating func putBack(_ entries: [Entry]) {
      analytics.putBack(entries.filter(\.record.body.isAnalytics))
      others.putBack(entries.filter { !$0.record.body.isAnalytics })
    }

    mutating func remove(_ id: String) -> Entry? {
      analytics.remove(id) ?? others.remove(id)
    }

    func count(through sequence: UInt64) -> Int {
      analytics.count(through: sequence) + others.count(through: sequence)
    }

    /// Appends them in no particular order.
    func append(to entries: inout [Entry]) {
      analytics.append(to: &entries)
      others.append(to: &entries)
    }
  }
}

/// Events of the outbox in the order of logging. Adding at the end and taking from the front have
/// constant cost on average.
struct EntryQueue: Sendable {
  /// The slots before `head` were taken.
  private var slots: [Outbox.Entry?] = []
  private var head = 0

  /// With fewer taken slots, moving the rest is not worthwhile.
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
    // This moves at most as many as were taken since the last time.
    if head >= Self.leastTaken, head >= count {
      slots.removeFirst(head)
      head = 0
    }
    return entry
  }

  /// Puts events back that were taken from the front.
  mutating func putBack(_ entries: [Outbox.Entry]) {
    guard !entries.isEmpty else { return }
    slots.replaceSubrange(..<head, with: entries)
    head = 0
  }

  func count(through sequence: UInt64) -> Int {
    slots[head...].count { $0.map { $0.sequence <= sequence } ?? false }
  }

  /// Appends them in their order.
  func append(to entries: inout [Outbox.Entry]) {
    for case let entry? in slots[head...] { entries.append(entry) }
  }

  mutating func remove(_ id: String) -> Outbox.Entry? {
    guard let index = slots.firstIndex(where: { $0?.record.id == id }) else { return nil }
    return slots.remove(at: index)
  }
}

extension Wire.EventRecord {
  private static let deviceKey = "device_id"

  /// The device that logged the event, if this installation has another id since. Only in the
  /// journal, because a request names its device.
  var formerDeviceID: String? {
    get { unknown[Self.deviceKey]?.string }
    set { unknown[Self.deviceKey] = newValue.map { .string($0) } }
  }

  /// Whether the event concerns the anonymous person on the device that logged it, and so cannot
  /// belong to another device.
  var concernsAnonymousPerson: Bool {
    if case .userChanged(previousUserID: nil) = body { return true }
    return userID == nil
  }

  /// The record as it is sent.
  var forWire: Wire.EventRecord {
    guard formerDeviceID != nil else { return self }
    var record = self
    record.formerDeviceID = nil
    return record
  }
}
