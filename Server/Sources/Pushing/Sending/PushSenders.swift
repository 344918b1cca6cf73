// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import Domain
import MartletCore
import MartletWire
import Store
import Synchronization

/// The connections to APNs: one for each key and environment.
actor PushSenders: ChangeListener {
  enum Route: Sendable {
    case ready(any PushSending, topic: String)
    /// Other environments may have a key.
    case noKeyForEnvironment
    case noKey
    /// The key cannot be decrypted, or TLS cannot be set up.
    case broken(String)
  }

  private struct Name: Hashable {
    var app: AppID
    var key: String
    var environment: Wire.PushEnvironment
  }

  private let keyring: PushKeyring
  private let hosts: PushHosts
  private let limits: SenderLimits
  private let lab: PushRoute?
  private let environment: Environment
  private var senders: [Name: PushSender] = [:]
  private let changes: ChangeMonitor
  private let known = Mutex(Known())

  private struct Known {
    var keys: [AppID: [PushKey]] = [:]
    /// Grows with each change, so that what was read before is not kept.
    var generation = 0
  }

  init(
    keyring: PushKeyring, changes: ChangeMonitor, hosts: PushHosts, limits: SenderLimits, lab: PushRoute?,
    environment: Environment
  ) {
    self.keyring = keyring
    self.changes = changes
    self.hosts = hosts
    self.limits = limits
    self.lab = lab
    self.environment = environment
    changes.subscribe(self)
  }

  nonisolated func hear(_ change: StoreChange) {
    known.withLock { known in
      switch change {
      case .everything: known = Known(generation: known.generation + 1)
      case .pushKeys(let app):
        known.keys[app] = nil
        known.generation += 1
      case .catalogue, .keys, .device, .pushDevice, .person, .facts: break
      }
    }
  }

  func route(_ app: AppID, _ target: Wire.PushEnvironment) async -> Route {
    let keys: [PushKey]
    do throws(StoreError) {
      keys = try await self.keys(app)
    } catch {
      return .broken("store")
    }
    guard let key = PushKey.chosen(for: target, among: keys) else {
      return keys.isEmpty ? .noKey : .noKeyForEnvironment
    }
    let name = Name(app: app, key: key.id, environment: target)
    if let sender = senders[name] { return .ready(sender, topic: key.topic) }
    let signing: SigningKey
    do throws(KeySafe.Problem) {
      signing = try keyring.signingKey(key, app: app)
    } catch {
      return .broken("encryption_key")
    }
    guard
      let sender = try? PushSender(
        key: signing, host: hosts[target], limits: limits, environment: environment)
    else {
      return .broken("tls")
    }
    senders[name] = sender
    return .ready(sender, topic: key.topic)
  }

  /// The way to a phone of the Device Lab.
  nonisolated var labRoute: Route { lab.map { .ready($0.sender, topic: $0.topic) } ?? .broken("lab") }

  private func keys(_ app: AppID) async throws(StoreError) -> [PushKey] {
    try await changes.refresh()
    let (present, generation) = known.withLock { ($0.keys[app], $0.generation) }
    if let present { return present }
    let keys = try await keyring.keys(app: app)
    known.withLock { if $0.generation == generation { $0.keys[app] = keys } }
    let ids = Set(keys.map(\.id))
    for (name, sender) in senders where name.app == app && !ids.contains(name.key) {
      senders[name] = nil
      Task { await sender.shutDown() }
    }
    return keys
  }

  /// Closes all connections, once their pushes have results.
  func shutDown() async {
    let all = Array(senders.values)
    senders = [:]
    for sender in all { await sender.shutDown() }
  }
}
