// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import StoreConformance
import Testing

@Suite struct EventPushesTests {
  private static let now = Sample.now
  private static let key = EventPushes.Key(run: 3, person: 7)

  private static func run(_ rule: Wire.ReEligibility?) throws -> EventRun {
    var campaign = Sample.campaign("c").definition
    campaign.push = Wire.PushNotification(title: "Hello")
    campaign.triggers = [Wire.Trigger(kind: .known(.customEvent), name: "shipped")]
    campaign.rules.exceptions = [Wire.Trigger(kind: .known(.customEvent), name: "returned")]
    campaign.rules.delayMilliseconds = 30_000
    campaign.rules.reEligibility = rule
    return try #require(EventRun.Cache().run(3, createdAt: 0, startedAt: now - .seconds(3_000)) { campaign })
  }

  /// The pushes of these events, one second after the other, of a person with two devices, of which
  /// one has no token.
  private static func pushes(
    _ names: [String], _ rule: Wire.ReEligibility?, past: EventPushes.Past = .init(), at seconds: Int = 0,
    receivedAfter delay: Int = 0
  ) throws -> EventPushes {
    let events = names.enumerated().map { place, name in
      Sample.event(
        "e\(place)", at: now + .seconds(seconds),
        .custom(name: name, properties: ["order": .int(Int64(place))]))
    }
    let batch = PreparedBatch(
      Sample.batch(events, device: "d1", receivedAt: now + .seconds(seconds + delay)))
    var pushes = EventPushes(
      BatchPart(batch, keys: events.map { _ in 7 }), isNew: events.map { _ in true }, [try Self.run(rule)])
    let devices = [
      PushDevice(deviceID: "d1", token: "aa", environment: .production, registeredAt: now),
      PushDevice(deviceID: "d2", registeredAt: now),
    ]
    pushes.decide(devices: [7: devices], past: [key: past])
    return pushes
  }

  private static func words(_ pushes: EventPushes) -> [String] {
    pushes.changes.map { change in
      switch change {
      case .cancel: "cancel"
      case .add(let push, _): "\(push.deviceID) \(push.occurrence) \(push.outcome?.rawValue ?? "open")"
      }
    }
  }

  @Test(
    arguments: [
      (["shipped"], ["d1 0 open", "d2 0 no_token"], [nil: 1, .noToken: 1]),
      (
        ["shipped", "shipped"], ["d1 0 open", "d2 0 no_token", "d1 1 open", "d2 1 no_token"],
        [nil: 2, .noToken: 2]
      ),
      // What was cancelled has had its number.
      (
        ["shipped", "returned", "shipped"],
        ["d1 0 open", "d2 0 no_token", "cancel", "d1 1 open", "d2 1 no_token"],
        [nil: 1, .noToken: 2, .cancelled: 1]
      ),
      (["returned", "opened"], [], [:]),
    ] as [([String], [String], [PushOutcome?: Int])])
  func `each event starts one notification on all devices of its person, and an exception ends what waits`(
    _ names: [String], _ changes: [String], _ counts: [PushOutcome?: Int]
  ) throws {
    let pushes = try Self.pushes(names, Wire.ReEligibility(type: .known(.always)))
    #expect(Self.words(pushes) == changes)
    #expect((pushes.counts[3] ?? [:]).filter { $0.value != 0 } == counts)
    for case .add(let push, let run) in pushes.changes where push.outcome == nil {
      #expect(run == 3 && push.dueAt == Self.now + .seconds(30) && push.areOwnValues)
    }
  }

  @Test(arguments: [
    (Wire.ReEligibility(type: .known(.once)), EventPushes.Past(), 1),
    (.init(type: .known(.once)), .init(sentAt: now - .seconds(9_000)), 0),
    (.init(type: .known(.once)), .init(waitingAt: now, waiting: 1), 0),
    (.init(type: .known(.always)), .init(sentAt: now), 1),
    (.init(type: .known(.after), afterMilliseconds: 600_000), .init(sentAt: now - .seconds(599)), 0),
    (.init(type: .known(.after), afterMilliseconds: 600_000), .init(sentAt: now - .seconds(600)), 1),
    (
      .init(type: .known(.after), afterMilliseconds: 600_000),
      .init(sentAt: now - .seconds(900), waitingAt: now, waiting: 1),
      0
    ),
  ])
  func `a person gets it once more as the campaign's re-eligibility says; what was not sent does not count`(
    _ rule: Wire.ReEligibility, _ past: EventPushes.Past, _ count: Int
  ) throws {
    let open = try Self.pushes(["shipped"], rule, past: past).changes.filter {
      if case .add(let push, _) = $0 { push.outcome == nil } else { false }
    }
    #expect(open.count == count)
  }

  @Test func `an event that arrives an hour late, or happened before the run began, starts nothing`() throws {
    #expect(try Self.pushes(["shipped"], nil, receivedAfter: 3_600).people == [7])
    #expect(try Self.pushes(["shipped"], nil, receivedAfter: 3_601).people == [])
    #expect(try Self.pushes(["shipped"], nil, at: -3_001).people == [])
  }

  @Test func `what was stored before starts nothing`() throws {
    let batch = PreparedBatch(Sample.batch([Sample.event("e", .custom(name: "shipped", properties: [:]))]))
    let pushes = EventPushes(BatchPart(batch, keys: [7]), isNew: [false], [try Self.run(nil)])
    #expect(pushes.people.isEmpty)
  }
}
