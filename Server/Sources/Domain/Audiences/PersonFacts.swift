// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// What is known about one person, as far as rules need it.
public struct PersonFacts: Sendable {
  /// By key.
  public var attributes: [String: Value]
  public var facts: [AudienceFact: Value]
  /// Of the kinds and names that rules ask for, oldest first.
  public var events: [Event]
  /// The times of the first impression, click and conversion, by campaign.
  public var steps: [CampaignID: [AudienceStep: Instant]]
  /// What random numbers are drawn for: the same as for experiments (`ExperimentStanding.unit`). nil: nothing is known about the person.
  public var unit: String?
  /// The lists that have the person, of those that rules ask for.
  public var lists: Set<AudienceID>

  /// Something that the person did.
  public struct Event: Sendable {
    public var kind: AudienceActivity.Kind
    /// The name of the event or screen, the product id, or the id of the survey's campaign.
    public var name: String
    public var at: Instant
    public var properties: Properties

    public init(_ kind: AudienceActivity.Kind, name: String = "", at: Instant, properties: Properties = Properties()) {
      self.kind = kind
      self.name = name
      self.at = at
      self.properties = properties
    }
  }

  public init(
    attributes: [String: Value] = [:], facts: [AudienceFact: Value] = [:], events: [Event] = [],
    steps: [CampaignID: [AudienceStep: Instant]] = [:], unit: String? = nil, lists: Set<AudienceID> = []
  ) {
    self.attributes = attributes
    self.facts = facts
    self.events = events
    self.steps = steps
    self.unit = unit
    self.lists = lists
  }
}

extension PersonFacts: AudiencePerson {
  public func value(of subject: AudienceSubject, at now: Instant) -> Value? {
    switch subject {
    case .attribute(let path, _):
      guard let key = path.first, let value = attributes[key] else { return nil }
      return value.field(path.dropFirst())
    case .fact(let fact): return facts[fact]
    case .campaign(let id, let step): return steps[id]?[step].map { .date($0) }
    case .random(let salt): return randomNumber(salt).map { .int($0) }
    case .list(let id): return .bool(lists.contains(id))
    case .activity(let activity):
      let counted = counted(activity, at: now)
      switch activity.measure {
      case .count: return .int(Int64(counted.count))
      case .first: return counted.map(\.at).min().map { .date($0) }
      case .last: return counted.map(\.at).max().map { .date($0) }
      case .sum(let path): return .double(counted.reduce(0) { $0 + ($1.properties.number(at: path) ?? 0) })
      }
    }
  }

  public func times(of activity: AudienceActivity, at now: Instant) -> [Instant] { counted(activity, at: now).map(\.at) }

  private func randomNumber(_ salt: String) -> Int64? {
    guard let unit, let draw = try? BucketDraw(.audience, salt: salt), let drawn = try? ExperimentUnit(unit) else { return nil }
    return Int64(draw.bucket(of: drawn))
  }

  private func counted(_ activity: AudienceActivity, at now: Instant) -> [Event] {
    let filter = activity.filter.flatMap { try? FilterProgram($0, compilePattern: Pattern.compiler) }
    return events.filter { event in
      guard event.kind == activity.kind, activity.name.map({ $0.utf8.elementsEqual(event.name.utf8) }) ?? true else { return false }
      // What a device's clock placed after now counts as well.
      if let within = activity.within, event.at + within < now { return false }
      return filter?.evaluate(event.properties, at: event.at) ?? true
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
