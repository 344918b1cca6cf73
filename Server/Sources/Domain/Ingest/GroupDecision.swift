// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// The outcome of the batches of an app that are stored together, in one order: a result for each
/// event, and everything that has to be written, each row once.
///
/// New events are stored as they arrive; the events in `removed` are then deleted again, and those
/// in `restored` stored after that.
public struct GroupDecision: Sendable {
  public struct Session: Hashable, Sendable {
    public var person: Int64
    public var id: ExactText
  }

  /// The new times of a session, combined with the stored ones: the earliest start, the latest end
  /// and the greatest length.
  public struct SessionTimes: Hashable, Sendable {
    public var deviceID: String
    public var startedAt: Instant?
    public var endedAt: Instant?
    public var lengthMilliseconds: Int64?
  }

  /// A device of a person.
  public struct DeviceKey: Hashable, Sendable {
    public var person: Int64
    public var id: ExactText
  }

  /// How a device described itself last, and when the person used it.
  public struct SeenDevice: Sendable {
    public var device: Wire.Device
    public var description: String
    /// Milliseconds.
    public var describedAt: Int64
    public var seen: ClosedRange<Instant>
    public var isLab: Bool

    fileprivate mutating func add(_ other: SeenDevice) {
      if other.describedAt >= describedAt {
        (device, description, describedAt) = (other.device, other.description, other.describedAt)
      }
      seen = seen.covering(other.seen)
      isLab = isLab || other.isLab
    }
  }

  /// A day (counted from 1970) on which a person started a session, on a device that is not for
  /// tests.
  public struct ActiveDay: Hashable, Sendable {
    public var person: Int64
    public var day: Int64
  }

  public struct Decision: Hashable, Sendable {
    public var person: Int64
    public var place: BatchPart.Place
    public var groups: [DecisionGroup]
    public var deviceRank: Int64
  }

  /// Events for which the person has no room.
  public private(set) var removed: [BatchPart.Place] = []
  /// Events that are stored in place of a removed event with the same id.
  public private(set) var restored: [BatchPart.Place] = []
  /// The first and last instant of new events, by person.
  public private(set) var seen: [Int64: ClosedRange<Instant>] = [:]
  public private(set) var devices: [DeviceKey: SeenDevice] = [:]
  public private(set) var sessions: [Session: SessionTimes] = [:]
  public private(set) var activeDays: Set<ActiveDay> = []
  public private(set) var decisions: [Decision] = []
  public private(set) var rollups = Rollups()
  /// What is to be written for profiles, first times, campaign names and event names.
  public private(set) var state: GroupState

  /// Removed events in whose place none is stored yet.
  private var refused: Set<EventName> = []
  /// Of the part that is being decided.
  private var seenInPart: [Int64: ClosedRange<Instant>] = [:]
  private var kinds = RunCounts<KindOfHour>()
  private var names = RunCounts<NamedBy>()
  private var namesOfPrograms = RunCounts<NamedBy>()

  private struct KindOfHour: Hashable {
    var kind: ExactText
    var hour: Instant
  }

  private static let sessionStart = Wire.EventRecord.Body.sessionStart.kind
  private static let custom = Wire.EventRecord.Body.custom(name: "", properties: [:]).kind

  /// A name of a custom event and the person who logged it.
  private struct NamedBy: Hashable {
    var name: ExactText
    var person: Int64
    var hour: Instant
  }

  public init(_ state: GroupState) { self.state = state }

  /// Decides about all parts. Returns a result for each event of each part.
  ///
  /// - Parameter isNew: For each event of each part: true when no event with its id was stored for
  ///   its person before.
  public mutating func decide(_ parts: [BatchPart], isNew: [[Bool]]) -> [[Wire.EventResult]] {
    parts.indices.map { decide(parts[$0], at: $0, isNew: isNew[$0]) }
  }

