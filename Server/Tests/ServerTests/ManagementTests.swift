// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletServer
import MartletWire
import Store
import Testing

@Suite("Management API", .timeLimit(.minutes(5)))
struct ManagementTests {
  private static let draft = #"""
    {"name":"Offer","triggers":[{"kind":"custom_event","name":"cart_viewed"}],"message":{"kind":"slideup","message":"Hello"}}
    """#

  @Test func `a campaign goes from draft to finished, and every step that makes no sense is refused`()
    async throws
  {
    try await TestServer.run { server in
      let created = try await server.manage("POST", "/campaigns", Self.draft)
      #expect(created.status == 201)
      let id = created.json["id"]?.string ?? ""
      #expect(created.header("Location") == "/api/v1/campaigns/" + id)
      let steps = [
        ("pause", 409, "draft"), ("launch", 200, "running"), ("launch", 409, "running"),
        ("pause", 200, "paused"),
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

  @Test func `the list comes in pages of at most 500, and nothing is left out or comes twice`() async throws {
    try await TestServer.run { server in
      for _ in 0..<4 { _ = try await server.manage("POST", "/campaigns", Self.draft) }
      func ids(_ answer: TestServer.Answer) -> [String] {
        (0..<9).compactMap { answer.json["campaigns"]?[$0]?["id"]?.string }
      }
      let whole = try await server.manage("GET", "/campaigns?state=draft")
      #expect(ids(whole).count == 6)
      #expect(whole.json["next"] == nil)
      var seen: [String] = []
      var query = "?state=draft&limit=2"
      for expectsMore in [true, true, false] {
        let page = try await server.manage("GET", "/campaigns" + query)
        #expect(ids(page).count == 2)
        seen += ids(page)
        #expect((page.json["next"] != nil) == expectsMore)
        query = "?state=draft&limit=2&after=" + (page.json["next"]?.string ?? "")
      }
      #expect(seen == ids(whole))
      for wrong in ["limit=0", "limit=501", "limit=many", "after=none"] {
        let answer = try await server.manage("GET", "/campaigns?" + wrong)
        #expect((400..<500).contains(answer.status), "\(wrong)")
      }
    }
  }

  @Test
  func `a report lists the newest 2,208 hours and says how many it leaves out; from and to bring them back`()
    async throws
  {
    try await TestServer.run { server in
      let id = try await server.manage("POST", "/campaigns", Self.draft).json["id"]?.string ?? ""
      let start = Instant(milliseconds: 1_767_225_600_000)
      for index in 0..<2_210 {
        let at = start + .seconds(3_600 * index)
        let shown = Wire.EventRecord.Presentation(id: "p\(index)", campaignID: id, campaignVersion: 1)
        let event = Wire.EventRecord(
          id: "e\(index)", at: at, sessionID: "s", userID: "u", body: .impression(shown))
        _ = try await server.services.store.ingest(
          IngestBatch(
            appID: FirstStart.sampleApp, device: Wire.Device(id: "d"), receivedAt: at, events: [event]))
      }
      let report = try await server.manage("GET", "/campaigns/\(id)/report").json
      #expect(report["totals"]?["impressions"]?.integer == 2_210)
      #expect(report["hours"]?.count == 2_208)
      #expect(report["hours_omitted"]?.integer == 2)
      #expect(report["hours"]?[0]?["start"]?.integer == Int((start + .seconds(7_200)).milliseconds))
      let early = try await server.manage(
        "GET", "/campaigns/\(id)/report?to=\((start + .seconds(7_200)).milliseconds)"
      ).json
      #expect(early["hours"]?.count == 2)
      #expect(early["hours_omitted"] == nil)
    }
  }

  @Test func `a campaign that cannot run is not launched, and every reason is named`() async throws {
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

  @Test func `a stale revision is 412 as If-Match and 409 as a field; none at all is 428`() async throws {
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

  @Test func `wrong fields are all named at once; a misspelt one too`() async throws {
    try await TestServer.run { server in
      let answer = try await server.manage(
        "POST", "/campaigns", #"{"name":5,"mesage":{},"triggers":[{"kind":1}]}"#)
      #expect(answer.status == 400)
      let fields = (0..<9).compactMap { answer.json["errors"]?[$0]?["field"]?.string }
      #expect(Set(fields) == ["name", "triggers[0].kind", "message", "mesage"])
    }
  }

  @Test func `a key's secret is shown once, works at once, and stops working when revoked`() async throws {
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
