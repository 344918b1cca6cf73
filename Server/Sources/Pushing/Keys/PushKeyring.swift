// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import APNs
public import Domain
public import MartletCore
import MartletWire
public import Store

/// The APNs keys of apps: checked when they are uploaded, stored encrypted, and never returned.
public struct PushKeyring: Sendable {
  private let store: any PushKeyStore
  private let safe: KeySafe
  private let environment: Environment

  public init(store: any PushKeyStore, safe: KeySafe, environment: Environment) {
    self.store = store
    self.safe = safe
    self.environment = environment
  }

  /// Whether the store's keys were encrypted with the key of this server. Throws when that cannot
  /// be read or made.
  public func hasKeyOfStore() async throws -> Bool {
    let purpose = "mark"
    let mark = try safe.seal([], for: purpose)
    let stored = try await store.encryptedMark(mark)
    return (try? safe.open(stored, for: purpose)) != nil
  }

  /// Newest first.
  public func keys(app: AppID) async throws(StoreError) -> [PushKey] { try await store.pushKeys(app: app) }

  /// Checks and stores a key. It replaces one with the same key id, topic and environment.
  public func upload(_ upload: PushKeyUpload, app: AppID) async throws(Rejection) -> PushKey {
    let problems = upload.diagnostics
    guard problems.isEmpty else { throw .invalid(.pushKey, problems) }
    var key = PushKey(
      id: environment.makeID(), keyID: upload.keyID, teamID: upload.teamID, topic: upload.topic,
      environment: upload.environment,
      sealed: [], createdAt: environment.now())
    do throws(KeySafe.Problem) {
      key.sealed = try safe.seal(Array(upload.privateKey.utf8), for: Self.purpose(key, app))
    } catch {
      throw .impossible(
        Diagnostic(
          field: "", code: "encryption_unavailable", message: "The key cannot be encrypted.",
          remedy: error.words))
    }
    do throws(StoreError) {
      try await store.insert(key, app: app)
    } catch .conflict {
      throw .impossible(
        Diagnostic(
          field: "", code: "too_many", message: "An app can have up to \(PushKey.maximum) APNs keys.",
          remedy: "Delete one first."))
    } catch {
      throw .store(error)
    }
    return key
  }

  /// Returns whether there was such a key.
  public func delete(_ id: String, app: AppID) async throws(StoreError) -> Bool {
    try await store.deletePushKey(id, app: app)
  }

  /// The key for signing.
  public func signingKey(_ key: PushKey, app: AppID) throws(KeySafe.Problem) -> SigningKey {
    let text = String(decoding: try safe.open(key.sealed, for: Self.purpose(key, app)), as: UTF8.self)
    do throws(SigningKey.Problem) {
      return try SigningKey(p8: text, keyID: key.keyID, teamID: key.teamID)
    } catch {
      throw .otherKey
    }
  }

  /// Everything that decides what the key is used for, so that an encrypted key cannot be moved to
  /// another app or topic.
  private static func purpose(_ key: PushKey, _ app: AppID) -> String {
    ["apns", app.rawValue, key.id, key.keyID, key.teamID, key.topic, key.environment?.rawValue ?? ""].joined(
      separator: "\n")
  }
}
