// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import HummingbirdCore
public import Logging
public import NIOCore
import NIOHTTP1

/// How long each phase of a connection may take, and how many connections there may be.
public struct ConnectionLimits: Sendable {
  /// From the beginning of a connection to the end of its first request's header.
  public var headerTimeout = TimeAmount.seconds(10)
  /// From an answer to the end of the next request's header on the same connection.
  public var idleTimeout = TimeAmount.seconds(60)
  /// The time for a body, plus one second for each `minimumRate` bytes received.
  public var bodyTimeout = TimeAmount.seconds(10)
  /// In bytes per second.
  public var minimumRate = 1_024
  /// How long a client may accept nothing of an answer that is ready for it. The time begins again
  /// whenever it accepts something.
  public var writeTimeout = TimeAmount.seconds(30)
  /// How long the rest of a body may take when the server stops.
  public var stopTimeout = TimeAmount.seconds(1)
  /// The most bytes of answers that clients have not accepted yet, of all connections together.
  /// Beyond it, the connection that has had something to accept for the longest time ends.
  public var unreadBytes = 64 << 20
  /// Simultaneous connections; more are answered with 503.
  public var maximumConnections = 10_000

  public init() {}

  /// Connections that are being refused count until they are closed; a flood of them waits in the
  /// system's queue.
  public var acceptance: any AvailableConnectionsDelegate {
    MaximumAvailableConnections(maximumConnections + 64)
  }
}

extension HTTPServerBuilder {
  /// HTTP/1.1 within the limits, whatever clients do.
  public static func bounded(_ limits: ConnectionLimits, logger: Logger) -> HTTPServerBuilder {
    let connections = OpenConnections(maximum: limits.maximumConnections)
    let unread = UnreadAnswers(limit: limits.unreadBytes, logger: logger)
    return HTTPServerBuilder { responder in
      BoundedHTTPChannel(
        http: HTTP1Channel(responder: responder), limits: limits, connections: connections, unread: unread)
    }
  }
}

/// Hummingbird's channel with deadlines, one request at a time, and a refusal when there are too
/// many connections.
struct BoundedHTTPChannel: ServerChildChannel {
  /// Large enough to read almost every request in one piece; the system's default grows to 64 KB
  /// for each connection.
  private static let bytesPerRead = 8_192

  let http: HTTP1Channel
  let limits: ConnectionLimits
  let connections: OpenConnections
  let unread: UnreadAnswers

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    let admission = connections.open(at: channel.eventLoop.now)
    channel.closeFuture.whenComplete { [connections] _ in connections.close() }
    if case .refused(isWorthALine: true) = admission {
      logger.warning(
        "connections are refused because the limit is reached",
        metadata: ["limit": "\(limits.maximumConnections)"])
    }
    let option: EventLoopFuture<Void> = channel.setOption(
      .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.bytesPerRead))
    return option.flatMap { http.setup(channel: channel, logger: logger) }
      .flatMapThrowing { [limits, unread] value in
        let pipeline = channel.pipeline.syncOperations
        if case .refused = admission {
          try pipeline.addHandler(RefusalHandler(), position: .first)
        } else {
          let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
          let order = RequestOrder.handlers(unread: unread)
          try pipeline.addHandler(order.bytes, position: .before(decoder))
          try pipeline.addHandlers(
            [order.requests, ConnectionTimeHandler(limits: limits, at: channel.eventLoop.now)],
            position: .after(decoder))
        }
        return value
      }
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async {
    await http.handle(value: value, logger: logger)
  }
}

/// Answers a connection beyond the limit with 503, whatever it sends, and closes it.
final class RefusalHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// Long enough for the client to read the answer before the connection ends.
  static let grace = TimeAmount.seconds(1)

  static let answer =
    "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/problem+json\r\nRetry-After: 5\r\nConnection: close\r\n"
    + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
  private static let body =
    #"{"code":"too_many_connections","remedy":"Try again after the time in Retry-After.","status":503,"#
    + #""title":"The server has as many connections as it can take."}"#

  func channelActive(context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: Self.answer)), promise: nil)
    context.close(mode: .output, promise: nil)
    let channel = context.channel
    context.eventLoop.scheduleTask(in: Self.grace) { channel.close(promise: nil) }
    context.read()
  }

  /// Ignores what arrives.
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

  func channelReadComplete(context: ChannelHandlerContext) { context.read() }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed { context.close(promise: nil) }
  }
}
