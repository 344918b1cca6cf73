// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

extension PushRunPromises {
  static var trust: [Promise] {
    [
      Promise(
        "where signatures are required, a row whose user nobody vouched for is claimed as such, also of a run that listed it before"
      ) {
        store async throws in
        try await devices(3, store)
        _ = try await store.ingest(Sample.batch([Sample.event("e", user: nil, .sessionStart)], device: "d90"))
        try await store.reportPush(
          Sample.device("d90", token: "t90"), sentAt: Sample.now, personID: "d:d90", trust: .device,
          isLab: false, app: "shop", at: Sample.now
        )
        try await store.reportPush(
          Sample.device("d01", token: "t01"), sentAt: now(1), personID: "u:p1", trust: .person, isLab: false,
          app: "shop", at: now(1))
        try await store.insert(run(.everybody))
        #expect(try await store.preparePushRun("r", app: "shop", at: Sample.now, limit: 100) == .sending)
        for (mode, second, trusts, unverified) in [
          (.off, 2, [.device, .device, .device, .device], []),
          (.optional, 62, [.device, .person, .device, .device], []),
          (.required, 122, [.device, .person, .device, .device], ["d00", "d02"]),
        ] as [(UserAuthentication.Mode, Int, [DeviceTrust], [String])] {
          _ = try await store.changeSettings(app: "shop") {
            $0.userAuthentication.mode = mode
            return []
          }
          let claimed = try await claim(store, at: second).sorted { $0.deviceID < $1.deviceID }
          #expect(
            claimed.map(\.trust) == trusts && claimed.filter(\.isUnverified).map(\.deviceID) == unverified,
            "\(mode)")
        }
      }
    ]
  }
}
