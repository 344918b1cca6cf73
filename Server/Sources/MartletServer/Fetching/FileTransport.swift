// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import HTTPSupport
public import MartletCore
public import MartletKit
public import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Fetches files for the server, from where `FetchPolicy` allows it.
///
/// Each redirect is judged again, and a name is resolved once for each: the connection goes to the
/// address that was judged, whatever the name means a moment later. An answer that is longer than
/// `maximumAnswerBytes` ends with the piece that makes it so, however fast its sender is. Only
/// `GET` is sent, without cookies or stored credentials.
public struct FileTransport: Transport {
  static let maximumRedirects = 10

  private let policy: FetchPolicy
  private let environment: Environment
  private let resolve: @Sendable (_ host: String, _ port: Int) async throws -> SocketAddress

  public init(policy: FetchPolicy, environment: Environment) {
    self.init(policy: policy, environment: environment, resolve: Self.address)
  }

  /// - Parameter resolve: Returns the address of a host. Other than the system's for tests.
  public init(
    policy: FetchPolicy, environment: Environment,
    resolve: @escaping @Sendable (_ host: String, _ port: Int) async throws -> SocketAddress
  ) {
    self.policy = policy
    self.environment = environment
    self.resolve = resolve
  }

  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    guard request.method == "GET" else { throw FetchRefusal.notAURL }
    return try await withThrowingTaskGroup(of: TransportResponse.self) { group in
      group.addTask { try await follow(request) }
      group.addTask { [environment] in
        try await environment.sleep(request.timeout)
        throw URLError(.timedOut)
      }
      defer { group.cancelAll() }
      do {
        // There are two tasks, so there is always a first result.
        guard let response = try await group.next() else { throw URLError(.unknown) }
        return response
      } catch is CancellationError {
        throw URLError(.cancelled)
      }
    }
  }

  private func follow(_ request: TransportRequest) async throws -> TransportResponse {
    var place = try Place(request.url)
    for _ in 0...Self.maximumRedirects {
      let response = try await fetch(place, request)
      guard [301, 302, 303, 307, 308].contains(response.status), let location = response.headers["location"],
        let url = URL(string: location, relativeTo: place.url)
      else { return response }
      let next = try Place(url.absoluteURL)
      // A file that was asked for over https is not taken from anybody on the way.
      if place.isEncrypted, !next.isEncrypted { throw FetchRefusal.notEncrypted(next.host) }
      place = next
    }
    throw FetchRefusal.tooManyRedirects
  }

  private func fetch(_ place: Place, _ request: TransportRequest) async throws -> TransportResponse {
    let address = try await resolve(place.host, place.port)
    try policy.check(address, host: place.host, isEncrypted: place.isEncrypted)
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let answer = loop.makePromise(of: TransportResponse.self)
    let tls = place.isEncrypted ? try Self.tls.get() : nil
    let limit = request.maximumAnswerBytes
    let bootstrap = ClientBootstrap(group: loop).connectTimeout(.seconds(10)).channelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        let pipeline = channel.pipeline.syncOperations
        if let tls { try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: place.name)) }
        try pipeline.addHTTPClientHandlers(leftOverBytesStrategy: .dropBytes)
        try pipeline.addHandler(AnswerCollector(limit: limit, answer: answer))
      }
    }
    let channel: any Channel
    do {
      channel = try await bootstrap.connect(to: address).get()
    } catch {
      answer.fail(error)
      throw error
    }
    let head = Self.head(place, request.headers)
    return try await withTaskCancellationHandler {
      channel.write(HTTPClientRequestPart.head(head), promise: nil)
      channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
      return try await answer.futureResult.get()
    } onCancel: {
      channel.close(promise: nil)
    }
  }

  private static func head(_ place: Place, _ given: [String: String]) -> HTTPRequestHead {
    var headers: HTTPHeaders = [
      "Host": place.authority, "Connection": "close", "Accept-Encoding": "identity",
    ]
    for (name, value) in given where ["accept", "user-agent", "if-none-match"].contains(name.lowercased()) {
      headers.replaceOrAdd(name: name, value: value)
    }
    return HTTPRequestHead(version: .http1_1, method: .GET, uri: place.target, headers: headers)
  }

  private static let tls = Result { try NIOSSLContext(configuration: .makeClientConfiguration()) }

  /// The first address of a host. Off the server's threads, because the system waits for it.
  private static func address(host: String, port: Int) async throws -> SocketAddress {
    try await NIOThreadPool.singleton.runIfActive {
      try SocketAddress.makeAddressResolvingHost(host, port: port)
    }
  }
}

/// Where one request goes.
private struct Place: Sendable {
  let url: URL
  let host: String
  let port: Int
  let isEncrypted: Bool

  init(_ url: URL) throws(FetchRefusal) {
    let scheme = url.scheme?.lowercased()
    guard let host = url.host(percentEncoded: false), !host.isEmpty, scheme == "https" || scheme == "http"
    else { throw .notAURL }
    self.url = url
    self.host = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    isEncrypted = scheme == "https"
    port = url.port ?? (isEncrypted ? 443 : 80)
    guard (1...65_535).contains(port) else { throw .notAURL }
  }

  /// The name that the certificate must have; nil for a bare address, which the certificate must
  /// have then.
  var name: String? { (try? SocketAddress(ipAddress: host, port: port)) == nil ? host : nil }

  var authority: String {
    let host = host.contains(":") ? "[\(host)]" : host
    return port == (isEncrypted ? 443 : 80) ? host : "\(host):\(port)"
  }

  /// The path and the query.
  var target: String {
    let path = url.path(percentEncoded: true)
    return (path.isEmpty ? "/" : path) + (url.query(percentEncoded: true).map { "?" + $0 } ?? "")
  }
}

/// Collects one answer and ends the connection after it, or as soon as it is too long.
private final class AnswerCollector: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart

  private let limit: Int
  private let answer: EventLoopPromise<TransportResponse>
  private var head: HTTPResponseHead?
  private var body: [UInt8] = []
  private var isOver = false

  init(limit: Int, answer: EventLoopPromise<TransportResponse>) {
    self.limit = limit
    self.answer = answer
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
      if let length = head.headers.first(name: "content-length").flatMap(Int.init), length > limit {
        end(.failure(Self.tooLong), context)
      }
    case .body(let buffer):
      guard !isOver else { return }
      guard body.count + buffer.readableBytes <= limit else { return end(.failure(Self.tooLong), context) }
      body.append(contentsOf: buffer.readableBytesView)
    case .end:
      guard let head else { return end(.failure(URLError(.badServerResponse)), context) }
      let headers = Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
      end(.success(TransportResponse(status: Int(head.status.code), headers: headers, body: body)), context)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    end(.failure(URLError(.networkConnectionLost)), context)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { end(.failure(error), context) }

  private static let tooLong = URLError(.dataLengthExceedsMaximum)

  private func end(_ result: Result<TransportResponse, any Error>, _ context: ChannelHandlerContext) {
    guard !isOver else { return }
    isOver = true
    body = []
    answer.completeWith(result)
    context.close(promise: nil)
  }
}
