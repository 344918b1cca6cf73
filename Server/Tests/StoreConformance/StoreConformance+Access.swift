// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

extension StoreConformance {
  static var access: [Promise] {
    [
      Promise("a key is found by its hash until it is revoked, and listed for ever") { store async throws in
        try await store.insert(Sample.app())
        let key = key("k1", hash: 1)
        try await store.insert(key)
        try await store.insert(Self.key("k2", hash: 2))
        #expect(try await store.key(hash: key.hash) == key)
        #expect(try await store.key(hash: hash(9)) == nil)

        try await store.revokeKey(id: "k1", app: "shop", at: Sample.now + .seconds(5))
        #expect(try await store.key(hash: key.hash) == nil)
        // A second time changes nothing, the instant neither.
        try await store.revokeKey(id: "k1", app: "shop", at: Sample.now + .seconds(9))
        let listed = try await store.keys(app: "shop")
        #expect(listed.map(\.id) == ["k1", "k2"])
        #expect(listed.first?.revokedAt == Sample.now + .seconds(5))
      },
      Promise("a key's hash and its id in an app are taken once") { store async throws in
        try await store.insert(Sample.app("shop"))
        try await store.insert(Sample.app("cafe"))
        try await store.insert(key("k", hash: 1))
        await expect(.alreadyExists) { () async throws(StoreError) in
          try await store.insert(key("k", hash: 2))
        }
        await expect(.alreadyExists) { () async throws(StoreError) in
          try await store.insert(key("other", hash: 1))
        }
        try await store.insert(key("k", app: "cafe", hash: 3))
      },
      Promise("another app's key cannot be revoked") { store async throws in
        try await store.insert(Sample.app("shop"))
        try await store.insert(Sample.app("cafe"))
        try await store.insert(key("k", hash: 1))
        await expect(.notFound) { () async throws(StoreError) in
          try await store.revokeKey(id: "k", app: "cafe", at: Sample.now)
        }
        #expect(try await store.key(hash: hash(1)) != nil)
      },
      Promise("a store that can be written says so, and one that is closed does not") { store async throws in
        try await store.insert(Sample.app())
        try await store.checkHealth()
        try await store.close()
        try await store.close()
        let closed = StoreError.unavailable("The store is closed.")
        await expect(closed) { () async throws(StoreError) in try await store.checkHealth() }
        await expect(closed) { () async throws(StoreError) in _ = try await store.apps() }
        await expect(closed) { () async throws(StoreError) in
          _ = try await store.ingest(Sample.batch([Sample.event("e", .sessionStart)]))
        }
      },
    ]
  }

  private static func hash(_ number: UInt8) -> [UInt8] {
    [UInt8](repeating: number, count: 32)
  }

  private static func key(_ id: String, app: AppID = "shop", hash number: UInt8) -> APIKey {
    APIKey(
      id: id, appID: app, scope: .device, name: "The app", prefix: "mk_live_\(number)", hash: hash(number),
      createdAt: Sample.now + .milliseconds(Int64(number)))
  }
}
