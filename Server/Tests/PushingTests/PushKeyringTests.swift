// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import Crypto
import Domain
import MartletCore
import MartletTesting
import MartletWire
import Pushing
import Store
import StoreConformance
import StoreSQLite
import Testing

@Suite struct PushKeyringTests {
  private static let pem = P256.Signing.PrivateKey().pemRepresentation

  private func upload(_ change: (inout PushKeyUpload) -> Void = { _ in }) -> PushKeyUpload {
    var upload = PushKeyUpload(
      keyID: "ABC1234567", teamID: "DEF8901234", topic: "com.example.app", privateKey: Self.pem)
    change(&upload)
    return upload
  }

  @Test(arguments: [
    ("key_id", "abc1234567"), ("key_id", ""), ("team_id", "DEF89012345"), ("topic", "com.example app"),
    ("topic", ""),
    ("private_key", "hello"), ("private_key", P256.Signing.PrivateKey().publicKey.pemRepresentation),
    ("private_key", P384.Signing.PrivateKey().pemRepresentation),
  ])
  func `an upload is refused with the field that is wrong`(_ field: String, _ text: String) {
    let wrong = upload {
      switch field {
      case "key_id": $0.keyID = text
      case "team_id": $0.teamID = text
      case "topic": $0.topic = text
      default: $0.privateKey = text
      }
    }
    #expect(wrong.diagnostics.map(\.field) == [field])
    #expect(upload().diagnostics == [])
    #expect(!"\(wrong)".contains(text) || field == "key_id" || text.isEmpty)
  }

  @Test func `all wrong fields are named at once`() {
    let wrong = PushKeyUpload(keyID: "", teamID: "", topic: "", privateKey: "")
    #expect(Set(wrong.diagnostics.map(\.field)) == ["key_id", "team_id", "topic", "private_key"])
  }

  @Test func `a key is stored encrypted, signs again, and only for its own app and topic`() async throws {
    let store = try SQLiteStore.inMemory()
    try await store.insert(Sample.app())
    let keyring = PushKeyring(store: store, safe: KeySafe(.memory), environment: ManualClock().environment)
    let key = try await keyring.upload(upload(), app: "shop")
    #expect(try await keyring.keys(app: "shop") == [key])
    #expect(!String(decoding: key.sealed, as: UTF8.self).contains("PRIVATE KEY"))
    #expect(
      try keyring.signingKey(key, app: "shop").publicKeyPEM
        == P256.Signing.PrivateKey(pemRepresentation: Self.pem).publicKey.pemRepresentation)
    var moved = key
    moved.topic = "com.example.other"
    #expect(throws: KeySafe.Problem.otherKey) { try keyring.signingKey(moved, app: "shop") }
    #expect(throws: KeySafe.Problem.otherKey) { try keyring.signingKey(key, app: "cafe") }
    #expect(try await keyring.delete(key.id, app: "shop"))
    #expect(try await keyring.keys(app: "shop") == [])
    try await store.close()
  }

  @Test func `the same key is stored once, and an app has a limited number`() async throws {
    let store = try SQLiteStore.inMemory()
    try await store.insert(Sample.app())
    let keyring = PushKeyring(store: store, safe: KeySafe(.memory), environment: ManualClock().environment)
    for _ in 0..<2 { _ = try await keyring.upload(upload(), app: "shop") }
    #expect(try await keyring.keys(app: "shop").count == 1)
    for number in 1..<PushKey.maximum {
      _ = try await keyring.upload(upload { $0.topic = "com.example.app\(number)" }, app: "shop")
    }
    let rejection = await #expect(throws: Rejection.self) {
      try await keyring.upload(upload { $0.topic = "com.example.last" }, app: "shop")
    }
    guard case .impossible(let problem) = rejection else {
      Issue.record("\(String(describing: rejection))")
      return
    }
    #expect(problem.code == "too_many" && problem.message.contains("\(PushKey.maximum)"))
    try await store.close()
  }

  @Test func `a key for one environment is used before one for both, and a newer one before an older`() {
    func key(_ id: String, _ environment: Wire.PushEnvironment?, at seconds: Int) -> PushKey {
      PushKey(
        id: id, keyID: "", teamID: "", topic: "", environment: environment, sealed: [],
        createdAt: Sample.now + .seconds(seconds))
    }
    let keys = [key("old", nil, at: 1), key("new", nil, at: 2), key("dev", .development, at: 0)]
    #expect(PushKey.chosen(for: .production, among: keys)?.id == "new")
    #expect(PushKey.chosen(for: .development, among: keys)?.id == "dev")
    #expect(PushKey.chosen(for: .production, among: [keys[2]]) == nil)
  }
}
