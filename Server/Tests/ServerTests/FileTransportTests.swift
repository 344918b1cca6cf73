// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPSupport
import HTTPTypes
import Hummingbird
import Logging
import MartletCore
import MartletKit
import MartletServer
import NIOCore
import ServerTestSupport
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("What the server fetches", .timeLimit(.minutes(5)))
struct FileTransportTests {
  static let refusedAddresses = [
    "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1",
    "169.254.169.254", "100.64.0.1",
    "100.127.255.255", "192.0.0.8", "198.18.0.1", "224.0.0.1", "239.255.255.250", "240.0.0.1",
    "255.255.255.255", "203.0.113.9",
    "::", "::1", "fe80::1", "fec0::1", "fc00::1", "fd12:3456::1", "ff02::1", "2001:db8::1", "2001::1",
    "100::1",
    // IPv4 in IPv6.
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b::10.0.0.1",
    "64:ff9b:1::1", "2002:7f00:1::",
    "2002:a00:1::1",
  ]
  static let publicAddresses = [
    "1.1.1.1", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.1",
    "192.169.0.1", "223.255.255.255",
    "2606:4700::1111", "2a00::1", "::ffff:1.1.1.1", "64:ff9b::1.1.1.1", "2002:101:101::1",
  ]

  @Test(arguments: refusedAddresses)
  func `nothing is fetched from addresses that are not public, however they are written`(address: String)
    throws
  {
    let address = try SocketAddress(ipAddress: address, port: 443)
    #expect(throws: FetchRefusal.address("host")) {
      try FetchPolicy.publicAddresses.check(address, host: "host", isEncrypted: true)
    }
  }

  @Test(arguments: publicAddresses)
  func `public addresses are fetched from over https, and over http never`(address: String) throws {
    let address = try SocketAddress(ipAddress: address, port: 443)
    try FetchPolicy.publicAddresses.check(address, host: "host", isEncrypted: true)
    #expect(throws: FetchRefusal.notEncrypted("host")) {
      try FetchPolicy.publicAddresses.check(address, host: "host", isEncrypted: false)
    }
  }

  @Test func `an operator allows networks, over http too, and only those`() throws {
    let policy = try #require(FetchPolicy("127.0.0.1, 10.0.0.0/8, fd00::/8"))
    for address in ["127.0.0.1", "::ffff:127.0.0.1", "10.9.9.9", "fd00::1", "64:ff9b::10.0.0.1"] {
      try policy.check(SocketAddress(ipAddress: address, port: 80), host: "host", isEncrypted: false)
    }
    for address in ["127.0.0.2", "192.168.0.1", "::1", "fc00::1"] {
      let address = try SocketAddress(ipAddress: address, port: 80)
      #expect(throws: FetchRefusal.address("host")) {
        try policy.check(address, host: "host", isEncrypted: true)
      }
    }
    #expect(FetchPolicy("10.0.0.0/8,elsewhere") == nil)
  }

  @Test(
    arguments: ["localhost", "127.1", "2130706433", "0x7f000001", "[::1]"])
  func `hosts that mean this machine are refused by what they resolve to`(host: String) async throws {
    let transport = FileTransport(policy: .publicAddresses, environment: .live)
    await #expect(throws: FetchRefusal.self) {
      try await transport.send(Self.request("https://\(host):1/file"))
    }
  }

  @Test(
    arguments: ["ftp://example.com/a", "file:///etc/passwd", "gopher://example.com", "https:///a"])
  func `only http and https are fetched, and only GET`(url: String) async throws {
    let transport = FileTransport(
      policy: .publicAddresses, environment: .live, resolve: { _, _ in throw CancellationError() })
    await #expect(throws: FetchRefusal.notAURL) { try await transport.send(Self.request(url)) }
    let post = TransportRequest(method: "POST", url: try #require(URL(string: "https://example.com/")))
    await #expect(throws: FetchRefusal.notAURL) { try await transport.send(post) }
  }

  /// What a file server was asked, and how much of an endless file it sent.
  private final class Log: Sendable {
    let asked = Mutex<[String]>([])
    let sent = Mutex(0)
  }

  /// Serves files on a free port of 127.0.0.1 while the body runs.
  private static func serving(_ body: @escaping @Sendable (_ port: Int, _ log: Log) async throws -> Void)
    async throws
  {
    let log = Log()
    let router = Router()
    router.get("file") { request, _ in
      log.asked.withLock { $0.append("\(request.head.authority ?? "") \(request.uri)") }
      return Response(
        status: .ok, headers: [.eTag: "\"1\""], body: ResponseBody(byteBuffer: ByteBuffer(string: "content")))
    }
    router.get("to") { request, _ in
      Response(
        status: .found, headers: [.location: request.uri.queryParameters["url"].map { String($0) } ?? ""])
    }
    router.get("loop") { _, _ in Response(status: .found, headers: [.location: "/loop"]) }
    router.get("endless") { _, _ in
      Response(
        status: .ok,
        body: ResponseBody { writer in
          let part = ByteBuffer(repeating: 0x78, count: 65_536)
          while true {
            try await writer.write(part)
            log.sent.withLock { $0 += part.readableBytes }
          }
        })
    }
    router.get("announced") { _, _ in
      Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(repeating: 0x78, count: 3_000_000)))
    }
    let (listening, continuation) = AsyncStream.makeStream(of: Int.self)
    let application = Application(
      responder: router.buildResponder(), configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in continuation.yield(channel.localAddress?.port ?? 0) },
      logger: Logger(label: "files"))
    let serving = Task { try await application.run() }
    defer { serving.cancel() }
    var ports = listening.makeAsyncIterator()
    try await body(try #require(await ports.next()), log)
  }

  private static func request(_ url: String, limit: Int = 5_242_880) throws -> TransportRequest {
    TransportRequest(
      method: "GET", url: try #require(URL(string: url)), timeout: .seconds(240), maximumAnswerBytes: limit)
  }

  private static let loopback = FetchPolicy("127.0.0.1")

  @Test func `a file comes from the address that was judged: its name is asked for once for each hop`()
    async throws
  {
    try await Self.serving { port, log in
      let names = Mutex<[String]>([])
      let transport = FileTransport(policy: try #require(Self.loopback), environment: .live) { host, port in
        let isFirst = names.withLock { names in
          names.append(host)
          return names.count == 1
        }
        // Whoever asks again is led elsewhere.
        return try SocketAddress(ipAddress: isFirst ? "127.0.0.1" : "127.0.0.2", port: port)
      }
      let answer = try await transport.send(Self.request("http://rebinding.test:\(port)/file?a=b%20c"))
      #expect(
        answer.status == 200 && answer.body == Array("content".utf8) && answer.headers["etag"] == "\"1\"")
      #expect(names.withLock { $0 } == ["rebinding.test"])
      #expect(log.asked.withLock { $0 } == ["rebinding.test:\(port) /file?a=b%20c"])
      await #expect(throws: FetchRefusal.address("rebinding.test")) {
        try await transport.send(Self.request("http://rebinding.test:\(port)/file"))
      }
    }
  }

  @Test func `each redirect is judged again, and none leads out of https or on for ever`() async throws {
    try await Self.serving { port, log in
      let transport = FileTransport(policy: try #require(Self.loopback), environment: .live)
      let start = "http://127.0.0.1:\(port)/to?url="
      #expect(try await transport.send(Self.request(start + "/file")).body == Array("content".utf8))
      for target in [
        "http://127.0.0.2:\(port)/file", "http://localhost.:\(port)@127.0.0.3:\(port)/file",
        "https://169.254.169.254/latest/meta-data",
      ] {
        await #expect(throws: FetchRefusal.self, "\(target)") {
          try await transport.send(Self.request(start + target))
        }
      }
      await #expect(throws: FetchRefusal.notAURL) {
        try await transport.send(Self.request(start + "file:///etc/passwd"))
      }
      await #expect(throws: FetchRefusal.tooManyRedirects) {
        try await transport.send(Self.request(start + "/loop"))
      }
      #expect(log.asked.withLock { $0.count } == 1)
    }
  }

  @Test
  func
    `a file that is too long ends with the piece that makes it so, whether its sender announces it or never ends`()
    async throws
  {
    try await Self.serving { port, log in
      let transport = FileTransport(policy: try #require(Self.loopback), environment: .live)
      for path in ["announced", "endless"] {
        let error = await #expect(throws: URLError.self) {
          try await transport.send(Self.request("http://127.0.0.1:\(port)/\(path)", limit: 1_000_000))
        }
        #expect(error?.code == .dataLengthExceedsMaximum)
      }
    }
  }

  @Test func `a fetch that nobody waits for any more ends`() async throws {
    try await Self.serving { port, log in
      let transport = FileTransport(policy: try #require(Self.loopback), environment: .live)
      let fetch = Task {
        try await transport.send(Self.request("http://127.0.0.1:\(port)/endless", limit: .max))
      }
      try await eventually("the first bytes are sent") { log.sent.withLock { $0 } > 0 }
      fetch.cancel()
      await #expect(throws: (any Error).self) { try await fetch.value }
    }
  }
}
