// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import Crypto
import Domain
import Foundation
import MartletCore
import MartletKit
import MartletServer
import MartletWire
import PushEndpoint
import Pushing
import ServerTestSupport
import Testing

/// A server, an endpoint for pushes, and a client that speaks as scripts of the old service did.
struct ReachBench: Sendable {
  let server: TestServer
  let endpoint: APNsEndpoint

  private static let secret = P256.Signing.PrivateKey()
  /// As clients wrote it, with the capitals that their libraries used.
  static let base =
    "/subscriptions/1f2e/resourceGroups/MobileEngagement/providers/The.Provider/appcollections/shops/apps/shop"

  static func run(key: Bool = true, _ body: @escaping @Sendable (ReachBench) async throws -> Void)
    async throws
  {
    let signing = try SigningKey(p8: secret.pemRepresentation, keyID: "ABC1234567", teamID: "DEF8901234")
    let registered = try RegisteredKey(
      keyID: signing.keyID, teamID: signing.teamID, publicKeyPEM: signing.publicKeyPEM)
    let endpoint = try await APNsEndpoint(
      APNsEndpoint.Configuration(keys: [registered], identity: try EndpointIdentity(), environment: .live))
    do {
      try await TestServer.run(configure: {
        $0.pushHosts = PushHosts(production: endpoint.host, development: endpoint.host)
      }) { server in
        let bench = ReachBench(server: server, endpoint: endpoint)
        if key { try await bench.uploadKey() }
        try await body(bench)
      }
    } catch {
      await endpoint.stop()
      throw error
    }
    await endpoint.stop()
  }

  func uploadKey() async throws {
    let key: Wire.JSONValue = [
      "key_id": "ABC1234567", "team_id": "DEF8901234", "topic": "com.example.app",
      "private_key": .string(Self.secret.pemRepresentation),
    ]
    #expect(try await server.manage("POST", "/push-keys", key.text).status == 201)
  }

  /// A request of a script: the token in the header, and the version in the address.
  func ask(_ method: String, _ path: String, _ body: Wire.JSONValue? = nil, query: String = "") async throws
    -> TestServer.Answer
  {
    try await server.send(
      method, Self.base + path + "?api-version=2014-12-01" + query,
      headers: ["Authorization": "Bearer " + server.managementKey, "Content-Type": "application/json"],
      body: Array((body?.text ?? "").utf8))
  }

  /// Creates a campaign and returns its id.
  func create(_ kind: String, _ fields: Wire.JSONValue, sourceLocation: SourceLocation = #_sourceLocation)
    async throws -> Int
  {
    let answer = try await ask("POST", "/campaigns/\(kind)", fields)
    #expect(answer.status == 201, "\(answer.text)", sourceLocation: sourceLocation)
    let id = try #require(answer.json["id"]?.integer, sourceLocation: sourceLocation)
    #expect(
      answer.json["state"] == "draft" && answer.header("Location")?.hasSuffix("/\(id)") == true,
      sourceLocation: sourceLocation)
    return id
  }

  func activate(_ kind: String, _ id: Int, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let answer = try await ask("POST", "/campaigns/\(kind)/\(id)/activate")
    #expect(
      answer.status == 200 && answer.json["state"] == "in-progress", "\(answer.text)",
      sourceLocation: sourceLocation)
  }

  /// What a device gets that reports a session, with a token.
  ///
  /// - Parameter credential: Proves which device it is.
  @discardableResult
  func sync(_ number: Int, attributes: String = "", credential: String? = nil) async throws -> Wire.JSONValue
  {
    var headers = ["X-Martlet-Key": server.deviceKey]
    headers["X-Martlet-Device-Credential"] = credential
    let body = #"""
      {"version":1,"sent_at":1777800000000,"user_id":"u\#(number)","device":{"id":"d\#(number)","push_token":"aa0\#(number)",
      "push_environment":"development","push_authorization":"authorized"},
      "events":[{"id":"e","kind":"session_start","at":1777800000000,"user_id":"u\#(number)"}\#(attributes)]}
      """#
    let answer = try await server.send("POST", "/sdk/v1/sync", headers: headers, body: Array(body.utf8))
    #expect(answer.status == 200, "\(answer.text)")
    return answer.json
  }

  /// The definition that a device has of the campaign with this name in the management API.
  func campaign(_ name: String) async throws -> Wire.JSONValue {
    let list = try await server.manage("GET", "/campaigns")
    guard case .array(let campaigns)? = list.json["campaigns"] else { return .null }
    return campaigns.first { $0["name"] == .string(name) } ?? .null
  }

  /// Reports what a person did with a campaign.
  func report(_ number: Int, _ campaign: Wire.JSONValue, _ events: [[String: Wire.JSONValue]]) async throws {
    let records = events.enumerated().map { index, event -> Wire.JSONValue in
      .object(
        event.merging([
          "id": .string("r\(index)-\(campaign["id"]?.string ?? "")"), "at": 1_777_800_000_000,
          "user_id": .string("u\(number)"),
          "campaign_id": campaign["id"] ?? .null, "campaign_version": 1, "presentation_id": "p",
          "session_id": "s",
        ]) { own, _ in own })
    }
    let body: Wire.JSONValue = [
      "version": 1, "sent_at": 1_777_800_000_000, "user_id": .string("u\(number)"),
      "device": ["id": .string("d\(number)")],
      "events": .array(records),
    ]
    let answer = try await server.device("/sdk/v1/events", body.text)
    let results = answer.json["results"]
    #expect(
      answer.status == 200 && (0..<events.count).allSatisfy { results?[$0]?["status"] == "stored" },
      "\(answer.text)")
  }

  /// The statistics, once all pushes that are on their way have ended.
  func statistics(_ kind: String, _ id: Int, pushed: Int? = nil) async throws -> Wire.JSONValue {
    var last = Wire.JSONValue.null
    try await eventually("as many are pushed") {
      let answer = try await ask("GET", "/campaigns/\(kind)/\(id)/statistics")
      last = answer.json
      return answer.status != 200 || pushed == nil || last["pushed"]?.integer == pushed
    }
    return last
  }

  /// The titles of the notifications that arrived, by token.
  var titles: [String: Wire.JSONValue] {
    get throws {
      try endpoint.accepted.reduce(into: [:]) { titles, push in
        titles[push.deviceToken] = try Wire.decode(Wire.JSONValue.self, from: push.payload)["aps"]?["alert"]?[
          "title"]
      }
    }
  }
}
