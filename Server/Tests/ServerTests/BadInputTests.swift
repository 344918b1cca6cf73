// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire
import Testing

@Suite("Bad input gets an exact answer", .timeLimit(.minutes(5)))
struct BadInputTests {
  @Test func `a missing, unknown or foreign key is refused with its code and a remedy`() async throws {
    try await TestServer.run { server in
      let cases: [(String, String, [String: String], String)] = [
        ("POST", "/sdk/v1/sync", [:], "key_missing"),
        ("POST", "/sdk/v1/sync", ["X-Martlet-Key": "mk_dev_nobody"], "key_unknown"),
        ("POST", "/sdk/v1/events", ["X-Martlet-Key": server.managementKey], "key_wrong_scope"),
        ("GET", "/api/v1/campaigns", [:], "key_missing"),
        ("GET", "/api/v1/campaigns", ["Authorization": "Basic abc"], "key_missing"),
        ("GET", "/api/v1/campaigns", ["Authorization": "Bearer nobody"], "key_unknown"),
        ("GET", "/api/v1/campaigns", ["Authorization": "Bearer " + server.deviceKey], "key_wrong_scope"),
      ]
      for (method, path, headers, code) in cases {
        let answer = try await server.send(
          method, path, headers: headers, body: method == "POST" ? Array("{}".utf8) : [])
        #expect(answer.status == 401)
        #expect(answer.json["code"] == .string(code))
        #expect(answer.json["remedy"]?.string?.isEmpty == false)
        #expect(answer.header("Content-Type") == "application/problem+json")
      }
    }
  }

  @Test func `a key that is sent twice is no key, whichever of the two is right`() async throws {
    try await TestServer.run { server in
      for keys in [
        [server.deviceKey, "mk_dev_nobody"], ["mk_dev_nobody", server.deviceKey],
        [server.deviceKey, server.deviceKey],
      ] {
        let connection = try RawConnection(port: server.port)
        let fields = keys.map { "X-Martlet-Key: \($0)\r\n" }.joined()
        try connection.send(
          "POST /sdk/v1/sync HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\(fields)Connection: close\r\nContent-Length: 2\r\n\r\n{}"
        )
        let answer = String(decoding: await connection.readBytesToEnd(), as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 401 ") && answer.contains("key_unknown"), "\(answer)")
      }
    }
  }

  @Test(
    arguments: [
      ("{\"version\": 1,", 400, "json_malformed", nil),
      ("[]", 400, "field_wrong_type", nil),
      ("{\"version\":1,\"device\":{},\"sent_at\":1}", 400, "field_missing", "device.id"),
      ("{\"version\":1,\"device\":{\"id\":\"d\"},\"sent_at\":\"now\"}", 400, "field_wrong_type", "sent_at"),
    ] as [(String, Int, String, String?)])
  func `a document that cannot be read is answered with the field`(
    body: String, status: Int, code: String, field: String?
  ) async throws {
    try await TestServer.run { server in
      let answer = try await server.device("/sdk/v1/sync", body)
      #expect(answer.status == status)
      #expect(answer.json["code"] == .string(code))
      #expect(answer.json["field"]?.string == field)
    }
  }

  @Test func `nesting is bounded, and the answer too`() async throws {
    try await TestServer.run { server in
      let answer = try await server.device("/sdk/v1/sync", String(repeating: "[", count: 100_000))
      #expect(answer.status == 413)
      #expect(answer.json["code"] == "json_too_deep")
      #expect(answer.bytes.count < 1_000)
    }
  }

  @Test
  func
    `one bad event among good ones: the good ones are stored, the answer names the bad ones in their places`()
    async throws
  {
    try await TestServer.run { server in
      let events = [
        #"{"id":"a","kind":"session_start","at":1790000000000}"#,
        #"{"id":"b","kind":"custom","at":1790000000000,"name":"","properties":{}}"#,
        #"{"id":"c","kind":"custom","at":"yesterday","name":"x"}"#,
        #"{"id":"d","kind":"custom","at":1790000000000,"name":"x","properties":{}}"#,
      ].joined(separator: ",")
      let body = #"{"version":1,"device":{"id":"d1"},"sent_at":1790000000000,"events":[\#(events)]}"#
      let answer = try await server.device("/sdk/v1/events", body)
      #expect(answer.status == 200)
      let results = answer.json["results"]
      #expect(
        (0..<4).map { results?[$0]?["status"]?.string } == ["stored", "rejected", "rejected", "stored"])
      #expect((0..<4).map { results?[$0]?["id"]?.string } == ["a", "b", "c", "d"])
      #expect(results?[1]?["field"]?.string == "name")
      #expect(results?[2]?["field"]?.string == "at")
      let counts = try await server.manage("GET", "/events/counts")
      #expect(counts.json["total"]?.integer == 2)
    }
  }

  @Test
  func
    `a body over the limit is refused, sent plainly or as a compressed bomb; damaged compression is told apart`()
    async throws
  {
    try await TestServer.run { server in
      let large = [UInt8](repeating: UInt8(ascii: " "), count: Wire.Limits.bodyBytes + 1)
      let key = ["X-Martlet-Key": server.deviceKey]
      let plain = try await server.send("POST", "/sdk/v1/sync", headers: key, body: large)
      #expect(plain.status == 413)
      let zipped = key.merging(["Content-Encoding": "gzip"]) { $1 }
      let bomb = try Wire.Gzip.compress([UInt8](repeating: 0, count: 64_000_000))
      #expect(bomb.count < 100_000)
      let exploded = try await server.send("POST", "/sdk/v1/sync", headers: zipped, body: bomb)
      #expect(exploded.status == 413)
      #expect(exploded.json["code"] == "body_too_large")
      let damaged = try await server.send(
        "POST", "/sdk/v1/sync", headers: zipped, body: Array("not gzip at all, really".utf8))
      #expect(damaged.status == 400)
      #expect(damaged.json["code"] == "gzip_damaged")
      let alive = try await server.send("GET", "/livez")
      #expect(alive.status == 200)
    }
  }

  @Test func `501 events in one request are refused, with the limit in the answer`() async throws {
    try await TestServer.run { server in
      let events = (0...500).map { #"{"id":"e\#($0)","kind":"session_start","at":1790000000000}"# }.joined(
        separator: ",")
      let answer = try await server.device(
        "/sdk/v1/events", #"{"version":1,"device":{"id":"d1"},"sent_at":1790000000000,"events":[\#(events)]}"#
      )
      #expect(answer.status == 413)
      #expect(answer.json["field"]?.string == "events")
    }
  }

  @Test func `an unknown route is JSON for programs and a page for browsers`() async throws {
    try await TestServer.run { server in
      let program = try await server.send("GET", "/nothing/here")
      #expect(program.status == 404)
      #expect(program.json["code"] == "not_found")
      let browser = try await server.send("GET", "/nothing/here", headers: ["Accept": "text/html"])
      #expect(browser.status == 404)
      #expect(browser.text.hasPrefix("<!doctype html>") || browser.text.hasPrefix("<!DOCTYPE html>"))
      #expect(browser.header("Content-Security-Policy")?.contains("unsafe-inline") == false)
    }
  }
}
