// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import NIOConcurrencyHelpers
public import Store

/// Finds the key that belongs to a secret.
///
/// A key that was found stays valid until the store says that it changed (`ChangeMonitor`), and for
/// five minutes while the store cannot be asked: devices keep getting their campaigns during an
/// outage.
public final class KeyRing: Sendable, ChangeListener {
  static let capacity = 4_096

  private let store: any AccessStore
  private let changes: ChangeMonitor
  private let environment: Environment
  private let state = NIOLockedValueBox(State())

  private struct State {
    var found: [[UInt8]: Entry] = [:]
    /// Keys that exist only in memory, for the lifetime of the process.
    var ephemeral: [[UInt8]: APIKey] = [:]
    /// The ids of the lab's keys.
    var labKeys: Set<String> = []
    /// Grows with each change, so that what was asked before is not kept.
    var generation = 0
  }

  private struct Entry {
    var key: APIKey
    /// When something changed, and perhaps the key did. nil: it is as it is stored.
    var doubtedAt: Duration?
  }

  public init(store: any AccessStore, changes: ChangeMonitor, environment: Environment) {
    self.store = store
    self.changes = changes
    self.environment = environment
    changes.subscribe(self)
  }

  /// nil when the key is unknown or revoked.
  public func key(for secret: Secret) async throws(StoreError) -> APIKey? {
    let hash = secret.hash
    // The store knows nothing of these.
    if let ephemeral = state.withLockedValue({ $0.ephemeral[hash] }) { return ephemeral }
    try await changes.refresh()
    let (entry, generation) = state.withLockedValue { ($0.found[hash], $0.generation) }
    if let entry, entry.doubtedAt == nil { return entry.key }
    do {
      let key = try await store.key(hash: hash)
      state.withLockedValue { state in
        guard state.generation == generation else { return }
        if state.found.count >= Self.capacity { state.found.removeAll() }
        state.found[hash] = key.map { Entry(key: $0) }
      }
      return key
    } catch .unavailable(let reason) {
      if let entry, let doubtedAt = entry.doubtedAt,
        environment.monotonicNow() - doubtedAt < ChangeMonitor.usableFor
      {
        return entry.key
      }
      throw .unavailable(reason)
    }
  }

  public func hear(_ change: StoreChange) {
    switch change {
    case .everything:
      let now = environment.monotonicNow()
      state.withLockedValue { state in
        state.generation += 1
        for hash in state.found.keys where state.found[hash]?.doubtedAt == nil {
          state.found[hash]?.doubtedAt = now
        }
      }
    case .keys(let app):
      state.withLockedValue { state in
        state.generation += 1
        state.found = state.found.filter { $0.value.key.appID != app }
      }
    case .catalogue, .pushKeys, .device, .pushDevice, .person, .facts: break
    }
  }

  /// Whether the key with this id is the lab's: requests with it come from a device in this
  /// process.
  public func isLab(_ id: String) -> Bool {
    state.withLockedValue { $0.labKeys.contains(id) }
  }

  /// Makes a key that only this process knows. It is never stored, and disappears when the process
  /// ends.
  ///
  /// - Parameter isLab: Whether the key is for the lab, whose devices live in the server. Requests
  ///   with the key are recognized as the lab's.
  public func makeEphemeralKey(app: AppID, scope: APIKey.Scope, name: String, isLab: Bool = false) -> Secret {
    let (key, secret) = APIKey.make(app: app, scope: scope, name: name, environment: environment)
    state.withLockedValue { state in
      state.ephemeral[key.hash] = key
      if isLab { state.labKeys.insert(key.id) }
    }
    return secret
  }
}

extension APIKey {
  /// How many characters of a key are stored readable, to tell keys apart.
  public static let shownLength = 12

  /// The beginning of every key of a scope, so that a leaked key is recognized.
  public static func prefix(of scope: Scope) -> String {
    switch scope {
    case .device: "mk_dev_"
    case .management: "mk_mgmt_"
    }
  }

  /// Makes a new key and its secret, which is shown once and never stored.
  public static func make(app: AppID, scope: Scope, name: String, environment: Environment) -> (
    key: APIKey, secret: Secret
  ) {
    let secret = Secret.make(prefix: prefix(of: scope))
    let key = APIKey(
      id: environment.makeID(), appID: app, scope: scope, name: name,
      prefix: String(secret.text.prefix(shownLength)), hash: secret.hash,
      createdAt: environment.now())
    return (key, secret)
  }
}
