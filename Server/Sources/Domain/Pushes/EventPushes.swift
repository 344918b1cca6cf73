// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire
import Synchronization

/// A run by events that sends at the moment.
public struct EventRun: Sendable {
  /// The key of its row.
  public var number: Int64
  public var startedAt: Instant
  fileprivate let compiled: Compiled

  /// What decides which events start and end its pushes.
  fileprivate struct Compiled: Sendable {
    var definition: CampaignDefinition
    var triggers: EventTriggers
    var isSilent: Bool
  }

  /// The compiled triggers of runs. A run's definition never changes, so they are compiled once.
  public final class Cache: Sendable {
    private struct Key: Hashable {
      var number: Int64
      var createdAt: Int64
    }

    /// Beyond this, all are compiled anew when they are needed.
    private static let limit = 1_000
    private let known = Mutex<[Key: Compiled?]>([:])

    public init() {}

    /// nil if this version does not understand the campaign: such a run sends nothing, and keeps no
    /// events away.
    public func run(
      _ number: Int64, createdAt: Int64, startedAt: Instant, _ definition: () throws -> Wire.Campaign
    ) -> EventRun? {
      let key = Key(number: number, createdAt: createdAt)
      let compiled = known.withLock { $0[key] } ?? compile(definition, key)
      return compiled.map { EventRun(number: number, startedAt: startedAt, compiled: $0) }
    }

    private func compile(_ definition: () throws -> Wire.Campaign, _ key: Key) -> Compiled? {
      guard let wire = try? definition() else { return nil }
      let compiled = (try? wire.pushDefinition(withTriggers: true)).map {
        Compiled(
          definition: $0, triggers: EventTriggers($0, compilePattern: Pattern.compiler),
          isSilent: wire.push?.isSilent ?? false)
      }
      known.withLock {
        if $0.count >= Self.limit { $0 = [:] }
        $0[key] = .some(compiled)
      }
      return compiled
    }
  }
}

/// The pushes that the new events of one part of a batch start, and those that they end.
public struct EventPushes: Sendable {
  /// What happens to a run's rows for a person, in order.
  public enum Change: Hashable, Sendable {
    /// Rows that no sender has end as cancelled: an exception happened before the delay was over.
    case cancel(run: Int64, person: Int64)
    case add(NewPush, run: Int64)
  }

  /// What a run has for a person already.
  public struct Past: Hashable, Sendable {
    /// When the last row changed that was sent, is being sent, or was withheld. What was not sent
    /// does not count.
    public var sentAt: Instant?
    /// When the last of the rows was written that wait for a sender.
    public var waitingAt: Instant?
    public var waiting: Int
    /// A number that none of the person's devices has had in the run.
    public var occurrence: Int
    /// When the person had the push last, as far as re-eligibility counts it.
    fileprivate var last: Instant? { [sentAt, waitingAt].compactMap(\.self).max() }

    public init(sentAt: Instant? = nil, waitingAt: Instant? = nil, waiting: Int = 0, occurrence: Int = 0) {
      (self.sentAt, self.waitingAt, self.waiting, self.occurrence) = (sentAt, waitingAt, waiting, occurrence)
    }
  }

  public struct Key: Hashable, Sendable {
    public var run: Int64
    public var person: Int64

    public init(run: Int64, person: Int64) { (self.run, self.person) = (run, person) }
  }

  /// An event that starts or ends pushes of a run.
  private struct Match {
    var run: EventRun
    var person: Int64
    var index: Int
    var ends: Bool
    var starts: Bool
  }

  private let batch: PreparedBatch
  private var matches: [Match] = []
  public private(set) var changes: [Change] = []
  /// How the counts of the runs change, by run. nil stands for rows that have not ended.
  public private(set) var counts: [Int64: [PushOutcome?: Int]] = [:]

  /// Finds what the events match. If nothing, `people` is empty and nothing else has to be read.
  ///
  /// - Parameters:
  ///   - isNew: Of each event of the part.
  ///   - runs: Those of running campaigns. What happens while a run or its campaign is paused is not
  ///     sent later.
  public init(_ part: BatchPart, isNew: [Bool], _ runs: [EventRun]) {
    batch = part.batch
    var matches: [Match] = []
    defer { self.matches = matches }
    guard !runs.isEmpty, batch.role != .lab else { return }
    for (index, isNew) in zip(part.range, isNew) where isNew {
      guard let event = Event(batch.events[index].record) else { continue }
      let counted = batch.events[index].countedAt
      guard batch.receivedAt - counted.milliseconds <= PushRunLimits.eventAge.wholeMilliseconds else {
        continue
      }
      for run in runs where counted >= run.startedAt {
        let match = Match(
          run: run, person: part.keys[index], index: index, ends: run.compiled.triggers.excepts(event),
          starts: run.compiled.triggers.fires(on: event))
        if match.ends || match.starts { matches.append(match) }
      }
    }
  }

  /// The people and runs of which `decide` needs what they have.
  public var people: Set<Int64> { Set(matches.map(\.person)) }
  public var runs: Set<Int64> { Set(matches.map(\.run.number)) }

  /// - Parameters:
  ///   - devices: Those of the people, without the lab's, by their id; no more than
  ///     `PushRunLimits.devicesOfEvent` of each.
  ///   - past: What the runs have for the people.
  public mutating func decide(devices: [Int64: [PushDevice]], past: [Key: Past]) {
    var past = past
    let now = Instant(milliseconds: batch.receivedAt)
    for match in matches {
      let key = Key(run: match.run.number, person: match.person)
      var own = past[key] ?? Past()
      if match.ends, own.waiting > 0 {
        changes.append(.cancel(run: key.run, person: key.person))
        counts[key.run, default: [:]][nil, default: 0] -= own.waiting
        counts[key.run, default: [:]][.cancelled, default: 0] += own.waiting
        (own.waiting, own.waitingAt) = (0, nil)
      }
      let again = match.run.compiled.definition.reEligibility
      if match.starts, again.gate(last: own.last, at: now) == nil {
        let devices = devices[match.person] ?? []
        for device in devices { add(device, match, own.occurrence, at: now, &own) }
        // The same number on all of them, so that it is one notification.
        if !devices.isEmpty { own.occurrence += 1 }
      }
      past[key] = own
    }
  }

  private mutating func add(
    _ device: PushDevice, _ match: Match, _ occurrence: Int, at now: Instant, _ past: inout Past
  ) {
    let compiled = match.run.compiled
    let row = NewPush(
      to: device, of: match.person, occurrence: occurrence, at: now, dueAt: now + compiled.definition.delay,
      isSilent: compiled.isSilent, values: batch.events[match.index].record.body.templateValues,
      areOwnValues: device.deviceID.isExactly(batch.deviceID))
    changes.append(.add(row, run: match.run.number))
    counts[match.run.number, default: [:]][row.outcome, default: 0] += 1
    if row.outcome == nil { (past.waiting, past.waitingAt) = (past.waiting + 1, now) }
  }
}
