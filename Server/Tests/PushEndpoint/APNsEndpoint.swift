// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import APNs
public import MartletCore
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL

/// A server that behaves towards a sender as Apple documents APNs. It listens on the loopback
/// interface only, and keeps what it received.
///
/// Call `stop()` when it is no longer needed.
public final class APNsEndpoint: Sendable {
  public struct Configuration: Sendable {
    public var keys: [RegisteredKey]
    /// The bundle ids that may be sent to. nil: all.
    public var topics: Set<String>?
    public var script = EndpointScript()
    /// Whether a device token exists; else its pushes are refused as `Unregistered`. nil: all do.
    public var isRegistered: (@Sendable (String) -> Bool)?
    /// The most pushes in flight on a connection.
    public var streams = 1_000
    /// Bytes of a payload that may come before the endpoint asks for more. HTTP/2's default; with
    /// 0, no payload ever comes.
    public var initialWindow = 65_535
    /// Whether `accepted` keeps them. If not, they are only counted and passed on.
    public var keepsPushes = true
    public var identity: EndpointIdentity
    /// 0: any free one.
    public var port = 0
    public var environment: Environment

    public init(keys: [RegisteredKey], identity: EndpointIdentity, environment: Environment) {
      (self.keys, self.identity, self.environment) = (keys, identity, environment)
    }
  }

  /// Where senders connect to.
  public let host: APNsHost
  private let state: NIOLockedValueBox<EndpointState>
  private let listener: any Channel
  private let children: NIOLockedValueBox<[ObjectIdentifier: (any Channel, NIOLoopBound<EndpointHandler>)]>
  private let passOn: AsyncStream<ReceivedPush>.Continuation
  private let delivery: Task<Void, Never>

  /// Listens.
  ///
  /// - Parameter deliver: Is called for each accepted push, in order. The next one waits until it
  ///   returns, but senders do not.
  /// - Throws: An error if the port is not free.
  public init(_ configuration: Configuration, deliver: (@Sendable (ReceivedPush) async -> Void)? = nil)
    async throws
  {
    let state = NIOLockedValueBox(
      EndpointState(
        script: configuration.script, keys: configuration.keys, topics: configuration.topics,
        isRegistered: configuration.isRegistered,
        streams: configuration.streams,
        keepsPushes: configuration.keepsPushes))
    let children = NIOLockedValueBox<[ObjectIdentifier: (any Channel, NIOLoopBound<EndpointHandler>)]>([:])
    let (pushes, passOn) = AsyncStream.makeStream(of: ReceivedPush.self)
    let (tls, environment, initialWindow) = (
      try configuration.identity.tls(), configuration.environment, configuration.initialWindow
    )
    let isDelivered = deliver != nil
    listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          var http = NIOHTTP2Handler.ConnectionConfiguration()
          http.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: state.withLockedValue { $0.streams }),
            HTTP2Setting(parameter: .initialWindowSize, value: initialWindow),
            HTTP2Setting(parameter: .maxHeaderListSize, value: 16_384),
          ]
          // A test may have a sender reset many streams.
          var stream = NIOHTTP2Handler.StreamConfiguration()
          stream.streamResetFrameRateLimit.maximumCount = 100_000
          let handler = EndpointHandler(state: state, environment: environment) {
            if isDelivered { passOn.yield($0) }
          }
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(NIOSSLServerHandler(context: tls))
          try pipeline.addHandler(WriteGathering())
          try pipeline.addHandler(
            NIOHTTP2Handler(mode: .server, connectionConfiguration: http, streamConfiguration: stream))
          try pipeline.addHandler(handler)
          state.withLockedValue { $0.connected() }
          let id = ObjectIdentifier(channel)
          children.withLockedValue { $0[id] = (channel, NIOLoopBound(handler, eventLoop: channel.eventLoop)) }
          channel.closeFuture.whenComplete { _ in children.withLockedValue { $0[id] = nil } }
        }
      }
      .bind(host: "127.0.0.1", port: configuration.port).get()
    host = APNsHost(
      name: EndpointIdentity.name, address: "127.0.0.1", port: listener.localAddress?.port ?? 0,
      trust: .certificates([configuration.identity.certificate]))
    (self.state, self.children, self.passOn) = (state, children, passOn)
    delivery = Task { for await push in pushes { await deliver?(push) } }
  }

  /// Closes all connections and listens no more. Returns when every accepted push was delivered.
  public func stop() async {
    try? await listener.close()
    for (channel, _) in children.withLockedValue({ $0 }).values { try? await channel.close() }
    passOn.finish()
    await delivery.value
  }

  /// What was accepted, in order.
  public var accepted: [ReceivedPush] { state.withLockedValue { $0.accepted } }
  public var acceptedCount: Int { state.withLockedValue { $0.acceptedCount } }
  /// How many connections there have been.
  public var connections: Int { state.withLockedValue { $0.connections } }
  /// The most requests that were open on a connection at a time.
  public var mostInFlight: Int { state.withLockedValue { $0.mostInFlight } }
  /// How many requests have come, as far as the endpoint read them.
  public var received: Int { state.withLockedValue { $0.received } }

  /// Returns when so many requests have come since the start, as far as the endpoint reads them.
  public func waitForRequests(_ count: Int) async {
    await withCheckedContinuation { continuation in
      if !state.withLockedValue({ $0.wait(for: count, continuation) }) { continuation.resume() }
    }
  }

  /// Accepts all pushes that are held.
  public func release() { onConnections { $0.release() } }

  /// Changes how many pushes may be in flight, on all connections.
  public func setStreams(_ count: Int) {
    state.withLockedValue { $0.setStreams(count) }
    onConnections { $0.announce(streams: count) }
  }

  /// Changes how later pushes are treated.
  public func setScript(_ script: EndpointScript) { state.withLockedValue { $0.setScript(script) } }

  private func onConnections(_ work: @escaping @Sendable (EndpointHandler) -> Void) {
    for (channel, handler) in children.withLockedValue({ $0 }).values {
      channel.eventLoop.execute { work(handler.value) }
    }
  }
}
