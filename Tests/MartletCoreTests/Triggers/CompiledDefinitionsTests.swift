// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

@Suite("Compiled definitions")
struct CompiledDefinitionsTests {
  private static let large = Filter.compare(Comparison(path: ["total"], operation: .equals(50)))

  @Test
  func
    `an engine that receives them does what one does that compiles them itself, and adds its effects to those that are there`()
  {
    let definitions = [
      CampaignDefinition.named("a", .high), .named("b", on: [.customEvent(name: "tap", Self.large)]),
    ]
    let caps = [SharedCap(FrequencyCap(1, within: .day))]
    let compiled = CompiledDefinitions(definitions, caps: caps, environment: .plain)
    var (one, other) = (DeliveryEngine(environment: .plain), DeliveryEngine(environment: .plain))
    var effects: [DeliveryEngine.Effect] = []
    var expected = one.handle(.definitionsReceived(definitions, caps: caps), at: 0)
    other.receive(compiled, at: 0, into: &effects)
    for number in 1...3 {
      let event = Event.custom("e\(number)", number == 2 ? "other" : "tap", at: 0, ["total": 50])
      expected += one.handle(.eventLogged(event), at: 1)
      other.handle(.eventLogged(event), at: 1, into: &effects)
    }
    #expect(
      effects == expected && effects.presented.map(\.campaign) == ["a"]
        && effects.withoutMatch.map(\.id) == ["e2"])
    #expect(one.saved == other.saved)
  }

  @Test func `they name the events of triggers and exceptions, which alone change what an engine does`() {
    var delayed = CampaignDefinition.named("delayed", on: [.event(.purchase, name: nil, nil)])
    delayed.delay = .seconds(5)
    delayed.exceptions = [.customEvent(name: "left", Self.large)]
    let compiled = CompiledDefinitions(
      [delayed, .named("b", on: [.customEvent(name: "tap", nil)])], environment: .plain)
    #expect(
      compiled.decidingEvents == [
        Event.Selection(category: .purchase, name: nil), Event.Selection(category: .custom, name: "left"),
        Event.Selection(category: .custom, name: "tap"),
      ])
    var engine = DeliveryEngine(policy: .init(reportsUnmatchedEvents: false), environment: .plain)
    var effects: [DeliveryEngine.Effect] = []
    engine.receive(compiled, at: 0, into: &effects)
    #expect(engine.handle(.eventLogged(.custom("e1", "other", at: 0, [:])), at: 1) == [])
    #expect(
      engine.handle(.eventLogged(.custom("e2", "tap", at: 0, [:])), at: 1).presented.map(\.campaign) == ["b"])
  }

  @Test func `they name the events whose properties triggers and exceptions compare, and no others`() {
    var delayed = CampaignDefinition.named("delayed", on: [.event(.purchase, name: nil, Self.large)])
    delayed.delay = .seconds(5)
    delayed.exceptions = [.customEvent(name: "left", Self.large), .customEvent(name: "closed", nil)]
    let count = Trigger.count(
      .customEvent(name: "counted", Self.large), Repetition(.atLeast, 2, within: .session))
    let definitions = [
      delayed, .named("plain"), .named("counted", on: [count]),
      .named("filtered", on: [.customEvent(name: "viewed", Self.large)]),
    ]
    let compiled = CompiledDefinitions(definitions, environment: .plain)
    #expect(
      compiled.filteredEvents == [
        Event.Selection(category: .purchase, name: nil), Event.Selection(category: .custom, name: "left"),
        Event.Selection(category: .custom, name: "counted"),
        Event.Selection(category: .custom, name: "viewed"),
      ])
    #expect(compiled.decidingEvents == nil, "a campaign counts")
  }
}
