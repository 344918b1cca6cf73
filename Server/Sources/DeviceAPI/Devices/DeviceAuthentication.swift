// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Delivery
import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletCore
import MartletWire
import Store

/// Decides whether a request comes from the device that it names.
struct DeviceAuthentication: Sendable {
  /// Every secret's text begins with this, so that a leaked secret is recognized.
  static let prefix = "md_"

  let store: any DeviceStore

  struct Admission: Hashable, Sendable {
    /// Whether a sync has to give the device a secret.
    var wantsCredential: Bool
    /// Whether the request carried the device's secret.
    var isProven: Bool
    /// Whether it carried a secret, and the server has none of the device: perhaps it has deleted
    /// what it knew about it.
    var isForgotten = false
  }

  /// Throws a refusal (401) when the request is not from the device.
  func admit(_ request: Request, of device: Wire.Device, _ known: KnownDevice, app: AppID, at now: Instant)
    async throws -> Admission
  {
    let known = known.credentials
    let presented = request.headers.value(of: .martletDeviceCredential).map {
      Secret(text: String($0.prefix(Wire.DeviceCredential.maximumLength)))
    }
    switch known.check(presented.map { secret in { secret.matches($0) } }, at: now) {
    case .admitted(let wantsOne):
      return Admission(
        wantsCredential: wantsOne, isProven: known.isClaimed,
        isForgotten: presented != nil && known.credentials.isEmpty)
    case .refused(let refusal): throw Answers.deviceRefused(refusal)
    case .firstUse(let hash):
      let isFirst = try await store.useDeviceCredential(hash, deviceID: device.id, app: app, at: now)
      // Two requests may use this secret, or another one of the device, for the first time
      // simultaneously: the store decides.
      guard isFirst else { return try await admitAgain(presented, of: device, app: app, at: now) }
      return Admission(wantsCredential: false, isProven: true)
    }
  }

  private func admitAgain(_ presented: Secret?, of device: Wire.Device, app: AppID, at now: Instant)
    async throws -> Admission
  {
    let stored = try await store.deviceCredentials(device.id, app: app)
    switch stored.check(presented.map { secret in { secret.matches($0) } }, at: now) {
    case .admitted(let wantsOne): return Admission(wantsCredential: wantsOne, isProven: stored.isClaimed)
    case .refused(let refusal): throw Answers.deviceRefused(refusal)
    case .firstUse: throw StoreError.unavailable("The credential cannot be activated.")
    }
  }

  /// Makes a new secret and stores only its hash.
  func issue(to deviceID: String, app: AppID, at now: Instant) async throws(StoreError) -> Secret {
    let secret = Secret.make(prefix: Self.prefix)
    try await store.issueDeviceCredential(secret.hash, deviceID: deviceID, app: app, at: now)
    return secret
  }
}
