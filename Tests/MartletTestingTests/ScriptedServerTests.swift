// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

@Suite("A device server in memory")
struct ScriptedServerTests {
  private func results(_ response: TransportResponse) throws -> [Wire.EventResult] {
    try Wire.decode(Wire.EventsResponse.self, from: response.body).results
  }

  @Test func `each event id counts once, by whichever way it comes`() async throws {
    let server = ScriptedServer()
    _ = try await server.send(.sync([.sample("a")]))
    let second = try await server.send(.events([.sample("a"), .sample("b")]))
    #expect(try results(second).map(\.status) == [.known(.duplicate), .known(.stored)])
    #expect(server.storedEvents.map(\.id) == ["a", "b"])
    #expect(server.duplicateCount == 1)
    #expect(server.requests.count == 2)
  }

  @Test func `definitions are handed out when they are news to the device, and only then`() async throws {
    func sync(_ tag: String?) async throws -> Wire.Definitions? {
      try Wire.decode(Wire.SyncResponse.self, from: try await server.send(.sync([], tag: tag)).body)
        .definitions
    }
    let server = ScriptedServer(campaigns: [.sample("one")])
    let first = try #require(try await sync(nil))
    #expect(first.campaigns.map(\.id) == ["one"])
    #expect(try await sync(first.tag) == nil)
    server.campaigns = [.sample("one"), .sample("two")]
    #expect(try await sync(first.tag)?.campaigns.map(\.id) == ["one", "two"])
  }

  @Test func `a wrong key, an unknown path and a broken body are answered with the protocol's problems`()
    async throws
  {
    func code(_ request: TransportRequest) async throws -> String? {
      let response = try await server.send(request)
      let problem = try Wire.decode(Wire.Problem.self, from: response.body)
      #expect(problem.status == response.status)
      return "\(response.status) \(problem.code)"
    }
    let server = ScriptedServer(key: "right")
    #expect(try await code(.sample()) == "401 key_unknown")
    var elsewhere = TransportRequest.sample()
    elsewhere.headers["X-Martlet-Key"] = "right"
    #expect(try await code(elsewhere) == "404 not_found")
    var broken = try TransportRequest.sync([])
    broken.headers["X-Martlet-Key"] = "right"
    broken.body = Array("{".utf8)
    #expect(try await code(broken) == "400 json_malformed")
    #expect(server.storedEvents.isEmpty)
  }

  @Test func `scripted answers come first, in their order; a refused event harms no other`() async throws {
    let server = ScriptedServer()
    server.answerNext(TransportResponse(status: 503))
    server.answerNext(TransportResponse(status: 429))
    server.refuse(customEvent: "bad")
    let request = try TransportRequest.events([.sample("a", name: "bad"), .sample("b")])
    #expect(try await server.send(request).status == 503)
    #expect(try await server.send(request).status == 429)
    #expect(server.storedEvents.isEmpty)
    #expect(
      try results(try await server.send(request)).map(\.status) == [.known(.rejected), .known(.stored)])
    #expect(server.storedEvents.map(\.id) == ["b"])
  }
}
