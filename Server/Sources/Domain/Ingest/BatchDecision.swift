// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// The outcome of one part of a batch: a result for each event, and everything that has to be
/// written. A part is the whole batch, or the events before or after the point where two people
/// turn out to be one.
///
/// New events are stored as they arrive; the events in `removed` are then deleted again.
public struct BatchDecision: Sendable {
  public struct Session: Hashable, Sendable {
    public var person: Int64
    public var id: ExactText
  }

  /// The new times of a session, combined with the stored ones: the earliest start, the latest end
  /// and the greatest length.
  public struct SessionTimes: Hashable, Sendable {
    public var startedAt: Instant?
    public var endedAt: Instant?
    public var lengthMilliseconds: Int64?
  }

  /// A day (counted from 1970) on which a person started a session, on a device that is not for
  /// tests.
  public struct ActiveDay: Hashable, Sendable {
    public var person: Int64
    public var day: Int64
  }

  public struct Decision: Hashable, Sendable {
    public var person: Int64
    /// Index of the event in the batch.
    public var index: Int
    public var groups: [DecisionGroup]
    public var deviceRank: Int64
  }

  /// In the order of the events.
  public private(set) var results: [Wire.EventResult] = []
  /// Indices of events for which the person has no room.
  public private(set) var removed: [Int] = []
  /// Indices of events that are stored in place of a removed event with the same id.
  public private(set) var restored: [Int] = []
  /// The first and last instant of new events, by person.
  public private(set) var seen: [Int64: ClosedRange<Instant>] = [:]
  public private(set) var sessions: [Session: SessionTimes] = [:]
  public private(set) var activeDays: Set<ActiveDay> = []
  public private(set) var decisions: [Decision] = []
  public private(set) var rollups = Rollups()
  /// What is to be written for profiles, first times, campaign names and event names.
  public private(set) var state: BatchState

  private let batch: PreparedBatch
  private let today: Int64
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

