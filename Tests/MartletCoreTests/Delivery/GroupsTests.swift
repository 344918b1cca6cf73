// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

@Suite("Groups and counts of triggers")
struct GroupsTests {
  private let tap = Trigger.customEvent(name: "tap", nil)
  private let open = Trigger.customEvent(name: "open", nil)

  /// Plays events of the names at one second, two seconds … and says by which of them the trigger
  /// fires.
  private func firing(_ trigger: Trigger, _ names: [String], every seconds: Int64 = 1) -> [Int] {
    var engine = DeliveryEngine.holding([.named("a", on: [trigger])])
    return names.indices.filter { index in
      let now = Instant(milliseconds: Int64(index + 1) * seconds * 1_000)
      if names[index] == "session" {
        _ = engine.handle(.sessionStarted, at: now)
        return false
      }
      return !engine.handle(.eventLogged(.custom("e\(index)", names[index], at: now)), at: now).presented
        .isEmpty
    }
  }

  static let counts: [(Repetition, [Int])] = [
    (Repetition(.atLeast, 3, within: .session), [2, 3, 7, 8]),
    (Repetition(.exactly, 3, within: .session), [2, 7]),
    (Repetition(.every, 2, within: .session), [1, 3, 6, 8]),
    (Repetition(.atLeast, 1, within: .session), [0, 1, 2, 3, 5, 6, 7, 8]),
  ]

  @Test(arguments: counts)
  func `a count in a session begins anew with the next: at least, exactly, every`(
    repetition: Repetition, expected: [Int]
  ) {
    let four = Array(repeating: "tap", count: 4)
    #expect(firing(.count(tap, repetition), four + ["session"] + four) == expected)
  }

  @Test func `a count in a length of time forgets what is longer ago`() {
    let trigger = Trigger.count(tap, Repetition(.atLeast, 3, within: .last(.seconds(10))))
    let names = Array(repeating: "tap", count: 5)
    #expect(firing(trigger, names, every: 4) == [2, 3, 4])
    #expect(firing(trigger, names, every: 5) == [])
  }

  @Test func `every third in a length of time needs three new ones each time`() {
    let trigger = Trigger.count(tap, Repetition(.every, 3, within: .last(.seconds(10))))
    #expect(firing(trigger, Array(repeating: "tap", count: 9), every: 4) == [2, 5, 8])
  }

  @Test func `all of a group fires by the last of its parts, in any order, and then starts anew`() {
    let trigger = Trigger.all([tap, open], within: .session)
    #expect(firing(trigger, ["tap", "tap", "open", "tap", "open"]) == [2, 4])
    #expect(firing(trigger, ["open", "tap", "tap", "other"]) == [1])
    #expect(firing(trigger, ["open", "session", "tap", "open"]) == [3])
  }

  @Test func `the parts of a group must lie within its window`() {
    let trigger = Trigger.all([tap, open], within: .last(.seconds(10)))
    #expect(firing(trigger, ["tap", "open"], every: 9) == [1])
    #expect(firing(trigger, ["tap", "open"], every: 10) == [])
  }

  @Test func `any of a group fires by each of its parts, and groups are made of groups and counts`() {
    #expect(firing(.any([tap, open]), ["tap", "other", "open"]) == [0, 2])
    let nested = Trigger.all(
      [.count(tap, Repetition(.atLeast, 2, within: .session)), .any([open])], within: .session)
    #expect(firing(nested, ["tap", "open", "tap", "tap", "open"]) == [2, 4])
    #expect(
      firing(
        .count(.any([tap, open]), Repetition(.exactly, 3, within: .session)), ["tap", "open", "tap", "tap"])
        == [2])
  }

  @Test func `an event that a count waits for is no match, and the decision says how far it has come`() {
    let repetition = Repetition(.atLeast, 3, within: .session)
    var engine = DeliveryEngine.holding([
      .named("a", on: [.count(tap, repetition)]), .named("b", on: [.all([tap, open], within: .session)]),
    ])
    let first = engine.tap("e1", at: 1)
    #expect(
      first.verdicts == [
        .stopped(.history(.count(have: 1, repetition))),
        .stopped(.history(.group(have: 1, need: 2, window: .session))),
      ])
    #expect(first.withoutMatch.count == 1 && first.records.isEmpty)
    #expect(engine.tap("e2", at: 1).verdicts.first == .stopped(.history(.count(have: 2, repetition))))
    #expect(engine.tap("e3", at: 1).verdicts.first == .chosen)
  }

  @Test(arguments: [(255, true), (256, false)])
  func `a campaign that is new begins with what the device remembers, the last 256 events`(
    others: Int, fires: Bool
  ) {
    var engine = DeliveryEngine.holding([])
    _ = engine.tap("e0", at: 1)
    for number in 1...others { _ = engine.handle(.eventLogged(.custom("o\(number)", "other")), at: 1) }
    _ = engine.handle(
      .definitionsReceived([.named("a", on: [.count(tap, Repetition(.atLeast, 2, within: .session))])]), at: 2
    )
    #expect(engine.tap("e1", at: 3).presented.isEmpty == !fires)
  }

  @Test func `events that waited for the first definitions count once`() {
    var engine = DeliveryEngine(policy: .init(minimumInterval: .zero), environment: .plain)
    _ = engine.tap("e1", at: 1)
    _ = engine.tap("e2", at: 1)
    let campaign = CampaignDefinition.named("a", on: [.count(tap, Repetition(.exactly, 2, within: .session))])
    #expect(engine.handle(.definitionsReceived([campaign]), at: 2).presented.map(\.id) == ["e2"])
  }

  @Test func `events that were never decided count for what comes later`() {
    var engine = DeliveryEngine(policy: .init(minimumInterval: .zero), environment: .plain)
    _ = engine.tap("e1", at: 1)
    #expect(engine.handle(.timePassed, at: 302) == [.undecided(.custom("e1", "tap", at: 1), .waitedTooLong)])
    _ = engine.handle(
      .definitionsReceived([.named("a", on: [.count(tap, Repetition(.atLeast, 2, within: .session))])]),
      at: 303)
    #expect(engine.tap("e2", at: 304).presented.count == 1)
  }

  @Test
  func
    `a campaign that was away counts what happened meanwhile; an edit that leaves the triggers alone changes no count`()
  {
    var campaign = CampaignDefinition.named("a", on: [.count(tap, Repetition(.exactly, 4, within: .session))])
    var engine = DeliveryEngine.holding([campaign])
    _ = engine.tap("e1", at: 1)
    _ = engine.handle(.definitionsReceived([]), at: 2)
    _ = engine.tap("e2", at: 3)
    campaign.version = 2
    _ = engine.handle(.definitionsReceived([campaign]), at: 4)
    _ = engine.tap("e3", at: 5)
    campaign.version = 3
    _ = engine.handle(.definitionsReceived([campaign]), at: 6)
    #expect(engine.tap("e4", at: 7).presented.count == 1)
  }

  @Test func `a clock that is put back leaves no event in the future, neither counted nor remembered`() {
    let repetition = Repetition(.atLeast, 2, within: .last(.seconds(10)))
    var engine = DeliveryEngine.holding([.named("a", on: [.count(tap, repetition)])])
    _ = engine.tap("e1", at: 1_000_000)
    #expect(engine.tap("e2", at: 100).presented.count == 1)
    _ = engine.handle(.definitionsReceived([]), at: 105)
    _ = engine.handle(.definitionsReceived([.named("b", on: [.count(tap, repetition)])]), at: 120)
    #expect(engine.tap("e3", at: 121).verdicts == [.stopped(.history(.count(have: 1, repetition)))])
  }
}
