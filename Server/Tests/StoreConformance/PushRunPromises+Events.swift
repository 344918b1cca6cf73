// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

extension PushRunPromises {
  static var events: [Promise] {
    [
      Promise(
        "a run by events has a row for each device of the person on each matching event, once, with the event's values"
      ) {
        store async throws in
        try await eventRun(store)
        // A second device of the first person.
        try await store.reportPush(
          Sample.device("d90", token: "t90"), sentAt: Sample.now, personID: "u:p0", trust: .device,
          isLab: false, app: "shop", at: Sample.now)
        func ship(_ id: String, _ order: Int64, at seconds: Int = 0) -> Wire.EventRecord {
          Sample.event(
            id, at: now(seconds), user: "p0",
            .custom(name: "shipped", properties: ["order": .int(order), "express": true]))
        }
        #expect(try await store.pushRunsToDo(at: now(1)).isEmpty)
        for _ in 0..<2 { _ = try await store.ingest(batch([ship("s1", 7), ship("s2", 8)], at: 1)) }
        let other: [Wire.EventRecord] = [
          Sample.event(
            "o1", at: now(1), user: "p0",
            .custom(name: "shipped", properties: ["order": 9, "express": false])),
          Sample.event("o2", at: now(1), user: "p0", .sessionStart),
        ]
        _ = try await store.ingest(batch(other, at: 1))
        let rows = try await store.pushDeliveries(run: "r", app: "shop", outcome: nil, after: nil, limit: 100)
          .elements
        #expect(rows.map { "\($0.deviceID) \($0.occurrence)" } == ["d00 0", "d00 1", "d90 0", "d90 1"])
        #expect(try await store.allPushDeliveries(run: "r", page: 1) == rows)
        #expect(try await store.pushRunsToDo(at: now(1)).map(\.id) == ["r"])
        let claimed = try await claim(store, at: 1)
        #expect(
          claimed.count == 4 && claimed.filter { $0.deviceID == "d90" }.map(\.values["order"]) == [7, 8])
        #expect(claimed[0].values["name"] == "shipped")
        // The event came from the first device, and the second one did not send it.
        #expect(claimed.allSatisfy { $0.areOwnValues == ($0.deviceID == "d00") })
        #expect(try await record(claimed.map { ($0, .ended(.sent)) }, store) == 4)
        #expect(try await claimPushes(store, at: 2) == .resting)
        #expect(try await store.pushRunsToDo(at: now(2)).isEmpty)
        #expect(try await store.pushRun("r", app: "shop")?.state == .sending)
        #expect(try await store.pushCounts(run: "r", app: "shop") == PushCounts(outcomes: [.sent: 4]))
      },
      Promise(
        "a run by events ignores what is late, from the lab, before its start, or happens while it or its campaign is paused"
      ) {
        store async throws in
        try await eventRun(store)
        func ship(_ id: String, at seconds: Int) -> Wire.EventRecord {
          Sample.event(
            id, at: now(seconds), user: "p0", .custom(name: "shipped", properties: ["express": true]))
        }
        _ = try await store.ingest(batch([ship("before", at: -60), ship("late", at: 1)], at: 3_700))
        var lab = batch([ship("lab", at: 4_000)], at: 4_000)
        lab.role = .lab
        _ = try await store.ingest(lab)
        try await perform(.pause, store)
        _ = try await store.ingest(batch([ship("paused", at: 4_001)], at: 4_001))
        try await perform(.resume, store)
        try await set(.paused, store)
        _ = try await store.ingest(batch([ship("campaign paused", at: 4_002)], at: 4_002))
        try await set(.running, store)
        #expect(try await store.pushCounts(run: "r", app: "shop").total == 0)
        _ = try await store.ingest(batch([ship("now", at: 4_003)], at: 4_003))
        #expect(try await store.pushCounts(run: "r", app: "shop") == PushCounts(waiting: 1))
        #expect(try await claim(store, at: 4_003).count == 1)
        #expect(try await store.pushRunsToDo(at: now(4_004)).isEmpty)
        try await set(.finished, store)
        #expect(try await store.pushRunsToDo(at: now(4_004)).map(\.id) == ["r"])
        _ = try await claimPushes(store, at: 4_004)
        let ended = try await store.pushRun("r", app: "shop")
        #expect(ended?.state == .cancelled && ended?.reason == "campaign_finished")
      },
      Promise(
        "a run by events follows the campaign's delay, exceptions and re-eligibility, and finishes at its expiry"
      ) {
        store async throws in
        try await eventRun(store) { campaign, run in
          campaign.rules.delayMilliseconds = 30_000
          campaign.rules.exceptions = [Wire.Trigger(kind: .known(.customEvent), name: "returned")]
          campaign.rules.reEligibility = Wire.ReEligibility(type: .known(.after), afterMilliseconds: 600_000)
          run.expiresAt = now(2_000)
        }
        func log(_ name: String, at seconds: Int) async throws {
          let event = Sample.event(
            "\(name)\(seconds)", at: now(seconds), user: "p0",
            .custom(name: name, properties: ["express": true]))
          _ = try await store.ingest(batch([event], at: seconds))
        }
        try await log("shipped", at: 10)
        #expect(try await claimPushes(store, at: 39) == .resting)
        try await log("returned", at: 39)
        #expect(try await store.pushCounts(run: "r", app: "shop").outcomes == [.cancelled: 1])
        // What was cancelled does not count.
        try await log("shipped", at: 50)
        let claimed = try await claim(store, at: 80)
        #expect(claimed.map(\.occurrence) == [1])
        try await log("returned", at: 81)
        #expect(try await record([(claimed[0], .ended(.sent))], store) == 1)
        try await log("shipped", at: 500)
        #expect(try await store.pushCounts(run: "r", app: "shop").total == 2)
        try await log("shipped", at: 700)
        try await log("shipped", at: 2_001)
        #expect(
          try await store.pushCounts(run: "r", app: "shop")
            == PushCounts(waiting: 1, outcomes: [.sent: 1, .cancelled: 1]))
        let last = try await claim(store, at: 2_001)
        #expect(try await record(last.map { ($0, .ended(.expired)) }, store) == 1)
        #expect(try await store.pushRunsToDo(at: now(2_001)).map(\.id) == ["r"])
        #expect(try await claimPushes(store, at: 2_001) == .notSending(.finished))
      },
    ]
  }

  /// One device `d00` of the person `p0`, and a run for whoever logs `shipped` with `express`.
  private static func eventRun(
    _ store: any Store, _ change: (inout Wire.Campaign, inout PushRun) -> Void = { _, _ in }
  ) async throws {
    try await devices(1, store)
    var run = run(.event)
    run.definition.triggers = [
      Wire.Trigger(
        kind: .known(.customEvent), name: "shipped",
        filter: try Wire.Filter(json: ["path": ["express"], "op": "equals", "value": true]))
    ]
    var definition = run.definition
    change(&definition, &run)
    run.definition = definition
    try await store.insert(run)
    #expect(try await store.preparePushRun("r", app: "shop", at: Sample.now, limit: 100) == .sending)
  }

  private static func batch(_ events: [Wire.EventRecord], at seconds: Int) -> IngestBatch {
    IngestBatch(
      appID: "shop", device: Sample.device("d00", token: "t00"), receivedAt: now(seconds), events: events)
  }
}
