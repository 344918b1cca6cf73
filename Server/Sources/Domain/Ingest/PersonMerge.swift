// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// How the numbers change when the anonymous person of a device and the user who signs in there
/// become one. An event id that both had counts once, as the user's. What both did first with a
/// campaign counts once, in the hour of the earlier.
public struct PersonMerge: Sendable {
  /// An event of the anonymous person whose id the user has too; it is removed.
  public struct SharedEvent: Sendable {
    public var id: String
    public var kind: String
    public var countedAt: Instant
    public var isTest: Bool
    /// Under which topic the event is counted.
    public var topic: EventTopic
    /// Whether a device sent it, not a program.
    public var isOfDevice: Bool
    /// Whether it was a tap that only closed a message.
    public var onlyCloses: Bool
    /// nil when the record is no longer kept or cannot be read.
    public var record: Wire.EventRecord?

    public init(
      id: String, kind: String, countedAt: Instant, isTest: Bool, topic: EventTopic, isOfDevice: Bool,
      onlyCloses: Bool = false,
      record: Wire.EventRecord?
    ) {
      self.id = id
      self.kind = kind
      self.countedAt = countedAt
      self.isTest = isTest
      self.topic = topic
      self.isOfDevice = isOfDevice
      self.onlyCloses = onlyCloses
      self.record = record
    }

    /// Whether it is the start of a session that makes a person active.
    public var isSession: Bool { isOfDevice && kind == Wire.EventRecord.Body.sessionStart.kind }
    public var count: CampaignCount? { record.flatMap { CampaignCount($0, onlyCloses: onlyCloses) } }
    /// All that the event added to the numbers.
    public var counts: [CampaignCount] { record.map { CampaignCount.all($0, onlyCloses: onlyCloses) } ?? [] }

    /// The step of which this event may have been the first.
    public func step(of person: Int64) -> PersonSteps.Key? {
      guard let count, let step = PersonStep.allCases.first(where: { $0.kind == kind }) else { return nil }
      if step == .click, count.metric != .click { return nil }
      return PersonSteps.Key(person: person, campaign: count.campaign.rawValue, step: step)
    }
  }

  public private(set) var rollups = Rollups()
  /// First times of the anonymous person that came from shared events, as they are without those
  /// events.
  public private(set) var corrected: [PersonSteps.Key: FirstTimes] = [:]

  /// - Parameters:
  ///   - steps: The first times of both people, by campaign.
  ///   - remaining: The anonymous person's first times without the shared events; asked for only
  ///     where a shared event may have been the first.
  ///   - names: The campaigns and details of the shared events.
  public init(
    of anonymous: Int64, into user: Int64, shared: [SharedEvent], steps: [PersonSteps.Key: FirstTimes],
    remaining: [PersonSteps.Key: FirstTimes], names: CountedNames
  ) {
    var (steps, names) = (steps, names)
    for event in shared {
      rollups.add(.event, detail: event.kind, -1)
      if !event.isTest { rollups.add(event.topic, at: event.countedAt, isSession: event.isSession, -1) }
      for count in event.counts {
        if let counted = names.counted(count) {
          rollups.add(counted, at: event.countedAt, isTest: event.isTest, -1)
        }
      }
      guard let key = event.step(of: anonymous), let known = steps[key],
        known[isTest: event.isTest] == event.countedAt
      else { continue }
      var times = known
      times[isTest: event.isTest] = remaining[key]?[isTest: event.isTest]
      steps[key] = times
      corrected[key] = times
      rollups.move(key.step.metric, campaign: key.campaign, from: known, to: times)
    }
    for campaign in names.newStrays { rollups.add(.strayCampaign, detail: campaign) }
    for (key, one) in steps where key.person == anonymous {
      guard let other = steps[PersonSteps.Key(person: user, campaign: key.campaign, step: key.step)] else {
        continue
      }
      var both = one
      both.add(other)
      rollups.move(key.step.metric, campaign: key.campaign, from: one, to: nil)
      rollups.move(key.step.metric, campaign: key.campaign, from: other, to: both)
    }
  }
}
