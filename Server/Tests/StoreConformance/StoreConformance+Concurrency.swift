// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import ServerTestSupport
import Store
import Testing

extension StoreConformance {
  static var concurrency: [Promise] {
    [
      Promise("sending anything again, in any order, split or merged, changes nothing") {
        store async throws in
        for seed in 1...UInt64(TestCases.count(3, full: 6)) {
          let app = AppID("shop-\(seed)")
          try await store.insert(Sample.app(app))
          let world = World(events: 200, seed: seed)
          var chance = SeededGenerator(seed: seed + 1_000)
          var stored: [String: Int] = [:]
          for _ in 0..<4 {
            for batch in World.batches(of: world.sent, app: app, &chance) {
              for (event, result) in zip(batch.events, try await store.ingest(batch)) {
                #expect(result.id == event.id)
                let key = World.key(World.Sent(device: batch.device?.id ?? "", event: event))
                if result.status == .known(.stored) { stored[key, default: 0] += 1 }
              }
            }
          }
          #expect(stored.count == world.sent.count && stored.values.allSatisfy { $0 == 1 }, "seed \(seed)")
          try await expectNumbers(of: world.sent, store, app: app, "seed \(seed)")
        }
      },
      // Sender 1   ── b3 ── b1 ── b2 ──
      // Sender 2   ── b2 ── b3 ── b1 ──      each in its own order and cut; whoever is first stores an event, all others hear "duplicate"
      // Sender 3   ── b1 ── b2 ── b3 ──
      Promise("eight senders of the same events store each once") { store async throws in
        try await store.insert(Sample.app())
        let world = World(events: 400, seed: 42)
        let stored = await withTaskGroup(of: Int.self) { group in
          for sender in 0..<8 as Range<UInt64> {
            group.addTask {
              var chance = SeededGenerator(seed: sender)
              var stored = 0
              for batch in World.batches(of: world.sent, &chance) {
                let results = (try? await store.ingest(batch)) ?? []
                #expect(results.count == batch.events.count)
                stored += results.count { $0.status == .known(.stored) }
              }
              return stored
            }
          }
          return await group.reduce(0, +)
        }
        #expect(stored == world.sent.count)
        try await expectNumbers(of: world.sent, store)
      },
      Promise("a batch that fails does not harm those that are written with it") { store async throws in
        try await store.insert(Sample.app())
        let good = await count(40) { index in
          let event = Sample.event("e\(index)", .impression(Sample.presentation("c0")))
          do throws(StoreError) {
            let results = try await store.ingest(Sample.batch([event], app: index % 2 == 0 ? "shop" : "none"))
            return results.map(\.status) == [.known(.stored)]
          } catch {
            #expect(error == .notFound && index % 2 == 1)
            return false
          }
        }
        #expect(good == 20)
        #expect(try await store.counts(app: "shop") == ["c0": CampaignCounts(impressions: 20, clicks: 0)])
      },
    ]
  }
}
