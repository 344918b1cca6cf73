// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletServer
import MartletWire
import Testing

@Suite("How users are authenticated is set by programs too", .timeLimit(.minutes(5)))
struct SDKAuthenticationSettingsTests {
  private static func put(_ authentication: Wire.JSONValue?, _ server: TestServer) async throws
    -> TestServer.Answer
  {
    var body: [String: Wire.JSONValue] = ["decision_sample": 1, "caps": []]
    body["sdk_authentication"] = authentication
    return try await server.manage(
      "PUT", "/settings", String(decoding: Wire.encode(Wire.JSONValue.object(body)), as: UTF8.self))
  }

  private static func key(_ pem: String, name: String = "Backend") -> Wire.JSONValue {
    ["name": .string(name), "public_key": .string(pem)]
  }

  @Test
  func
    `what is set is read again with kind and fingerprint, can be sent back as it is, and stays when it is not sent`()
    async throws
  {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let backend = await AppBackend()
    let set = try await TestServer.value(storage: .directory(folder)) { server in
      #expect(
        try await server.manage("GET", "/settings").json["sdk_authentication"] == ["mode": "off", "keys": []])
      let stored = try await Self.put(
        [
          "mode": "optional",
          "keys": [Self.key("\n " + backend.publicKey.replacing("\n", with: "\r\n") + "\n")],
        ], server)
      #expect(stored.status == 200, "\(stored.text)")
      let read = try await server.manage("GET", "/settings").json["sdk_authentication"]
      #expect(read == stored.json["sdk_authentication"])
      #expect(read?["mode"] == "optional")
      let key = read?["keys"]?[0]
      #expect(
        key?["name"] == "Backend" && key?["algorithm"] == "ES256"
          && key?["public_key"] == .string(backend.publicKey))
      #expect(key?["fingerprint"]?.string?.count == 64)
      #expect(try await Self.put(read, server).json["sdk_authentication"] == read)
      #expect(try await Self.put(nil, server).json["sdk_authentication"] == read)
      return read
    }
    let kept = try await TestServer.value(storage: .directory(folder)) { server in
      try await server.manage("GET", "/settings").json["sdk_authentication"]
    }
    #expect(kept == set)
  }

  @Test func `a program that knows nothing of it, and stores settings at the same time, does not undo it`()
    async throws
  {
    try await TestServer.run { server in
      let backend = await AppBackend()
      for mode in ["optional", "required", "optional", "required"] {
        try await withThrowingTaskGroup(of: Int.self) { group in
          for number in 0..<20 {
            group.addTask {
              try await Self.put(
                number == 10 ? ["mode": .string(mode), "keys": [Self.key(backend.publicKey)]] : nil, server
              ).status
            }
          }
          for try await status in group { #expect(status == 200) }
        }
        #expect(
          try await server.manage("GET", "/settings").json["sdk_authentication"]?["mode"] == .string(mode))
      }
    }
  }

  @Test func `what makes no sense is refused with the path of the field, and changes nothing`() async throws {
    try await TestServer.run { server in
      let good = await AppBackend().publicKey
      let privateKey = "-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49\n-----END PRIVATE KEY-----"
      let place = "sdk_authentication"
      let cases: [(Wire.JSONValue, Int, String, String)] = [
        ([], 400, "\(place)", "field_wrong_type"),
        ([:], 400, "\(place).mode", "field_missing"),
        (["mode": "off"], 400, "\(place).keys", "field_missing"),
        (["mode": "on", "keys": []], 400, "\(place).mode", "field_invalid"),
        (["mode": "off", "keys": [], "colour": 1], 400, "\(place).colour", "field_unknown"),
        (["mode": "off", "keys": ["x"]], 400, "\(place).keys[0]", "field_wrong_type"),
        (["mode": "off", "keys": [["name": "n"]]], 400, "\(place).keys[0].public_key", "field_missing"),
        (
          ["mode": "off", "keys": [["name": 1, "public_key": "x"]]], 400, "\(place).keys[0].name",
          "field_wrong_type"
        ),
        (
          ["mode": "off", "keys": [["name": "n", "public_key": "x", "private_key": "y"]]], 400,
          "\(place).keys[0].private_key",
          "field_unknown"
        ),
        (["mode": "required", "keys": []], 422, "\(place).mode", "key_needed"),
        (["mode": "optional", "keys": []], 422, "\(place).mode", "key_needed"),
        (["mode": "off", "keys": [Self.key("x")]], 422, "\(place).keys[0].public_key", "not_pem"),
        (
          ["mode": "off", "keys": [Self.key(good), Self.key(privateKey)]], 422, "\(place).keys[1].public_key",
          "private_key"
        ),
        (
          ["mode": "off", "keys": [Self.key(good), Self.key(good)]], 422, "\(place).keys[1].public_key",
          "key_twice"
        ),
        (["mode": "off", "keys": [Self.key(good, name: " ")]], 422, "\(place).keys[0].name", "name_invalid"),
      ]
      for (authentication, status, field, code) in cases {
        let answer = try await Self.put(authentication, server)
        #expect(answer.status == status, "\(code) \(answer.text)")
        let errors: [Wire.JSONValue] =
          if case .array(let errors)? = answer.json["errors"] { errors } else { [] }
        #expect(
          errors.contains { $0["field"]?.string == field && $0["code"]?.string == code },
          "\(field) \(answer.text)")
        #expect(!answer.text.contains("MIGH"))
      }
      #expect(
        try await server.manage("GET", "/settings").json["sdk_authentication"] == ["mode": "off", "keys": []])
    }
  }
}

extension TestServer {
  /// What the body finds out.
  fileprivate static func value<Value: Sendable>(
    storage: ServerConfiguration.Storage, _ body: @escaping @Sendable (TestServer) async throws -> Value
  ) async throws -> Value {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    try await run(storage: storage) { server in continuation.yield(try await body(server)) }
    continuation.finish()
    var values = stream.makeAsyncIterator()
    guard let value = await values.next() else { throw Refused(text: "nothing came") }
    return value
  }
}
