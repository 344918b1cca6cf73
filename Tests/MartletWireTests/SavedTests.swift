// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Testing

@testable import MartletWire

@Suite("A saved engine")
struct SavedTests {
  private let environment = Environment(
    now: { Instant(milliseconds: 0) }, monotonicNow: { .zero }, makeID: { "id" }, random: { 0 },
    sleep: { _ in })
  private func at(_ seconds: Int64) -> Instant { Instant(milliseconds: seconds * 1_000) }
  private func tap(_ id: String) -> Event {
    Event(id: id, at: at(0), kind: .custom(name: "tap", properties: ["x": .date(at(7))]))
  }

  private let definitions = [
    CampaignDefinition(
      id: "often", createdAt: Instant(milliseconds: 0),
      triggers: [.count(.customEvent(name: "tap", nil), Repetition(.exactly, 3, within: .last(.seconds(60))))]
    ),
    CampaignDefinition(
      id: "once", createdAt: Instant(milliseconds: 1), schedule: Schedule(expiresAfter: .seconds(900)),
      triggers: [
        .all([.customEvent(name: "tap", nil), .sessionStart], within: .session),
        .customEvent(name: "tap", nil),
      ],
      reEligibility: .once, tags: ["promo"]),
  ]

  /// u1 has seen `once`, the device knows u0 too, two taps were counted.
  private func used() -> DeliveryEngine {
    var engine = DeliveryEngine(policy: .init(minimumInterval: .zero), environment: environment)
    for (input, second) in [
      (DeliveryEngine.Input.userChanged(userID: "u0"), 0), (.definitionsReceived(definitions), 0),
      (.eventLogged(tap("e0")), 1),
      (.outcomeReported(decisionID: "e0", .shown), 1), (.userChanged(userID: "u1"), 2),
      (.definitionsReceived(definitions), 2),
      (.sessionStarted, 2), (.eventLogged(tap("e1")), 3), (.outcomeReported(decisionID: "e1", .shown), 4),
      (.eventLogged(tap("e2")), 5),
    ] {
      _ = engine.handle(input, at: at(Int64(second)))
    }
    return engine
  }

  private func reread(_ saved: DeliveryEngine.Saved) throws -> DeliveryEngine.Saved {
    var dropped: [Wire.DecodingProblem] = []
    let read = DeliveryEngine.Saved(
      json: try Wire.decode(Wire.JSONValue.self, from: Wire.encode(saved.json)), dropped: &dropped)
    #expect(dropped == [])
    return read
  }

  @Test(arguments: [Int64.min, -1, 0, .max])
  func `what is on its way has a place among those of its decision that no file can make overflow`(
    written: Int64
  ) throws {
    var live = DeliveryEngine.InFlight.Live(
      presentation: .init(
        id: "e", campaign: "c", version: 1, event: tap("e"), triggeredAt: at(0), userID: nil, endsAt: nil),
      state: .queued(.delay), successors: [], isCleared: false, attempt: 7, triggeredAt: at(0))
    guard case .object(var fields) = live.tree else {
      Issue.record("A live presentation is no object.")
      return
    }
    #expect(try DeliveryEngine.InFlight.Live(tree: .object(fields)) == live)
    fields["attempt"] = .int(written)
    live = try DeliveryEngine.InFlight.Live(tree: .object(fields))
    #expect((1...1_000_000).contains(live.attempt))
  }

  @Test func `survives the way to the disk and back, and so does an empty one`() throws {
    let saved = used().saved
    #expect(try reread(saved) == saved)
    #expect(try reread(DeliveryEngine.Saved()) == DeliveryEngine.Saved())
    #expect(saved.userID == "u1" && saved.session == 1 && saved.lastDisplay == at(4))
  }

  @Test func `goes on counting, remembers impressions of all users, and decides no event twice`() throws {
    var engine = DeliveryEngine(
      policy: .init(minimumInterval: .zero), environment: environment, restoring: try reread(used().saved))
    #expect(!engine.hasDefinitions && engine.userID == "u1")
    #expect(engine.handle(.definitionsReceived(definitions), at: at(10)) == [])
    #expect(engine.handle(.eventLogged(tap("e2")), at: at(11)) == [])
    let decision = engine.decide(tap("e3"), at: at(12))
    #expect(
      decision?.candidates.map(\.verdict) == [
        .stopped(.reEligibility(lastShown: at(4), again: nil)), .chosen,
      ])
    _ = engine.handle(.userChanged(userID: "u0"), at: at(13))
    _ = engine.handle(.definitionsReceived(definitions), at: at(13))
    #expect(
      engine.decide(tap("e4"), at: at(14))?.candidates.first?.verdict
        == .stopped(.reEligibility(lastShown: at(1), again: nil)))
  }

  @Test func `a part that cannot be read is left out and named; the others are read`() throws {
    guard case .object(var fields) = used().saved.json, case .object(var memory)? = fields["memory"] else {
      Issue.record("not an object")
      return
    }
    memory["campaigns"] = ["once": ["total": "many"], "other": ["total": 2]]
    memory["tags"] = 5
    fields["memory"] = .object(memory)
    fields["others"] = [["memory": [:]], 7, ["user_id": "u0", "memory": 8]]
    fields["last_display_at"] = "yesterday"
    fields["events"] = [
      "recent": [3, ["event": ["id": "e", "at": 1, "kind": "impression"], "at": 1, "session": 1]]
    ]
    var dropped: [Wire.DecodingProblem] = []
    let read = DeliveryEngine.Saved(json: .object(fields), dropped: &dropped)
    #expect(
      dropped.map(\.field) == [
        "last_display_at", "others[0].user_id", "others[1]", "others[2].memory",
        "memory.campaigns.once.total", "memory.tags",
        "events.recent[0]", "events.recent[1].event.presentation_id",
      ])
    #expect(read.userID == "u1" && read.session == 1 && read.lastDisplay == nil)
    var engine = DeliveryEngine(environment: environment, restoring: read)
    _ = engine.handle(.definitionsReceived(definitions), at: at(10))
    #expect(engine.decide(tap("e9"), at: at(10))?.chosen == "once")
  }

  @Test
  func
    `what was remembered of a person whose name cannot be read becomes nobody else's; another version is not read at all`()
  {
    guard case .object(var fields) = used().saved.json else { return }
    var dropped: [Wire.DecodingProblem] = []
    fields["user_id"] = 7
    var expected = DeliveryEngine.Saved(json: .object(fields), dropped: &dropped)
    #expect(expected.userID == nil && dropped.map(\.field) == ["user_id"])
    var engine = DeliveryEngine(environment: environment, restoring: expected)
    _ = engine.handle(.definitionsReceived(definitions), at: at(40))
    #expect(engine.decide(tap("e1"), at: at(40))?.chosen == "once")

    dropped = []
    fields["version"] = 2
    expected = DeliveryEngine.Saved(json: .object(fields), dropped: &dropped)
    #expect(expected == DeliveryEngine.Saved() && dropped.map(\.field) == ["version"])
    dropped = []
    #expect(DeliveryEngine.Saved(json: [], dropped: &dropped) == DeliveryEngine.Saved() && dropped.count == 1)
  }
}
