// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Store
import Testing

extension PushRunPromises {
  static var deliveries: [Promise] {
    [
      Promise(
        "what runs have for a device is that of the newest run of each campaign, without trials, and says whether the run is halted"
      ) {
        store async throws in
        try await sending(2, store)
        let rows = try await claim(store, at: 1)
        _ = try await record(
          [(rows[0], .ended(.noKey)), (rows[1], .again(at: now(90), detail: "quiet_hours", counts: false))],
          store)
        let first = RunDelivery(campaignID: "c", runID: "r", deviceID: "d00", occurrence: 0, outcome: .noKey)
        #expect(try await store.runDeliveries(to: "u:p0", on: "d00", app: "shop") == [first])
        #expect(
          try await store.runDeliveries(to: "u:p1", on: "d01", app: "shop").map(\.detail) == ["quiet_hours"])
        // The device of somebody else.
        #expect(try await store.runDeliveries(to: "u:p1", on: "d00", app: "shop").isEmpty)
        for (id, audience) in [("s", PushRun.Audience.users(["p0"])), ("trial", .device("d00"))] {
          var other = run(audience)
          (other.id, other.expiresAt) = (id, now(900))
          try await store.insert(other)
          _ = try await store.preparePushRun(id, app: "shop", at: Sample.now, limit: 100)
        }
        _ = try await store.changePushRun("s", app: "shop") {
          $0.perform(.pause, reason: "no_key", at: Sample.now)
        }
        let halted = RunDelivery(
          campaignID: "c", runID: "s", deviceID: "d00", occurrence: 0, outcome: nil, isHalted: true,
          expiresAt: now(900))
        #expect(try await store.runDeliveries(to: "u:p0", on: "d00", app: "shop") == [halted])
      }
    ]
  }
}
