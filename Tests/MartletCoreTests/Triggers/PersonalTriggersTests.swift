// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

@Suite("Triggers on attributes and audiences")
struct PersonalTriggersTests {
  private static let onPlan = CampaignDefinition.named("a", on: [.event(.attribute, name: "plan", nil)])

  /// Sets the attribute, and returns whether the campaign is shown.
  private func set(
    _ change: Event.AttributeChange, of key: String = "plan", _ id: String, in engine: inout DeliveryEngine
  ) -> Bool {
    let effects = engine.handle(.eventLogged(Event(id: id, at: 1, kind: .attribute(key: key, change))), at: 1)
    let isShown = !effects.presented.isEmpty
    if isShown { _ = engine.handle(.outcomeReported(decisionID: id, .shown), at: 1) }
    return isShown
  }

  @Test
  func `the first value that a device sets is no change, the same value again is none, and another one is`() {
    var engine = DeliveryEngine.holding([Self.onPlan])
    #expect(!set(.value("free"), "e1", in: &engine))
    #expect(!set(.value("free"), "e2", in: &engine))
    #expect(set(.value("pro"), "e3", in: &engine))
    #expect(set(.removed, "e4", in: &engine))
    #expect(!set(.removed, "e5", in: &engine))
    #expect(set(.value("pro"), "e6", in: &engine))
  }

  @Test func `1 and 1.0 are the same value, a number and its text are not`() {
    var engine = DeliveryEngine.holding([Self.onPlan])
    #expect(!set(.value(1), "e1", in: &engine))
    #expect(!set(.value(1.0), "e2", in: &engine))
    #expect(set(.value("1"), "e3", in: &engine))
  }

  @Test
  func
    `a change relative to a value that the device does not know is one each time, and what is set afterwards is one too`()
  {
    var engine = DeliveryEngine.holding([Self.onPlan])
    let increment = Event.AttributeChange.relative(operation: "increment", operand: 5)
    #expect(set(increment, "e1", in: &engine))
    #expect(set(increment, "e2", in: &engine))
    #expect(set(.value(10), "e3", in: &engine))
    #expect(!set(.value(10), "e4", in: &engine))
  }

  @Test func `a condition reads the new value, and of a relative change the operation and its operand`() {
    func campaign(_ path: String, _ value: Value) -> CampaignDefinition {
      .named(
        "a",
        on: [.event(.attribute, name: "plan", .compare(Comparison(path: [path], operation: .equals(value))))])
    }
    var engine = DeliveryEngine.holding([campaign("value", "pro")])
    #expect(!set(.value("free"), "e1", in: &engine))
    #expect(!set(.value("trial"), "e2", in: &engine))
    #expect(set(.value("pro"), "e3", in: &engine))
    engine = .holding([campaign("by", 5)])
    #expect(!set(.relative(operation: "increment", operand: 4), "e4", in: &engine))
    #expect(set(.relative(operation: "increment", operand: 5), "e5", in: &engine))
  }

  @Test func `what was set while no trigger waited for it is known when one does`() {
    var engine = DeliveryEngine.holding([])
    #expect(!engine.awaits(.value("pro"), of: "plan"))
    _ = engine.handle(.attributeNoted(key: "plan", mark: DeliveryEngine.attributeMark(.value("free"))), at: 0)
    _ = engine.handle(.definitionsReceived([Self.onPlan]), at: 0)
    #expect(engine.awaits(.value("pro"), of: "plan"))
    #expect(!engine.awaits(.value("free"), of: "plan"))
    #expect(!engine.awaits(.relative(operation: "add", operand: 1), of: "name"))
    #expect(!set(.value("free"), "e1", in: &engine))
    #expect(set(.value("pro"), "e2", in: &engine))
  }

  @Test func `an attribute that no trigger waits for is decided by nothing, and not remembered as an event`()
  {
    var engine = DeliveryEngine.holding([Self.onPlan])
    _ = set(.value("Ana"), of: "name", "e1", in: &engine)
    let effects = engine.handle(
      .eventLogged(Event(id: "e2", at: 1, kind: .attribute(key: "name", .value("Eva")))), at: 1)
    #expect(effects.isEmpty)
    #expect(engine.saved.recent.past.isEmpty)
  }

