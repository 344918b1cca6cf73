// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import ServerTestSupport
import Store
import Testing

/// What is drawn for people stays: arms of experiments, the global holdout and random numbers.
extension StoreConformance {
  static var units: [Promise] {
    [
      Promise(
        "whoever signs in for the first time keeps what was drawn for them, also when the sign-in arrives after a sync"
      ) {
        store async throws in
        try await store.insert(Sample.app())
        _ = try await store.ingest(Sample.batch([Sample.event("1", user: nil, .sessionStart)]))
        let unit = try #require(try await store.experimentStanding(of: "d:device-1", app: "shop")?.unit)
        #expect(try await store.personID(of: nil, on: "device-1", app: "shop") == "d:device-1")
        #expect(try await store.personID(of: "ana", on: "device-1", app: "shop") == "d:device-1")
        #expect(try await store.personID(of: "ana", on: "device-2", app: "shop") == "u:ana")
        _ = try await store.ingest(
          Sample.batch([
            Sample.event("2", .userChanged(previousUserID: nil)), Sample.event("3", .sessionStart),
          ])
        )
        for person in ["u:ana", "d:device-1"] {
          #expect(try await store.experimentStanding(of: person, app: "shop")?.unit == unit)
          #expect(try await randomUnit(of: person, store) == unit)
        }
        #expect(try await store.personID(of: "ana", on: "device-1", app: "shop") == "u:ana")
        // Nobody else is who was there before.
        #expect(try await store.personID(of: "ben", on: "device-1", app: "shop") == "u:ben")
      },
      Promise("a known user who signs in where somebody was anonymous keeps what was drawn for them") {
        store async throws in
        try await store.insert(Sample.app())
        _ = try await store.ingest(Sample.batch([Sample.event("1", user: nil, .sessionStart)]))
        let program = IngestBatch(
          appID: "shop", device: nil, receivedAt: Sample.now,
          events: [Sample.event("2", .attribute(key: "plan", value: .string("pro")))])
        _ = try await store.ingest(program)
        let unit = try #require(try await store.experimentStanding(of: "u:ana", app: "shop")?.unit)
        #expect(try await store.personID(of: "ana", on: "device-1", app: "shop") == "u:ana")
        _ = try await store.ingest(Sample.batch([Sample.event("3", .userChanged(previousUserID: nil))]))
        #expect(try await store.experimentStanding(of: "d:device-1", app: "shop")?.unit == unit)
        #expect(try await store.experimentStanding(of: "u:ana", app: "shop")?.unit == unit)
      },
      Promise("whatever sign-ins and merges happen, everybody keeps for ever what is drawn for them") {
        store async throws in
        for seed in 1...UInt64(TestCases.count(4, full: 12)) {
          try await keepsUnits(store, AppID("shop-\(seed)"), seed: seed)
        }
      },
    ]
  }

  private static func randomUnit(of person: String, _ store: any Store, _ app: AppID = "shop") async throws
    -> String?
  {
    try await store.facts(of: person, AudienceNeeds([.random(salt: "x")]), app: app, at: Sample.now).unit
  }

  /// Random people on random devices. After each step, everybody who was known has the unit that
  /// they had, or is now somebody who was known.
  private static func keepsUnits(_ store: any Store, _ app: AppID, seed: UInt64) async throws {
    try await store.insert(Sample.app(app))
    var chance = SeededGenerator(seed: seed)
    let (users, devices) = ((0..<5).map { "user-\($0)" }, (0..<5).map { "device-\($0)" })
    var present: [String: String?] = [:]
    var sent: [IngestBatch] = []
    var units: [String: String] = [:]
    for step in 0..<60 {
      let device = devices.randomElement(using: &chance) ?? ""
      var user = present[device] ?? nil
      var events: [Wire.EventRecord] = []
      for place in 0..<Int.random(in: 1...4, using: &chance) {
        let id = "\(step)-\(place)"
        switch Int.random(in: 0..<5, using: &chance) {
        case 0:
          let next = users.randomElement(using: &chance)
          events.append(Sample.event(id, user: next, .userChanged(previousUserID: user)))
          user = next
        case 1: user = nil
        default: events.append(Sample.event(id, user: user, .sessionStart))
        }
      }
      present[device] = .some(user)
      // A sync may come before the events.
      if Bool.random(using: &chance) {
        let person = try await store.personID(of: user, on: device, app: app)
        try await store.markOffered(
          app: app, personID: person, eligible: ["c"], delivered: ["c"], at: Sample.now, sender: .program,
          isTest: false)
        if let unit = try await store.experimentStanding(of: person, app: app)?.unit {
          #expect(units[person, default: unit] == unit)
          units[person] = unit
        }
      }
      let known = units
      sent.append(Sample.batch(events, app: app, device: device))
      _ = try await store.ingest(
        Bool.random(using: &chance) ? sent.randomElement(using: &chance) ?? sent[0] : sent[sent.count - 1])
      for name in users.map({ "u:" + $0 }) + devices.map({ "d:" + $0 }) {
        guard let unit = try await store.experimentStanding(of: name, app: app)?.unit else { continue }
        #expect(try await randomUnit(of: name, store, app) == unit, "seed \(seed)")
        if let before = known[name] {
          // Only an anonymous person can turn out to be a user who was known.
          #expect(
            unit == before || name.hasPrefix("d:") && known.values.contains(unit),
            "\(name), seed \(seed), step \(step)")
        }
        units[name] = unit
      }
      // Whoever was anonymous there is now a user who was not known.
      for device in devices {
        guard let before = known["d:" + device],
          let name = try await store.person("d:" + device, app: app)?.summary.id,
          name.hasPrefix("u:"), known[name] == nil
        else { continue }
        #expect(units[name] == before, "\(name) on \(device), seed \(seed), step \(step)")
      }
    }
  }
}
