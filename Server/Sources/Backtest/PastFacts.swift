// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// What was known about a person at one moment of the past, as it grows with what they did.
///
/// Attributes, events, and which campaigns they saw are as they were. Everything else stays as it
/// is now (`Backtest.approximated` names it).
struct PastFacts {
  private(set) var facts: PersonFacts
  private var histories: [String: AttributeHistory] = [:]
  private let needs: AudienceNeeds
  // Asked of every event.
  private let needsLastSeen: Bool
  private let needsUserID: Bool
  /// First impressions and clicks that are still to come, the latest first.
  private var coming: [(at: Instant, campaign: CampaignID, step: AudienceStep)]

  /// - Parameter needs: What the rules of the period compare.
  init(_ person: BacktestPerson, _ needs: AudienceNeeds) {
    self.needs = needs
    needsLastSeen = person.facts.values[.fact(.lastSeen)] != nil
    needsUserID = needs.contains(.fact(.userID))
    facts = person.facts
    facts.events = []
    facts.unit = person.standing.unit
    // The first times are kept for ever, unlike the events that tell them.
    coming = []
    for case (.campaign(let id, let step), .date(let at)) in facts.values {
      coming.append((at: at, campaign: id, step: step))
      facts.values[.campaign(id, step)] = nil
    }
    coming.sort { $0.at > $1.at }
    // An attribute that events set or changed did not exist before the first of them.
    for key in Set(person.events.compactMap(\.record.body.attributeKey)) { facts.attributes[key] = nil }
  }

  mutating func add(_ event: BacktestPerson.Event) {
    let body = event.record.body
    if needsLastSeen { facts.values[.fact(.lastSeen)] = .date(event.at) }
    if needsUserID, !event.deviceID.isEmpty {
      facts.values[.fact(.userID)] = event.record.userID.map { .string($0) }
    }
    while let next = coming.last, next.at <= event.at {
      coming.removeLast()
      facts.values[.campaign(next.campaign, next.step)] = .date(next.at)
    }
    if let key = body.attributeKey, needs.attributes.contains(key) {
      histories[key, default: AttributeHistory()].add(
        event.record, at: AttributeHistory.Place(event.record, at: event.at))
      facts.attributes[key] = histories[key].flatMap { $0.value == .null ? nil : Value($0.value) }
    }
    if !needs.events.isEmpty, let kind = AudienceActivity.Kind(rawValue: body.kind),
      let name = body.audienceName,
      needs.events.keys.contains(where: { $0.kind == kind && ($0.name == nil || $0.name == name) })
    {
      facts.events.append(
        PersonFacts.Event(kind, name: name, at: event.at, properties: Properties(body.audienceProperties)))
    }
  }
}
