// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Hummingbird
import Logging
import MartletCore
import MartletKit
import MartletServer
import MartletWire
import NIOCore
import NIOEmbedded
import ServerTestSupport
import Store
import Testing

@testable import HTTPSupport

@Suite("Sending away what is too much", .timeLimit(.minutes(5)))
struct OverloadTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `bodies on their way stay within their limit: the one that began first gives way`(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    var bodies = ArrivingBodies(limit: 1_000)
    var open: [(number: ArrivingBodies.Number, bytes: [UInt8])] = []
    for step in 0..<2_000 {
      switch Int.random(in: 0...3, using: &chance) {
      case 0: open.append((bodies.begin(), []))
      case 1 where !open.isEmpty:
        let (number, bytes) = open.remove(at: Int.random(in: 0...open.count - 1, using: &chance))
        #expect(bodies.end(number) == bytes, "seed \(seed), step \(step)")
        #expect(bodies.end(number) == nil)
      case _ where !open.isEmpty:
        let index = Int.random(in: 0...open.count - 1, using: &chance)
        let more = [UInt8](repeating: UInt8(step & 0xFF), count: Int.random(in: 0...400, using: &chance))
        let (number, bytes) = open[index]
        open[index].bytes = bytes + more
        var gone: [ArrivingBodies.Number] = []
        while open.reduce(0, { $0 + $1.bytes.count }) > 1_000 { gone.append(open.removeFirst().number) }
        let count = bodies.append(more, to: number)
        #expect(
          count == (gone.contains(number) ? nil : bytes.count + more.count), "seed \(seed), step \(step)")
        for number in gone { #expect(bodies.append([1], to: number) == nil && bodies.end(number) == nil) }
      default: break
      }
      #expect(
        bodies.bytes == open.reduce(0) { $0 + $1.bytes.count } && bodies.count == open.count,
        "seed \(seed), step \(step)")
    }
  }

  @Test func `a body larger than the limit of all gives way too, and nothing is left of it`() {
    var bodies = ArrivingBodies(limit: 10)
    let number = bodies.begin()
    #expect(bodies.append([UInt8](repeating: 1, count: 11), to: number) == nil)
    #expect(bodies.end(number) == nil && bodies.bytes == 0 && bodies.count == 0)
  }

  @Test(arguments: [false, true])
  func `compressed bodies count by what they become`(isCompressed: Bool) async throws {
    var limits = LoadLimits()
    limits.bytes = 100_000
    limits.wait = .seconds(3_600)
    let shedding = LoadShedding(environment: .live, metrics: MetricsRegistry(), limits: limits)
    let large = [UInt8](repeating: 0x20, count: 99_990)
    let body = isCompressed ? try Wire.Gzip.compress(large) : large
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let (entered, entering) = AsyncStream.makeStream(of: Void.self)
    let first = Task {
      try await Self.send(body, isCompressed: isCompressed, to: shedding) {
        entering.yield()
        for await _ in gate { break }
      }
    }
    for await _ in entered { break }
    let status = await #expect(throws: Refusal.self) {
      try await Self.send(Array("0123456789a".utf8), to: shedding) {}
    }?.problem.status
    #expect(status == 503)
    try await Self.send(Array("0123456789".utf8), to: shedding) {}
    opening.yield()
    try await first.value
    try await Self.send(large, to: shedding) {}
  }

  private static func send(
    _ bytes: [UInt8], isCompressed: Bool = false, to shedding: LoadShedding,
    whileWaiting: @escaping @Sendable () async -> Void
  ) async throws {
    let request = Request(
      head: .init(
        method: .post, scheme: nil, authority: nil, path: "/sdk/v1/events",
        headerFields: isCompressed ? [.contentEncoding: "gzip"] : [:]),
      body: RequestBody(buffer: ByteBuffer(bytes: bytes)))
    let context = ServerRequestContext(
      source: .init(channel: EmbeddedChannel(), logger: Logger(label: "test")))
    _ = try await shedding.handle(request, context: context) { request, _ in
      // What the route reads is what was sent.
      let received = try await request.receivedBytes()
      #expect(received == bytes)
      await whileWaiting()
      return Response(status: .ok)
    }
  }

  @Test
  func
    `when nothing can be taken, devices and programs get 503 with a time to wait, and everybody else is served`()
    async throws
  {
    try await TestServer.run(configure: { $0.load.requests = 0 }) { server in
      let events = #"{"events":[{"id":"1","user_id":"u1","kind":"custom","name":"n","at":1790000000000}]}"#
      let answers = [
        try await server.manage("POST", "/events", events),
        try await server.device("/sdk/v1/events", ServerProcess.events(0..<1)),
        try await server.device(
          "/sdk/v1/sync", #"{"version":1,"device":{"id":"d"},"sent_at":1790000000000}"#),
      ]
      for answer in answers {
        #expect(answer.status == 503)
        #expect(answer.json["code"] == "overloaded")
        #expect(answer.header("Retry-After") == "5")
      }
      #expect(try await server.manage("GET", "/campaigns").status == 200)
      #expect(try await server.services.store.eventCounts(app: FirstStart.sampleApp).isEmpty)
      #expect(try await server.send("GET", "/metrics").text.contains("martlet_requests_shed_total 3"))
    }
  }

  @Test
  func
    `a body that is on its way gives way to those that come later, when all of them are too much; its client learns it`()
    async throws
  {
    try await TestServer.run(configure: { $0.load.arrivingBytes = 12_000 }) { server in
      let body = ServerProcess.events(0..<1)
      let padded = body + String(repeating: " ", count: 6_000 - body.utf8.count)
      let head =
        "POST /sdk/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Martlet-Key: \(server.deviceKey)\r\nContent-Length: 6000\r\n"
      func begin() async throws -> RawConnection {
        let connection = try RawConnection(port: server.port)
        try connection.send(head + "Connection: close\r\n\r\n" + padded.prefix(5_000))
        return connection
      }
      var connections: [RawConnection] = []
      for count in 1...3 {
        connections.append(try await begin())
        let here = min(count, 2)
        let shedding = server.services.shedding
        try await eventually("the requests arrive") {
          shedding.begun >= count && shedding.arriving <= here && shedding.arrivingBytes >= here * 5_000
        }
      }
      #expect(server.services.shedding.arrivingBytes == 10_000)
      for connection in connections { try? connection.send(String(padded.dropFirst(5_000))) }
      var answers: [String] = []
      for connection in connections { answers.append(await connection.readToEnd()) }
      #expect(answers[0].hasPrefix("HTTP/1.1 503 ") && answers[0].contains("overloaded"), "\(answers[0])")
      #expect(answers[1].hasPrefix("HTTP/1.1 200 "), "\(answers[1])")
      #expect(answers[2].hasPrefix("HTTP/1.1 200 "), "\(answers[2])")
      #expect(server.services.shedding.arrivingBytes == 0)
    }
  }
}
