// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
public import MartletCore
import MartletWire
import NIOConcurrencyHelpers
public import Store

/// Tells whether a request comes from the device that it names.
///
/// What was read of a device is believed for ten seconds without asking the store, and for five minutes while the store cannot be asked. What is
/// changed in this process counts at once.
public final class DeviceAuthentication: Sendable {
  public static let freshFor = Duration.seconds(10)
  public static let usableFor = Duration.seconds(300)
  /// What a secret's text begins with, so that a leaked one is recognised.
  static let prefix = "md_"

  /// By bytes: two normal forms of one text are two devices.
  private struct Device: Hashable {
    var app: AppID
    var id: [UInt8]
  }

  private struct Entry {
    var credentials: DeviceCredentials
    var readAt: Duration
  }

  private struct State {
    var read: RecentValues<Device, Entry>
    /// Grows with each change: what was asked before it is not kept.
    var generation = 0
  }

  private let store: any DeviceStore
  private let environment: MartletCore.Environment
  private let state: NIOLockedValueBox<State>

  public init(store: any DeviceStore, environment: MartletCore.Environment, capacity: Int = 10_000) {
    self.store = store
    self.environment = environment
    state = NIOLockedValueBox(State(read: RecentValues(capacity: capacity)))
  }

  struct Admission: Hashable, Sendable {
    /// A sync has to give the device a secret.
    var wantsCredential: Bool
    /// The request carried the device's secret.
    var isProven: Bool
  }

  /// Throws a refusal (401) when the request is not the device's.
  func admit(_ request: Request, of device: Wire.Device, app: AppID, at now: Instant) async throws -> Admission {
    let presented = request.headers[.martletDeviceCredential].map { Secret(text: String($0.prefix(Wire.DeviceCredential.maximumLength))) }
    let known = try await credentials(of: device.id, app: app)
    switch known.judge(presented.map { secret in { secret.matches($0) } }, at: now) {
    case .admitted(let wantsOne): return Admission(wantsCredential: wantsOne, isProven: known.isClaimed)
    case .refused(let refusal): throw Answers.deviceRefused(refusal)
    case .firstUse(let hash):
      let isFirst = try await store.useDeviceCredential(hash, deviceID: device.id, app: app, at: now)
      forget(device.id, app: app)
      // Two requests may use it for the first time at once, or another secret of the device: what is stored decides.
      guard isFirst else { return try await admitAgain(presented, of: device, app: app, at: now) }
      return Admission(wantsCredential: false, isProven: true)
    }
  }

  private func admitAgain(_ presented: Secret?, of device: Wire.Device, app: AppID, at now: Instant) async throws -> Admission {
    let stored = try await store.deviceCredentials(device.id, app: app)
    switch stored.judge(presented.map { secret in { secret.matches($0) } }, at: now) {
    case .admitted(let wantsOne): return Admission(wantsCredential: wantsOne, isProven: stored.isClaimed)
    case .refused(let refusal): throw Answers.deviceRefused(refusal)
    case .firstUse: throw StoreError.unavailable("The credential cannot be activated.")
    }
  }

  /// A new secret, of which only the hash is stored.
  func issue(to deviceID: String, app: AppID, at now: Instant) async throws(StoreError) -> Secret {
    let secret = Secret.make(prefix: Self.prefix)
    try await store.issueDeviceCredential(secret.hash, deviceID: deviceID, app: app, at: now)
    forget(deviceID, app: app)
    return secret
  }

  /// Asks the store again at the next request of each device. After one was revoked in this process.
  public func forgetAll() {
    state.withLockedValue { state in
      state.read.removeAll()
      state.generation += 1
    }
  }

  private func forget(_ deviceID: String, app: AppID) {
    state.withLockedValue { state in
      state.read[Device(app: app, id: Array(deviceID.utf8))] = nil
      state.generation += 1
    }
  }

  private func credentials(of deviceID: String, app: AppID) async throws(StoreError) -> DeviceCredentials {
    let device = Device(app: app, id: Array(deviceID.utf8))
    let now = environment.monotonicNow()
    let (entry, generation) = state.withLockedValue { ($0.read[device], $0.generation) }
    if let entry, now - entry.readAt < Self.freshFor { return entry.credentials }
    do {
      let credentials = try await store.deviceCredentials(deviceID, app: app)
      state.withLockedValue { state in
        guard state.generation == generation else { return }
        state.read[device] = Entry(credentials: credentials, readAt: now)
      }
      return credentials
    } catch .unavailable(let reason) {
      if let entry, now - entry.readAt < Self.usableFor { return entry.credentials }
      throw .unavailable(reason)
    }
  }
}
