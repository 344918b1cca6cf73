// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The real network, as far as the loopback goes: every way in which a server or what stands before
/// it can answer.
@Suite("The transport on URLSession", .timeLimit(.minutes(5)))
struct URLSessionTransportTests {
  private let transport = URLSessionTransport()

  /// The code of the error that `send` threw.
  private func failure(of request: TransportRequest, by transport: URLSessionTransport? = nil) async
    -> URLError.Code?
  {
    do {
      _ = try await (transport ?? self.transport).send(request)
      return nil
    } catch {
      return (error as? URLError)?.code
    }
  }

  private func request(
    _ server: LoopbackServer, _ method: String = "POST", path: String = "/", body: [UInt8] = []
  ) -> TransportRequest {
    TransportRequest(
      method: method, url: server.url(path),
      headers: ["X-Martlet-Key": "secret", "Accept": "application/json"], body: body)
  }

  // MARK: - Answers

  @Test func `method, headers and body arrive as they are; status, headers in lower case and body come back`()
    async throws
  {
    let server = try LoopbackServer { exchange in
      let text = "\(exchange.method) \(exchange.path) \(exchange.header("X-Martlet-Key") ?? "-") "
      exchange.answer(
        "201 Created", headers: ["X-Odd-Name": "a: b", "Retry-After": "7"],
        body: Array(text.utf8) + exchange.body)
      return .stayOpen
    }
    let response = try await transport.send(request(server, path: "/a/b?c=d", body: [0, 255, 10]))
    #expect(response.status == 201)
    #expect(response.headers["x-odd-name"] == "a: b")
    #expect(response.headers["retry-after"] == "7")
    #expect(response.body == Array("POST /a/b?c=d secret ".utf8) + [0, 255, 10])
  }

  @Test(arguments: ["GET", "POST"])
  func `a GET has no body, and a POST may have none`(method: String) async throws {
    let server = try LoopbackServer { exchange in
      exchange.answer(
        body: Array(
          "\(exchange.method) \(exchange.body.count) \(exchange.header("Content-Length") ?? "-")".utf8))
      return .stayOpen
    }
    let response = try await transport.send(request(server, method))
    #expect(String(decoding: response.body, as: UTF8.self) == (method == "GET" ? "GET 0 -" : "POST 0 0"))
  }

  @Test(arguments: [200, 204, 304, 400, 404, 413, 429, 500, 503])
  func `every status is an answer with its headers and its body`(status: Int) async throws {
    let server = try LoopbackServer { exchange in
      exchange.answer(
        "\(status) Word", headers: ["Retry-After": "120"],
        body: status == 204 || status == 304 ? [] : [1, 2, 3])
      return .close
    }
    let response = try await transport.send(request(server))
    #expect(response.status == status)
    #expect(response.headers["retry-after"] == "120")
    #expect(response.body == (status == 204 || status == 304 ? [] : [1, 2, 3]))
  }

  @Test(
    arguments: [nil, "Basic realm=\"x\"", "Bearer realm=\"x\"", "Martlet-Key"])
  func `a refused key is an answer with its body, whatever kind of key is asked for`(challenge: String?)
    async throws
  {
    let server = try LoopbackServer { exchange in
      exchange.answer(
        "401 No", headers: challenge.map { ["WWW-Authenticate": $0] } ?? [:], body: Array("remedy".utf8))
      return .stayOpen
    }
    let response = try await transport.send(request(server))
    #expect(response.status == 401)
    #expect(String(decoding: response.body, as: UTF8.self) == "remedy")
  }

  @Test func `a compressed answer is decompressed`() async throws {
    let plain = [UInt8](repeating: 65, count: 100_000)
    let compressed = try Wire.Gzip.compress(plain)
    let server = try LoopbackServer { exchange in
      exchange.answer(headers: ["Content-Encoding": "gzip"], body: compressed)
      return .stayOpen
    }
    let answer = try await transport.send(request(server))
    #expect(answer.body == plain)
  }

