// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An HTTP server on a port of this machine that does what a test says, byte by byte, also what no
/// server should.
///
/// Each connection has a thread of its own, so that a script may wait as long as it likes.
final class LoopbackServer: Sendable {
  /// What a server sees of its clients, in order.
  enum Sight: Hashable, Sendable {
    /// A request came: its first line.
    case request(String)
    /// The client ended the connection. Comes for connections whose script waited for it.
    case ended
  }

  /// Everything that was seen so far and is seen from now on; for one reader.
  let sights: AsyncStream<Sight>
  private let continuation: AsyncStream<Sight>.Continuation
  private let listener: Int32
  private let listens: Bool
  let port: UInt16

  /// - Parameters:
  ///   - listens: false: the port is taken, and connections to it are refused.
  ///   - script: called once for each request, with its connection; what it returns says whether
  ///     the connection stays open for another one.
  init(listens: Bool = true, _ script: @escaping @Sendable (Exchange) -> Exchange.Then) throws {
    (sights, continuation) = AsyncStream.makeStream(of: Sight.self)
    #if canImport(Darwin)
    let stream = SOCK_STREAM
    #else
    let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    listener = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let port = withUnsafeMutableBytes(of: &address) { bytes -> UInt16? in
      guard let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), listener >= 0 else {
        return nil
      }
      guard bind(listener, pointer, length) == 0, !listens || listen(listener, 16) == 0,
        getsockname(listener, pointer, &length) == 0
      else {
        return nil
      }
      return UInt16(
        bigEndian: pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_port })
    }
    guard let port else { throw URLError(.cannotConnectToHost) }
    self.port = port
    self.listens = listens
    guard listens else { return }
    Thread.detachNewThread { [continuation] in
      // Ends when the listener is shut down.
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        Thread.detachNewThread { Exchange.serve(connection, script, sights: continuation) }
      }
      close(listener)
    }
  }

  deinit {
    // The thread that accepts wakes up and closes the listener; where there is none, nobody else
    // does.
    if listens { shutdown(listener, Int32(SHUT_RDWR)) } else { close(listener) }
    continuation.finish()
  }

  /// An address of this server.
  func url(_ path: String = "/") -> URL {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { fatalError("\(path) is no path.") }
    return url
  }
}

/// One request, and the connection that it came on.
struct Exchange: Sendable {
  enum Then: Sendable {
    case close, stayOpen
  }

  /// Request line and headers.
  let head: String
  let body: [UInt8]
  private let connection: Int32
  private let sights: AsyncStream<LoopbackServer.Sight>.Continuation

  /// The value of a header; nil when it did not come.
  func header(_ name: String) -> String? {
    let prefix = name.lowercased() + ":"
    return head.split(separator: "\r\n").dropFirst().first { $0.lowercased().hasPrefix(prefix) }
      .map { $0.dropFirst(prefix.count).trimmingCharacters(in: .whitespaces) }
  }

  /// `GET`, `/path`
  var method: String { head.split(separator: " ").first.map(String.init) ?? "" }
  var path: String { head.split(separator: " ").dropFirst().first.map(String.init) ?? "" }

  /// False: the client is gone.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        send(connection, $0.baseAddress.map { $0 + sent }, $0.count - sent, Self.quietly)
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  @discardableResult
  func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// A whole answer with its length.
  func answer(_ status: String = "200 OK", headers: [String: String] = [:], body: [UInt8] = []) {
    let lines = headers.map { "\($0): \($1)\r\n" }.sorted().joined()
    write(Array("HTTP/1.1 \(status)\r\nContent-Length: \(body.count)\r\n\(lines)\r\n".utf8) + body)
  }

  /// Writes a megabyte again and again, as fast as a very fast network (100 MB/s), until the client
  /// is gone. Returns how many went out.
  func pour(limit megabytes: Int) -> Int {
    let megabyte = [UInt8](repeating: 1, count: 1_048_576)
    var count = 0
    while count < megabytes, write(megabyte) {
      count += 1
      dawdle()
    }
    return count
  }

  /// A server's slowness: 10 ms.
  func dawdle() {
    var nobody = pollfd()
    poll(&nobody, 0, 10)
  }

  /// Waits until the client ends the connection, and says so to the test; at most for 20 seconds.
  func waitForEnd() {
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var byte: UInt8 = 0
    let count = recv(connection, &byte, 1, 0)
    // A connection that is reset has ended too.
    if count == 0 || count < 0 && errno == ECONNRESET { sights.yield(.ended) }
  }

  #if canImport(Darwin)
  private static let quietly: Int32 = 0
  #else
  private static let quietly = Int32(MSG_NOSIGNAL)
  #endif

  fileprivate static func serve(
    _ connection: Int32, _ script: (Exchange) -> Then, sights: AsyncStream<LoopbackServer.Sight>.Continuation
  ) {
    defer { close(connection) }
    #if canImport(Darwin)
    var yes: Int32 = 1
    setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
    var read: [UInt8] = []
    while let exchange = next(connection, &read, sights) {
      sights.yield(.request(exchange.head.split(separator: "\r\n").first.map(String.init) ?? ""))
      guard case .stayOpen = script(exchange) else { return }
    }
  }

  /// The next request; nil when the client has gone.
  private static func next(
    _ connection: Int32, _ read: inout [UInt8], _ sights: AsyncStream<LoopbackServer.Sight>.Continuation
  ) -> Exchange? {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    func more() -> Bool {
      let count = recv(connection, &chunk, chunk.count, 0)
      if count > 0 { read += chunk[..<count] }
      return count > 0
    }
    var end = read.firstRange(of: Array("\r\n\r\n".utf8))
    while end == nil {
      guard more() else { return nil }
      end = read.firstRange(of: Array("\r\n\r\n".utf8))
    }
    guard let end else { return nil }
    let head = Exchange(
      head: String(decoding: read[..<end.lowerBound], as: UTF8.self), body: [], connection: connection,
      sights: sights)
    let length = head.header("Content-Length").flatMap { Int($0) } ?? 0
    while read.count < end.upperBound + length { guard more() else { return nil } }
    defer { read.removeFirst(end.upperBound + length) }
    return Exchange(
      head: head.head, body: Array(read[end.upperBound..<(end.upperBound + length)]), connection: connection,
      sights: sights)
  }
}