  /// - Parameter keys: The person of each event of the batch.
  public init(_ batch: PreparedBatch, part: Range<Int>, keys: [Int64], state: BatchState) {
    self.batch = batch
    self.state = state
    today = batch.day
    results.reserveCapacity(part.count)
    var refused: Set<EventName> = []
    for index in part {
      results.append(result(of: index, keys[index], isNew: state.isNew[index - part.lowerBound], &refused))
    }
    let isTest = batch.role.isTest
    for (key, number) in kinds.counts {
      rollups.add(.event, detail: key.kind.text, number)
      guard !isTest, key.kind.text != Self.custom else { continue }
      let isSession = key.kind.text == Self.sessionStart && batch.device != nil
      rollups.add(EventTopic(kind: key.kind.text), at: key.hour, isSession: isSession, number)
    }
    for (event, number) in names.counts {
      let name = self.state.eventNames.counted(event.name.text, by: event.person)
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
    for campaign in self.state.names.newStrays { rollups.add(.strayCampaign, detail: campaign) }
  }

  // MARK: - One event

  // Each field is read from the batch where it is needed: an event is large, and most of it is not
  // needed here.

  private mutating func result(
    of index: Int, _ person: Int64, isNew: Bool, _ refused: inout Set<EventName>
  ) -> Wire.EventResult {
    if let refusal = batch.events[index].refusal { return refusal }
    let id = batch.events[index].record.id
    if !isNew {
      guard refused.contains(EventName(person: person, id: ExactText(id))) else {
        return Wire.EventResult(id: id, status: .known(.duplicate))
      }
      restored.append(index)
    }
    if batch.events[index].record.body.attributeKey != nil,
      let refusal = state.profiles[person, default: Profile()].apply(
        batch.events[index].record, countedAt: batch.events[index].countedAt)
    {
      if restored.last == index { restored.removeLast() } else { removed.append(index) }
      refused.insert(EventName(person: person, id: ExactText(id)))
      return refusal
    }
    if !refused.isEmpty { refused.remove(EventName(person: person, id: ExactText(id))) }
    store(index, of: person)
    var result = Wire.EventResult(id: id, status: .known(.stored))
    let received = Instant(milliseconds: batch.receivedAt)
    if batch.device == nil,
      !CountedTime.isBelieved(batch.events[index].record.at, receivedAt: received, isOfProgram: true)
    {
      result.code = "counted_at_receipt"
      result.message =
        "Its time is more than a day ahead, so it counts now. Send at in milliseconds since 1970."
    }
    return result
  }

  private mutating func store(_ index: Int, of person: Int64) {
    let (at, isTest) = (batch.events[index].countedAt, batch.role.isTest)
    let range = seen[person] ?? at...at
    seen[person] = min(range.lowerBound, at)...max(range.upperBound, at)
    let hour = CountedTime.hour(of: at)
    let kind = ExactText(batch.events[index].kind)
    kinds.add(KindOfHour(kind: kind, hour: hour))
    switch batch.events[index].record.body {
    case .sessionStart:
      session(batch.events[index].record, of: person) { $0.startedAt = min($0.startedAt ?? at, at) }
      if !isTest, batch.device != nil {
        activeDays.insert(ActiveDay(person: person, day: CountedTime.day(of: at)))
      }
    case .sessionEnd(let length):
      session(batch.events[index].record, of: person) {
        $0.endedAt = max($0.endedAt ?? at, at)
        $0.lengthMilliseconds = max($0.lengthMilliseconds ?? length, length)
      }
    case .custom(let name, _) where batch.deviceDescription != nil:
      names.add(NamedBy(name: ExactText(name), person: person, hour: hour))
    case .custom(let name, _): namesOfPrograms.add(NamedBy(name: ExactText(name), person: person, hour: hour))
    case .impression(let presentation)
    where batch.events[index].count?.metric == .impression && state.names.isCounted(presentation.campaignID):
      first(.impression, of: person, presentation, at: at)
    case .click(let presentation, _)
    where batch.events[index].count?.metric == .click && state.names.isCounted(presentation.campaignID):
      first(.click, of: person, presentation, at: at)
    case .decision(let decision):
      let rank = DecisionGroup.rank(
        ofDevice: batch.deviceID, isTest: isTest, day: today, salt: state.decisionSalt)
      decisions.append(
        Decision(
          person: person, index: index, groups: DecisionGroup.of(decision, &state.names), deviceRank: rank))
    // For these there is nothing to count except that they happened.
    default: break
    }
    if let count = batch.events[index].count, let counted = state.names.counted(count) {
      rollups.add(counted, at: at, isTest: isTest)
    }
    for count in batch.events[index].further {
      if let counted = state.names.counted(count) { rollups.add(counted, at: at, isTest: isTest) }
    }
  }

  private mutating func first(
    _ step: PersonStep, of person: Int64, _ presentation: Wire.EventRecord.Presentation, at: Instant
  ) {
    let key = PersonSteps.Key(person: person, campaign: presentation.campaignID, step: step)
    state.steps.add(key, at: at, isTest: batch.role.isTest, &rollups)
  }

  private mutating func session(
    _ record: Wire.EventRecord, of person: Int64, _ change: (inout SessionTimes) -> Void
  ) {
    guard let id = record.sessionID else { return }
    change(&sessions[Session(person: person, id: ExactText(id)), default: SessionTimes()])
  }
}

/// The stored state of everything that a part of a batch names, before any of it is written.
public struct BatchState: Sendable {
  /// For each event of the part: true when no event with its id was stored for its person.
  public var isNew: [Bool]
  /// The people whose attributes the part sets or changes, with what is stored for each of these
  /// attributes.
  public var profiles: [Int64: Profile]
  public var steps: PersonSteps
  public var names: CountedNames
  public var eventNames: EventNames
  /// Puts devices in an order that nobody outside can predict. Asked for only if there are
  /// decisions.
  public var decisionSalt: Int64

  public init(
    isNew: [Bool], profiles: [Int64: Profile] = [:], steps: PersonSteps = PersonSteps([:]),
    names: CountedNames = CountedNames(),
    eventNames: EventNames, decisionSalt: Int64 = 0
  ) {
    self.isNew = isNew
    self.profiles = profiles
    self.steps = steps
    self.names = names
    self.eventNames = eventNames
    self.decisionSalt = decisionSalt
  }
}