  private mutating func decide(_ part: BatchPart, at number: Int, isNew: [Bool]) -> [Wire.EventResult] {
    let strays = state.names.newStrays.count
    (seenInPart, kinds, names, namesOfPrograms) = ([:], RunCounts(), RunCounts(), RunCounts())
    let results = part.range.map { index in
      result(
        of: BatchPart.Place(part: number, index: index), part, isNew: isNew[index - part.range.lowerBound])
    }
    addSeen(part.batch)
    count(isTest: part.batch.role.isTest, isOfDevice: part.batch.device != nil)
    for campaign in state.names.newStrays.dropFirst(strays) { rollups.add(.strayCampaign, detail: campaign) }
    return results
  }

  private mutating func addSeen(_ batch: PreparedBatch) {
    for (person, range) in seenInPart {
      seen[person] = seen[person]?.covering(range) ?? range
      guard let device = batch.device, let description = batch.deviceDescription else { continue }
      let new = SeenDevice(
        device: device, description: description, describedAt: batch.receivedAt, seen: range,
        isLab: batch.role == .lab)
      let key = DeviceKey(person: person, id: ExactText(device.id))
      if devices[key]?.add(new) == nil { devices[key] = new }
    }
  }

  private mutating func count(isTest: Bool, isOfDevice: Bool) {
    for (key, number) in kinds.counts {
      rollups.add(.event, detail: key.kind.text, number)
      guard !isTest, key.kind.text != Self.custom else { continue }
      let isSession = key.kind.text == Self.sessionStart && isOfDevice
      rollups.add(EventTopic(kind: key.kind.text), at: key.hour, isSession: isSession, number)
    }
    for (event, number) in names.counts {
      let name = state.eventNames.counted(event.name.text, by: event.person)
      rollups.add(.customEvent, detail: name, number)
      if !isTest {
        rollups.add(EventTopic(kind: Self.custom, name: name), at: event.hour, isSession: false, number)
      }
    }
    // Programs have a key that nobody else knows, so their names need no place.
    for (event, number) in namesOfPrograms.counts where !isTest {
      rollups.add(
        EventTopic(kind: Self.custom, name: event.name.text), at: event.hour, isSession: false, number)
    }
  }

  // MARK: - One event

  // Each field is read from the batch where it is needed: an event is large, and most of it is not
  // needed here.

  private mutating func result(of place: BatchPart.Place, _ part: BatchPart, isNew: Bool) -> Wire.EventResult
  {
    let (index, person) = (place.index, part.keys[place.index])
    if let refusal = part.batch.events[index].refusal { return refusal }
    let id = part.batch.events[index].record.id
    if !isNew {
      guard refused.contains(EventName(person: person, id: ExactText(id))) else {
        return Wire.EventResult(id: id, status: .known(.duplicate))
      }
      restored.append(place)
    }
    if part.batch.events[index].record.body.attributeKey != nil,
      let refusal = state.profiles[person, default: Profile()].apply(
        part.batch.events[index].record, countedAt: part.batch.events[index].countedAt)
    {
      if restored.last == place { restored.removeLast() } else { removed.append(place) }
      refused.insert(EventName(person: person, id: ExactText(id)))
      return refusal
    }
    if !refused.isEmpty { refused.remove(EventName(person: person, id: ExactText(id))) }
    store(place, of: person, part)
    var result = Wire.EventResult(id: id, status: .known(.stored))
    let received = Instant(milliseconds: part.batch.receivedAt)
    if part.batch.device == nil,
      !CountedTime.isBelieved(part.batch.events[index].record.at, receivedAt: received, isOfProgram: true)
    {
      result.code = "counted_at_receipt"
      result.message =
        "Its time is more than a day ahead, so it counts now. Send at in milliseconds since 1970."
    }
    return result
  }

