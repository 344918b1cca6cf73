// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

extension Outbox {
  /// Who logged an event: what a request has to say of device and user to carry it.
  struct Sender: Hashable, Sendable {
    /// The device under whose name it goes, if that is a former one of this installation.
    var formerDeviceID: String?
    private let user: ExactText?

    /// nil: anonymous.
    var userID: String? { user?.text }

    init(formerDeviceID: String? = nil, userID: String? = nil) {
      self.formerDeviceID = formerDeviceID
      user = userID.map { ExactText($0) }
    }

    init(_ record: Wire.EventRecord) {
      self.init(formerDeviceID: record.formerDeviceID, userID: record.userID)
    }
  }

  /// What may be sent, and what together.
  struct Terms: Equatable, Sendable {
    /// Users whose events stay; nobody else waits for them.
    var silenced: Set<ExactText> = []
    /// A batch holds the events of one user, for whom the request vouches.
    var separatesUsers = false

    func allows(_ sender: Sender) -> Bool {
      sender.userID.map { !silenced.contains(ExactText($0)) } ?? true
    }

    /// One request can speak for both.
    func unites(_ sender: Sender, _ other: Sender) -> Bool {
      sender.formerDeviceID == other.formerDeviceID && (!separatesUsers || sender.userID.isExactly(other.userID))
    }
  }

  /// What waits of one sender, in the order of logging: two queues, so that making room costs the same however much waits.
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

    /// The one that makes room before the lane's others: the oldest analytics, then the oldest.
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

    /// These were taken from the front, and are there again.
    mutating func putBack(_ entries: [Entry]) {
      analytics.putBack(entries.filter(\.record.body.isAnalytics))
      others.putBack(entries.filter { !$0.record.body.isAnalytics })
    }

    mutating func remove(_ id: String) -> Entry? {
      analytics.remove(id) ?? others.remove(id)
    }

    /// How many there are up to here.
    func count(through sequence: UInt64) -> Int {
      analytics.count(through: sequence) + others.count(through: sequence)
    }

    /// Adds them, in no order.
    func append(to entries: inout [Entry]) {
      analytics.append(to: &entries)
      others.append(to: &entries)
    }
  }
}

/// Events of the outbox in the order of logging. Adding at the end and taking from the front cost the same, on average, however many wait.
struct EntryQueue: Sendable {
  /// Those before `head` were taken.
  private var slots: [Outbox.Entry?] = []
  private var head = 0

  /// Fewer are not worth moving the rest.
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
    // What is moved is no more than what was taken since the last time.
    if head >= Self.leastTaken, head >= count {
      slots.removeFirst(head)
      head = 0
    }
    return entry
  }

  /// These were taken from the front, and are there again.
  mutating func putBack(_ entries: [Outbox.Entry]) {
    guard !entries.isEmpty else { return }
    slots.replaceSubrange(..<head, with: entries)
    head = 0
  }

  /// How many there are up to here.
  func count(through sequence: UInt64) -> Int {
    slots[head...].count { $0.map { $0.sequence <= sequence } ?? false }
  }

  /// Adds them, in their order.
  func append(to entries: inout [Outbox.Entry]) {
    for case let entry? in slots[head...] { entries.append(entry) }
  }

  /// Takes one out from wherever it stands.
  mutating func remove(_ id: String) -> Outbox.Entry? {
    guard let index = slots.firstIndex(where: { $0?.record.id == id }) else { return nil }
    return slots.remove(at: index)
  }
}

extension Wire.EventRecord {
  private static let deviceKey = "device_id"

  /// The device that logged it, if this installation goes by another name since; nil: the present one. In the journal only: on the wire the
  /// request says which device speaks.
  var formerDeviceID: String? {
    get { unknown[Self.deviceKey]?.string }
    set { unknown[Self.deviceKey] = newValue.map { .string($0) } }
  }

  /// True for what says something of the person whom nobody knows on the device that logged it, and so belongs to no other device.
  var concernsAnonymousPerson: Bool {
    if case .userChanged(previousUserID: nil) = body { return true }
    return userID == nil
  }

  /// As it is sent.
  var forWire: Wire.EventRecord {
    guard formerDeviceID != nil else { return self }
    var record = self
    record.formerDeviceID = nil
    return record
  }
}
