// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import ServerTestSupport
import Store
import Testing

extension StoreConformance {
  static var profiles: [Promise] {
    [
      Promise("an attribute beyond 255 is refused with field and remedy, and all else of the batch is kept") {
        store async throws in
        try await store.insert(Sample.app())
        let events =
          (0..<300).map { set("k\($0)", .int(Int64($0))) } + [
            Sample.event("custom", .custom(name: "a", properties: [:]))
          ]
        let results = try await store.ingest(Sample.batch(events))
        #expect(results.count { $0.status == .known(.stored) } == 256)
        #expect(results[..<255].allSatisfy { $0.status == .known(.stored) })
        let refused = results[255]
        #expect([refused.code, refused.field] == ["profile_full", "key"])
        #expect(refused.message?.contains("255") == true && refused.message?.contains("Remove") == true)
        #expect(results.last?.status == .known(.stored))
        #expect(try await attributes(of: "u:ana", store).count == 255)
        #expect(try await store.eventCounts(app: "shop") == ["attribute": 255, "custom": 1])
        // What was stored is a duplicate for ever, also of a full profile; those that are there can
        // change and go, and make room.
        #expect(try await store.ingest(Sample.batch([events[3]])).map(\.status) == [.known(.duplicate)])
        let more = [
          set("k3", "new", after: 1, id: "change"), set("more", 1, after: 2, id: "early"),
          set("k4", .null, after: 3, id: "removal"),
          set("more", 2, after: 4, id: "late"),
          Sample.event(
            "sum", at: Sample.now + .seconds(5),
            .attributeChange(key: "k9", Wire.AttributeChange(.known(.increment), 1))),
          Sample.event(
            "sum-of-none", .attributeChange(key: "none", Wire.AttributeChange(.known(.increment), 1))),
        ]
        let statuses = try await store.ingest(Sample.batch(more)).map(\.status.rawValue)
        #expect(statuses == ["stored", "rejected", "stored", "stored", "stored", "rejected"])
        let profile = try await attributes(of: "u:ana", store)
        #expect(profile.count == 255)
        #expect(
          [profile["k3"], profile["k4"], profile["more"], profile["k9"], profile["none"]] == [
            "new", nil, 2, 10, nil,
          ])
      },
      Promise("the attributes of a person have at most 64 KB together, whether they are set or changed") {
        store async throws in
        try await store.insert(Sample.app())
        let large = String(repeating: "x", count: 8_000)
        for index in 0..<20 {
          _ = try await store.ingest(
            Sample.batch([
              set("k\(index)", .string(large)),
              Sample.event(
                "add\(index)",
                .attributeChange(key: "list", Wire.AttributeChange(.known(.add), .string("\(index)" + large)))
              ),
              Sample.event(
                "merge\(index)",
                .attributeChange(
                  key: "map", Wire.AttributeChange(.known(.merge), ["k\(index)": .string(large)]))),
            ]))
          let profile = try await attributes(of: "u:ana", store)
          #expect(
            profile.reduce(0) { $0 + $1.key.utf8.count + $1.value.encodedByteCount }
              <= PeopleLimits.attributeBytes)
        }
        let full = try await store.ingest(Sample.batch([set("again", .string(large), id: "again")]))
        #expect(full.map(\.field) == ["value"])
        // What is shorter than it was always fits.
        let shorter = try await store.ingest(
          Sample.batch([set("k0", "short", after: 9, id: "shorter"), set("again", "a", id: "small")]))
        #expect(shorter.map(\.status) == [.known(.stored), .known(.stored)])
      },
      Promise(
        "two people who turn out to be one have no more attributes than one person, and what the user said stays"
      ) {
        store async throws in
        try await store.insert(Sample.app())
        for device in 0..<4 {
          let anonymous = (0..<200).map {
            Sample.event(
              "a\(device)-\($0)", at: Sample.now + .seconds($0), user: nil,
              .attribute(key: "a\(device)-\($0)", value: .int(1)))
          }
          _ = try await store.ingest(Sample.batch(anonymous, device: "device-\(device)"))
          if device == 0 {
            _ = try await store.ingest(Sample.batch((0..<100).map { set("own\($0)", 1) }, device: "phone"))
          }
          _ = try await store.ingest(
            Sample.batch(
              [Sample.event("in\(device)", .userChanged(previousUserID: nil))], device: "device-\(device)"))
          let profile = try await attributes(of: "u:ana", store)
          #expect(profile.count == PeopleLimits.attributes)
          #expect(profile.keys.count { $0.hasPrefix("own") } == 100)
        }
      },
      Promise(
        "what somebody said last stands, though devices whose clocks are far off said something else before"
      ) { store async throws in
        // Devices with a right clock deliver whenever they can; the others deliver at once, for of
        // them only the receipt is known.
        for seed in 1...UInt64(TestCases.count(6, full: 20)) {
          let app = AppID("shop-\(seed)")
          try await store.insert(Sample.app(app))
          var chance = SeededGenerator(seed: seed)
          var deliveries: [(at: Instant, batch: IngestBatch)] = []
          var last: Wire.JSONValue = .null
          for index in 0..<40 {
            let said = Sample.now + .seconds(index * 60)
            let day: Int64 = 86_400_000
            let isRight = Bool.random(using: &chance)
            let offset =
              isRight
              ? 0
              : [Int64.random(in: 1...day, using: &chance), 40 * day, 3_650 * day, -40 * day, -3_650 * day]
                .randomElement(using: &chance) ?? 0
            let delay = isRight ? Duration.seconds(Int.random(in: 0...4_000, using: &chance)) : .zero
            last = .int(Int64(index))
            let event = Sample.event(
              "e\(index)", at: said + .milliseconds(offset), .attribute(key: "plan", value: last))
            deliveries.append(
              (
                said + delay,
                Sample.batch(
                  [event], app: app, device: isRight ? "right" : "device-\(offset)", receivedAt: said + delay)
              ))
          }
          for delivery in deliveries.sorted(by: { $0.at < $1.at }) {
            _ = try await store.ingest(delivery.batch)
          }
          #expect(try await attributes(of: "u:ana", store, app: app)["plan"] == last, "seed \(seed)")
        }
      },
    ]
  }

  private static func set(_ key: String, _ value: Wire.JSONValue, after seconds: Int = 0, id: String? = nil)
    -> Wire.EventRecord
  {
    Sample.event(id ?? "set-\(key)", at: Sample.now + .seconds(seconds), .attribute(key: key, value: value))
  }

  private static func attributes(of person: String, _ store: any Store, app: AppID = "shop") async throws
    -> [String: Wire.JSONValue]
  {
    let attributes = try await store.person(person, app: app)?.attributes ?? []
    return Dictionary(uniqueKeysWithValues: attributes.map { ($0.key, $0.value) })
  }
}
