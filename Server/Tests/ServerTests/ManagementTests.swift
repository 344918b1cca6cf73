// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire
import Testing

@Suite("Management API", .timeLimit(.minutes(2)))
struct ManagementTests {
  private static let draft = #"""
    {"name":"Offer","triggers":[{"kind":"custom_event","name":"cart_viewed"}],"message":{"kind":"slideup","message":"Hello"}}
    """#

  @Test("A campaign goes from draft to finished, and every step that makes no sense is refused")
  func lifeCycle() async throws {
    try await TestServer.run { server in
      let created = try await server.manage("POST", "/campaigns", Self.draft)
      #expect(created.status == 201)
      let id = created.json["id"]?.string ?? ""
      #expect(created.header("Location") == "/api/v1/campaigns/" + id)
      let steps = [
        ("pause", 409, "draft"), ("launch", 200, "running"), ("launch", 409, "running"), ("pause", 200, "paused"),
        ("resume", 200, "running"), ("finish", 200, "finished"), ("resume", 409, "finished"),
      ]
      for (action, status, state) in steps {
        #expect(try await server.manage("POST", "/campaigns/\(id)/\(action)").status == status)
        #expect(try await server.manage("GET", "/campaigns/\(id)").json["state"] == .string(state))
      }
      #expect(try await server.manage("DELETE", "/campaigns/\(id)").status == 409)
      let copy = try await server.manage("POST", "/campaigns/\(id)/duplicate")
      #expect(copy.json["state"] == "draft")
      #expect(try await server.manage("DELETE", "/campaigns/\(copy.json["id"]?.string ?? "")").status == 204)
    }
  }

  @Test("A campaign that cannot run is not launched, and every reason is named")
  func cannotRun() async throws {
    try await TestServer.run { server in
      let document = #"{"name":"Odd","starts_at":2000,"ends_at":1000,"message":{"kind":"hologram"}}"#
      let id = try await server.manage("POST", "/campaigns", document).json["id"]?.string ?? ""
      let answer = try await server.manage("POST", "/campaigns/\(id)/launch")
      #expect(answer.status == 422)
      let codes = (0..<9).compactMap { answer.json["errors"]?[$0]?["code"]?.string }
      #expect(Set(codes).isSuperset(of: ["trigger_missing", "end_before_start", "kind_unknown"]))
      #expect(try await server.manage("GET", "/campaigns/\(id)").json["state"] == "draft")
    }
  }

  @Test("A stale revision is 412 as If-Match and 409 as a field; none at all is 428")
  func revisions() async throws {
    try await TestServer.run { server in
      let created = try await server.manage("POST", "/campaigns", Self.draft)
      let path = "/campaigns/" + (created.json["id"]?.string ?? "")
      #expect(created.header("ETag") == "\"1\"")
      #expect(try await server.manage("PUT", path, Self.draft).status == 428)
      #expect(try await server.manage("PUT", path, Self.draft, headers: ["If-Match": "\"1\""]).status == 200)
      #expect(try await server.manage("PUT", path, Self.draft, headers: ["If-Match": "\"1\""]).status == 412)
      let stale = Self.draft.dropLast() + #","revision":1}"#
      #expect(try await server.manage("PUT", path, String(stale)).status == 409)
    }
  }

  @Test("Wrong fields are all named at once; a misspelt one too")
  func fields() async throws {
    try await TestServer.run { server in
      let answer = try await server.manage("POST", "/campaigns", #"{"name":5,"mesage":{},"triggers":[{"kind":1}]}"#)
      #expect(answer.status == 400)
      let fields = (0..<9).compactMap { answer.json["errors"]?[$0]?["field"]?.string }
      #expect(Set(fields) == ["name", "triggers[0].kind", "message", "mesage"])
    }
  }

  @Test("A key's secret is shown once, works at once, and stops working when revoked")
  func keys() async throws {
    try await TestServer.run { server in
      let made = try await server.manage("POST", "/keys", #"{"scope":"device","name":"Phones"}"#)
      let secret = made.json["secret"]?.string ?? ""
      let sync = #"{"version":1,"device":{"id":"d1"},"sent_at":1790000000000}"#
      #expect(try await server.device("/sdk/v1/sync", sync, key: secret).status == 200)
      let list = try await server.manage("GET", "/keys")
      #expect(!list.text.contains(secret))
      #expect(try await server.manage("DELETE", "/keys/\(made.json["id"]?.string ?? "")").status == 204)
      #expect(try await server.device("/sdk/v1/sync", sync, key: secret).status == 401)
    }
  }
}
