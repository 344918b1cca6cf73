// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// A batch with everything that can be worked out before the writer's turn, so that callers encode
/// in parallel.
public struct PreparedBatch: Sendable {
  public internal(set) var appID: AppID
  /// nil when no device sent it.
  public internal(set) var device: Wire.Device?
  /// Empty when no device sent it.
  public internal(set) var deviceID: String
  /// JSON of the device's description of itself; nil when no device sent it.
  public internal(set) var deviceDescription: String?
  public internal(set) var sender: IngestBatch.Sender
  public internal(set) var role: DeviceRole
  /// Milliseconds.
  public internal(set) var receivedAt: Int64
  public internal(set) var events: [Event] = []
  /// The people the events belong to, each once; usually one.
  public internal(set) var people: [String] = []
  /// Campaigns that are shown, clicked or decided about.
  public internal(set) var campaigns: Set<ExactText> = []
  public internal(set) var counts: Set<CampaignCount> = []
  /// Names of custom events that a device sent.
  public internal(set) var eventNames: Set<ExactText> = []
  public internal(set) var hasDecisions = false
  /// Indices of the events with which somebody signs in where nobody was signed in.
  public internal(set) var signIns: [Int] = []
  /// How much of each attribute's history the batch needs, by key.
  public internal(set) var attributes: [ExactText: AttributeReading] = [:]

  public struct Event: Sendable {
    public internal(set) var record: Wire.EventRecord
    public internal(set) var kind: String
    /// Index into `people`.
    public internal(set) var person: Int
    public internal(set) var countedAt: Instant
    /// The campaign that it is about; nil for none.
    public internal(set) var campaign: String?
    /// What the event adds to the numbers of a campaign; nil for nothing.
    public internal(set) var count: CampaignCount?
    /// Whether it is a tap that only closes a message.
    public internal(set) var onlyCloses = false
    /// What it adds besides: the answers of a survey, and what its version did.
    public internal(set) var further: [CampaignCount]
    /// The whole record, as `Wire.encode` writes it; empty when it cannot be stored.
    public internal(set) var encoded: [UInt8]
    /// Why the event cannot be stored; nil when it can.
    public internal(set) var refusal: Wire.EventResult?

    /// The name under which a tap is stored that only closes a message. Other taps have none.
    public static let closing = "closes"
    /// The name under which the event is stored; nil for none.
    public var name: String? { onlyCloses ? Self.closing : record.body.audienceName }
  }

  public init(_ batch: IngestBatch) {
    appID = batch.appID
    device = batch.device
    deviceID = batch.device?.id ?? ""
    deviceDescription = batch.device.map { String(decoding: Wire.encode($0.described), as: UTF8.self) }
    receivedAt = batch.receivedAt.milliseconds
    sender = batch.sender
    role = batch.role
    events.reserveCapacity(batch.events.count)
    var previous: (userID: String?, person: Int)?
    var names = RunCounts<ExactText>()
    for (index, record) in batch.events.enumerated() {
      let person: Int
      // Almost always the same person as before.
      if let previous, previous.userID.isExactly(record.userID) {
        person = previous.person
      } else {
        person = place(of: PersonID.of(userID: record.userID, deviceID: deviceID))
        previous = (record.userID, person)
      }
      let count = CampaignCount(record)
      let further = CampaignCount.further(record)
      let refusal = record.refusal(device: batch.device, count)
      let (receivedAt, isOfProgram) = (batch.receivedAt, batch.device == nil)
      let countedAt =
        record.body.attributeKey == nil
        ? CountedTime.of(record.at, receivedAt: receivedAt, isOfProgram: isOfProgram)
        : CountedTime.ofAttribute(record.at, receivedAt: receivedAt, isOfProgram: isOfProgram)
      if refusal == nil {
        if isSignIn(record) { signIns.append(events.count) }
        addUses(record, count, &names)
        counts.formUnion(further)
        if let first = further.first { campaigns.insert(ExactText(first.campaign.rawValue)) }
      }
      events.append(
        Event(
          record: record, kind: record.body.kind, person: person, countedAt: countedAt,
          campaign: record.body.campaignID, count: count,
          further: further,
          encoded: refusal != nil
            ? [] : batch.encoded.indices.contains(index) ? batch.encoded[index] : Wire.encode(record),
          refusal: refusal))
    }
    eventNames = Set(names.counts.map(\.key))
    keepOrderOfAttributes()
  }

