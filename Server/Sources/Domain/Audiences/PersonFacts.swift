// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// What is known about one person, as far as rules need it.
public struct PersonFacts: Sendable {
  /// By key.
  public var attributes: [String: Value]
  /// Of the kinds and names that rules ask for, oldest first.
  public var events: [Event]
  /// The values of all other subjects, as far as something is stored.
  public var values: [AudienceSubject: Value]
  /// What random numbers are drawn for: the same as for experiments (`ExperimentStanding.unit`).
  /// nil: nothing is known about the person.
  public var unit: String?
  /// How many rows were read for it.
  public var rows = 0

  /// Something that the person did.
  public struct Event: Sendable {
    public var kind: AudienceActivity.Kind
    /// The name of the event or screen, the product id, or the id of the survey's campaign.
    public var name: String
    public var at: Instant
    public var properties: Properties

    public init(
      _ kind: AudienceActivity.Kind, name: String = "", at: Instant, properties: Properties = Properties()
    ) {
      self.kind = kind
      self.name = name
      self.at = at
      self.properties = properties
    }
  }

  public init(
    attributes: [String: Value] = [:], events: [Event] = [], values: [AudienceSubject: Value] = [:],
    unit: String? = nil
  ) {
    self.attributes = attributes
    self.events = events
    self.values = values
    self.unit = unit
  }
}

extension PersonFacts: AudiencePerson {
  public func value(of subject: AudienceSubject, _ filter: FilterProgram?, at now: Instant) -> Value? {
    switch subject {
    case .attribute(let path, _):
      guard let key = path.first, let value = attributes[key] else { return nil }
      return path.count == 1 ? value : value.field(path.dropFirst())
    case .activity(let activity):
      var tally = ActivityTally()
      forEachEvent(of: activity, filter, at: now) { tally.add($0.at, $0.properties, for: activity.measure) }
      return tally.value(activity.measure)
    case .random(let salt): return randomNumber(salt).map { .int($0) }
    default: return values[subject]
    }
  }

  public func times(of activity: AudienceActivity, _ filter: FilterProgram?, at now: Instant) -> [Instant] {
    var times: [Instant] = []
    forEachEvent(of: activity, filter, at: now) { times.append($0.at) }
    return times
  }

  private func randomNumber(_ salt: String) -> Int64? {
    guard let unit, let draw = try? BucketDraw(.audience, salt: salt), let drawn = try? ExperimentUnit(unit)
    else { return nil }
    return Int64(draw.bucket(of: drawn))
  }

  private func forEachEvent(
    of activity: AudienceActivity, _ filter: FilterProgram?, at now: Instant, _ body: (Event) -> Void
  ) {
    // What a device's clock placed after now counts as well.
    let begin = activity.within.map { now - $0 }
    for event in events where event.kind == activity.kind {
      if let begin, event.at < begin { continue }
      // Strings that are equal can have different bytes. Unequal ones have, which is found faster.
      if let name = activity.name, name != event.name || !name.utf8.elementsEqual(event.name.utf8) {
        continue
      }
      if let filter, !filter.evaluate(event.properties, at: event.at) { continue }
      body(event)
    }
  }
}

extension AudienceSubject {
  /// The value inside objects, nil if there is none.
  public static func field(_ path: ArraySlice<String>, of value: Value) -> Value? { value.field(path) }
}

extension Value {
  /// The value inside objects, nil if there is none.
  func field(_ path: ArraySlice<String>) -> Value? {
    guard let key = path.first else { return self }
    guard case .object(let fields) = self else { return nil }
    return fields[key]?.field(path.dropFirst())
  }
}

extension Properties {
  /// The number at this place. nil if there is none, or something else.
  public func number(at path: [String]) -> Double? {
    guard let key = path.first, let value = self[key]?.field(path.dropFirst()) else { return nil }
    return switch value {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }
}
