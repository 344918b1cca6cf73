// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletServer
import MartletWire
import Testing

@Suite("Privacy over HTTP: everything about a person is exported and deleted", .timeLimit(.minutes(5)))
struct PrivacyHTTPTests {
  static func say(
    _ server: TestServer, _ user: String, _ key: String, _ value: String, id: String,
    at: Int = 1_790_000_000_000
  )
    async throws
    -> TestServer.Answer
  {
    try await server.manage(
      "POST", "/events",
      #"{"events":[{"id":"\#(id)","kind":"attribute","at":\#(at),"user_id":"\#(user)","key":"\#(key)","value":"\#(value)"}]}"#
    )
  }

  /// The lines of an export, by their `record`.
  private static func lines(_ answer: TestServer.Answer) -> [(record: String, line: Wire.JSONValue)] {
    answer.bytes.split(separator: UInt8(ascii: "\n")).map { bytes in
      let line = (try? Wire.decode(Wire.JSONValue.self, from: Array(bytes))) ?? .null
      return (line["record"]?.string ?? "", line)
    }
  }

  @Test
  func
    `an export has every event of a long history, and ends with the number of its lines; it has no secrets`()
    async throws
  {
    try await TestServer.run { server in
      for part in 0..<3 {
        let events = (0..<150).map {
          #"{"id":"e\#(part)-\#($0)","kind":"custom","name":"read","at":\#(1_790_000_000_000 + $0),"user_id":"ana"}"#
        }
        let answer = try await server.manage(
          "POST", "/events", #"{"events":[\#(events.joined(separator: ","))]}"#)
        #expect(answer.status == 200)
      }
      _ = try await Self.say(server, "ana", "email", "ana@example.com", id: "a1")
      let answer = try await server.manage("GET", "/people/u:ana/export")
      #expect(answer.status == 200 && answer.header("Content-Type") == "application/x-ndjson")
      #expect(answer.header("Content-Disposition") == "attachment; filename=\"person.ndjson\"")
      let lines = Self.lines(answer)
      #expect(lines.first?.line["attributes"]?[0]?["value"] == "ana@example.com")
      #expect(lines.filter { $0.record == "event" }.count == 451)
      #expect(lines.last?.record == "end" && lines.last?.line["records"]?.integer == lines.count - 1)
      #expect(try await server.manage("GET", "/people/u:nobody/export").json["code"] == "person_not_found")
    }
  }

  @Test
  func
    `a deletion answers with a receipt that can be read again, and what the person's phone sends later is dropped or starts anew`()
    async throws
  {
    try await TestServer.run { server in
      let phone = try await server.makeDevice("phone")
      let now = server.services.environment.now().milliseconds
      func event(_ id: String, at: Int64) -> Wire.JSONValue {
        ["id": .string(id), "kind": "custom", "name": "read", "at": .int(at), "user_id": "ana"]
      }
      #expect(try await phone.send([event("e1", at: now)]).results == ["stored"])
      let answer = try await server.manage("DELETE", "/people/u:ana")
      #expect(answer.status == 200 && answer.json["removed"]?["events"] == 1)
      let id = try #require(answer.json["id"]?.string)
      #expect(!answer.text.contains("ana"))
      #expect(try await server.manage("GET", "/privacy/receipts/\(id)").json == answer.json)
      #expect(try await server.manage("GET", "/privacy/receipts/none").json["code"] == "receipt_not_found")
      #expect(try await server.manage("GET", "/people/u:ana").status == 404)
      #expect(try await server.manage("DELETE", "/people/u:ana").json["code"] == "person_not_found")
      #expect(
        try await phone.send([event("e1", at: now), event("e2", at: now)]).results == [
          "duplicate", "duplicate",
        ])
      #expect(try await server.manage("GET", "/people/u:ana").status == 404)
      let later = (answer.json["at"]?.integer).map(Int64.init) ?? 0
      #expect(try await phone.send([event("e3", at: later + 1)]).results == ["stored"])
      #expect(try await server.manage("GET", "/people/u:ana/timeline").json["entries"]?.count == 1)
    }
  }
}
