// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import MartletServer
import MartletWire
import Pushing
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PushKeySettingsTests {
  private static let pem = P256.Signing.PrivateKey().pemRepresentation
  private static var upload: Wire.JSONValue {
    [
      "key_id": "ABC1234567", "team_id": "DEF8901234", "topic": "com.example.app",
      "private_key": .string(pem),
    ]
  }

  @Test func `an APNs key is uploaded, listed without itself, in no file of the data, and deleted`()
    async throws
  {
    let parent = FileManager.default.temporaryDirectory.appending(path: "martlet-push-keys-\(getpid())")
    let folder = parent.appending(path: "data").path
    defer { try? FileManager.default.removeItem(at: parent) }
    try await TestServer.run(storage: .directory(folder)) { server in
      let created = try await server.manage("POST", "/push-keys", Self.upload.text)
      #expect(
        created.status == 201 && created.json["key_id"] == "ABC1234567" && created.json["private_key"] == nil)
      let listed = try await server.manage("GET", "/push-keys")
      #expect(
        listed.json["keys"]?.count == 1 && !listed.text.contains("PRIVATE KEY")
          && !listed.text.contains("sealed"))
      let key = try #require(Self.pem.split(separator: "\n").dropFirst().first)
      for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
        let bytes = try Data(contentsOf: URL(filePath: folder + "/" + file))
        #expect(!bytes.contains(Data(key.utf8)), "\(file)")
      }
      #expect(FileManager.default.fileExists(atPath: folder + ".key"))
      guard case .string(let id)? = created.json["id"] else { throw Missing() }
      #expect(try await server.manage("DELETE", "/push-keys/\(id)").status == 204)
      #expect(try await server.manage("DELETE", "/push-keys/\(id)").status == 404)
      #expect(try await server.manage("GET", "/push-keys").json["keys"]?.count == 0)
    }
  }

  @Test func `a wrong key is refused with its fields, and nothing is stored`() async throws {
    try await TestServer.run { server in
      var fields = Self.upload
      if case .object(var object) = fields {
        object["key_id"] = "short"
        object["private_key"] = .string(P256.Signing.PrivateKey().publicKey.pemRepresentation)
        fields = .object(object)
      }
      let answer = try await server.manage("POST", "/push-keys", fields.text)
      #expect(answer.status == 422 && answer.json["code"] == "push_key_invalid")
      #expect(
        answer.text.contains("AuthKey_") && answer.text.contains("private_key")
          && answer.text.contains("key_id"))
      #expect(try await server.manage("GET", "/push-keys").json["keys"]?.count == 0)
    }
  }

  @Test func `an encryption key inside the data folder, or one that is none, keeps the server from starting`()
    throws
  {
    let flags: [ServerConfiguration.Setting: String?] = [
      .data: "/srv/data", .encryptionKeyFile: "/srv/data/key",
    ]
    #expect(throws: StartProblem.self) { try ServerConfiguration(flags: flags, variables: [:]) }
    #expect(throws: StartProblem.self) {
      try ServerConfiguration(flags: [:], variables: ["MARTLET_ENCRYPTION_KEY": "secret"])
    }
    let key = Data(repeating: 7, count: 32).base64EncodedString()
    #expect(
      try ServerConfiguration(flags: [:], variables: ["MARTLET_ENCRYPTION_KEY": key]).encryptionKey
        == .key(Array(repeating: 7, count: 32)))
    #expect(
      try ServerConfiguration(flags: [.data: "/srv/data/"], variables: [:]).encryptionKey
        == .file("/srv/data.key"))
    let file = try ServerConfiguration(
      flags: [.data: "/srv/data", .encryptionKeyFile: "/srv/data-key"], variables: [:])
    #expect(file.encryptionKey == .file("/srv/data-key"))
  }

  private struct Missing: Error {}
}

extension Wire.JSONValue {
  /// As it is sent.
  var text: String { String(decoding: Wire.encode(self), as: UTF8.self) }
}
