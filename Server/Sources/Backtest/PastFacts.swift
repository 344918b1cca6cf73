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
  private let keys: Set<String>

  /// - Parameter needs: What the rules of the period compare.
  init(_ person: BacktestPerson, _ needs: AudienceNeeds) {
    facts = person.facts
    facts.events = []
    facts.steps = [:]
    facts.unit = person.standing.unit
    keys = needs.attributes
    // An attribute that events set or changed did not exist before the first of them.
    for key in Set(person.events.compactMap(\.record.body.attributeKey)) { facts.attributes[key] = nil }
    if let first = person.events.first?.at, facts.facts[.firstSeen] != nil { facts.facts[.firstSeen] = .date(first) }
  }

  mutating func add(_ event: BacktestPerson.Event) {
    let body = event.record.body
    if facts.facts[.lastSeen] != nil { facts.facts[.lastSeen] = .date(event.at) }
    if let key = body.attributeKey, keys.contains(key) {
      let place = AttributeHistory.Place(event.record, at: event.at)
      switch body {
      case .attribute(_, let value): histories[key, default: AttributeHistory()].add(value, at: place)
      case .attributeChange(_, let change): histories[key, default: AttributeHistory()].add(change, at: place)
      default: break
      }
      facts.attributes[key] = histories[key].flatMap { $0.value == .null ? nil : Value($0.value) }
    }
    if let kind = AudienceActivity.Kind(rawValue: body.kind), let name = body.audienceName {
      facts.events.append(PersonFacts.Event(kind, name: name, at: event.at, properties: Properties(body.audienceProperties)))
    }
    switch body {
    case .impression(let presentation): step(.seen, presentation, at: event.at)
    case .click(let presentation, _): step(.clicked, presentation, at: event.at)
    default: break
    }
  }

  private mutating func step(_ step: AudienceStep, _ presentation: Wire.EventRecord.Presentation, at: Instant) {
    let id = CampaignID(presentation.campaignID)
    if facts.steps[id]?[step] == nil { facts.steps[id, default: [:]][step] = at }
  }
}