  @Test func `an answer in pieces, with no length said, is whole when the connection ends`() async throws {
    let server = try LoopbackServer { exchange in
      exchange.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
      for piece in 0..<50 { exchange.write(Array(repeating: UInt8(piece), count: 1_000)) }
      return .close
    }
    let body = try await transport.send(request(server)).body
    let whole: [UInt8] = (0..<50).flatMap { [UInt8](repeating: UInt8($0), count: 1_000) }
    #expect(body == whole)
  }

  @Test func `requests at the same time do not mix their answers`() async throws {
    let server = try LoopbackServer { exchange in
      exchange.answer(body: exchange.body)
      return .stayOpen
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          let body = Array(repeating: UInt8(number), count: 10_000 + number)
          let answer = try await transport.send(request(server, body: body))
          #expect(answer.body == body)
        }
      }
      try await group.waitForAll()
    }
  }

  // MARK: - No answer

  /// Within the headers, where URLSession is not the one that is built on libcurl: that one ends
  /// the process ("Transfer completed, but there's no response"), which nothing outside it can
  /// prevent.
  static let cuts: [String] = {
    let everywhere = [
      "", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
    ]
    #if canImport(FoundationNetworking)
    return everywhere
    #else
    return everywhere + ["HTTP/1.1 200 OK\r\nContent-Le"]
    #endif
  }()

  @Test(arguments: cuts)
  func `a connection that is cut before, within or after the headers is no answer`(after text: String)
    async throws
  {
    let server = try LoopbackServer { exchange in
      exchange.write(text)
      return .close
    }
    #expect(await failure(of: request(server)) != nil)
  }

  @Test func `where nobody listens there is no answer`() async throws {
    let server = try LoopbackServer(listens: false) { _ in .close }
    #expect(await failure(of: request(server)) == .cannotConnectToHost)
  }

  @Test(
    arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"])
  func
    `a server that never answers, or never ends, is given up when the time is over, and the connection ends`(
      after text: String
    ) async throws
  {
    // transport          server                     clock
    // request   ──────▶  says nothing, or half
    //                                               59.999 s: still waiting
    // gives up  ──────▶  sees the connection end    60 s
    let server = try LoopbackServer { exchange in
      exchange.write(text)
      exchange.waitForEnd()
      return .close
    }
    var sights = server.sights.makeAsyncIterator()
    let clock = ManualClock()
    let transport = URLSessionTransport(environment: clock.environment)
    let request = request(server)
    async let code = failure(of: request, by: transport)
    #expect(await sights.next() == .request("POST / HTTP/1.1"))
    await clock.waitForSleepers(1)
    await clock.advance(by: .milliseconds(59_999))
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: .milliseconds(1))
    #expect(await code == .timedOut)
    #expect(await sights.next() == .ended)
  }

  @Test func `the real time-out holds to fractions of a second, also while bytes trickle in`() async throws {
    // The script goes on for as long as anybody listens: without the time-out this test would not
    // end within its limit.
    let server = try LoopbackServer { exchange in
      exchange.write("HTTP/1.1 200 OK\r\n\r\n")
      while exchange.write("a") { exchange.dawdle() }
      return .close
    }
    var request = request(server)
    request.timeout = .milliseconds(300)
    #expect(await failure(of: request) == .timedOut)
  }

  @Test func `cancelling the task ends the request and its connection`() async throws {
    let server = try LoopbackServer { exchange in
      exchange.waitForEnd()
      return .close
    }
    var sights = server.sights.makeAsyncIterator()
    let request = request(server)
    let task = Task { await failure(of: request) }
    #expect(await sights.next() == .request("POST / HTTP/1.1"))
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(await sights.next() == .ended)

    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await failure(of: request)
    }
    #expect(await late.value == .cancelled)
  }

  // MARK: - Limits

  @Test(arguments: [true, false])
  func `an answer as long as the limit comes; one byte more is too long`(saysLength: Bool) async throws {
    let server = try LoopbackServer { exchange in
      let body = [UInt8](repeating: 1, count: Int(exchange.path.dropFirst()) ?? 0)
      exchange.write(
        "HTTP/1.1 200 OK\r\nConnection: close\r\n\(saysLength ? "Content-Length: \(body.count)\r\n" : "")\r\n"
      )
      exchange.write(body)
      return .close
    }
    var request = request(server, "GET", path: "/100000")
    request.maximumAnswerBytes = 100_000
    let longest = try await transport.send(request)
    #expect(longest.body.count == 100_000)
    request.url = server.url("/100001")
    #expect(await failure(of: request) == .dataLengthExceedsMaximum)
  }

  @Test
  func
    `an endless answer is stopped on its way: 8 MB is the limit where none is given, and the connection ends`()
    async throws
  {
    let (poured, continuation) = AsyncStream.makeStream(of: Int.self)
    let server = try LoopbackServer { exchange in
      exchange.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
      continuation.yield(exchange.pour(limit: 4_000))
      return .close
    }
    #expect(await failure(of: request(server)) == .dataLengthExceedsMaximum)
    var counts = poured.makeAsyncIterator()
    let count = try #require(await counts.next())
    // Eight and what buffers hold, more on a busy machine; by far not all that there is.
    #expect(count >= 8 && count < 1_000, "\(count) MB went out")
  }

  @Test func `an answer that unpacks to more than the limit is too long`() async throws {
    let compressed = try Wire.Gzip.compress([UInt8](repeating: 0, count: 9 * 1_048_576))
    #expect(compressed.count < 20_000)
    let server = try LoopbackServer { exchange in
      exchange.answer(headers: ["Content-Encoding": "gzip"], body: compressed)
      return .stayOpen
    }
    #expect(await failure(of: request(server)) == .dataLengthExceedsMaximum)
  }

  // MARK: - Redirections

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a POST is never redirected: the redirection is its answer`(status: Int) async throws {
    let other = try LoopbackServer { exchange in
      exchange.answer()
      return .close
    }
    let server = try LoopbackServer { [url = other.url()] exchange in
      exchange.answer(
        "\(status) Elsewhere", headers: ["Location": url.absoluteString], body: Array("moved".utf8))
      return .close
    }
    var sights = other.sights.makeAsyncIterator()
    let response = try await transport.send(request(server, body: [1]))
    #expect(response.status == status)
    #expect(response.headers["location"] == other.url().absoluteString)
    #expect(String(decoding: response.body, as: UTF8.self) == "moved")
    // Had it been redirected, this would not be the other server's first request.
    _ = try await transport.send(TransportRequest(method: "GET", url: other.url("/first")))
    #expect(await sights.next() == .request("GET /first HTTP/1.1"))
  }

  @Test func `a GET is redirected, to another host or port without the key`() async throws {
    let other = try LoopbackServer { exchange in
      exchange.answer(
        body: Array(
          "\(exchange.path) \(exchange.header("X-Martlet-Key") ?? "-") \(exchange.header("Accept") ?? "-")"
            .utf8))
      return .close
    }
    let server = try LoopbackServer { [port = other.port] exchange in
      switch exchange.path {
      case "/here": exchange.answer("302 Here", headers: ["Location": "/there"], body: Array("not this".utf8))
      case "/away": exchange.answer("307 Away", headers: ["Location": "http://127.0.0.1:\(port)/picture"])
      default:
        exchange.answer(body: Array("\(exchange.path) \(exchange.header("X-Martlet-Key") ?? "-")".utf8))
      }
      return .close
    }
    let here = try await transport.send(request(server, "GET", path: "/here"))
    #expect(String(decoding: here.body, as: UTF8.self) == "/there secret")
    let away = try await transport.send(request(server, "GET", path: "/away"))
    #expect(String(decoding: away.body, as: UTF8.self) == "/picture - application/json")
  }

  @Test func `a redirection in circles ends`() async throws {
    let server = try LoopbackServer { exchange in
      exchange.answer("302 Again", headers: ["Location": "/"])
      return .stayOpen
    }
    #expect(await failure(of: request(server, "GET")) == .httpTooManyRedirects)
  }
}
