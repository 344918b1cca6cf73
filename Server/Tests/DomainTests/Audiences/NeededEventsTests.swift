// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import ServerTestSupport
import Testing

@Suite("The events of a person that rules need")
struct NeededEventsTests {
  private static let now = Instant(milliseconds: 1_000_000)
  private static func ago(_ seconds: Int64) -> Instant { now - .seconds(seconds) }

  private static func subject(_ name: String?, within: Int64? = nil, sums: Bool = false) -> AudienceSubject {
    .activity(
      AudienceActivity(
        .custom, name: name, within: within.map { .seconds($0) }, measure: sums ? .sum(of: ["price"]) : .count
      ))
  }

  /// The events that are kept, oldest first, each as its name and how many seconds ago it was.
  private func kept(
    _ needed: NeededEvents, _ events: [(name: String, ago: Int64)], kind: String = "custom"
  ) -> [String] {
    var facts = PersonFacts()
    for event in events {
      needed.add(kind: kind, name: event.name, at: Self.ago(event.ago), to: &facts) {
        #"{"properties":{"price":2}}"#
      }
    }
    needed.finish(&facts)
    return facts.events.map { "\($0.name) \((Self.now.milliseconds - $0.at.milliseconds) / 1_000)" }
  }

  @Test func `only events that are needed are kept, each once and the oldest first`() {
    let needed = NeededEvents(
      AudienceNeeds([Self.subject("order", within: 50), Self.subject("view")]), at: Self.now)
    let events: [(String, Int64)] = [("order", 10), ("view", 90), ("order", 60), ("order", 50), ("login", 5)]
    #expect(kept(needed, events) == ["view 90", "order 50", "order 10"])
    #expect(kept(needed, events, kind: "purchase") == [])
    #expect(kept(needed, events, kind: "impression") == [])
    #expect(needed.begin == nil && !needed.hasProperties)
    #expect(needed.names == ["order", "view"] && needed.wholeKinds == [])
  }

  @Test func `an event that is needed under its name and as any of its kind is kept for the longer time`() {
    let needed = NeededEvents(
      AudienceNeeds([Self.subject("order", within: 10), Self.subject(nil, within: 50)]), at: Self.now)
    #expect(kept(needed, [("order", 40), ("view", 40), ("order", 60)]) == ["order 40", "view 40"])
    #expect(needed.begin == Self.ago(50) && needed.wholeKinds == [.custom])
  }

  @Test func `of each name the newest count, in whichever order they come`() {
    let needs = AudienceNeeds([Self.subject("order"), Self.subject(nil)])
    let needed = NeededEvents(needs, at: Self.now, limit: 2)
    var events: [(String, Int64)] = (1...40).flatMap { [("order", $0), ("view", $0 + 100)] }
    let expected = ["view 102", "view 101", "order 2", "order 1"]
    #expect(kept(needed, events) == expected)
    #expect(kept(needed, events.reversed()) == expected)
    var chance = SeededGenerator(seed: 3)
    events.shuffle(using: &chance)
    #expect(kept(needed, events) == expected)
  }

  @Test func `properties are only read where a rule asks for them`() {
    var facts = PersonFacts()
    let needed = NeededEvents(
      AudienceNeeds([Self.subject("order", sums: true), Self.subject("view")]), at: Self.now)
    var asked: [String] = []
    for name in ["order", "view"] {
      needed.add(kind: "custom", name: name, at: Self.now, to: &facts) {
        asked.append(name)
        return nil
      }
    }
    #expect(needed.hasProperties && asked == ["order"])
  }
}
