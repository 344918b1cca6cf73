// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

extension ConnectionLimits {
  /// Connections that are being refused count until they are closed; a flood of them waits in the system's queue.
  public var acceptance: any AvailableConnectionsDelegate { MaximumAvailableConnections(maximumConnections + 64) }
}

extension HTTPServerBuilder {
  /// HTTP/1.1 within the limits, whatever clients do.
  public static func bounded(_ limits: ConnectionLimits) -> HTTPServerBuilder {
    let connections = OpenConnections(maximum: limits.maximumConnections)
    return HTTPServerBuilder { responder in
      BoundedHTTPChannel(http: HTTP1Channel(responder: responder), limits: limits, connections: connections)
    }
  }
}

/// Hummingbird's channel with deadlines, and with a refusal when there are too many connections.
struct BoundedHTTPChannel: ServerChildChannel {
  /// Large enough to read almost every request in one piece; the system's default grows to 64 KB for each connection.
  private static let bytesPerRead = 8_192

  let http: HTTP1Channel
  let limits: ConnectionLimits
  let connections: OpenConnections

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
      .flatMapThrowing { [limits] value in
        let pipeline = channel.pipeline.syncOperations
        if case .refused = admission {
          try pipeline.addHandler(RefusalHandler(), position: .first)
        } else {
          let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
          try pipeline.addHandler(ConnectionTimeHandler(limits: limits, at: channel.eventLoop.now), position: .after(decoder))
        }
        return value
      }
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async {
    await http.handle(value: value, logger: logger)
  }
}
