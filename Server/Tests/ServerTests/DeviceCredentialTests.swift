// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletServer
import MartletWire
import Testing

@Suite("Who has only the SDK key is not somebody else's device", .timeLimit(.minutes(5)))
struct DeviceCredentialTests {
  private static let device = #""version":1,"device":{"id":"d1"},"sent_at":1790000000000"#
  private static let sync = "{\(device)}"
  private static func events(_ id: String) -> String {
    "{\(device),\"events\":[{\"id\":\"\(id)\",\"kind\":\"attribute\",\"at\":1790000000000,\"key\":\"plan\",\"value\":\"\(id)\"}]}"
  }
  private static let render =
    #"{\#(device),"presentation_id":"p","campaign_id":"c","campaign_version":1,"event":{"id":"e","kind":"session_start","at":1790000000000}}"#

  private static func post(
    _ path: String, _ body: String, _ credential: String?, _ server: TestServer
  ) async throws -> TestServer.Answer {
    var headers = ["X-Martlet-Key": server.deviceKey]
    headers["X-Martlet-Device-Credential"] = credential
    return try await server.send("POST", "/sdk/v1/" + path, headers: headers, body: Array(body.utf8))
  }

  private static func credential(_ server: TestServer) async throws -> String {
    let answer = try await post("sync", sync, nil, server)
    return try #require(answer.json["device_credential"]?.string)
  }

  @Test func `from the first use of its secret on, nothing comes in or out under a device's id without it`()
    async throws
  {
    try await TestServer.run { server in
      let lost = try await Self.credential(server)
      // The answer was lost, so the device comes without one and gets another.
      let kept = try await Self.credential(server)
      #expect(lost != kept)
      #expect(kept.hasPrefix("md_") && kept.count == 46)
      let known = try await Self.post("sync", Self.sync, kept, server)
      #expect(known.status == 200)
      #expect(known.json["device_credential"] == nil)

      for (path, body) in [("sync", Self.sync), ("events", Self.events("forged")), ("render", Self.render)] {
        for (credential, code) in [
          (nil, "device_credential_missing"), (lost, "device_credential_unknown"),
          ("md_x", "device_credential_unknown"),
          (String(repeating: "x", count: 5_000), "device_credential_unknown"),
        ] as [(String?, String)] {
          let answer = try await Self.post(path, body, credential, server)
          #expect(answer.status == 401, "\(path)")
          #expect(answer.json["code"]?.string == code, "\(path)")
        }
      }
      #expect(
        try await Self.post("events", Self.events("own"), kept, server).json["results"]?[0]?["status"]
          == "stored")
      let person = try await server.manage("GET", "/people/d:d1")
      #expect(person.json["attributes"]?[0]?["value"] == "own")
    }
  }

  @Test
  func
    `what is known of a device's secret outlives a restart of the server, and only its hash is on the disk`()
    async throws
  {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    try await TestServer.run(storage: .directory(folder)) { server in
      let credential = try await Self.credential(server)
      #expect(try await Self.post("sync", Self.sync, credential, server).status == 200)
      continuation.yield(credential)
    }
    var secrets = stream.makeAsyncIterator()
    let credential = try #require(await secrets.next())
    for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + file))
      #expect(bytes.range(of: Data(credential.utf8)) == nil, "\(file)")
    }
    try await TestServer.run(storage: .directory(folder)) { server in
      let without = try await Self.post("sync", Self.sync, nil, server)
      #expect(without.status == 401)
      let with = try await Self.post("sync", Self.sync, credential, server)
      #expect(with.status == 200)
    }
  }

  @Test
  func `a revoked device is refused at once, with its secret too, and one that was never known can be used`()
    async throws
  {
    try await TestServer.run { server in
      let credential = try await Self.credential(server)
      #expect(try await Self.post("events", Self.events("a"), credential, server).status == 200)
      #expect(try await server.manage("POST", "/devices/d1/revoke").status == 204)
      for credential in [credential, nil] {
        let answer = try await Self.post("sync", Self.sync, credential, server)
        #expect(answer.status == 401)
        #expect(answer.json["code"]?.string == "device_revoked")
      }
      let other = Self.sync.replacingOccurrences(of: "d1", with: "d2")
      #expect(try await Self.post("sync", other, nil, server).json["device_credential"] != nil)
      let devices = try await server.manage("GET", "/people/d:d1").json["devices"]
      #expect(devices?[0]?["is_revoked"] == true)
    }
  }

  @Test func `a device's id is plain ASCII, so that no second form of it passes for it`() async throws {
    try await TestServer.run { server in
      for id in ["d\u{E9}", "de\u{301}", "d 1"] {
        let answer = try await Self.post(
          "sync", Self.sync.replacingOccurrences(of: "d1", with: id), nil, server)
        #expect(answer.status == 400)
        #expect(answer.json["field"]?.string == "device.id")
      }
    }
  }
}