  @Test
  func `attributes belong to a person, and those of an anonymous person go on with the one who signs in`() {
    var engine = DeliveryEngine.holding([Self.onPlan])
    #expect(!set(.value("free"), "e1", in: &engine))
    _ = engine.handle(.userChanged(userID: "ana"), at: 1)
    _ = engine.handle(.definitionsReceived([Self.onPlan]), at: 1)
    #expect(set(.value("pro"), "e2", in: &engine))
    _ = engine.handle(.userChanged(userID: "ben"), at: 1)
    _ = engine.handle(.definitionsReceived([Self.onPlan]), at: 1)
    #expect(!set(.value("free"), "e3", in: &engine))
    _ = engine.handle(.userChanged(userID: "ana"), at: 1)
    _ = engine.handle(.definitionsReceived([Self.onPlan]), at: 1)
    #expect(!set(.value("pro"), "e4", in: &engine))
    #expect(set(.value("free"), "e5", in: &engine))
  }

  @Test
  func
    `a change right after a sign-in waits for the campaigns of that person; what none of them waits for is not decided`()
  {
    var engine = DeliveryEngine.holding([Self.onPlan])
    #expect(!set(.value("free"), "e1", in: &engine))
    _ = set(.value("Ana"), of: "name", "e2", in: &engine)
    _ = engine.handle(.userChanged(userID: "ana"), at: 1)
    #expect(engine.awaits(.value("pro"), of: "plan"))
    #expect(!set(.value("pro"), "e3", in: &engine))
    #expect(!set(.value("Eva"), of: "name", "e4", in: &engine))
    let effects = engine.handle(.definitionsReceived([Self.onPlan]), at: 2)
    #expect(effects.presented.map(\.id) == ["e3"])
    #expect(effects.decisions.map(\.id) == ["e3"])
  }

  @Test func `only the first 500 attributes of a person are followed`() {
    var known = KnownAttributes()
    let keys = (0..<KnownAttributes.limit).map { "k\($0)" } + ["one more"]
    let first = keys.map { known.note($0, 1) }
    let second = keys.map { known.note($0, 2) }
    #expect(!first.contains(true))
    #expect(second.filter(\.self).count == KnownAttributes.limit)
    #expect(second.last == false)
  }

  // MARK: - Audiences

  private func changes(_ audiences: [String: Bool], in engine: inout DeliveryEngine) -> [Event.Kind] {
    engine.handle(.membershipReceived(audiences), at: 1).compactMap {
      if case .memberChanged(let kind) = $0 { kind } else { nil }
    }
  }

  @Test
  func
    `what differs from the last answer is an entry or an exit; an audience of which nothing was known is neither`()
  {
    var engine = DeliveryEngine.holding([])
    #expect(changes(["vip": true, "new": false], in: &engine).isEmpty)
    #expect(engine.knowsAudiences)
    #expect(changes(["vip": true, "new": false], in: &engine).isEmpty)
    #expect(
      changes(["vip": false, "new": true, "old": true], in: &engine) == [
        .audienceEntry("new"), .audienceExit("vip"),
      ])
    // While no trigger named it, nobody knows what happened.
    #expect(changes(["new": true], in: &engine).isEmpty)
    #expect(changes(["new": true, "vip": true], in: &engine).isEmpty)
  }

  @Test func `entering an audience shows the campaign that waits for it, and leaving it the other`() {
    var engine = DeliveryEngine.holding([
      .named("in", on: [.event(.audienceEntry, name: "vip", nil)]),
      .named("out", on: [.event(.audienceExit, name: "vip", nil)]),
    ])
    let entry = engine.handle(.eventLogged(Event(id: "e1", at: 1, kind: .audienceEntry("vip"))), at: 1)
    #expect(entry.presented.map(\.campaign) == ["in"])
    let other = engine.handle(.eventLogged(Event(id: "e2", at: 1, kind: .audienceEntry("new"))), at: 1)
    #expect(other.presented.isEmpty)
    _ = engine.handle(.outcomeReported(decisionID: "e1", .shown), at: 1)
    let exit = engine.handle(.eventLogged(Event(id: "e3", at: 1, kind: .audienceExit("vip"))), at: 1)
    #expect(exit.presented.map(\.campaign) == ["out"])
  }

  @Test func `a launch goes on with the audiences and attributes of the last one`() {
    var engine = DeliveryEngine.holding([Self.onPlan])
    _ = set(.value("free"), "e1", in: &engine)
    _ = changes(["vip": false], in: &engine)
    var next = DeliveryEngine(
      policy: .init(minimumInterval: .zero), environment: .plain, restoring: engine.saved)
    _ = next.handle(.definitionsReceived([Self.onPlan]), at: 2)
    #expect(changes(["vip": true], in: &next) == [.audienceEntry("vip")])
    #expect(set(.value("pro"), "e2", in: &next))
  }
}
