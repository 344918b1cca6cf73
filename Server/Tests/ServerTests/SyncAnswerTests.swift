// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletServer
import MartletWire
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SyncAnswerTests {
  private struct Answer {
    var head: String
    var body: [UInt8]
    var isCompressed: Bool { head.lowercased().contains("\r\ncontent-encoding: gzip\r\n") }

    func json() throws -> Wire.JSONValue {
      try Wire.decode(
        Wire.JSONValue.self, from: isCompressed ? Wire.Gzip.decompress(body, limit: 10_000_000) : body)
    }
  }

  private static func sync(
    _ device: String, encoding: String?, tag: String? = nil, events: String = "[]", credential: String? = nil,
    _ server: TestServer
  ) async throws -> Answer {
    let held = tag.map { #","definitions_tag":"\#($0)""# } ?? ""
    let body =
      #"{"version":1,"device":{"id":"\#(device)"},"sent_at":1790000000000,"events":\#(events)\#(held)}"#
    var head =
      "POST /sdk/v1/sync HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nX-Martlet-Key: \(server.deviceKey)\r\nConnection: close\r\n"
    if let encoding { head += "Accept-Encoding: \(encoding)\r\n" }
    if let credential { head += "X-Martlet-Device-Credential: \(credential)\r\n" }
    let connection = try RawConnection(port: server.port)
    try connection.send(head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
    let bytes = await connection.readBytesToEnd()
    let end = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("\r\n\r\n".utf8)) })
    return Answer(
      head: String(decoding: bytes[..<(end + 2)], as: UTF8.self), body: Array(bytes[(end + 4)...]))
  }

  @Test(
    arguments: [
      (nil, false), ("", false), ("gzip", true), ("br, GZIP;q=0.5", true), ("x-gzip", true),
      ("gzip;q=0", false),
      ("gzip ; q=0.000, br", false),
      ("identity, *;q=0", false), ("gzipped", false),
    ] as [(String?, Bool)])
  func `definitions are compressed for devices that take it, and say the same`(
    _ encoding: String?, _ isCompressed: Bool
  ) async throws {
    try await TestServer.run { server in
      let plain = try await Self.sync("d1", encoding: nil, server)
      #expect(!plain.isCompressed)
      let credential = try #require(try plain.json()["device_credential"]?.string)
      let tag = try #require(try plain.json()["definitions"]?["tag"]?.string)
      let event = #"[{"id":"e","kind":"session_start","at":1790000000000}]"#
      // With a new secret, with results, with neither.
      let first = try await Self.sync("d2", encoding: encoding, server)
      #expect(first.isCompressed == isCompressed)
      #expect(try first.json()["device_credential"]?.string?.hasPrefix("md_") == true)
      #expect(try first.json()["definitions"] == plain.json()["definitions"])
      let results = try await Self.sync(
        "d1", encoding: encoding, events: event, credential: credential, server)
      #expect(results.isCompressed == isCompressed)
      #expect(try results.json()["results"]?[0]?["status"] == "stored")
      #expect(try results.json()["definitions"] == plain.json()["definitions"])
      let known = try await Self.sync("d1", encoding: encoding, credential: credential, server)
      #expect(known.isCompressed == isCompressed)
      #expect(try known.json() == plain.json().without("device_credential"))
      let unchanged = try await Self.sync("d1", encoding: encoding, tag: tag, credential: credential, server)
      #expect(!unchanged.isCompressed)
      #expect(try unchanged.json()["definitions"] == nil)
    }
  }

  @Test func `a change of a campaign changes what is compressed`() async throws {
    try await TestServer.run { server in
      func ids() async throws -> [String] {
        let answer = try await Self.sync("d1", encoding: "gzip", server)
        #expect(answer.isCompressed)
        guard case .array(let campaigns)? = try answer.json()["definitions"]?["campaigns"] else { return [] }
        return campaigns.compactMap { $0["id"]?.string }
      }
      let before = try await ids()
      let id = try #require(before.first)
      #expect(try await server.manage("POST", "/campaigns/\(id)/pause").status == 200)
      #expect(try await ids() == before.filter { $0 != id })
    }
  }

  @Test func `answers to devices carry what protects data, and nothing about what a page may do`()
    async throws
  {
    try await TestServer.run { server in
      for (answer, status) in [
        (
          try await server.device(
            "/sdk/v1/sync", #"{"version":1,"device":{"id":"d1"},"sent_at":1790000000000}"#), 200
        ),
        (try await server.device("/sdk/v1/sync", "{}"), 400),
      ] {
        #expect(answer.status == status)
        #expect(answer.header("Content-Security-Policy") == "default-src 'none'; frame-ancestors 'none'")
        #expect(answer.header("X-Content-Type-Options") == "nosniff")
        #expect(answer.header("Cross-Origin-Resource-Policy") == "same-origin")
        #expect(answer.header("Cache-Control") == "no-store")
        for name in ["Permissions-Policy", "Referrer-Policy", "X-Frame-Options"] {
          #expect(answer.header(name) == nil, "\(name)")
        }
      }
      let page = try await server.send("GET", "/sign-in", headers: ["Accept": "text/html"])
      for name in ["Permissions-Policy", "Referrer-Policy", "X-Frame-Options"] {
        #expect(page.header(name) != nil, "\(name)")
      }
    }
  }
}
