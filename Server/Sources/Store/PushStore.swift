// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import MartletWire

/// Where pushes go.
public protocol PushStore: Sendable {
  /// Remembers what a device says about pushes with a request. Writes nothing that is known. A token belongs to the device that reported it last.
  ///
  /// - Parameter personID: Who uses the device (`PersonID`). nil if the request does not say; then only a known device changes. For somebody who has
  ///   never been seen, nothing is stored.
  func reportPush(
    _ device: Wire.Device, personID: String?, isLab: Bool, app: AppID, at: Instant
  ) async throws(StoreError)
  /// nil for a device whose app does not use pushes.
  func pushDevice(_ deviceID: String, app: AppID) async throws(StoreError) -> PushDevice?
}

/// The keys with which pushes are sent.
public protocol PushKeyStore: Sendable {
  /// Newest first.
  func pushKeys(app: AppID) async throws(StoreError) -> [PushKey]
  /// Stores a key. It replaces those with the same key id, topic and environment. Throws `.conflict` beyond `PushKey.maximum`.
  func insert(_ key: PushKey, app: AppID) async throws(StoreError)
  /// Returns whether there was such a key.
  func deletePushKey(_ id: String, app: AppID) async throws(StoreError) -> Bool
}
