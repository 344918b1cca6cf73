// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPSupport
import MartletServer
import Testing

@Suite("Clients that ask and do not read", .timeLimit(.minutes(5)))
struct UnreadAnswerTests {
  @Test
  func
    `a client that asks 2,000 times and reads nothing loses its connection, and few of its requests were begun`()
    async throws
  {
    var connections = ConnectionLimits()
    connections.unreadBytes = 100_000
    try await TestServer.run(connections: connections) { server in
      let client = try RawConnection(port: server.port)
      let request = "GET /openapi.yaml HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"
      try client.send(String(repeating: request, count: 1_000))
      // The server closes the connection without having read all of this, and then sending fails.
      await RawConnection.offThread {
        for _ in 0..<1_000_000 { do { try client.send(request) } catch { return } }
        Issue.record("The connection was not closed.")
      }
      let metrics = try await server.send("GET", "/metrics").text
      let line = metrics.split(separator: "\n").first {
        $0.hasPrefix("martlet_http_requests_total") && $0.contains("\"/openapi.yaml\"")
      }
      let begun = try #require(line?.split(separator: " ").last.flatMap { Int($0) })
      // The system's buffers hold some of the answers.
      #expect((1...200).contains(begun), "\(begun)")
    }
  }

  @Test func `a client that asks many times at once gets every answer, in order`() async throws {
    try await TestServer.run { server in
      let client = try RawConnection(port: server.port)
      let paths = (0..<100).map { "/none-\($0)" }
      try client.send(
        paths.map { "GET \($0) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n" }.joined()
          + "GET /version HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nConnection: close\r\n\r\n")
      client.finishSending()
      let answers = await client.readToEnd().components(separatedBy: "HTTP/1.1 ").dropFirst()
      #expect(answers.count == 101)
      #expect(answers.dropLast().allSatisfy { $0.hasPrefix("404 ") })
      #expect(answers.last?.hasPrefix("200 ") == true)
    }
  }

  @Test func `every route counts against the limit of its caller's address, and what is public too`()
    async throws
  {
    var limits = RateLimits.none
    #expect(limits.change("address-requests=0.001/1") == nil)
    try await TestServer.run(limits: limits) { server in
      let paths = [
        "/openapi.yaml", "/livez", "/readyz", "/version", "/metrics", "/", "/sign-in", "/lab", "/none",
        "/assets/none.js", "/favicon.ico",
      ]
      for (index, path) in paths.enumerated() {
        let headers = ["X-Forwarded-For": "203.0.113.\(index)"]
        let first = try await server.send("GET", path, headers: headers)
        #expect(first.status != 429, "\(path)")
        let second = try await server.send("GET", path, headers: headers)
        #expect(second.status == 429 && second.header("Retry-After") != nil, "\(path): \(second.status)")
      }
    }
  }
}