  private mutating func store(_ place: BatchPart.Place, of person: Int64, _ part: BatchPart) {
    let index = place.index
    let (at, isTest) = (part.batch.events[index].countedAt, part.batch.role.isTest)
    seenInPart[person] = seenInPart[person]?.covering(at...at) ?? at...at
    let hour = CountedTime.hour(of: at)
    let kind = ExactText(part.batch.events[index].kind)
    kinds.add(KindOfHour(kind: kind, hour: hour))
    switch part.batch.events[index].record.body {
    case .sessionStart:
      session(part.batch.events[index].record, of: person, part) {
        $0.startedAt = min($0.startedAt ?? at, at)
      }
      if !isTest, part.batch.device != nil {
        activeDays.insert(ActiveDay(person: person, day: CountedTime.day(of: at)))
      }
    case .sessionEnd(let length):
      session(part.batch.events[index].record, of: person, part) {
        $0.endedAt = max($0.endedAt ?? at, at)
        $0.lengthMilliseconds = max($0.lengthMilliseconds ?? length, length)
      }
    case .custom(let name, _) where part.batch.deviceDescription != nil:
      names.add(NamedBy(name: ExactText(name), person: person, hour: hour))
    case .custom(let name, _): namesOfPrograms.add(NamedBy(name: ExactText(name), person: person, hour: hour))
    case .impression(let presentation)
    where part.batch.events[index].count?.metric == .impression
      && state.names.isCounted(presentation.campaignID):
      first(.impression, of: person, presentation, at: at, isTest: isTest)
    case .click(let presentation, _)
    where part.batch.events[index].count?.metric == .click && state.names.isCounted(presentation.campaignID):
      first(.click, of: person, presentation, at: at, isTest: isTest)
    case .decision(let decision):
      let rank = DecisionGroup.rank(
        ofDevice: part.batch.deviceID, isTest: isTest, day: part.batch.day, salt: state.decisionSalt)
      decisions.append(
        Decision(
          person: person, place: place, groups: DecisionGroup.of(decision, &state.names), deviceRank: rank))
    // For these there is nothing to count except that they happened.
    default: break
    }
    if let count = part.batch.events[index].count, let counted = state.names.counted(count) {
      rollups.add(counted, at: at, isTest: isTest)
    }
    for count in part.batch.events[index].further {
      if let counted = state.names.counted(count) { rollups.add(counted, at: at, isTest: isTest) }
    }
  }

  private mutating func first(
    _ step: PersonStep, of person: Int64, _ presentation: Wire.EventRecord.Presentation, at: Instant,
    isTest: Bool
  ) {
    let key = PersonSteps.Key(person: person, campaign: presentation.campaignID, step: step)
    state.steps.add(key, at: at, isTest: isTest, &rollups)
  }

  private mutating func session(
    _ record: Wire.EventRecord, of person: Int64, _ part: BatchPart, _ change: (inout SessionTimes) -> Void
  ) {
    guard let id = record.sessionID else { return }
    let session = Session(person: person, id: ExactText(id))
    change(&sessions[session, default: SessionTimes(deviceID: part.batch.deviceID)])
  }
}

/// The stored state of everything that batches of one day name, before any of it is written.
public struct GroupState: Sendable {
  /// The people whose attributes the batches set or change, with what is stored for each of these
  /// attributes.
  public var profiles: [Int64: Profile]
  public var steps: PersonSteps
  public var names: CountedNames
  public var eventNames: EventNames
  /// Puts devices in an order that nobody outside can predict. Asked for only if there are
  /// decisions.
  public var decisionSalt: Int64

  public init(
    profiles: [Int64: Profile] = [:], steps: PersonSteps = PersonSteps([:]),
    names: CountedNames = CountedNames(),
    eventNames: EventNames, decisionSalt: Int64 = 0
  ) {
    self.profiles = profiles
    self.steps = steps
    self.names = names
    self.eventNames = eventNames
    self.decisionSalt = decisionSalt
  }
}

extension ClosedRange {
  fileprivate func covering(_ other: Self) -> Self {
    Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }
}
