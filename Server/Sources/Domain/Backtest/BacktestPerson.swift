// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// What is stored about one person, as far as a backtest needs it.
public struct BacktestPerson: Sendable {
  /// Something that one of the person's devices did, or that a program sent about them.
  ///
  /// Immutable. It is a class so that passing it on costs only one retain.
  public final class Event: Sendable {
    /// Empty when a program sent it.
    public let deviceID: String
    /// The instant at which the event counts.
    public let at: Instant
    /// Whether a test device did it.
    public let isTest: Bool
    /// Of an event whose properties nothing compares (`BacktestNeeds`): only its id, time, user and
    /// name.
    public let record: Wire.EventRecord

    public init(deviceID: String, at: Instant, isTest: Bool = false, record: Wire.EventRecord) {
      self.deviceID = deviceID
      self.at = at
      self.isTest = isTest
      self.record = record
    }
  }

  /// `PersonID`.
  public var id: String
  public var standing: ExperimentStanding
  /// What rules compare, as it is now.
  public var facts: PersonFacts
  /// The time zones of the devices (`Europe/Vienna`), as far as they are known.
  public var timeZones: [String: String]
  /// Oldest first.
  public var events: [Event]

  public init(
    id: String, standing: ExperimentStanding, facts: PersonFacts = PersonFacts(),
    timeZones: [String: String] = [:], events: [Event] = []
  ) {
    self.id = id
    self.standing = standing
    self.facts = facts
    self.timeZones = timeZones
    self.events = events
  }
}
