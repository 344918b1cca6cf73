// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import MartletCore
import MartletTesting
import Store
import StoreSQLite
import Synchronization
import Testing

@Suite("Keys", .timeLimit(.minutes(5)))
struct KeyRingTests {
  @Test func `a look-up that began before a key was revoked does not bring the key back`() async throws {
    let sqlite = try SQLiteStore.inMemory()
    let clock = ManualClock()
    let (key, secret) = APIKey.make(app: "shop", scope: .device, name: "Key", environment: clock.environment)
    try await sqlite.insert(App(id: "shop", name: "Shop", createdAt: clock.now), campaigns: [], keys: [key])
    let store = HeldStore(sqlite)
    let ring = KeyRing(
      store: store, changes: ChangeMonitor(sqlite, environment: clock.environment),
      environment: clock.environment)

    let early = Task { try await ring.key(for: secret) }
    // The store has read the key, and its answer is held.
    await store.untilHeld()
    try await sqlite.revokeKey(id: key.id, app: "shop", at: clock.now)
    store.release()
    // This request came before.
    #expect(try await early.value == key)
    // This one comes after, in the same instant.
    #expect(try await ring.key(for: secret) == nil)
    try await sqlite.close()
  }

  @Test func `a key that is never stored is found however long the store is away`() async throws {
    let sqlite = try SQLiteStore.inMemory()
    let clock = ManualClock()
    let ring = KeyRing(
      store: sqlite, changes: ChangeMonitor(AwayFeed(), environment: clock.environment),
      environment: clock.environment)
    let secret = ring.makeEphemeralKey(app: "shop", scope: .device, name: "Lab")
    await clock.advance(by: .seconds(3_600))
    #expect(try await ring.key(for: secret)?.name == "Lab")
    try await sqlite.close()
  }
}

private final class AwayFeed: ChangeFeed {
  func subscribe(_ listener: any ChangeListener) {}
  func catchUp() async throws(StoreError) { throw .unavailable("It is away.") }
}

/// Reads its first key at once and keeps the answer back until it is released.
private final class HeldStore: AccessStore {
  private let store: SQLiteStore
  private let isFirst = Mutex(true)
  private let held = AsyncStream.makeStream(of: Void.self)
  private let released = AsyncStream.makeStream(of: Void.self)

  init(_ store: SQLiteStore) {
    self.store = store
  }

  func untilHeld() async {
    for await _ in held.stream { return }
  }

  func release() {
    released.continuation.finish()
  }

  func key(hash: [UInt8]) async throws(StoreError) -> APIKey? {
    let key = try await store.key(hash: hash)
    let holds = isFirst.withLock { isFirst in
      defer { isFirst = false }
      return isFirst
    }
    guard holds else { return key }
    held.continuation.yield()
    for await _ in released.stream {}
    return key
  }

  func insert(_ key: APIKey) async throws(StoreError) { try await store.insert(key) }
  func keys(app: AppID) async throws(StoreError) -> [APIKey] { try await store.keys(app: app) }
  func revokeKey(id: String, app: AppID, at: Instant) async throws(StoreError) {
    try await store.revokeKey(id: id, app: app, at: at)
  }
}
