// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPSupport
import Logging
import MartletServer
import NIOCore
import ServerTestSupport
import Synchronization
import Testing

/// What arrives at the socket, byte by byte, and what must come back.
@Suite("HTTP over a real socket", .timeLimit(.minutes(5)))
struct HTTPTests {
  struct Exchange: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var request: String
    /// How the answer begins.
    var status: String
    var contains = ""
  }

  private static let host = "Host: 127.0.0.1\r\n"

  static let exchanges: [Exchange] = [
    Exchange(
      testDescription: "two Host fields", request: "GET /livez HTTP/1.1\r\n\(host)Host: example.com\r\n\r\n",
      status: "400",
      contains: "host_twice"),
    Exchange(
      testDescription: "a chunk whose size is no number",
      request:
        "POST /sdk/v1/events HTTP/1.1\r\n\(host)X-Martlet-Key: KEY\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
      status: "400"),
    Exchange(
      testDescription: "a chunk that is longer than it says",
      request:
        "POST /sdk/v1/events HTTP/1.1\r\n\(host)X-Martlet-Key: KEY\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabcdef\r\n0\r\n\r\n",
      status: "400"),
    Exchange(
      testDescription: "an unknown transfer encoding before chunked",
      request:
        "POST /sdk/v1/events HTTP/1.1\r\n\(host)X-Martlet-Key: KEY\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
      status: "501",
      contains: "transfer_encoding_not_supported"),
    Exchange(
      testDescription: "an unknown transfer encoding",
      request:
        "POST /sdk/v1/events HTTP/1.1\r\n\(host)X-Martlet-Key: KEY\r\nTransfer-Encoding: gzip\r\n\r\nabc",
      status: "501"),
    Exchange(
      testDescription: "a length and chunks",
      request:
        "POST /sdk/v1/events HTTP/1.1\r\n\(host)X-Martlet-Key: KEY\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      status: "400"),
    Exchange(
      testDescription: "a method that a path of programs has not",
      request: "DELETE /sdk/v1/events HTTP/1.1\r\n\(host)\r\n", status: "405",
      contains: "Allow: POST\r\n"),
    Exchange(
      testDescription: "a method that a page has not", request: "PUT /livez HTTP/1.1\r\n\(host)\r\n",
      status: "405",
      contains: "Allow: GET, HEAD\r\n"),
    Exchange(
      testDescription: "a method that one campaign has not",
      request: "POST /api/v1/campaigns/x HTTP/1.1\r\n\(host)\r\n", status: "405",
      contains: "Allow: DELETE, GET, HEAD, PUT\r\n"),
    Exchange(
      testDescription: "TRACE", request: "TRACE /livez HTTP/1.1\r\n\(host)\r\n", status: "405",
      contains: "Allow: GET, HEAD\r\n"),
    Exchange(
      testDescription: "a path that is not there", request: "GET /nowhere HTTP/1.1\r\n\(host)\r\n",
      status: "404"),
    Exchange(
      testDescription: "a body that ends too early",
      request: "POST /sdk/v1/events HTTP/1.1\r\n\(host)X-Martlet-Key: KEY\r\nContent-Length: 100\r\n\r\nabc",
      status: "400",
      contains: "body_incomplete"),
  ]

  @Test(arguments: exchanges)
  func `each gets its exact answer, and none is an error of the server`(_ exchange: Exchange) async throws {
    try await TestServer.run { server in
      let connection = try RawConnection(port: server.port)
      try connection.send(exchange.request.replacingOccurrences(of: "KEY", with: server.deviceKey))
      connection.finishSending()
      let answer = await connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 \(exchange.status) "), "\(answer)")
      #expect(exchange.contains.isEmpty || answer.contains(exchange.contains), "\(answer)")
      let metrics = try await server.send("GET", "/metrics").text
      #expect(!metrics.contains(#"status="500""#), "\(metrics)")
    }
  }

  @Test func `a client that hangs up in the middle of a body is no error: no 500, no line in the log`()
    async throws
  {
    let lines = NotedLines()
    try await TestServer.run(logger: Logger(label: "test") { _ in lines }) { server in
      for index in 0..<20 {
        let connection = try RawConnection(port: server.port)
        try connection.send(
          "POST /sdk/v1/events HTTP/1.1\r\n\(Self.host)X-Martlet-Key: \(server.deviceKey)\r\nContent-Length: 100000\r\n\r\n{\"version\""
        )
        if index % 2 == 0 { connection.reset() }
      }
      // All of them have been counted when the server knows that they are over.
      var metrics = ""
      try await eventually("all requests are over") {
        metrics = try await server.send("GET", "/metrics").text
        return metrics.contains(
          #"martlet_http_requests_total{route="/sdk/v1/events",method="POST",status="400"} 20"#)
      }
      #expect(!metrics.contains(#"status="500""#), "\(metrics)")
      #expect(lines.all == [])
    }
  }

  // In a process of its own: in one with thousands of open files Foundation cannot start other
  // processes reliably, as other tests do.
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["MARTLET_TEST_CROWD"] != nil,
      "scripts/test runs it alone, with MARTLET_TEST_CROWD=1"))
  func
    `2,000 idle and 400 trickling connections do no harm: others are served, and those that trickle are cut off`()
    async throws
  {
    #expect(
      DescriptorLimit.raise() > 6_000,
      "This test needs more file descriptors than the system allows; see ulimit -Hn.")
    var limits = ConnectionLimits()
    limits.headerTimeout = .seconds(3)
    limits.idleTimeout = .hours(1)
    try await TestServer.run(connections: limits) { server in
      var idle: [RawConnection] = []
      for _ in 0..<2_000 {
        let connection = try RawConnection(port: server.port)
        try connection.send("GET /livez HTTP/1.1\r\n\(Self.host)\r\n")
        idle.append(connection)
      }
      let trickling = try (0..<400).map { _ in try RawConnection(port: server.port) }
      var cutOff: Set<Int> = []
      for connection in trickling { try connection.send("GET /livez HTTP/1.1\r\n\(Self.host)X-Slow: ") }
      var served = 0
      try await eventually("all that trickle are cut off") {
        for index in trickling.indices where !cutOff.contains(index) {
          do { try trickling[index].send("x") } catch { cutOff.insert(index) }
        }
        let answer = try await server.device(
          "/sdk/v1/events",
          #"{"version":1,"device":{"id":"d1"},"sent_at":1790000000000,"events":[{"id":"e\#(served)","kind":"session_start","at":1790000000000}]}"#
        )
        #expect(answer.status == 200)
        served += 1
        return cutOff.count == trickling.count
      }
      #expect(served > 0)
      // The idle ones are still good.
      for connection in idle.prefix(50) {
        try connection.send("GET /version HTTP/1.1\r\n\(Self.host)\r\n")
        #expect(await connection.read(until: martletVersion).contains(martletVersion))
      }
    }
  }

  @Test
  func
    `a connection that is too many gets 503 and Retry-After, the log one line, and all is well when others have gone`()
    async throws
  {
    let lines = NotedLines()
    var limits = ConnectionLimits()
    limits.maximumConnections = 3
    try await TestServer.run(connections: limits, logger: Logger(label: "test") { _ in lines }) { server in
      var held: [RawConnection] = []
      for _ in 0..<3 {
        let connection = try RawConnection(port: server.port)
        try connection.send("GET /livez HTTP/1.1\r\n\(Self.host)\r\n")
        // Its answer says that it has been counted.
        #expect(await connection.read(until: "ok").contains(" 200 "))
        held.append(connection)
      }
      for _ in 0..<20 {
        let answer = await (try RawConnection(port: server.port)).readToEnd()
        #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains("Retry-After: 5\r\n"), "\(answer)")
      }
      #expect(lines.all == ["connections are refused because the limit is reached"])
      held.removeAll()
      var answer = ""
      try await eventually("the server has a free connection") {
        let connection = try RawConnection(port: server.port)
        try? connection.send("GET /livez HTTP/1.1\r\n\(Self.host)Connection: close\r\n\r\n")
        answer = await connection.readToEnd()
        return !answer.hasPrefix("HTTP/1.1 503 ")
      }
      #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
    }
  }
}

/// Keeps what is worth a warning.
private struct NotedLines: LogHandler {
  private final class Lines: Sendable {
    let all = Mutex<[String]>([])
  }

  private let lines = Lines()
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.warning

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { lines.all.withLock { $0.append("\(event.message)") } }

  var all: [String] { lines.all.withLock { $0 } }
}
