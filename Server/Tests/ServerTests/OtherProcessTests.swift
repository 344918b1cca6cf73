// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import HTTPSupport
import MartletCore
import MartletServer
import MartletTesting
import MartletWire
import Store
import StoreSQLite
import Testing

@Suite("What another process stores is heard", .timeLimit(.minutes(5)))
struct OtherProcessTests {
  /// Something that the server remembers and another process changes.
  struct Subject: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// What the server answers, before and after.
    let before: String
    let after: String
    /// Stores in both the same way, whichever process it is.
    var prepare: @Sendable (any Store) async throws -> Void = { _ in }
    let change: @Sendable (SQLiteStore) async throws -> Void
    let look: @Sendable (Caller) async throws -> String
  }

  /// Who asks the server.
  struct Caller: Sendable {
    let server: TestServer
    let key: String
    let credential: String

    func sync(user: String? = nil, device: String = "d1") async throws -> TestServer.Answer {
      let user = user.map { ",\"user_id\":\"\($0)\"" } ?? ""
      let body =
        #"{"version":1,"device":{"id":"\#(device)","push_token":"abcd","push_environment":"production","push_authorization":"authorized"},"sent_at":0\#(user)}"#
      var headers = ["X-Martlet-Key": key]
      if device == "d1" { headers["X-Martlet-Device-Credential"] = credential }
      return try await server.send("POST", "/sdk/v1/sync", headers: headers, body: Array(body.utf8))
    }
  }

  private static let app = FirstStart.sampleApp
  private static let start = Instant(milliseconds: 0)

  private static func campaign(_ id: CampaignID, audience: Wire.JSONValue? = nil) -> Campaign {
    Campaign(
      id: id, appID: app, name: id.rawValue, state: .running,
      content: CampaignContent(
        triggers: [Wire.Trigger(kind: .known(.sessionStart))],
        message: Wire.Message(kind: .known(.slideup), message: "Hi"), audience: audience),
      createdAt: start, updatedAt: start)
  }

  private static func has(_ campaign: String, _ answer: TestServer.Answer) -> String {
    guard case .array(let all)? = answer.json["definitions"]?["campaigns"] else { return "none" }
    return all.contains { $0["id"]?.string == campaign } ? "there" : "not there"
  }

  static let subjects: [Subject] = [
    Subject(testDescription: "a revoked key", before: "200", after: "401") { store in
      try await store.revokeKey(id: "key", app: app, at: start)
    } look: { caller in
      "\(try await caller.sync().status)"
    },
    Subject(testDescription: "a campaign", before: "not there", after: "there") { store in
      try await store.insert(campaign("theirs"), by: .system)
    } look: { caller in
      has("theirs", try await caller.sync())
    },
    Subject(testDescription: "a setting", before: "1.0", after: "0.5") { store in
      _ = try await store.changeSettings(app: app) {
        $0.decisionSample = 0.5
        return []
      }
    } look: { caller in
      "\(try await caller.sync().json["settings"]?["decision_sample"]?.number ?? 0)"
    },
    Subject(testDescription: "a test device", before: "0.5", after: "1.0") { store in
      _ = try await store.changeSettings(app: app) {
        $0.decisionSample = 0.5
        return []
      }
    } change: { store in
      try await store.setTestDevice("d1", true, app: app, at: start)
    } look: { caller in
      "\(try await caller.sync().json["settings"]?["decision_sample"]?.number ?? 0)"
    },
    Subject(testDescription: "an audience", before: "there", after: "not there") { store in
      try await store.insert(
        Audience(id: "all", appID: app, name: "All", rule: ["all": []], createdAt: start, updatedAt: start))
      try await store.insert(campaign("own", audience: ["audience": "all"]), by: .system)
    } change: { store in
      try await store.update(
        Audience(id: "all", appID: app, name: "All", rule: ["any": []], createdAt: start, updatedAt: start),
        expectedRevision: 1)
    } look: { caller in
      has("own", try await caller.sync())
    },
    Subject(testDescription: "what is known of a person", before: "not there", after: "there") { store in
      try await store.insert(
        campaign("pro", audience: ["attribute": "plan", "op": "equals", "value": "pro"]), by: .system)
    } change: { store in
      _ = try await store.ingest(
        IngestBatch(
          appID: app, device: nil, receivedAt: start,
          events: [
            Wire.EventRecord(
              id: "a", at: start, sessionID: nil, userID: "ana",
              body: .attribute(key: "plan", value: .string("pro")))
          ]))
    } look: { caller in
      has("pro", try await caller.sync(user: "ana"))
    },
    Subject(testDescription: "a deleted person", before: "there", after: "not there") { store in
      try await store.insert(
        campaign("pro", audience: ["attribute": "plan", "op": "equals", "value": "pro"]), by: .system)
      _ = try await store.ingest(
        IngestBatch(
          appID: app, device: nil, receivedAt: start,
          events: [
            Wire.EventRecord(
              id: "a", at: start, sessionID: nil, userID: "ana",
              body: .attribute(key: "plan", value: .string("pro")))
          ]))
    } change: { store async throws in
      #expect(try await store.deletePerson("u:ana", app: app, receipt: "r", at: start) != nil)
    } look: { caller in
      has("pro", try await caller.sync(user: "ana"))
    },
    Subject(testDescription: "a revoked device", before: "200", after: "401") { store in
      try await store.revokeDevice("d1", app: app, at: start)
    } look: { caller in
      "\(try await caller.sync().status)"
    },
    Subject(testDescription: "where pushes of a device go", before: "abcd", after: "abcd") {
      store async throws in
      try await store.reportPush(
        Wire.Device(id: "d1"), sentAt: start, personID: "d:d1", trust: .device, isLab: false,
        app: app, at: start)
      #expect(try await store.pushDevice("d1", app: app)?.token == nil)
    } look: { caller in
      // The device says the same as before, and it is stored again.
      _ = try await caller.sync()
      return try await caller.server.services.store.pushDevice("d1", app: app)?.token ?? "nothing"
    },
  ]

  @Test(arguments: subjects)
  func `a server knows a second later`(_ subject: Subject) async throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let clock = ManualClock()
    try await TestServer.run(storage: .directory(folder), environment: clock.environment) { server in
      let (key, secret) = APIKey.make(
        app: Self.app, scope: .device, name: "App", environment: clock.environment)
      var stored = key
      stored.id = "key"
      try await server.services.store.insert(stored)
      try await subject.prepare(server.services.store)
      let first = try await Caller(server: server, key: secret.text, credential: "").sync()
      let caller = Caller(
        server: server, key: secret.text,
        credential: try #require(first.json["device_credential"]?.string))
      for _ in 0..<2 { #expect(try await subject.look(caller) == subject.before) }
      let other = try SQLiteStore(directory: folder)
      try await subject.change(other)
      try await other.leave()
      await clock.advance(by: ChangeMonitor.interval)
      #expect(try await subject.look(caller) == subject.after)
    }
  }

  @Test func `a key that another process made works at once, and a session that it ended is over`()
    async throws
  {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let clock = ManualClock()
    try await TestServer.run(storage: .directory(folder), environment: clock.environment) { server in
      let (key, secret) = APIKey.make(
        app: Self.app, scope: .management, name: "Tool", environment: clock.environment)
      let browser = try await server.signIn()
      func status() async throws -> Int { try await server.send("GET", "/people", headers: browser).status }
      #expect(try await status() == 200)
      let other = try SQLiteStore(directory: folder)
      try await other.insert(key)
      #expect(try await other.deleteSessions(member: nil, keeping: nil) == 1)
      try await other.leave()
      let answer = try await server.send(
        "GET", "/api/v1/campaigns", headers: ["Authorization": "Bearer \(secret.text)"])
      #expect(answer.status == 200)
      #expect(try await status() != 200)
    }
  }
}
