// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// What was known about a person at one moment of the past, as it grows with what they did.
///
/// Attributes, events, and which campaigns they saw are as they were. What no event tells stays as it is now: the device and its app, whether a push
/// reaches it, and uploaded lists.
struct PastFacts {
  private(set) var facts: PersonFacts
  private var histories: [String: AttributeHistory] = [:]
  private let needs: AudienceNeeds
  /// First impressions and clicks that are still to come, the latest first.
  private var coming: [(at: Instant, campaign: CampaignID, step: AudienceStep)]

  /// - Parameter needs: What the rules of the period compare.
  init(_ person: BacktestPerson, _ needs: AudienceNeeds) {
    self.needs = needs
    facts = person.facts
    facts.events = []
    facts.unit = person.standing.unit
    // The first times are kept for ever, unlike the events that tell them.
    coming = facts.steps.flatMap { id, steps in steps.map { (at: $0.value, campaign: id, step: $0.key) } }.sorted { $0.at > $1.at }
    facts.steps = [:]
    // An attribute that events set or changed did not exist before the first of them.
    for key in Set(person.events.compactMap(\.record.body.attributeKey)) { facts.attributes[key] = nil }
  }

  mutating func add(_ event: BacktestPerson.Event) {
    let body = event.record.body
    if facts.facts[.lastSeen] != nil { facts.facts[.lastSeen] = .date(event.at) }
    if needs.facts.contains(.userID), !event.deviceID.isEmpty { facts.facts[.userID] = event.record.userID.map { .string($0) } }
    while let next = coming.last, next.at <= event.at {
      coming.removeLast()
      facts.steps[next.campaign, default: [:]][next.step] = next.at
    }
    if let key = body.attributeKey, needs.attributes.contains(key) {
      histories[key, default: AttributeHistory()].add(event.record, at: AttributeHistory.Place(event.record, at: event.at))
      facts.attributes[key] = histories[key].flatMap { $0.value == .null ? nil : Value($0.value) }
    }
    if let kind = AudienceActivity.Kind(rawValue: body.kind), let name = body.audienceName,
      needs.events.keys.contains(where: { $0.kind == kind && ($0.name == nil || $0.name == name) })
    {
      facts.events.append(PersonFacts.Event(kind, name: name, at: event.at, properties: Properties(body.audienceProperties)))
    }
  }
}
