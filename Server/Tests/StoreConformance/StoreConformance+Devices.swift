// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

extension StoreConformance {
  static let devices: [Promise] = [
    Promise("a device's secret is stored unused, and from its first use on it is the only one, until a later one is used") {
      store async throws in
      try await store.insert(Sample.app())
      for number: UInt8 in 1...2 { try await issue(number, to: "d", store) }
      #expect(try await hashes(of: "d", store) == [hash(1), hash(2)])
      #expect(try await store.useDeviceCredential(hash(2), deviceID: "d", app: "shop", at: Sample.now + .seconds(10)))
      let used = try await store.deviceCredentials("d", app: "shop").credentials
      #expect(used == [.init(hash: hash(2), issuedAt: Sample.now + .seconds(2), usedAt: Sample.now + .seconds(10))])

      try await issue(3, to: "d", store)
      #expect(try await hashes(of: "d", store) == [hash(2), hash(3)])
      #expect(try await store.useDeviceCredential(hash(3), deviceID: "d", app: "shop", at: Sample.now + .seconds(20)))
      #expect(try await hashes(of: "d", store) == [hash(3)])
    },
    Promise("a secret is used for the first time once, and only by its own device and app") { store async throws in
      try await store.insert(Sample.app("shop"))
      try await store.insert(Sample.app("cafe"))
      try await issue(1, to: "d", store)
      for (device, app) in [("e", "shop"), ("d", "cafe")] as [(String, AppID)] {
        #expect(try await !store.useDeviceCredential(hash(1), deviceID: device, app: app, at: Sample.now))
      }
      #expect(try await !store.useDeviceCredential(hash(9), deviceID: "d", app: "shop", at: Sample.now))
      let wins = await count(20) { _ in
        (try? await store.useDeviceCredential(hash(1), deviceID: "d", app: "shop", at: Sample.now)) == true
      }
      #expect(wins == 1)
    },
    Promise("of two unused secrets that are used at once one stays") { store async throws in
      try await store.insert(Sample.app())
      for number: UInt8 in 1...2 { try await issue(number, to: "d", store) }
      let wins = await count(2) { number in
        (try? await store.useDeviceCredential(hash(UInt8(number + 1)), deviceID: "d", app: "shop", at: Sample.now)) == true
      }
      #expect(wins == 1)
      #expect(try await hashes(of: "d", store).count == 1)
    },
    Promise("of a device's unused secrets the newest are kept, and a used one is never among those that go") { store async throws in
      try await store.insert(Sample.app())
      try await issue(1, to: "d", store)
      _ = try await store.useDeviceCredential(hash(1), deviceID: "d", app: "shop", at: Sample.now)
      for number: UInt8 in 2...9 { try await issue(number, to: "d", store) }
      try await issue(1, to: "e", store)
      #expect(try await hashes(of: "d", store) == [hash(1), hash(6), hash(7), hash(8), hash(9)])
      #expect(try await hashes(of: "e", store) == [hash(1)])
    },
    Promise("a revoked device has no secrets and gets none, others keep theirs, and its page says so") { store async throws in
      try await store.insert(Sample.app("shop"))
      try await store.insert(Sample.app("cafe"))
      try await issue(1, to: "d", store)
      try await issue(2, to: "e", store)
      _ = try await store.ingest(
        IngestBatch(
          appID: "shop", device: Wire.Device(id: "d"), receivedAt: Sample.now,
          events: [Wire.EventRecord(id: "x", at: Sample.now, sessionID: nil, userID: nil, body: .sessionStart)]))
      try await store.revokeDevice("d", app: "shop", at: Sample.now + .seconds(5))
      try await store.revokeDevice("d", app: "shop", at: Sample.now + .seconds(9))
      try await issue(3, to: "d", store)
      #expect(try await store.deviceCredentials("d", app: "shop") == DeviceCredentials(revokedAt: Sample.now + .seconds(5)))
      #expect(try await store.deviceCredentials("d", app: "cafe") == DeviceCredentials())
      #expect(try await hashes(of: "e", store) == [hash(2)])
      #expect(try await store.person("d:d", app: "shop")?.summary.devices.map(\.isRevoked) == [true])
    },
  ]

  private static func hash(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 32) }

  private static func issue(_ number: UInt8, to device: String, _ store: any Store) async throws {
    try await store.issueDeviceCredential(hash(number), deviceID: device, app: "shop", at: Sample.now + .seconds(Int(number)))
  }

  private static func hashes(of device: String, _ store: any Store) async throws -> [[UInt8]] {
    try await store.deviceCredentials(device, app: "shop").credentials.map(\.hash)
  }
}
