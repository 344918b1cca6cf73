// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import ServerTestSupport
import Testing

@testable import HTTPSupport

@Suite("One request of a connection at a time", .timeLimit(.minutes(5)))
struct RequestOrderTests {
  /// A connection as the server makes it, whose answers are written to the socket when the test
  /// flushes them.
  private struct Connection {
    let channel = EmbeddedChannel()
    let unread: UnreadAnswers

    init(limit: Int = 1_000_000) throws {
      unread = UnreadAnswers(limit: limit, logger: Logger(label: "test"))
      let (bytes, requests) = RequestOrder.handlers(unread: unread)
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(HTTPResponseEncoder())
      try pipeline.addHandler(bytes)
      try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)))
      try pipeline.addHandler(requests)
      channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
    }

    func send(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

    /// The requests that have begun since the last call, with what their bodies contain.
    func begun() throws -> [String] {
      var texts: [String] = []
      while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
        switch part {
        case .head(let head): texts.append(head.uri + " ")
        case .body(let body):
          if texts.isEmpty { texts.append("") }
          texts[texts.count - 1] += String(buffer: body)
        case .end: break
        }
      }
      return texts
    }

    func answer(_ text: String, isFlushed: Bool) {
      let headers: HTTPHeaders = ["Content-Length": "\(text.utf8.count)"]
      channel.write(
        HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)),
        promise: nil)
      channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: text))), promise: nil)
      channel.write(HTTPServerResponsePart.end(nil), promise: nil)
      if isFlushed { flush() }
    }

    func flush() { channel.flush() }
  }

  private static func request(_ path: some CustomStringConvertible, body: String = "") -> String {
    "POST /\(path) HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  @Test
  func
    `a client that sends 200 requests and reads nothing costs one answer: the second begins when the first is written to the socket`()
    throws
  {
    let connection = try Connection()
    try connection.send((0..<200).map { Self.request($0) }.joined())
    #expect(try connection.begun() == ["/0 "])
    connection.answer("first", isFlushed: false)
    #expect(try connection.begun().isEmpty, "The answer is not on its way yet.")
    #expect(connection.unread.bytes == 5)
    connection.flush()
    #expect(try connection.begun() == ["/1 "])
    #expect(connection.unread.bytes == 0)
    for index in 2..<200 {
      connection.answer("more", isFlushed: true)
      #expect(try connection.begun() == ["/\(index) "])
    }
    connection.answer("last", isFlushed: true)
    #expect(try connection.begun().isEmpty)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `whatever the pieces in which requests come, each begins once, in order and whole`(seed: UInt64) throws
  {
    var chance = SeededGenerator(seed: seed)
    let connection = try Connection()
    let bodies = (0..<30).map { _ in
      String(
        repeating: "x", count: Bool.random(using: &chance) ? 0 : Int.random(in: 1...4_000, using: &chance))
    }
    var rest = Substring(bodies.enumerated().map { Self.request($0.offset, body: $0.element) }.joined())
    var begun: [String] = []
    var answered = 0
    while begun.count < bodies.count || answered < bodies.count {
      if !rest.isEmpty, Bool.random(using: &chance) || begun.count == answered {
        let piece = rest.prefix(Int.random(in: 1...5_000, using: &chance))
        rest = rest.dropFirst(piece.count)
        try connection.send(String(piece))
      }
      for text in try connection.begun() {
        // A body goes on, or a request begins.
        if text.hasPrefix("/") { begun.append(text) } else { begun[begun.count - 1] += text }
      }
      #expect(begun.count <= answered + 1, "seed \(seed)")
      // Some answers come before the body is complete.
      if answered < begun.count, Bool.random(using: &chance) || rest.isEmpty {
        connection.answer("ok", isFlushed: Bool.random(using: &chance))
        connection.flush()
        answered += 1
      }
    }
    for text in try connection.begun() { begun[begun.count - 1] += text }
    #expect(begun == bodies.enumerated().map { "/\($0.offset) \($0.element)" }, "seed \(seed)")
  }

  @Test
  func
    `what comes after the last request, the end of the input or something that is no request, is passed on after that request`()
    throws
  {
    final class Recorder: ChannelInboundHandler {
      typealias InboundIn = HTTPServerRequestPart
      var seen: [String] = []
      func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) { seen.append(head.uri) }
      }
      func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) { seen.append("\(event)") }
      func errorCaught(context: ChannelHandlerContext, error: any Error) { seen.append("error") }
    }
    for (last, expected) in [("", "inputClosed"), ("no request\r\n\r\n", "error")] {
      let connection = try Connection()
      let recorder = Recorder()
      try connection.channel.pipeline.syncOperations.addHandler(recorder)
      try connection.send(Self.request("a") + Self.request("b") + last)
      if last.isEmpty { connection.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }
      #expect(recorder.seen == ["/a"])
      connection.answer("", isFlushed: true)
      #expect(recorder.seen == ["/a", "/b", expected])
    }
  }

  @Test func `a client that ends its side with more than can wait loses the connection`() throws {
    let connection = try Connection()
    let requests = (0..<100).map { Self.request($0) }.joined()
    while connection.channel.isActive {
      try connection.send(requests)
      #expect(try connection.begun().count <= 1)
    }
    #expect(connection.unread.bytes == 0)
  }

  @Test(
    arguments: 0..<20 as Range<UInt64>)
  func
    `unread answers stay within their limit: the connection that has had something to take for longest ends`(
      seed: UInt64
    )
  {
    var chance = SeededGenerator(seed: seed)
    var unread = UnreadBytes(limit: 1_000)
    let numbers = (0..<12).map { _ in unread.open() }
    /// Since when and how much.
    var expected: [UnreadBytes.Number: (since: Int, bytes: Int)] = [:]
    for step in 0..<3_000 {
      let number = numbers[Int.random(in: 0..<numbers.count, using: &chance)]
      let bytes = Int.random(in: 0...400, using: &chance)
      if Bool.random(using: &chance) {
        let ended = unread.add(bytes, to: number)
        if bytes > 0 {
          expected[number] = (expected[number]?.since ?? step, (expected[number]?.bytes ?? 0) + bytes)
        }
        var gone: [UnreadBytes.Number] = []
        while expected.values.reduce(0, { $0 + $1.bytes }) > 1_000,
          let oldest = expected.min(by: { $0.value.since < $1.value.since })
        {
          gone.append(oldest.key)
          expected[oldest.key] = nil
        }
        #expect(ended == gone, "seed \(seed), step \(step)")
      } else {
        unread.remove(bytes, from: number)
        if let (since, before) = expected[number] {
          expected[number] = before > bytes ? (since, before - bytes) : nil
        }
      }
      #expect(unread.bytes == expected.values.reduce(0) { $0 + $1.bytes }, "seed \(seed), step \(step)")
    }
  }

  @Test
  func `a connection beyond the limit of all unread answers is closed, and what it did not take is gone`()
    throws
  {
    let connection = try Connection(limit: 10)
    try connection.send(Self.request("a"))
    connection.answer("ten bytes.", isFlushed: false)
    #expect(connection.channel.isActive && connection.unread.bytes == 10)
    connection.flush()
    try connection.send(Self.request("b"))
    connection.answer("eleven bytes", isFlushed: false)
    connection.channel.embeddedEventLoop.run()
    #expect(!connection.channel.isActive && connection.unread.bytes == 0)
  }
}