  /// The day of the receipt, counted from 1970.
  public var day: Int64 { receivedAt / 86_400_000 }

  /// Whether a tap can be stored.
  public var hasTaps: Bool { events.contains { $0.refusal == nil && $0.record.tap != nil } }

  /// Marks the taps of a part that only close their message.
  mutating func markTaps(in part: Range<Int>, where onlyCloses: (_ index: Int) throws -> Bool) rethrows {
    for index in part where events[index].refusal == nil && events[index].record.tap != nil {
      guard try onlyCloses(index), let count = CampaignCount(events[index].record, onlyCloses: true) else {
        continue
      }
      events[index].onlyCloses = true
      events[index].count = count
      counts.insert(count)
    }
  }

  private mutating func addUses(
    _ record: Wire.EventRecord, _ count: CampaignCount?, _ names: inout RunCounts<ExactText>
  ) {
    switch record.body {
    case .custom(let name, _) where deviceDescription != nil: names.add(ExactText(name))
    case .decision(let decision):
      hasDecisions = true
      campaigns.formUnion(decision.candidates.map { ExactText($0.campaignID) })
    default: break
    }
    guard let count else { return }
    campaigns.insert(ExactText(count.campaign.rawValue))
    counts.insert(count)
  }

  /// When a clock is far off, its instants say nothing, but the order of the batch does. A
  /// statement about an attribute with an impossible instant (not believed, or after the receipt)
  /// counts at least a millisecond before the batch's next statement about that attribute.
  ///
  /// Only statements with the same key are moved. So their instants differ from the receipt by at
  /// most one millisecond per statement about one attribute, and the device's next batch comes
  /// later.
  private mutating func keepOrderOfAttributes() {
    var next: [ExactText: Instant] = [:]
    for index in events.indices.reversed() where events[index].refusal == nil {
      guard let key = events[index].record.body.attributeKey.map({ ExactText($0) }) else { continue }
      let record = events[index].record
      var countedAt = events[index].countedAt
      let isBelieved = countedAt == record.at
      if !isBelieved, let next = next[key] { countedAt = min(countedAt, next - .milliseconds(1)) }
      events[index].countedAt = countedAt
      next[key] = countedAt
      attributes[key, default: AttributeReading()].add(
        record, at: AttributeHistory.Place(record, at: countedAt))
    }
  }

  private mutating func place(of alias: String) -> Int {
    if let index = people.firstIndex(where: { $0.isExactly(alias) }) { return index }
    people.append(alias)
    return people.count - 1
  }
}

extension Wire.EventRecord {
  /// SQLite treats a NUL as the end of a text, so two ids that differ only after a NUL would be the
  /// same to it.
  fileprivate func refusal(device: Wire.Device?, _ count: CampaignCount?) -> Wire.EventResult? {
    func refused(_ field: String, _ message: String) -> Wire.EventResult {
      Wire.EventResult(
        id: id, status: .known(.rejected), code: "field_invalid", field: field, message: message)
    }
    let length = id.utf8.count
    guard length > 0, length <= Wire.Limits.idLength else {
      return refused("id", "An event id must have 1 to \(Wire.Limits.idLength) characters.")
    }
    if let device {
      guard !device.id.isEmpty else { return refused("device.id", "The device id must not be empty.") }
    } else if userID == nil {
      return refused("user_id", "An event without a device needs a user_id.")
    }
    var field: String?
    func check(_ name: String, _ text: String?) {
      if field == nil, let text,
        text.utf8.withContiguousStorageIfAvailable({ $0.contains(0) }) ?? text.utf8.contains(0)
      {
        field = name
      }
    }
    check("id", id)
    check("device.id", device?.id)
    check("user_id", userID)
    check("session_id", sessionID)
    check("campaign_id", count?.campaign.rawValue)
    check("kind", count?.detail)
    switch body {
    case .custom(let name, _): check("name", name)
    case .attribute(let key, _), .attributeChange(let key, _): check("key", key)
    case .decision(let decision):
      for candidate in decision.candidates { check("candidates", candidate.campaignID) }
    case .unknown(let kind, _): check("kind", kind)
    default: break
    }
    return field.map { refused($0, "A name must not contain U+0000. Remove it.") }
  }
}
