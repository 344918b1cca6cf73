// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import HTTPSupport

@Suite("The time of a connection")
struct ConnectionTimeTests {
  /// A connection as the server makes it, with a clock of its own.
  private struct Connection {
    let channel = EmbeddedChannel()

    init(_ limits: ConnectionLimits = ConnectionLimits()) throws {
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(HTTPResponseEncoder())
      try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)))
      try pipeline.addHandler(ConnectionTimeHandler(limits: limits, at: channel.eventLoop.now))
      channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
    }

    func send(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

    func advance(_ time: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: time) }

    func answer(headers: HTTPHeaders = [:], ends: Bool = true) throws {
      var headers = headers
      headers.replaceOrAdd(name: "Content-Length", value: "0")
      try channel.writeOutbound(
        HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)))
      if ends { try channel.writeOutbound(HTTPServerResponsePart.end(nil)) }
    }

    var sent: String {
      var text = ""
      while let buffer = try? channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: buffer) }
      return text
    }
  }

  private static let head = "POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 5000\r\n\r\n"

  @Test func `a header has ten seconds, however many of its bytes come meanwhile`() throws {
    let connection = try Connection()
    try connection.send("GET / HTTP/1.1\r\nX: ")
    for _ in 0..<99 {
      connection.advance(.milliseconds(100))
      try connection.send("x")
    }
    #expect(connection.channel.isActive)
    connection.advance(.milliseconds(100))
    #expect(!connection.channel.isActive)
  }

  @Test func `between two requests a connection may rest for a minute, and trickling does not prolong it`()
    throws
  {
    let connection = try Connection()
    try connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    connection.advance(.hours(3))
    #expect(connection.channel.isActive, "While the server answers nothing is due.")
    try connection.answer()
    connection.advance(.seconds(59))
    try connection.send("GET / HTTP/1.1\r\n")
    #expect(connection.channel.isActive)
    connection.advance(.seconds(1))
    #expect(!connection.channel.isActive)
  }

  @Test func `a body that comes fast enough may take long; one that does not is answered with 408`() throws {
    let connection = try Connection()
    try connection.send(Self.head)
    for _ in 0..<4 {
      connection.advance(.seconds(2))
      try connection.send(String(repeating: "x", count: 1_024))
    }
    // 4 × 1,024 bytes: 14 seconds, of which 8 have passed.
    connection.advance(.milliseconds(5_999))
    #expect(connection.channel.isActive)
    connection.advance(.milliseconds(1))
    #expect(!connection.channel.isActive)
    #expect(connection.sent.hasPrefix("HTTP/1.1 408 "))
  }

  @Test func `an answer that streams has no end, but must be taken`() throws {
    let connection = try Connection()
    try connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    try connection.answer(ends: false)
    connection.advance(.hours(24))
    #expect(connection.channel.isActive)
    connection.channel.isWritable = false
    connection.channel.pipeline.fireChannelWritabilityChanged()
    connection.advance(.seconds(29))
    connection.channel.isWritable = true
    connection.channel.pipeline.fireChannelWritabilityChanged()
    connection.advance(.seconds(29))
    #expect(connection.channel.isActive)
    connection.channel.isWritable = false
    connection.channel.pipeline.fireChannelWritabilityChanged()
    connection.advance(.seconds(30))
    #expect(!connection.channel.isActive)
  }

  @Test func `when the server stops, the rest of a body has one second`() throws {
    let connection = try Connection()
    try connection.send(Self.head)
    connection.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    connection.advance(.milliseconds(999))
    #expect(connection.channel.isActive)
    connection.advance(.milliseconds(1))
    #expect(!connection.channel.isActive)
  }

  @Test func `after an answer that ends the connection nothing is taken for a request`() throws {
    let connection = try Connection()
    try connection.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
    while try connection.channel.readInbound(as: HTTPServerRequestPart.self) != nil {}
    try connection.answer(headers: ["Connection": "close"])
    try connection.send("GET /b HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(try connection.channel.readInbound(as: HTTPServerRequestPart.self) == nil)
  }

  @Test func `the connection beyond the limit is refused, and the log has one line a minute`() {
    let connections = OpenConnections(maximum: 2)
    let start = NIODeadline.uptimeNanoseconds(0)
    #expect((0..<2).allSatisfy { _ in connections.open(at: start) == .accepted })
    #expect(connections.open(at: start) == .refused(isWorthALine: true))
    #expect(connections.open(at: start + .seconds(59)) == .refused(isWorthALine: false))
    #expect(connections.open(at: start + .seconds(60)) == .refused(isWorthALine: true))
    for _ in 0..<4 { connections.close() }
    #expect(connections.open(at: start + .seconds(61)) == .accepted)
  }
}
