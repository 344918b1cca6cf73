// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import Logging
import MartletServer
import MartletWire
import Store
import StoreSQLite
import Testing

@Suite("The loop over a real port and a real file", .timeLimit(.minutes(2)))
struct LoopTests {
  private static let sync = #"{"version":1,"device":{"id":"d1"},"user_id":"u1","sent_at":1790000000000}"#

  @Test("Definitions come once: the same tag gets none, and a change made here is seen at once")
  func tags() async throws {
    try await TestServer.run { server in
      let first = try await server.device("/sdk/v1/sync", Self.sync)
      #expect(first.json["definitions"]?["campaigns"]?.count == 1)
      let tag = first.json["definitions"]?["tag"]?.string ?? ""
      let held = Self.sync.dropLast() + ",\"definitions_tag\":\"\(tag)\"}"
      #expect(try await server.device("/sdk/v1/sync", String(held)).json["definitions"] == nil)
      let id = first.json["definitions"]?["campaigns"]?[0]?["id"]?.string ?? ""
      let report = try await server.manage("GET", "/campaigns/\(id)/report")
      #expect(report.json["totals"]?["eligible"]?.integer == 1)
      #expect(report.json["totals"]?["delivered"]?.integer == 1)
      #expect(try await server.manage("POST", "/campaigns/\(id)/pause").status == 200)
      let after = try await server.device("/sdk/v1/sync", String(held))
      #expect(after.json["definitions"]?["campaigns"]?.count == 0)
    }
  }

  @Test("Events sent again, in any order, split or merged, and after a restart, count once")
  func exactlyOnce() async throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let events = (0..<20).map { #"{"id":"e\#($0)","kind":"custom","at":1790000000000,"name":"n","properties":{}}"# }
    @Sendable func body(_ events: [String]) -> String {
      #"{"version":1,"device":{"id":"d1"},"sent_at":1790000000000,"events":[\#(events.joined(separator: ","))]}"#
    }
    try await TestServer.run(storage: .directory(folder)) { server in
      for batch in [body(Array(events.prefix(12))), body(events.reversed()), body(Array(events.dropFirst(5))), body(events)] {
        let answer = try await server.device("/sdk/v1/events", batch)
        #expect(answer.status == 200)
      }
      let counts = try await server.manage("GET", "/events/counts")
      #expect(counts.json["total"]?.integer == 20)
    }
    try await TestServer.run(storage: .directory(folder)) { server in
      let again = try await server.device("/sdk/v1/events", body(events))
      #expect((0..<20).allSatisfy { again.json["results"]?[$0]?["status"] == "duplicate" })
      let counts = try await server.manage("GET", "/events/counts")
      #expect(counts.json["total"]?.integer == 20)
    }
  }

  @Test("A store that is closed makes events fail with 503 and Retry-After, and readiness says why; liveness stays")
  func unavailable() async throws {
    let store = try SQLiteStore.inMemory()
    try await TestServer.run(store: store) { server in
      await store.close()
      let events =
        #"{"version":1,"device":{"id":"d1"},"sent_at":1790000000000,"events":[{"id":"e","kind":"session_start","at":1790000000000}]}"#
      let answer = try await server.device("/sdk/v1/events", events)
      #expect(answer.status == 503)
      #expect(answer.header("Retry-After") == "5")
      let ready = try await server.send("GET", "/readyz")
      #expect(ready.status == 503)
      #expect(ready.json["checks"]?["store"]?["reason"]?.string?.isEmpty == false)
      #expect(try await server.send("GET", "/livez").status == 200)
    }
  }

  @Test("A port in use is one clear problem")
  func portInUse() async throws {
    try await TestServer.run { server in
      let port = Int(server.url.split(separator: ":").last ?? "") ?? 0
      let second = try await ServerApplication.build(configuration: ServerConfiguration(port: port, storage: .memory, logLevel: .critical))
      await #expect(throws: StartProblem.portInUse(host: "127.0.0.1", port: port)) { try await second.run() }
    }
  }
}
