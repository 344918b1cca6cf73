// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPSupport
import JWTKit
import MartletCore
import MartletKit
import MartletWire

/// The backend of an app: signs who is signed in.
struct AppBackend: Sendable {
  private let keys: JWTKeyCollection
  let publicKey: String

  init() async {
    let key = ES256PrivateKey()
    keys = await JWTKeyCollection().add(ecdsa: key)
    publicKey = key.publicKey.pemRepresentation
  }

  private struct Claims: JWTPayload {
    var sub: SubjectClaim
    var exp: ExpirationClaim?
    var nbf: NotBeforeClaim?

    func verify(using algorithm: some JWTAlgorithm) {}
  }

  /// - Parameters:
  ///   - length: Seconds until it ends; nil: it does not say.
  ///   - begin: Seconds until it begins.
  func signature(
    for user: String, length: Double? = 3_600, begin: Double? = nil, at now: Instant = Environment.live.now()
  ) async throws
    -> String
  {
    let now = Date(timeIntervalSince1970: Double(now.milliseconds) / 1_000)
    return try await keys.sign(
      Claims(
        sub: .init(value: user), exp: length.map { .init(value: now.addingTimeInterval($0)) },
        nbf: begin.map { .init(value: now.addingTimeInterval($0)) }))
  }
}

extension TestServer {
  /// Sets what is asked of apps, with the public keys of these backends.
  func authenticate(_ mode: String, _ backends: [AppBackend]) async throws {
    let keys = backends.enumerated().map {
      ["name": .string("Backend \($0.offset)"), "public_key": .string($0.element.publicKey)] as Wire.JSONValue
    }
    let body: Wire.JSONValue = [
      "decision_sample": 1, "caps": [], "sdk_authentication": ["mode": .string(mode), "keys": .array(keys)],
    ]
    let answer = try await manage("PUT", "/settings", String(decoding: Wire.encode(body), as: UTF8.self))
    guard answer.status == 200 else { throw Refused(text: answer.text) }
  }

  struct Refused: Error { var text: String }

  /// A device of the app, with the secret that its first sync got.
  func makeDevice(_ id: String) async throws -> LoopDevice {
    let answer = try await device(
      "/sdk/v1/sync", "{\"version\":1,\"device\":{\"id\":\"\(id)\"},\"sent_at\":1790000000000}")
    return LoopDevice(id: id, credential: answer.json["device_credential"]?.string ?? "", server: self)
  }
}

/// What a device sends, with its own secret, and with a signature or without.
struct LoopDevice: Sendable {
  let id: String
  let credential: String
  let server: TestServer
  /// What the device says about its language.
  var locale: String?
  /// Where its notifications go. nil: its app does not use them.
  var token: String?

  func post(_ path: String, _ fields: Wire.JSONValue, signature: String? = nil) async throws
    -> TestServer.Answer
  {
    guard case .object(var body) = fields else { throw TestServer.Refused(text: "no object") }
    body["version"] = 1
    var device: [String: Wire.JSONValue] = ["id": .string(id)]
    device["locale"] = locale.map { .string($0) }
    if let token {
      device["push_token"] = .string(token)
      device["push_environment"] = "development"
      device["push_authorization"] = "authorized"
    }
    body["device"] = .object(device)
    body["sent_at"] = .int(Environment.live.now().milliseconds)
    var headers = ["X-Martlet-Key": server.deviceKey, "X-Martlet-Device-Credential": credential]
    headers["X-Martlet-User-Signature"] = signature
    return try await server.send(
      "POST", "/sdk/v1/" + path, headers: headers, body: Wire.encode(Wire.JSONValue.object(body)))
  }

  func sync(_ user: String?, _ events: [Wire.JSONValue] = [], signature: String? = nil) async throws
    -> TestServer.Answer
  {
    var fields: [String: Wire.JSONValue] = ["events": .array(events)]
    fields["user_id"] = user.map { .string($0) }
    return try await post("sync", .object(fields), signature: signature)
  }

  func send(_ events: [Wire.JSONValue], signature: String? = nil) async throws -> TestServer.Answer {
    try await post("events", ["events": .array(events)], signature: signature)
  }

  /// Asks for the campaign's message after an event that it waits for.
  func render(_ campaign: String, for user: String?, signature: String? = nil) async throws
    -> TestServer.Answer
  {
    var fields: [String: Wire.JSONValue] = [
      "presentation_id": "p1", "campaign_id": .string(campaign), "campaign_version": 1,
      "event": Self.event("p1", user, ["kind": "custom", "name": "cart_viewed"]),
    ]
    fields["user_id"] = user.map { .string($0) }
    return try await post("render", .object(fields), signature: signature)
  }

  static func event(_ id: String, _ user: String?, _ fields: [String: Wire.JSONValue]) -> Wire.JSONValue {
    var fields = fields
    fields["id"] = .string(id)
    fields["at"] = .int(Environment.live.now().milliseconds)
    fields["user_id"] = user.map { .string($0) }
    return .object(fields)
  }

  static func attribute(_ id: String, _ user: String?, _ key: String, _ value: String) -> Wire.JSONValue {
    event(id, user, ["kind": "attribute", "key": .string(key), "value": .string(value)])
  }

  static func signIn(_ id: String, _ user: String, from previous: String? = nil) -> Wire.JSONValue {
    event(id, user, ["kind": "user_changed", "previous_user_id": previous.map { .string($0) } ?? .null])
  }
}

extension TestServer.Answer {
  var code: String? { json["code"]?.string }
  /// `stored`, or `retry sdk_authentication_missing`.
  var results: [String] {
    guard case .array(let results)? = json["results"] else { return [] }
    return results.map {
      [$0["status"]?.string, $0["code"]?.string].compactMap(\.self).joined(separator: " ")
    }
  }
  /// `ana missing optional`
  var refusal: String? {
    guard let refusal = json["signature_refusal"] else { return nil }
    return [
      refusal["user_id"]?.string ?? "", refusal["reason"]?.string ?? "",
      refusal["optional"] == true ? "optional" : "required",
    ]
    .joined(separator: " ")
  }
}
